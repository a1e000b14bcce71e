"""The answers of a GIFT question: what stands between its braces, as a body of a draft."""

import re
from dataclasses import dataclass

from certlab.formats.drafts import (
    Blank,
    Body,
    Choices,
    Gaps,
    Number,
    Option,
    Pairs,
    Reading,
    Trap,
)
from certlab.formats.file_limits import MOST_PARTS
from certlab.formats.html_text import text_of
from certlab.formats.numbers import expression, middle

# An escaped sign becomes a control character, which no text read here holds.
ESCAPED = dict(zip(":#={}~n", "\x01\x02\x03\x04\x05\x06\x07", strict=True))
SIGNS = {mark: "\n" if sign == "n" else sign for sign, mark in ESCAPED.items()}
FORMAT = re.compile(r"\[(html|moodle|plain|markdown)\]")
_WEIGHT = re.compile(r"%(-?\d{1,3}(?:\.\d*)?)%")
_FLOAT = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)
_TRUE, _FALSE = ("T", "TRUE"), ("F", "FALSE")
_LONGEST_NUMBER = 40  # characters; no float has more that count
_FULL = 99.9  # percent; three thirds are 99.99999


@dataclass(frozen=True)
class Answer:
    """One answer as it stands between its signs: weight in percent, text, feedback."""

    sign: str
    weight: float | None
    text: str
    why: str


@dataclass
class Question:
    """A question in its parts; `read` undoes escapes and formats in one of its texts."""

    reading: Reading
    where: str
    format: str = "moodle"

    def read(self, text: str) -> str:
        """A text as it is meant."""
        text = text.strip()
        mark = FORMAT.match(text)
        form = mark[1] if mark else self.format
        text = text[mark.end() :] if mark else text
        text = "".join(SIGNS.get(sign, sign) for sign in text).strip()
        if form != "html":
            return text
        text, kept = text_of(text)
        if kept:
            names = ", ".join(f"<{one}>" for one in kept)
            self.note(f"{names} stays in the text as it is written.")
        return text

    def note(self, says: str) -> None:
        """Something that comes in changed."""
        self.reading.note(self.where, says)

    def answer(self, sign: str, text: str) -> Answer:
        """One answer, without its sign."""
        text = text.strip()
        found = _WEIGHT.match(text)
        text, _, why = (text[found.end() :] if found else text).partition("#")
        weight = float(found[1]) if found else None
        return Answer(sign, weight, self.read(text), self.read(why))


def body_of(question: Question, inside: str) -> Body | str:
    """What the answers ask for, or why they cannot come in."""
    head = inside.partition("#")[0].strip()
    if sum(map(inside.count, "=~")) > MOST_PARTS:
        return f"it has more than {MOST_PARTS} parts."
    if not inside:
        return "it asks for an essay, which nothing here can grade."
    if inside.startswith("#"):
        return _numeric(question, inside[1:])
    if "~" in inside:
        return _choice(question, inside)
    if "=" in inside and "->" in inside:
        return _pairs(question, inside)
    if head in (*_TRUE, *_FALSE):
        return _truth(question, inside)
    return _short(question, inside)


def _answers(question: Question, inside: str, signs: str) -> list[Answer]:
    pieces = re.split(f"([{signs}])", inside)
    if pieces[0].strip():
        pieces[:1] = ["", "=", pieces[0]]
    pairs = zip(pieces[1::2], pieces[2::2], strict=True)
    return [question.answer(sign, text) for sign, text in pairs]


def _choice(question: Question, inside: str) -> Body | str:
    answers = _answers(question, inside, "=~")
    full = [one for one in answers if one.sign == "="]
    if len(full) > 1:
        says = f"{len(full)} options are right and one of them is enough"
        return f"{says}; here all are asked. Mark one with =, or weigh them."
    part = [one for one in answers if (one.weight or 0) > 0 and one.sign == "~"]
    if full:
        if part:
            question.note("part of the credit for a wrong option is left out.")
        options = [Option(one.text, one.sign == "=", one.why) for one in answers]
        return Choices(tuple(options))
    if len({round(one.weight or 0) for one in part}) > 1:
        question.note("right options of different weight now count alike.")
    if part and abs(sum(one.weight or 0 for one in part) - 100) > 1:
        question.note("the right options together were not worth 100 %; now they are.")
    options = [Option(one.text, one in part, one.why) for one in answers]
    return Choices(tuple(options), _score(answers))


