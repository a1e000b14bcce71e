"""The Python side of mock exams: draws, keeps each step, and grades at the end only."""

from collections.abc import Callable
from datetime import UTC, datetime

import traitlets

from certlab.app.esm import joined, style
from certlab.course import Course
from certlab.errors import CourseError
from certlab.study.exams import (
    Report,
    Sitting,
    begin,
    reports,
    unfinished,
)
from certlab.study.history import History
from certlab.study.session import Session
from certlab.widgets.deck import PAGES, Deck
from certlab.widgets.exam_state import (
    Data,
    by_place,
    described,
    looked_back,
    offered,
    reviewed,
    unread,
)


def _now() -> datetime:
    return datetime.now(UTC)


class MockExam(Deck):
    """Mock exams of one learner: choose, sit, read the report, ask the wrong ones again.

    A browser gets no key and no reason before the end. What it sends and what it is told
    stands in app/static/exam/desk.js. As a deck it asks, after the end, what was wrong.
    """

    _esm = joined("exam/exam.js")
    _css = style("theme/charts.css", "exam/exam.css")

    phase = traitlets.Unicode("start").tag(sync=True)
    offers = traitlets.List[Data]().tag(sync=True)
    sitting = traitlets.Dict().tag(sync=True)
    shows = traitlets.List[Data]().tag(sync=True)
    responses = traitlets.Dict().tag(sync=True)
    unread = traitlets.List[int]().tag(sync=True)
    marks = traitlets.List[int]().tag(sync=True)
    seen = traitlets.List[int]().tag(sync=True)
    place = traitlets.Int().tag(sync=True)
    report = traitlets.Dict().tag(sync=True)
    reviews = traitlets.List[Data]().tag(sync=True)
    mocks = traitlets.List[Data]().tag(sync=True)

    def __init__(
        self,
        course: Course,
        history: History,
        *,
        pages: str = PAGES,
        lang: str | None = None,
        now: Callable[[], datetime] = _now,
    ) -> None:
        """Mock exams, or the one that was cut off.

        Args:
            course: what to draw from.
            history: where steps and answers go.
            pages: address of a module page; `{page}` stands for its id.
            lang: language of the interface, "zh_TW"; see `certlab.words.text`.
            now: the clock.

        Raises:
            CourseError: the history cannot be read, or there is no such language.
        """
        super().__init__(None, title="", pages=pages, lang=lang)
        self._course, self._history, self._now = course, history, now
        self._reports: dict[str, Report] = {}
        self._open: Sitting | None = unfinished(course, history, "lab", now)
        self.notes = [self._words.say(one) for one in history.read().problems]
        self.offers = [offered(course, code) for code in course.certifications]
        self._look_back()
        if self._open is not None:
            self._show(self._open)

    def _receive(self, widget: object, message: Data, data: object) -> None:
        step = _STEPS.get(str(message.get("type")))
        if step is None:
            super()._receive(widget, message, data)
            return
        try:
            step(self, message)
        except CourseError as error:
            says = self._words.say(error.args[0])
            refusal = {"type": "refused", "say": says, "step": message["type"]}
            self.send({**refusal, "place": message.get("place")})

    def _begin(self, message: Data) -> None:
        self._open = begin(
            self._course,
            self._history,
            str(message["exam"]),
            seed=message.get("seed"),
            count=message.get("count"),
            factor=message.get("factor"),
            surface="lab",
            now=self._now,
        )
        self._show(self._open)

    def _see(self, message: Data) -> None:
        if sitting := self._running(message):
            sitting.see(message["place"])
            self.seen = sorted(sitting.seen)

    def _respond(self, message: Data) -> None:
        if sitting := self._running(message):
            spent = int(message.get("milliseconds") or 0)
            sitting.respond(message["place"], message.get("response"), spent)
            self.unread, self.responses = unread(sitting), by_place(sitting)
            self.seen = sorted(sitting.seen)

    def _mark(self, message: Data) -> None:
        if sitting := self._running(message):
            sitting.flag(message["place"], bool(message.get("on")))
            self.marks = sorted(sitting.flags)

    def _finish(self, _message: Data) -> None:
        if self._open is not None:
            self._open.finish()
            self._look_back()
            self._tell(self._open.id)

    def _time(self, message: Data) -> None:
        """A browser's clock says that the time is up; ours decides."""
        if self.phase == "running" and self._open is not None and self._open.over:
            self._finish(message)

    def _leave(self, _message: Data) -> None:
        self._open = None
        with self.hold_sync():
            self.phase, self.sitting, self.report, self.reviews = "start", {}, {}, []

    def _read(self, message: Data) -> None:
        """Open the report of an earlier sitting."""
        if (id := str(message.get("sitting"))) in self._reports:
            self._tell(id)

    def _retry(self, _message: Data) -> None:
        """Ask what was not right once more, as a drill."""
        if not self.report:
            return
        lost = [
            row["item"] for row in self.report["rows"] if row["outcome"] != "correct"
        ]
        self._session = Session(
            self._course, self._history, surface="lab", now=self._now, items=lost
        )
        self._asked = self._session.questions
        with self.hold_sync():  # one message, so that no half of it is ever drawn
            self.round += 1
            self.questions = [one.show for one in self._asked]
            self.answers, self.revealed, self.drafts, self.at = {}, {}, {}, 0
            self.phase = "again"

    def _back(self, _message: Data) -> None:
        if self.report:
            self.phase = "ended"

    def _clock(self, _message: Data) -> None:
        """The time by the clock that counts, which need not be the browser's."""
        self.send({"type": "clock", "now": self._now().timestamp() * 1000})

    def _running(self, message: Data) -> Sitting | None:
        """The open sitting, if it has the place that a message names."""
        place = message.get("place")
        if self._open is None or not isinstance(place, int):
            return None
        return self._open if 0 <= place < len(self._open.questions) else None

    def _show(self, sitting: Sitting) -> None:
        with self.hold_sync():
            self.sitting = described(sitting)
            self.shows = [one.show for one in sitting.questions]
            self.unread, self.responses = unread(sitting), by_place(sitting)
            self.marks, self.seen = sorted(sitting.flags), sorted(sitting.seen)
            self.place, self.report, self.reviews = 0, {}, []
            self.phase = "running"

    def _look_back(self) -> None:
        """What the sittings so far came to."""
        found = reports(self._course, self._history, self._now)
        self._reports = {one.sitting.id: one for one in found}
        self.mocks = [looked_back(one) for one in found]

    def _tell(self, id: str) -> None:
        """Show a report, with what there is to say of each question."""
        found = self._reports[id]
        sitting = found.sitting
        with self.hold_sync():
            self.sitting = described(sitting)
            self.shows = [one.show for one in sitting.questions]
            self.report = found.as_dict()
            self.reviews = reviewed(found, self._words)
            self.phase = "ended"

    def __repr__(self) -> str:
        """What it is and how far it is: the same in every run, unlike an address."""
        if not self.sitting:
            ready = [one["code"] for one in self.offers if one["drawn"]]
            return f"Mock exams: {', '.join(ready)}"
        done = f"{len(self.responses)} of {len(self.shows)} answered"
        return f"Mock exam: {self.sitting['code']}, {done}"


_STEPS: dict[str, Callable[[MockExam, Data], None]] = {
    "begin": MockExam._begin,
    "see": MockExam._see,
    "respond": MockExam._respond,
    "mark": MockExam._mark,
    "finish": MockExam._finish,
    "time": MockExam._time,
    "leave": MockExam._leave,
    "open": MockExam._read,
    "retry": MockExam._retry,
    "report": MockExam._back,
    "clock": MockExam._clock,
}
