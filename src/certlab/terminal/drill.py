"""The drill in a plain terminal: read, type, learn why, go on. No screen control, so it
works over any connection and with any screen reader."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from certlab.day.session_end import end_lines, session_end
from certlab.errors import HistoryError
from certlab.study.questions import Question
from certlab.study.session import Reply, Session
from certlab.study.standing import Standing
from certlab.terminal import question_lines, typed_response
from certlab.words import ENGLISH, Words, after_each_other, with_commas

STOP = "q"


@dataclass
class Summary:
    """What a drill came to.

    Attributes:
        asked: answers, without same-day repeats; `right` of them were.
        wrong: ids of the items that are still wrong.
        stopped: whether something was left unasked.
        repeats: answers to what came again by itself; `repeats_right` of them were.
    """

    asked: int = 0
    right: int = 0
    wrong: list[str] = field(default_factory=list)
    stopped: bool = False
    repeats: int = 0
    repeats_right: int = 0

    def count(self, item: str, right: bool, *, repeat: bool) -> None:
        """Take an answer in."""
        if repeat:
            self.repeats += 1
            self.repeats_right += right
        else:
            self.asked += 1
            self.right += right
        self.wrong = [one for one in self.wrong if one != item]
        if not right:
            self.wrong.append(item)


@dataclass
class Drill:
    """A session asked line by line.

    Attributes:
        session: what to ask, and where answers go.
        ask: reads one line after a prompt; EOFError and KeyboardInterrupt stop.
        say: shows one line.
        minutes: no new question is begun after as many, None for no limit.
        clock: seconds that only grow.
        words: of the language it speaks.
    """

    session: Session
    ask: Callable[[str], str]
    say: Callable[[str], None]
    minutes: float | None = None
    clock: Callable[[], float] = time.monotonic
    words: Words = ENGLISH
    summary: Summary = field(default_factory=Summary)

    def run(self) -> Summary:
        """Ask everything, and again what was wrong; then once more, if wanted."""
        began = self.clock()
        for problem in self.session.problems:
            self.say(self.words.say(problem))
        self._head()
        try:
            self._round(self.session.questions, began)
            self._repeat(began)
            while self.summary.wrong and self._wants_again():
                missed, self.summary.wrong = self.summary.wrong, []
                asked = [one for one in self.session.questions if one.item in missed]
                self._round(self.session.again(asked), began)
        except (EOFError, KeyboardInterrupt):
            self.summary.stopped = True
        self._tail()
        return self.summary

    def _head(self) -> None:
        words = self.words
        found = self.session.tally()
        says = {
            "due": words("{n} due", n=found["due"]),
            "new": words("{n} new", n=found["new"]),
            "ahead": words("{n} ahead", n=found["ahead"]),
        }
        parts = words.say(with_commas(says[one] for one, n in found.items() if n))
        count = len(self.session.questions)
        self.say(
            words.ngettext(
                "{n} item: {parts}.", "{n} items: {parts}.", count, parts=parts
            )
        )
        self.say(words("{key} stops; each answer is saved as you give it.", key=STOP))

    def _round(self, questions: list[Question], began: float) -> None:
        words = self.words
        for number, question in enumerate(questions, 1):
            spent = self.clock() - began
            if self.minutes is not None and spent >= self.minutes * 60:
                self.say(f"\n{minutes_up(self.minutes, self.words)}")
                self.summary.stopped = True
                return
            count = len(questions)
            place = words("{n} of {count}", n=number, count=count)
            if question.show.get("again"):
                left = self.session.left(count - number + 1)
                place = words("again: {n} at most", n=left)
            self._one(question, place)

    def _repeat(self, began: float) -> None:
        """What was answered wrong comes again, until it was right or often enough."""
        words = self.words
        while not self.summary.stopped and (more := self.session.repeats()):
            self.say("")
            self.say(
                words.ngettext(
                    "{n} item that was wrong comes again.",
                    "{n} items that were wrong come again.",
                    len(more),
                )
            )
            self._round(more, began)

    def _one(self, question: Question, place: str) -> None:
        words = self.words
        for line in question_lines.before(question, place, words):
            self.say(line)
        shown = self.clock()
        if question.kind == "card":
            self._line(words("Enter shows the back:") + " ")
            for line in question_lines.back(question):
                self.say(line)
        while True:
            given = self._line(typed_response.prompt(question, words))
            response, confidence = typed_response.read(question, given)
            spent = int((self.clock() - shown) * 1000)
            try:
                reply = self.session.answer(
                    question, response, confidence=confidence, milliseconds=spent
                )
            except HistoryError as error:
                self.say(words.say(error.args[0]))
                continue
            if reply.verdict.outcome != "invalid":
                break
            says = words.say(reply.verdict.say)
            self.say(words("{say} Nothing was recorded.", say=says))
        self._told(question, response, reply)

    def _told(self, question: Question, response: object, reply: Reply) -> None:
        right = reply.verdict.outcome == "correct"
        repeat = bool(question.show.get("again"))
        self.summary.count(question.item, right, repeat=repeat)
        for line in question_lines.after(question, response, reply, self.words):
            self.say(line)

    def _line(self, prompt: str) -> str:
        line = self.ask(prompt).strip()
        if line == STOP:
            raise EOFError
        return line

    def _wants_again(self) -> bool:
        if self.summary.stopped:
            return False
        words, n = self.words, len(self.summary.wrong)
        self.say("")
        asks = words("Ask the {n} wrong again now? y or n:", n=n)
        return self._line(f"{asks} ").lower() == "y"

    def _tail(self) -> None:
        self.say("")
        for line in closing(self.session, self.summary, self.words):
            self.say(line)


def closing(session: Session, summary: Summary, words: Words) -> Iterator[str]:
    """How it went, and what it came to."""
    if not summary.asked + summary.repeats:
        yield nothing_answered(words)
        return
    yield tally(summary, words)
    yield from came_to(session, words)


def came_to(session: Session, words: Words) -> tuple[str, ...]:
    """What the answers came to, as the app says it too; the days of the week last."""
    rows, now = session.history.read().rows, session.now().astimezone()
    standing = Standing(session.counted or session.course, rows)
    return end_lines(session_end(standing, session.began, now), words)


def nothing_answered(words: Words) -> str:
    """That a drill was left before its first answer."""
    return words("Nothing was answered.")


def tally(summary: Summary, words: Words = ENGLISH) -> str:
    """How many of how many were right, and of those that came again."""
    first = words("{right} right of {asked}.", right=summary.right, asked=summary.asked)
    if not summary.repeats:
        return first
    again = words(
        "Asked again: {right} right of {asked}.",
        right=summary.repeats_right,
        asked=summary.repeats,
    )
    return after_each_other(first, again)


def minutes_up(minutes: float, words: Words = ENGLISH) -> str:
    """That the minutes somebody wanted to spend are over."""
    return words("{minutes} minutes are up.", minutes=f"{minutes:g}")
