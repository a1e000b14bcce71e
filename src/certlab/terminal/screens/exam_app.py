"""The mock exam on a whole screen."""

from textual import on
from textual.screen import Screen

from certlab.course import Course
from certlab.errors import CourseError, HistoryError
from certlab.study.exams import Report, reports, unfinished
from certlab.study.history import History
from certlab.study.session import Session
from certlab.terminal import exam_words
from certlab.terminal.screens.app import Study, page
from certlab.terminal.screens.deck import Deck
from certlab.terminal.screens.exam_end import HandIn
from certlab.terminal.screens.exam_map import Map
from certlab.terminal.screens.exam_question import Sat
from certlab.terminal.screens.exam_report import Told, lost
from certlab.terminal.screens.exam_review import Review
from certlab.terminal.screens.exam_start import Resume, Start
from certlab.terminal.screens.sat import Go, Running, Timer
from certlab.terminal.wish import SURFACE, Clock, Wish, now, repeated


class ExamApp(Study):
    """From the start of an exam, or from where it was cut off, to its report.

    Args:
        wish: the exam asked for; None only to go on with one.
        clock: that the deadline is held against.
        beat: seconds between two looks at it.

    Attributes:
        timer: of the exam that is being sat.
        report: of the one that has ended.
    """

    TITLE = "certlab exam"

    def __init__(
        self,
        course: Course,
        history: History,
        wish: Wish | None,
        clock: Clock = now,
        beat: float = 1,
    ) -> None:
        super().__init__()
        self.course = course
        self.history = history
        self.wish = wish
        self.clock = clock
        self.beat_seconds = beat
        self.timer: Timer | None = None
        self.report: Report | None = None
        self._reviewed: list[int] = []

    def on_mount(self) -> None:
        found = unfinished(self.course, self.history, SURFACE, self.clock)
        if found is not None:
            self.timer = Timer(found)
            self.push_screen(Resume(found, self.wish))
        else:
            self.push_screen(self._start())
        self.set_interval(self.beat_seconds, self.beat)

    def beat(self) -> None:
        """Once a second: the timer, what is typed, and the end of the time."""
        if self.timer is None:
            return
        self.timer.beat()
        if isinstance(self.screen, Running | Resume) and self.screen.ready:
            self.screen.beat()
            if self.timer.sitting.over:
                self._hand_in()

    @on(Go)
    def go(self, event: Go) -> None:
        """Turn the page; once, however often a key was pressed."""
        if event.page is not self.screen:
            return
        if event.to == "away":
            self.exit()
        elif event.to == "begin":
            self._begin(event.page)
        elif event.to == "report":
            self._hand_in()
        else:
            self.switch_screen(self._page(event))

    def _page(self, event: Go) -> Screen[None]:
        match event.to:
            case "start":
                return self._start()
            case "open":
                assert isinstance(event.page, Start | Told)
                self.report = event.page.earlier[event.place]
                return self._told()
            case "told" | "wrong" | "all" | "review" | "retry" | "repeat":
                return self._after(event)
        assert self.timer is not None, "these pages are of a running exam"
        place = event.place if event.to != "resume" else self._where()
        pages: dict[str, type[Running]] = {"map": Map, "hand in": HandIn}
        return pages.get(event.to, Sat)(self.timer, place)

    def _after(self, event: Go) -> Screen[None]:
        """A page about a report."""
        assert self.report is not None, "these pages are of an exam that has ended"
        match event.to:
            case "told":
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

    def _start(self, wish: Wish | None = None) -> Start:
        self.timer = None
        wish = wish or self.wish
        assert wish is not None, "an exam is named where there is none to go on with"
        self.wish = wish
        problems = self.history.read().problems
        return Start(wish, self._reports(wish.plan.code), problems)

    def _begin(self, page: Screen[None]) -> None:
        assert isinstance(page, Start)
        try:
            sitting = page.wish.begin(self.course, self.history, page.time, self.clock)
        except CourseError as error:
            page.refused(error)
            return
        self.timer = Timer(sitting)
        self.switch_screen(Sat(self.timer, 0))

    def _where(self) -> int:
        """Where to go on: the first question that has no answer."""
        assert self.timer is not None
        sitting = self.timer.sitting
        places = range(len(sitting.questions))
        return next((n for n in places if sitting.standing(n) != "answered"), 0)

    def _hand_in(self) -> None:
        """Grade and tell; where the disk refuses, stay and say so."""
        assert self.timer is not None
        assert isinstance(self.screen, Running | Resume)
        sitting = self.timer.sitting
        try:
            sitting.finish()
        except HistoryError as error:
            self.screen.tell(str(error))
            return
        ended = self._reports(sitting.paper.code)
        self.report = next(one for one in ended if one.sitting.id == sitting.id)
        self.timer = None
        self.switch_screen(self._told())

    def _told(self) -> Told:
        assert self.report is not None
        return Told(self.report, self._reports(self.report.sitting.paper.code))

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

    def over(self) -> None:
        """The drill of what was not right leads back to the report."""
        self.switch_screen(self._told())

    @property
    def result(self) -> str:
        """What it came to, in a line for when the screen is gone; "" for nothing."""
        if self.timer is not None and not self.timer.sitting.over:
            return exam_words.left_open(self.timer.sitting)
        return exam_words.result(self.report) if self.report else ""