def _score(answers: list[Answer]) -> str:
    """The rule nearest to the weights of the wrong options."""
    least = min((one.weight or 0 for one in answers), default=0)
    return "all" if least < -_FULL else "net" if least < 0 else "each"


def _pairs(question: Question, inside: str) -> Body | str:
    pairs, more = [], []
    for piece in inside.split("=")[1:]:
        left, arrow, right = piece.partition("->")
        if not arrow:
            return "one of its pairs has no arrow ->."
        found = question.read(left), question.read(right)
        if found[0]:
            pairs.append(found)
        else:
            more.append(found[1])
    return Pairs(tuple(pairs), tuple(more))


def _truth(question: Question, inside: str) -> Body:
    head, *whys = inside.split("#", 2)
    wrong, right = (question.read(one) for one in (*whys, "", "")[:2])
    true = head.strip() in _TRUE
    return Choices(
        (
            Option("True", true, right if true else wrong),
            Option("False", not true, wrong if true else right),
        )
    )


def _short(question: Question, inside: str) -> Body | str:
    answers = _answers(question, inside, "=")
    right = [one for one in answers if _percent(one) > _FULL]
    if not right:
        return "no answer is worth 100 %."
    if len(right) < len(answers):
        question.note(
            "answers worth less than 100 % are left out, with their feedback."
        )
    if any("*" in one.text for one in right):
        question.note("a * in an answer is now a star; Moodle takes it for any text.")
    why = next((one.why for one in right if one.why), "")
    if len({one.why for one in right}) > 1:
        question.note("of the right answers' feedback only the first is kept.")
    return Gaps((Blank(tuple(one.text for one in right), why),))


def _numeric(question: Question, inside: str) -> Body | str:
    inside, tilde, _ = inside.partition("~")
    if tilde:
        question.note("the feedback for any other number is left out.")
    answers = _answers(question, inside, "=")
    numbers = [number for one in answers if (number := _number(one.text))]
    if not numbers or len(numbers) < len(answers):
        return "a number of it cannot be read."
    found = list(zip(answers, numbers, strict=True))
    right = [pair for pair in found if _percent(pair[0]) > _FULL]
    if not right:
        return "no number is worth 100 %."
    first, (answer, span) = right[0]
    tolerance = span / abs(float(answer)) if float(answer) else span
    if tolerance >= 1 or (tolerance and not float(answer)):
        return "its tolerance is larger than the answer itself."
    if len(right) > 1:
        question.note("of several right numbers only the first is taken.")
    wrong = [pair for pair in found if pair not in right]
    if any(_percent(one) for one, _ in wrong):
        question.note("part of the credit for a near number is left out.")
    if first.why:
        question.note("the feedback for the right number is left out.")
    traps = [Trap(number, one.why) for one, (number, _) in wrong]
    return Number(answer, float(f"{tolerance:.12g}"), tuple(traps))


def _percent(answer: Answer) -> float:
    return 100 if answer.weight is None else answer.weight


def _number(text: str) -> tuple[str, float] | None:
    """The number and how far from it one may be; None when it is not a number."""
    if ".." in text:
        ends = [_float(one) for one in text.split("..", 1)]
        if ends[0] is None or ends[1] is None:
            return None
        value: float | None
        span: float | None
        value, span = middle(ends[0], ends[1])
    else:
        number, _, around = text.partition(":")
        value, span = _float(number), _float(around or "0")
    written = expression(value) if value is not None else None
    return (written, abs(span)) if written and span is not None else None


def _float(text: str) -> float | None:
    text = text.strip()
    known = len(text) <= _LONGEST_NUMBER and _FLOAT.fullmatch(text)
    return float(text) if known else None
