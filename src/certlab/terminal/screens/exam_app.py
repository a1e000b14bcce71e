"""The mock exam on a whole screen."""

from collections.abc import Callable
from dataclasses import replace

from textual import on
from textual.app import ScreenStackError
from textual.css.query import NoMatches
from textual.screen import Screen

from certlab.course import Course
from certlab.errors import CourseError
from certlab.study.exams import Report, reports, unfinished
from certlab.study.history import History
from certlab.study.session import Session
from certlab.terminal import exam_words
from certlab.terminal.exam_request import (
    SURFACE,
    Clock,
    ExamRequest,
    next_paper,
    now,
    repeated,
)
from certlab.terminal.screens.app import Study, page
from certlab.terminal.screens.drill_deck import Deck
from certlab.terminal.screens.drill_page import DrillPage
from certlab.terminal.screens.exam_map import HandIn, Map
from certlab.terminal.screens.exam_question import ExamQuestion
from certlab.terminal.screens.exam_report import ReportPage, lost
from certlab.terminal.screens.exam_review import Review
from certlab.terminal.screens.exam_running import ExamPage, Go, Timer
from certlab.terminal.screens.exam_start import Resume, Start
from certlab.terminal.screens.frame import Frame
from certlab.words import ENGLISH, Words


class ExamApp(Study):
    """From the start of an exam, or from where it was cut off, to its report.

    Args:
        request: the exam asked for; None only to go on with one.
        clock: that the deadline is held against.
        beat: seconds between two looks at it.
        words: of the language it speaks.

    Attributes:
        timer: of the exam that is being sat.
        report: of the one that has ended.

    Raises:
        CourseError: the history cannot be used.
    """

    TITLE = "certlab exam"

    def __init__(
        self,
        course: Course,
        history: History,
        request: ExamRequest | None,
        clock: Clock = now,
        beat: float = 1,
        words: Words = ENGLISH,
    ) -> None:
        super().__init__(words)
        self.begin(clock, beat)
        self.take(course, history, request)

    def begin(self, clock: Clock, beat: float) -> None:
        """Before anything is read."""
        self.report: Report | None = None
        self.timer: Timer | None = None
        self._reviewed: list[int] = []
        self.clock = clock
        self.beat_seconds = beat

    def take(
        self, course: Course, history: History, request: ExamRequest | None
    ) -> None:
        """What the exam is of; one that was cut off goes on."""
        self.course = course
        self.history = history
        self.request = request
        found = unfinished(course, history, SURFACE, self.clock)
        self.timer = Timer(found, self.words) if found else None

    async def on_mount(self) -> None:
        await self.arrive()

    async def arrive(self) -> None:
        """The first page; Textual would call a subclass's on_mount as well as this one's."""
        await self.push_screen(self.first())
        self.set_interval(self.beat_seconds, self.beat)

    def first(self) -> Frame:
        """The page to begin with."""
        found = self.timer.sitting if self.timer else None
        return Resume(found, self.request) if found else self._start()

    async def beat(self) -> None:
        """Once a second: the timer, what is typed, and the end of the time."""
        if self.timer is None:
            return
        self.timer.beat()
        try:
            page = self.screen
            if not (isinstance(page, ExamPage | Resume) and page.ready):
                return
            page.beat()
        except (NoMatches, ScreenStackError):
            return  # the app is ending, and its pages are taken down bit by bit
        if self.timer.sitting.over:
            await self._turn(page, self._hand_in)

    @on(Go)
    async def go(self, event: Go) -> None:
        """Turn the page; once, however often a key was pressed."""
        if event.page is not self.screen:
            return
        if event.to == "away":
            self.exit()
        else:
            await self._turn(event.page, lambda: self._page(event))

    async def _turn(self, old: Frame, new: Callable[[], Screen[None]]) -> None:
        """From one page to another; what hinders it is said on the old one."""
        try:
            page = new()
        except CourseError as error:
            old.stay(error)
        else:
            await self.switch_screen(page)

    def _page(self, event: Go) -> Screen[None]:
        match event.to:
            case "start":
                return self._start()
            case "begin":
                return self._begin(event.page)
            case "paper":
                assert isinstance(event.page, Start)
                asked, time = event.page.request, event.page.time
                return self._start(replace(asked, seed=event.place or None, time=time))
            case "report":
                return self._hand_in()
            case "open":
                assert isinstance(event.page, Start | ReportPage)
                self.report = event.page.earlier[event.place]
                return self._told()
            case "back to report" | "wrong" | "all" | "review" | "retry" | "repeat":
                return self._after(event)
        assert self.timer is not None, "these pages are of a running exam"
        place = event.place if event.to != "resume" else self._where()
        pages: dict[str, type[ExamPage]] = {"map": Map, "hand in": HandIn}
        return pages.get(event.to, ExamQuestion)(self.timer, place)

    def _after(self, event: Go) -> Screen[None]:
        """A page about a report."""
        assert self.report is not None, "these pages are of an exam that has ended"
        match event.to:
            case "back to report":
                return self._told()
            case "retry":
                return page(self._retry())
            case "repeat":
                return self._start(repeated(self.course, self.report))
            case "review":
                return Review(self.report, self._reviewed, event.place)
        every = list(range(len(self.report.rows)))
        self._reviewed = lost(self.report) if event.to == "wrong" else every
        return Review(self.report, self._reviewed)

    def _start(self, request: ExamRequest | None = None) -> Start:
        self.timer = None
        found = request or self.request
        assert found is not None, "an exam is named where there is none to go on with"
        earlier = self._reports(found.plan.code)
        if request is None and found.seed is None and found.offers_papers:
            found = replace(found, seed=next_paper(found.plan, earlier))
        self.request = found
        return Start(found, earlier, self.history.read().problems)

    def _begin(self, page: Frame) -> ExamQuestion:
        assert isinstance(page, Start)
        sitting = page.request.begin(self.course, self.history, page.time, self.clock)
        self.timer = Timer(sitting, self.words)
        return ExamQuestion(self.timer, 0)

    def _where(self) -> int:
        """Where to go on: the first question that has no answer."""
        assert self.timer is not None
        sitting = self.timer.sitting
        places = range(len(sitting.questions))
        return next((n for n in places if sitting.standing(n) != "answered"), 0)

    def _hand_in(self) -> ReportPage:
        """Grade, and tell what it came to."""
        assert self.timer is not None
        sitting = self.timer.sitting
        sitting.finish()
        ended = self._reports(sitting.paper.code)
        self.report = next(one for one in ended if one.sitting.id == sitting.id)
        self.timer = None
        return self._told()

    def _told(self) -> ReportPage:
        assert self.report is not None
        return ReportPage(self.report, self._reports(self.report.sitting.paper.code))

    def _reports(self, code: str) -> list[Report]:
        """What the sittings of an exam came to."""
        found = reports(self.course, self.history, self.clock)
        return [one for one in found if one.sitting.paper.code == code]

    def _retry(self) -> Deck:
        """What was not right, as a drill."""
        assert self.report is not None
        items = [self.report.rows[place].item for place in lost(self.report)]
        return Deck(
            Session(
                self.course, self.history, surface=SURFACE, now=self.clock, items=items
            )
        )

    async def over(self, page: DrillPage) -> None:
        """The drill of what was not right leads back to the report."""
        await self._turn(page, self._told)

    @property
    def result(self) -> str:
        """What it came to, in a line for when the screen is gone; "" for nothing."""
        if self.timer is not None and not self.timer.sitting.over:
            return exam_words.left_open(self.timer.sitting, self.words)
        return exam_words.result(self.report, self.words) if self.report else ""
