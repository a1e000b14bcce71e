"""Drafts: questions of another tool in our words, and what of them could not come in.

A draft has no id, objective or source yet, and lacks reasons where its source has none.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

from certlab.course.template import GAP, PLACEHOLDER
from certlab.errors import ContentError
from certlab.formats.file_limits import (
    MOST_CHARACTERS,
    MOST_NOTES,
    MOST_PARTS,
    MOST_QUESTIONS,
    MOST_TEXT,
    clean,
)

_LONGEST_NOTE = 200


@dataclass(frozen=True)
class Option:
    """One option of a choice."""

    text: str
    correct: bool
    why: str = ""


@dataclass(frozen=True)
class Choices:
    """Options; one correct one makes a single, several a multi."""

    parts: tuple[Option, ...]
    score: str = "all"


@dataclass(frozen=True)
class Trap:
    """A wrong number that has its own feedback."""

    answer: str
    why: str


@dataclass(frozen=True)
class Number:
    """A number to give; the tolerance is a share of it."""

    answer: str
    tolerance: float
    parts: tuple[Trap, ...] = ()


@dataclass(frozen=True)
class Pairs:
    """What belongs together, left and right, and right entries without a left one."""

    parts: tuple[tuple[str, str], ...]
    distractors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Blank:
    """A gap, and the texts that are right in it."""

    accept: tuple[str, ...]
    why: str = ""
    case: bool = False


@dataclass(frozen=True)
class Gaps:
    """A text in pieces, with gaps between them."""

    parts: tuple[str | Blank, ...]


@dataclass(frozen=True)
class Back:
    """The back of a card."""

    text: str
    parts: tuple[()] = ()


Body = Choices | Number | Pairs | Gaps | Back


@dataclass(frozen=True)
class Draft:
    """One question that came in.

    Attributes:
        where: its place in the file, "line 3" or "question 2".
        about: words of the source that have no field here, kept as a comment.
        guid: what its program knows it by, also after an edit; "" for none.
    """

    where: str
    ask: str
    body: Body
    explain: str = ""
    about: str = ""
    guid: str = ""

    @property
    def kind(self) -> str:
        """The kind of item it becomes."""
        match self.body:
            case Choices(parts):
                return "multi" if sum(one.correct for one in parts) > 1 else "single"
            case Number():
                return "numeric"
            case Pairs():
                return "match"
            case Gaps():
                return "cloze"
        return "card"


@dataclass(frozen=True)
class Note:
    """What did not come in, or not as it was; `lost` when a whole question did not."""

    where: str
    says: str
    lost: bool


@dataclass
class Reading:
    """What reading a file has found so far."""

    file: str
    drafts: list[Draft] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    questions: int = 0
    characters: int = 0

    def refuse(self, where: str, says: str) -> None:
        """A question that cannot come in, and why; ContentError for one too many."""
        self._count(1)
        self._say(where, says, lost=True)

    def drop(self, draft: Draft, says: str) -> None:
        """A draft that is left out after all, and why."""
        self._say(draft.where, says, lost=True)

    def note(self, where: str, says: str) -> None:
        """A part of a question that comes in changed, or not at all."""
        self._say(where, says, lost=False)

    def keep(self, draft: Draft) -> None:
        """Take a draft in; its texts are made safe, and it may still be refused.

        Raises:
            ContentError: the file holds too many questions, or too much text.
        """
        self._count(1, sum(map(len, texts_of(draft))))
        says = _wrong(draft)
        if says:
            self.drop(draft, says)
            return
        draft = self._without_right_traps(draft)
        safe: Draft = _mapped(draft, _safe)
        if isinstance(safe.body, Gaps):
            safe = replace(safe, body=_without_marks(safe.body))
        if safe != _mapped(draft, clean):
            says = (
                "{{ or {fact: in its text is kept with a space, as certlab fills those."
            )
            self.note(draft.where, says)
        self.drafts.append(safe)

    def _without_right_traps(self, draft: Draft) -> Draft:
        """The draft without a wrong number that its answer's tolerance lets count as right."""
        if not isinstance(draft.body, Number):
            return draft
        answer, share = float(draft.body.answer), draft.body.tolerance
        parts = tuple(
            trap
            for trap in draft.body.parts
            if abs(float(trap.answer) - answer) > share * abs(answer)
        )
        if len(parts) < len(draft.body.parts):
            self.note(draft.where, "a wrong number that counts as right is left out.")
        return replace(draft, body=replace(draft.body, parts=parts))

    def _say(self, where: str, says: str, *, lost: bool) -> None:
        self.notes.append(Note(where, _short(says), lost))
        self._count(0)

    def _count(self, questions: int, characters: int = 0) -> None:
        """More questions, wanted or not, with so much text."""
        self.questions += questions
        self.characters += characters
        for count, most, what in (
            (self.questions, MOST_QUESTIONS, "questions"),
            (self.characters, MOST_TEXT, "characters in its questions"),
            (len(self.notes), MOST_NOTES, "things that cannot come in"),
        ):
            if count > most:
                says = f"holds more than {most:,} {what}; split it."
                raise ContentError(f"{self.file}: {says}")


