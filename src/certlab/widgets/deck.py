"""The Python side of a deck of questions: grades, records, and only then tells."""

from datetime import date
from typing import Any

import traitlets

from certlab.errors import CourseError
from certlab.study.questions import Question
from certlab.study.session import Session
from certlab.widgets.widget import Widget, spoken
from certlab.words import text

PAGES = "../modules/{page}.md"  # from a notebook in quizzes/


class Deck(Widget):
    """Questions of one session, the answers so far, and the learner's place.

    The browser gets the shown part of each question. Keys and reasons stay here until
    an answer is on disk. Its messages are described in app/static/deck/deck.js.
    """

    title = traitlets.Unicode().tag(sync=True)
    pages = traitlets.Unicode().tag(sync=True)
    notes = traitlets.List[str]().tag(sync=True)
    today = traitlets.Unicode().tag(sync=True)
    round = traitlets.Int().tag(sync=True)
    focused = traitlets.Bool().tag(sync=True)  # whether it took the focus once
    retry = traitlets.Bool().tag(sync=True)  # whether all of it was asked before
    questions = traitlets.List[dict[str, Any]]().tag(sync=True)
    answers = traitlets.Dict().tag(sync=True)
    revealed = traitlets.Dict().tag(sync=True)
    at = traitlets.Int().tag(sync=True)
    last = traitlets.Int(None, allow_none=True).tag(sync=True)
    flags = traitlets.List[str]().tag(sync=True)
    drafts = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        session: Session | None,
        *,
        title: str = "",
        pages: str = PAGES,
        lang: str | None = None,
    ) -> None:
        """A deck of a session's questions.

        Args:
            session: what to ask, and where answers go; None for nothing yet.
            title: what it is about, "CUDA".
            pages: address of a module page; `{page}` stands for its id.
            lang: language of the interface, "zh_TW"; see `certlab.words.text`.
        """
        self._session = session
        self._judged: list[
            int
        ] = []  # cards of this round, in the order of their grades
        self._words = text(lang)
        self._asked = session.questions if session else []
        super().__init__(
            title=title,
            pages=pages,
            **spoken(self._words),
            notes=[self._words.say(one) for one in session.problems] if session else [],
            today=_today(),
            questions=[one.show for one in self._asked],
        )
        self.on_msg(self._receive)

    def _receive(self, _widget: object, message: dict[str, Any], _data: object) -> None:
        """One message of a browser; what belongs to an earlier round is too late."""
        if self._session is None or message.get("round") != self.round:
            return
        match message:
            case {"type": "answer", "index": int(index)} if self._has(index):
                self._answer(index, message)
            case {"type": "reveal", "index": int(index)} if self._has(index):
                back = self._asked[index].feedback
                self.revealed = {**self.revealed, str(index): back}
            case {"type": "undo", "index": int(index)} if index == self.last:
                self._undo(index)
            case {"type": "again"}:
                self._again()

    def _has(self, index: int) -> bool:
        return 0 <= index < len(self._asked)

    def _answer(self, index: int, message: dict[str, Any]) -> None:
        """Record an answer, then show it; the second to one question is ignored."""
        if self._session is None or str(index) in self.answers:
            return
        question = self._asked[index]
        response, confidence = message.get("response"), message.get("confidence")
        try:
            reply = self._session.answer(
                question,
                response,
                confidence=confidence,
                milliseconds=message.get("milliseconds"),
            )
        except CourseError as error:
            self._refuse(index, self._words.say(error.args[0]), invalid=False)
            return
        verdict, say = reply.verdict, self._words.say(reply.verdict.say)
        if verdict.outcome == "invalid":
            say = self._words("{say} Nothing was recorded.", say=say)
            self._refuse(index, say, invalid=True)
            return
        shown = {
            "response": response,
            "confidence": confidence,
            "verdict": {
                "outcome": verdict.outcome,
                "score": verdict.score,
                "say": say,
                "parts": verdict.parts,
            },
            "feedback": question.feedback,
            "due": reply.due.isoformat() if reply.due else None,
        }
        self.today = _today()
        if question.kind == "card":
            self._judged.append(index)
        answers = {**self.answers, str(index): shown}
        with self.hold_sync():
            if len(answers) == len(self._asked):
                self._deal([*self._asked, *self._session.repeats()])
            self.answers = answers
            self.last = self._judged[-1] if self._judged else None

    def _deal(self, questions: list[Question]) -> None:
        self._asked = questions
        self.questions = [one.show for one in questions]

    def _undo(self, index: int) -> None:
        """Take back the last card's grade and show its front, once that is recorded."""
        if self._session is None:
            return
        try:
            self._session.undo(self._asked[index])
        except CourseError as error:
            self._refuse(index, self._words.say(error.args[0]), invalid=False)
            return
        self._judged.pop()
        with self.hold_sync():
            self.revealed = _without(self.revealed, index)
            self.answers = _without(self.answers, index)
            self._deal(self._needed())
            self.last = self._judged[-1] if self._judged else None
            self.at = index

    def _needed(self) -> list[Question]:
        """What is asked, without repeats at the end that may not need to be now."""
        planned = [one for one in self._asked if not one.show.get("again")]
        kept = max([len(planned), *(int(index) + 1 for index in self.answers)])
        return self._asked[:kept]

    def _refuse(self, index: int, say: str, *, invalid: bool) -> None:
        """Tell why an answer was not taken."""
        refusal = {"type": "refused", "index": index, "say": say, "invalid": invalid}
        self.send({**refusal, "round": self.round})

    def _again(self) -> None:
        """Ask what is still wrong once more, as new variants; they are recorded too."""
        wrong = self._wrong()
        if self._session is None or not wrong:
            return
        with self.hold_sync():  # one message, so that no half of it is ever drawn
            self.round += 1
            self.retry = True
            self._deal(self._session.again(wrong))
            self.answers, self.revealed, self.drafts, self.at = {}, {}, {}, 0
            self._judged, self.last = [], None

    def _wrong(self) -> list[Question]:
        """Each item whose last answer was wrong, in the order they were asked."""
        last: dict[str, tuple[Question, str]] = {}
        for index in sorted(self.answers, key=int):
            question = self._asked[int(index)]
            first, _ = last.get(question.item, (question, ""))
            last[question.item] = first, self.answers[index]["verdict"]["outcome"]
        return [question for question, outcome in last.values() if outcome == "wrong"]

    def __repr__(self) -> str:
        """What it is and how far it is: the same in every run, unlike an address."""
        count = len(self.questions)
        things = f"{count} item" if count == 1 else f"{count} items"
        about = f" from {self.title}" if self.title else ""
        first = " ".join(self.questions[0]["ask"].split())
        done = len(self.answers)
        name = type(self).__name__
        return f"{name}: {things}{about}, {done} answered\n1. {first}"

    def kept(self) -> dict[str, str]:
        """Its state as text."""
        return {"text/plain": f"{self!r}\nRun this cell to answer."}


def _without(rows: dict[str, Any], index: int) -> dict[str, Any]:
    return {key: row for key, row in rows.items() if key != str(index)}


def _today() -> str:
    """The learner's own day, against which "in 3 days" is counted."""
    return date.today().isoformat()  # noqa: DTZ011 - the day on their wall is meant
