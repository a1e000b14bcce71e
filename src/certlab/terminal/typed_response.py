"""What a learner types, as a response that can be graded."""

import re
from typing import Any

from certlab.study.questions import Question
from certlab.words import ENGLISH, Words, with_commas

UNSURE = "?"  # put after an answer: "2?" is option 2, not sure of it


def prompt(question: Question, words: Words = ENGLISH) -> str:
    """The line that asks for an answer."""
    return f"{_asks(question, words)} "


def _asks(question: Question, words: Words) -> str:
    show = question.show
    match question.kind:
        case "single":
            return words("Answer, 1 to {n} (2? when unsure):", n=len(show["options"]))
        case "multi":
            return words("Choose {n}, such as 1 3:", n=show["select"])
        case "numeric":
            return _asks_number([unit for unit in show["units"] if unit], words)
        case "order":
            order = " ".join(_numbers(question, "steps")[::-1])
            return words("Order, such as {order}:", order=order)
        case "match":
            pairs = " ".join(f"{n}a" for n in _numbers(question, "left"))
            return words("Pairs, such as {pairs}:", pairs=pairs)
        case "cloze":
            many = len(show["gaps"]) > 1
            return words("Gaps, with ; between them:") if many else words("Gap:")
        case "command":
            return words("Command (it is read, not run):")
        case "card" | _:
            return words("Did you know it? y or n:")


def _asks_number(units: list[str], words: Words) -> str:
    if len(units) > 1:
        listed = words.say(with_commas(units))
        return words("Answer with a unit, one of {units}:", units=listed)
    return words("Answer in {unit}:", unit=units[0]) if units else words("Answer:")


def _numbers(question: Question, part: str) -> list[str]:
    return [str(n) for n, _ in enumerate(question.show[part], 1)]


def read(question: Question, line: str) -> tuple[Any, str | None]:
    """The response and the confidence in a typed line.

    What makes no sense comes back as a response that grading calls invalid.
    """
    unsure = line.endswith(UNSURE)
    text = line.removesuffix(UNSURE).strip()
    response = _READERS[question.kind](question, text)
    return response, "unsure" if unsure else None


def _option(question: Question, text: str) -> str | None:
    options = question.show["options"]
    place = int(text) if text.isascii() and text.isdigit() else 0
    return options[place - 1]["id"] if 1 <= place <= len(options) else None


def _options(question: Question, text: str) -> list[str | None]:
    # "1 3", "1,3" and "13" all say the same; no item has ten options.
    return [_option(question, digit) for digit in re.findall(r"\d", text)]


def _quantity(_question: Question, text: str) -> dict[str, str]:
    return {"number": text, "unit": ""}


def _order(question: Question, text: str) -> list[str | None]:
    ids = [step["id"] for step in question.show["steps"]]
    found = (int(digit) for digit in re.findall(r"\d", text))
    return [ids[n - 1] if 1 <= n <= len(ids) else None for n in found]


def _pairs(question: Question, text: str) -> dict[str, str]:
    """ "1c 2a" and "1 c, 2 a" say the same."""
    left, right = question.show["left"], question.show["right"]
    found = {}
    for number, letter in re.findall(r"(\d)\s*[-=:]?\s*([a-z])", text.lower()):
        place, other = int(number) - 1, ord(letter) - ord("a")
        if 0 <= place < len(left) and other < len(right):
            found[left[place]["id"]] = right[other]["id"]
    return found


def _gaps(question: Question, text: str) -> dict[str, str]:
    ids = [gap["id"] for gap in question.show["gaps"]]
    parts = [part.strip() for part in text.split(";")]
    return dict(zip(ids, parts, strict=False)) if len(parts) == len(ids) else {}


def _line(_question: Question, text: str) -> str:
    return text


def _known(_question: Question, text: str) -> str:
    return {"y": "known", "n": "forgotten"}.get(text.lower(), "")


_READERS = {
    "single": _option,
    "multi": _options,
    "numeric": _quantity,
    "order": _order,
    "match": _pairs,
    "cloze": _gaps,
    "command": _line,
    "card": _known,
}