def _short(says: str) -> str:
    """A sentence that a file's own words cannot make longer than a line or two."""
    says = clean(says)
    return says if len(says) <= _LONGEST_NOTE else f"{says[: _LONGEST_NOTE - 4]} ..."


def _wrong(draft: Draft) -> str:
    """Why a draft can be no item; "" when it can."""
    if not draft.ask.strip():
        return "it asks nothing."
    if any(len(text) > MOST_CHARACTERS for text in texts_of(draft)):
        return f"a text is longer than {MOST_CHARACTERS:,} characters."
    if len(draft.body.parts) > MOST_PARTS:
        return f"it has more than {MOST_PARTS} parts."
    match draft.body:
        case Choices(parts):
            return _wrong_choice(parts)
        case Pairs(parts=pairs) as body:
            left = [text for text, _ in pairs]
            right = {text for _, text in pairs} | set(body.distractors)
            if len(left) < 2 or len(right) < 2:
                return "a match needs two different entries on each side."
            if len(set(left)) < len(left) or not all((*left, *right)):
                return "two entries on the left are the same, or an entry is empty."
        case Gaps(pieces):
            blanks = [one for one in pieces if isinstance(one, Blank)]
            if not blanks or not all(any(map(str.strip, one.accept)) for one in blanks):
                return "a gap has no answer."
        case Back(text) if not text.strip():
            return "the card has no back."
    return ""


def _wrong_choice(options: tuple[Option, ...]) -> str:
    if len(options) < 2:
        return "it has fewer than two options."
    if not any(one.correct for one in options):
        return "no option is correct."
    if any(not one.text.strip() for one in options):
        return "an option is empty."
    if len({one.text.strip() for one in options}) < len(options):
        return "two options are the same."
    return ""


def texts_of(value: Any) -> Iterator[str]:
    """Every text in a draft or a part of one."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from texts_of(one)
    elif is_dataclass(value):
        for name in fields(value):
            yield from texts_of(getattr(value, name.name))


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    """The same value with every text in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, tuple):
        return tuple(_mapped(one, change) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        names = [one.name for one in fields(value)]
        return replace(
            value, **{name: _mapped(getattr(value, name), change) for name in names}
        )
    return value


def _safe(text: str) -> str:
    """Without control characters and without what a template would fill in."""
    return PLACEHOLDER.sub(lambda found: "{ " + found[0][1:], clean(text))


def _without_marks(body: Gaps) -> Gaps:
    """A text that holds no gap's mark but those of its gaps."""

    def part(one: str | Blank) -> str | Blank:
        if isinstance(one, Blank):
            return one
        return re.sub(GAP.pattern, lambda found: "{ " + found[0][1:], one)

    return Gaps(tuple(part(one) for one in body.parts))
