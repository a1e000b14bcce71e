"""Readiness for one exam, by domain and as a whole."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from certlab.course import Course
from certlab.course.coverage import served as served_share
from certlab.course.coverage import well_asked
from certlab.errors import CourseError
from certlab.planner.forecast import Outcome, Part
from certlab.readiness.assumptions import ASSUMED, Assumptions
from certlab.readiness.domains import DomainReadiness, by_domain
from certlab.readiness.evidence import gather, walk
from certlab.readiness.notes import missing, notes, unserved
from certlab.readiness.posterior import posterior
from certlab.readiness.score import at_least, interval, scores
from certlab.readiness.studied import studied
from certlab.study.exams.blueprint import Blueprint, blueprint
from certlab.study.exams.drawing import share
from certlab.study.exams.score import CUTS
from certlab.study.standing import Standing


@dataclass(frozen=True)
class Score:
    """The expected share of right answers of one sitting, from 0 to 1, and with `low` and
    `high` its 80 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Readiness:
    """What the answers say of one sitting on the day, if nothing more is studied or if a
    plan is kept.

    Attributes:
        exam: id of the certification; `code` as it is written.
        day: that it is for.
        questions: of one sitting.
        served: the share of the exam's weight, from 0 to 1, that the course has items
            enough on. Below HALF no answer can bring a score.
        enough: whether it is not below, and every domain with questions had enough fresh
            answers. When it is False, say "not enough data" and what is missing, and no
            figure.
        mean: expected share of right answers, from 0 to 1.
        low: with `high` the 80 % interval of one sitting's share of right answers.
        curve: chance to have at least so many percent right; NVIDIA publishes no pass mark.
        chances: of each number of right answers, from 0 to `questions`.
        notes: what a learner should know beside it, a sentence each.
    """

    exam: str
    code: str
    day: date
    questions: int
    served: float
    begun: bool
    enough: bool
    mean: float
    low: float
    high: float
    curve: tuple[tuple[int, float], ...]
    chances: tuple[float, ...]
    domains: tuple[DomainReadiness, ...]
    notes: tuple[str, ...]

    @property
    def score(self) -> Score:
        """The expected score; to be shown where there was enough, or a plan is kept."""
        return Score(self.mean, self.low, self.high)


def readiness(
    standing: Standing,
    code: str,
    day: date | None,
    now: datetime,
    assumed: Assumptions = ASSUMED,
    outcomes: Mapping[Part, Outcome] | None = None,
) -> Readiness:
    """What a history says of one sitting of an exam.

    Args:
        standing: in a course with the exam and its items; its rows may be in any order,
            and the same row twice counts once.
        code: of the exam, "NCP-AII".
        day: of the exam, in the learner's own time zone; today when None.
        now: with its time zone, the learner's; without one, that of this machine.
        assumed: what no record can tell.
        outcomes: what a plan leaves known on that day; None where nothing more is
            studied.

    Raises:
        CourseError: there is no such exam, or none of its domains has a weight.
    """
    course = standing.course
    plan = _plan(course, code)
    now = now.astimezone() if now.tzinfo is None else now
    today = now.date()
    ahead = max(timedelta(), (day or today) - today)
    record = walk(standing, plan, now)
    found = gather(course, plan, record, now, now + ahead, assumed)
    seats = _seats(plan)
    after = posterior(found, assumed)
    less = more = found
    if outcomes is not None:
        less, found, more = (
            studied(found, outcomes, sign, assumed) for sign in (-1, 0, 1)
        )
    chances = scores(less, more, seats, after, assumed)
    low, high = interval(chances)
    known = well_asked(course)
    served = served_share(course.certifications[plan.exam], known)
    is_served = served >= assumed.served
    domains = tuple(by_domain(plan, found, seats, known, after, assumed))
    lacking = missing(domains) if is_served else [unserved(served)]
    return Readiness(
        exam=plan.exam,
        code=plan.code,
        day=today + ahead,
        questions=plan.questions,
        served=served,
        begun=is_served and any(one.fresh for one in domains),
        enough=is_served and not any(one.missing and one.seats for one in domains),
        mean=sum(n * one for n, one in enumerate(chances)) / plan.questions,
        low=low / plan.questions,
        high=high / plan.questions,
        curve=tuple((cut, at_least(chances, cut)) for cut in CUTS),
        chances=tuple(chances),
        domains=domains,
        notes=tuple(notes(plan, lacking, day, today, record.future)),
    )


def _plan(course: Course, code: str) -> Blueprint:
    plan = blueprint(course, code)
    if not plan.total_weight:
        raise CourseError(
            f"{plan.code}: no domain has a weight; give them in its file."
        )
    return plan


def _seats(plan: Blueprint) -> dict[int, int]:
    """How many questions of a sitting are each domain's; those without weight left out."""
    wanted = share([part.weight for part in plan.fields], plan.questions)
    places = zip(plan.fields, wanted, strict=True)
    return {part.domain: n for part, n in places if part.weight}
