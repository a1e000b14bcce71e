"""Readiness for one exam, by domain and as a whole."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from certlab.course import Course
from certlab.errors import CourseError
from certlab.study.answers import Answer
from certlab.study.exams.blueprint import Blueprint, blueprint
from certlab.study.exams.paper import share
from certlab.study.exams.score import CUTS
from certlab.study.readiness.assumptions import ASSUMED, Assumptions
from certlab.study.readiness.evidence import Evidence, gather, walk
from certlab.study.readiness.guess import right
from certlab.study.readiness.posterior import Posterior, posterior
from certlab.study.readiness.score import (
    at_least,
    expected,
    interval,
    quantile,
    scores,
)


@dataclass(frozen=True)
class DomainReadiness:
    """One domain.

    Attributes:
        weight: in percent, as published.
        seats: how many questions of a sitting are its.
        fresh: how many of its items were answered at least once.
        missing: how many more must be before anything is said; 0 when enough were.
        items: how many the course has.
        share: of its questions that would be right, guesses included, from 0 to 1;
            `low` and `high` are the 80 % interval of it.
    """

    domain: int
    name: str
    weight: int
    seats: int
    fresh: int
    missing: int
    items: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Readiness:
    """What the answers say of one sitting on the day, if nothing more is studied.

    Attributes:
        exam: id of the certification; `code` as it is written.
        day: that it is for.
        questions: of one sitting.
        enough: whether every domain with questions had enough fresh answers. When it is
            False, say "not enough data" and what is missing, and no figure.
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
    enough: bool
    mean: float
    low: float
    high: float
    curve: tuple[tuple[int, float], ...]
    chances: tuple[float, ...]
    domains: tuple[DomainReadiness, ...]
    notes: tuple[str, ...]


def readiness(
    course: Course,
    rows: Iterable[Answer],
    code: str,
    day: date | None,
    now: datetime,
    assumed: Assumptions = ASSUMED,
) -> Readiness:
    """What a history says of one sitting of an exam.

    Args:
        course: with the exam and its items.
        rows: of the history, in any order; the same row twice counts once.
        code: of the exam, "NCP-AII".
        day: of the exam, in the learner's own time zone; today when None.
        now: with its time zone, the learner's; without one, that of this machine.
        assumed: what no record can tell.

    Raises:
        CourseError: there is no such exam, or none of its domains has a weight.
    """
    plan = blueprint(course, code)
    if not plan.total_weight:
        raise CourseError(
            f"{plan.code}: no domain has a weight; give them in its file."
        )
    now = now.astimezone() if now.tzinfo is None else now
    today = now.date()
    ahead = max(timedelta(), (day or today) - today)
    record = walk(course, plan, rows, now)
    found = gather(course, plan, record, now, now + ahead, assumed)
    wanted = share([part.weight for part in plan.fields], plan.questions)
    seats = {one.domain: n for one, n in zip(plan.fields, wanted, strict=True)}
    after = posterior(found, assumed)
    chances = scores(found, {id: seats[id] for id in found}, after, assumed)
    low, high = interval(chances)
    domains = tuple(_domains(plan, found, seats, after, assumed))
    return Readiness(
        exam=plan.exam,
        code=plan.code,
        day=today + ahead,
        questions=plan.questions,
        enough=not any(one.missing and one.seats for one in domains),
        mean=sum(n * one for n, one in enumerate(chances)) / plan.questions,
        low=low / plan.questions,
        high=high / plan.questions,
        curve=tuple((cut, at_least(chances, cut)) for cut in CUTS),
        chances=tuple(chances),
        domains=domains,
        notes=tuple(_notes(plan, domains, day, today, record.future)),
    )


def _domains(
    plan: Blueprint,
    found: dict[int, Evidence],
    seats: dict[int, int],
    after: Posterior,
    assumed: Assumptions,
) -> Iterable[DomainReadiness]:
    for part in plan.fields:
        if part.domain not in found:
            continue
        one = found[part.domain]
        values = [
            right(known, one.guess) for known in expected(one, assumed.transfer[0])
        ]
        chances = after.share(part.domain)
        yield DomainReadiness(
            domain=part.domain,
            name=part.name,
            weight=part.weight,
            seats=seats[part.domain],
            fresh=one.fresh,
            missing=max(0, assumed.fresh - one.fresh),
            items=one.items,
            share=sum(x * p for x, p in zip(values, chances, strict=True)),
            low=quantile(values, chances, 0.1),
            high=quantile(values, chances, 0.9),
        )


def _notes(
    plan: Blueprint,
    domains: Sequence[DomainReadiness],
    day: date | None,
    today: date,
    future: int,
) -> Iterable[str]:
    if day is not None and day < today:
        yield (
            f"{plan.code}: the exam day {day} has passed, so this is for today; "
            "give the next date."
        )
    if future:
        yield (
            f"{future} of the answers carry a time that is still to come and count as "
            "given now; check this machine's clock."
        )
    short = [one for one in domains if one.missing and one.seats]
    if short:
        wanted = ", ".join(f"{one.missing} of domain {one.domain}" for one in short)
        yield f"Not enough data: answer more questions that are new to you, {wanted}."
    bare = [one for one in short if one.items < one.fresh + one.missing]
    if bare:
        names = ", ".join(str(one.domain) for one in bare)
        yield f"The course has too few questions yet for domain {names}."
    if plan.total_weight != 100:
        yield (
            f"The published weights sum to {plan.total_weight} %; "
            "each is taken as its share of that sum."
        )
    if plan.hands_on_labs:
        yield (
            f"{plan.code} also has {plan.hands_on_labs} hands-on labs; this is for its "
            "questions only."
        )
