"""The mock exam in plain lines, for any connection and with any screen reader."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from certlab.course.pages import FENCE
from certlab.errors import HistoryError
from certlab.study.exams import Sitting
from certlab.study.grading import grade
from certlab.study.questions import Question
from certlab.terminal import exam_words, question_lines, typed_response
from certlab.terminal.clock import announcement, digits
from certlab.terminal.paragraphs import clipped
from certlab.words import ENGLISH, Words

YES = "y"


@dataclass
class Exam:
    """A sitting asked line by line.

    Attributes:
        sitting: what is asked, and where answers go.
        ask: reads one line after a prompt; EOFError and KeyboardInterrupt leave.
        say: shows one line.
        at: place of the question that is asked.
        words: of the language it speaks.
    """

    sitting: Sitting
    ask: Callable[[str], str]
    say: Callable[[str], None]
    at: int = 0
    words: Words = ENGLISH
    _before: timedelta | None = field(init=False)
    _shown: int | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._before = self.sitting.left()

    def run(self) -> bool:
        """Ask until it is handed in or its time is up; False when it was left."""
        words = self.words
        self.say(question_lines.wrapped(_help(words)))
        try:
            while not self.sitting.over:
                self._one()
        except (EOFError, KeyboardInterrupt):
            return False
        if self.sitting.ended is None:
            self.say("\n" + words("The time is up."))
        self.sitting.finish()
        return True

    def _one(self) -> None:
        """One line: an answer, or a command."""
        question = self.sitting.questions[self.at]
        if self._shown != self.at:
            self._show(question)
        line = self.ask(typed_response.prompt(question, self.words)).strip()
        self._announce()
        try:
            self._take(question, line)
        except HistoryError as error:
            self.say(self.words.say(error.args[0]))

    def _take(self, question: Question, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word:
            case "q":
                raise EOFError
            case "n":
                self._turn(self.at + 1)
            case "p":
                self._turn(self.at - 1)
            case "go" if rest.strip().isdecimal():
                self._turn(int(rest) - 1)
            case "f":
                self._flag()
            case "map":
                self._map()
            case "submit":
                self._submit()
            case _:
                self._answer(question, line.removeprefix("=").strip())

    def _show(self, question: Question) -> None:
        self.sitting.see(self.at)
        self._shown = self.at
        words, count = self.words, len(self.sitting.questions)
        place = words("question {place} of {count}", place=self.at + 1, count=count)
        at = f"{place} · {self._time()}"
        for line in question_lines.before(question, at, words, told=False):
            self.say(line)
        if question.kind == "multi":
            self.say("  " + words("Select {n}.", n=question.show["select"]))
        if self.sitting.standing(self.at) == "answered":
            self.say("  " + words("You have answered this; a new answer replaces it."))
        if self.at in self.sitting.flags:
            self.say("  " + words("Flagged."))

    def _answer(self, question: Question, line: str) -> None:
        words, (response, _sure) = self.words, typed_response.read(question, line)
        verdict = grade(question.key, response)
        if verdict.outcome == "invalid":
            says = words.say(verdict.say)
            self.say(words("{say} Nothing was saved.", say=says))
            return
        if not self.sitting.respond(self.at, response):
            return  # the time is up; the loop says so
        self.say(words("Saved."))
        self._turn(self.at + 1)

    def _turn(self, place: int) -> None:
        if 0 <= place < len(self.sitting.questions):
            self.at, self._shown = place, None
        else:
            self._map()

    def _flag(self) -> None:
        words, on = self.words, self.at not in self.sitting.flags
        if self.sitting.flag(self.at, on):
            self.say(words("Flagged.") if on else words("Flag removed."))

    def _map(self) -> None:
        words = self.words
        self.say("")
        for place, question in enumerate(self.sitting.questions):
            where = exam_words.place_state(self.sitting, place, words)
            line = words("{what}: {says}", what=where, says=_head(question))
            self.say(f"  {place + 1:>2}  {line}")
        says = words(
            "{time}. go 12 opens question 12, and submit hands in.",
            time=self._time(),
        )
        self.say(says)

    def _submit(self) -> None:
        words, places = self.words, exam_words.open_places(self.sitting)
        self.say(question_lines.wrapped(exam_words.unanswered_notice(places, words)))
        asks = words("Hand in now? y or n:")
        if self.ask(f"{asks} ").strip().lower() == YES:
            self.sitting.finish()

    def _time(self) -> str:
        return digits(self.sitting.left(), self.words)

    def _announce(self) -> None:
        now = self.sitting.left()
        says = announcement(self._before, now, self.words)
        self._before = now
        if says:
            self.say(says)


def _help(words: Words) -> str:
    return words(
        "Type an answer to save it and to open the next question; a later answer "
        "replaces it. n opens the next question without one, p the previous one, and "
        "go 12 question 12. f flags a question, "
        "map shows the state of all, submit hands in, and q leaves while the time "
        "runs on. Type = before an answer that looks like one of these commands."
    )


def _head(question: Question) -> str:
    """The beginning of a question, enough to know it by."""
    return clipped(question_lines.clean(FENCE.sub(" ", question.show["ask"])), 48)
