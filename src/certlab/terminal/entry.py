"""What a learner types, as a response that can be graded."""

import re
from typing import Any

from certlab.study.questions import Question

UNSURE = "?"  # put after an answer: "2?" is option 2, not sure of it


def prompt(question: Question) -> str:
    """The line that asks for an answer."""
    match question.kind:
        case "single":
            return f"Answer, 1 to {len(question.show['options'])} (2? when unsure): "
        case "multi":
            return f"Choose {question.show['select']}, such as 1 3: "
        case "numeric":
            units = [unit for unit in question.show["units"] if unit]
            if len(units) > 1:
                return f"Answer with a unit, one of {', '.join(units)}: "
            return f"Answer in {units[0]}: " if units else "Answer: "
        case "order":
            return f"Order, such as {' '.join(_numbers(question, 'steps')[::-1])}: "
        case "match":
            return f"Pairs, such as {' '.join(n + 'a' for n in _numbers(question, 'left'))}: "
        case "cloze":
            return (
                "Gaps, with ; between them: "
                if len(question.show["gaps"]) > 1
                else "Gap: "
            )
        case "command":
            return "Command (it is read, not run): "
        case _:
            return "Did you know it? y or n: "


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
    number, unit = re.fullmatch(r"([-+\u2212.,\deE]*)\s*(.*)", text, re.DOTALL).groups()  # type: ignore[union-attr]  # matches any text
    return {"number": number, "unit": unit}


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
