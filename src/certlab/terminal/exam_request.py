"""What a learner asked of a mock exam, before it begins."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from certlab.course import Course
from certlab.errors import CourseError
from certlab.study.exams import Blueprint, Paper, Report, Sitting, begin, draw
from certlab.study.exams.blueprint import blueprint
from certlab.study.exams.drawing import parting, refuse_paper
from certlab.study.exams.parting import PAPERS
from certlab.study.history import History
from certlab.words import Sentence

SURFACE = "terminal"
FACTORS: dict[str, float | None] = {"1": 1, "1.5": 1.5, "2": 2, "untimed": None}
USUAL = "1"
Clock = Callable[[], datetime]


def now() -> datetime:
    """The present, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class ExamRequest:
    """An exam as it was asked for; `study.exams.begin` says what each part means.

    Attributes:
        time: one of FACTORS; None leaves the choice for the start.
    """

    plan: Blueprint
    seed: int | None = None
    count: int | None = None
    minutes: int | None = None
    time: str | None = None

    @property
    def paper(self) -> Paper:
        """As it will be: another seed draws others, hardly ever more or fewer.

        A count beyond the exam's is for `begin` to refuse.
        """
        count = self.count and min(self.count, self.plan.most)
        return draw(self.plan, self.seed or 0, count)

    @property
    def offers_papers(self) -> bool:
        """Whether one of the exam's three papers may be chosen instead."""
        wanted = self.seed is None or self.paper.number
        return bool(wanted and self.count is None and parting(self.plan).papers)

    def begin(
        self, course: Course, history: History, time: str, clock: Clock
    ) -> Sitting:
        """Draw it and start its time.

        Raises:
            CourseError: a number makes no sense, there is no question, or the beginning
                could not be recorded.
        """
        return begin(
            course,
            history,
            self.plan.code,
            seed=self.seed,
            count=self.count,
            minutes=self.minutes,
            factor=FACTORS[time],
            surface=SURFACE,
            now=clock,
        )


def paper_number(typed: str) -> int:
    """The number of a paper as somebody typed it.

    Raises:
        CourseError: it is no number.
    """
    if not typed.strip().isdecimal():
        says = Sentence(
            "Paper {n}: give a number from 1 to {most}.", n=typed, most=PAPERS
        )
        raise CourseError(says)
    return int(typed.strip()[:9])


def numbered(plan: Blueprint, paper: int, seed: int | None, count: int | None) -> int:
    """The seed of one of the exam's three papers.

    Raises:
        CourseError: there is no such paper, or it was to be another one as well.
    """
    if seed is not None or count is not None:
        says = Sentence(
            "Paper {n} has its own questions: leave out --seed and --count.", n=paper
        )
        raise CourseError(says)
    refuse_paper(plan, paper)
    return paper


def next_paper(plan: Blueprint, earlier: Iterable[Report]) -> int | None:
    """The first of the exam's three papers that was not sat yet; None after all of them."""
    papers = (one.sitting.paper for one in earlier)
    sat = {one.number for one in papers if one.code == plan.code}
    return next((n for n in range(1, PAPERS + 1) if n not in sat), None)


def repeated(course: Course, report: Report) -> ExamRequest:
    """The paper of a report, to be sat again; the time can be chosen again."""
    paper, factor = report.sitting.paper, report.sitting.factor
    time = next((name for name, value in FACTORS.items() if value == factor), USUAL)
    whole = sum(seat.wanted for seat in paper.seats) == paper.official
    count = None if whole else len(paper.asked)
    plan = blueprint(course, paper.exam)
    return ExamRequest(plan, paper.seed, count, paper.minutes, time)


@dataclass(frozen=True)
class Opened:
    """What an exam is sat with; `request` is None only to go on with one."""

    course: Course
    history: History
    request: ExamRequest | None
