"""jupyterquiz's JSON, a list of questions, read into drafts.

After the README and schema/*.json of https://github.com/jmshea/jupyterquiz (2026-01) and,
for what an answer matches, jupyterquiz/js/numeric.js and string.js there.
"""

import json
from collections.abc import Callable
from typing import Any

from certlab.errors import ContentError
from certlab.formats.anki_text import text_in
from certlab.formats.drafts import (
    Blank,
    Choices,
    Draft,
    Gaps,
    Number,
    Option,
    Reading,
    Trap,
)
from certlab.formats.numbers import expression, middle

# They place and size a question on the page.
_LOOK = {"answer_cols", "input_width", "question_alignment", "max_width"}
_Row = dict[str, Any]


def read(text: str, file: str = "jupyterquiz file") -> Reading:
    """The questions of a file.

    Raises:
        ContentError: it is not JSON, or no list of questions.
    """
    try:
        rows = json.loads(text, parse_constant=_not_a_number)
    except json.JSONDecodeError as error:
        says = f"line {error.lineno} is not valid JSON ({error.msg})"
        raise ContentError(f"{file}: {says}; fix it there.") from None
    except RecursionError:
        says = "is nested too deep for a quiz; is it the right file?"
        raise ContentError(f"{file}: {says}") from None
    except ValueError as error:  # a number no computer has, NaN among them
        says = f"holds a number that cannot be read ({error}); fix it."
        raise ContentError(f"{file}: {says}") from None
    if not isinstance(rows, list):
        says = "is not a list of questions; jupyterquiz files begin with [."
        raise ContentError(f"{file}: {says}")
    reading = Reading(file)
    for number, row in enumerate(rows, 1):
        _question(reading, f"question {number}", row)
    return reading


def _not_a_number(name: str) -> None:
    raise ValueError(name)


def _question(reading: Reading, where: str, row: object) -> None:
    if not isinstance(row, dict):
        reading.refuse(where, "it is not a table of fields.")
        return
    kind = row.get("type")
    known: dict[object, Callable[[Reading, str, _Row, list[_Row]], Any]] = {
        "multiple_choice": _choice,
        "many_choice": _choice,
        "numeric": _number,
        "string": _words,
    }
    answers = row.get("answers")
    if not isinstance(kind, str) or kind not in known:
        reading.refuse(where, f"its type {kind!r} is not known.")
    elif not isinstance(row.get("question"), str):
        reading.refuse(where, "its question is not text.")
    elif not isinstance(answers, list) or not all(
        isinstance(one, dict) for one in answers
    ):
        reading.refuse(where, "its answers are not a list of tables.")
    else:
        _unknown(reading, where, row)
        row, *answers = (
            _from_html(reading, where, one, typed=kind == "string")
            for one in (row, *answers)
        )
        known[kind](reading, where, row, answers)


def _unknown(reading: Reading, where: str, row: _Row) -> None:
    for name in row:
        if name not in {"type", "question", "answers", "code", "precision"}:
            what = "is about layout" if name in _LOOK else "is not known"
            reading.note(where, f"{name} {what} and is left out.")


def _from_html(reading: Reading, where: str, row: _Row, *, typed: bool) -> _Row:
    """A question or an answer with its texts in Markdown: jupyterquiz shows them as HTML.

    Code stays as it is, and so does what a learner has to type.
    """
    shown = {"question", "feedback", *(() if typed else ("answer",))}
    return {
        name: text_in(reading, where, value, html=True)
        if name in shown and isinstance(value, str)
        else value
        for name, value in row.items()
    }


def _ask(row: _Row) -> str:
    return _with_code(row["question"], row.get("code"))


def _with_code(text: object, code: object) -> str:
    """A text with its code below it, or in line when it is one line."""
    words = text if isinstance(text, str) else ""
    if not isinstance(code, str) or not code.strip():
        return words.strip()
    fence = "`" if "`" not in code else "``"
    shown = code.strip("\n")
    if "\n" in shown:
        shown = f"\n\n```\n{shown}\n```"
        return f"{words.strip()}{shown}".strip()
    return f"{words.strip()} {fence}{shown.strip()}{fence}".strip()


def _why(row: _Row) -> str:
    why = row.get("feedback", "")
    return why.strip() if isinstance(why, str) else ""


def _split(
    reading: Reading, where: str, answers: list[_Row]
) -> tuple[list[_Row], list[_Row], str]:
    """Right answers, wrong ones, and the feedback for any other."""
    right: list[_Row] = []
    wrong: list[_Row] = []
    other = ""
    for row in answers:
        if row.get("type") == "default":
            other = _why(row)
            reading.note(where, "the feedback for any other answer is now explain.")
        else:
            (right if row.get("correct") is True else wrong).append(row)
    return right, wrong, other


def _choice(reading: Reading, where: str, row: _Row, answers: list[_Row]) -> None:
    options = [
        Option(
            _with_code(one.get("answer"), one.get("code")),
            one.get("correct") is True,
            _why(one),
        )
        for one in answers
    ]
    right = sum(one.correct for one in options)
    if row["type"] == "multiple_choice" and right > 1:
        says = (
            f"{right} options are right and one of them is enough; here all are asked."
        )
        reading.refuse(where, f"{says} Make it a many_choice, or leave one right.")
        return
    reading.keep(Draft(where, _ask(row), Choices(tuple(options))))


def _number(reading: Reading, where: str, row: _Row, answers: list[_Row]) -> None:
    right, wrong, explain = _split(reading, where, answers)
    values = [one for one in right if _is_number(one.get("value"))]
    ranges = [one for one in right if _is_range(one.get("range"))]
    if not values and not ranges:
        reading.refuse(where, "no right value or range is given in numbers.")
        return
    if len(values) + len(ranges) > 1:
        reading.note(where, "of several right answers only the first is taken.")
    traps = [one for one in wrong if _is_number(one.get("value"))]
    if len(traps) < len(wrong):
        reading.note(where, "a wrong range with its feedback is left out.")
    first = (values or ranges)[0]
    answer, tolerance = _spread(first, row.get("precision") if values else None)
    if tolerance is None or not tolerance < 1:
        reading.refuse(where, "its tolerance is larger than the answer itself.")
        return
    if tolerance:
        what = "precision" if values else "right range"
        share = f"{tolerance * 100:.3g} %"
        reading.note(where, f"its {what} is now a tolerance of {share}.")
    parts = tuple(Trap(str(expression(one["value"])), _why(one)) for one in traps)
    explain = "\n\n".join(filter(None, (_why(first), explain)))
    body = Number(str(expression(answer)), tolerance, parts)
    reading.keep(Draft(where, _ask(row), body, explain))


def _spread(row: _Row, precision: object) -> tuple[float, float | None]:
    """The answer and its tolerance as a share; None when there is no such share.

    A precision rounds to so many digits that count before it compares, which lets in
    half a step of the last of them.
    """
    if "value" not in row:
        answer, span = middle(*row["range"])
        return answer, span / abs(answer) if answer else None
    answer = row["value"]
    if not isinstance(precision, int) or not 0 < precision <= 100 or not answer:
        return answer, 0.0
    power = int(f"{abs(answer):e}".partition("e")[2])
    return answer, float(f"{10.0 ** (power - precision + 1) / 2 / abs(answer):.4g}")


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return expression(value) is not None


def _is_range(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_number, value))


def _words(reading: Reading, where: str, row: _Row, answers: list[_Row]) -> None:
    right, wrong, explain = _split(reading, where, answers)
    if wrong:
        reading.note(where, "wrong answers with their feedback are left out.")
    if any("fuzzy_threshold" in one for one in answers):
        reading.note(where, "almost right spellings no longer count; add them.")
    texts = tuple(
        text.strip() for one in right if isinstance(text := one.get("answer"), str)
    )
    case = any(one.get("match_case") is True for one in right)
    if case and not all(one.get("match_case") is True for one in right):
        reading.note(where, "capitals now count in every answer, not in some.")
    why = next(filter(None, map(_why, right)), "")
    body = Gaps((Blank(texts, why, case),))
    reading.keep(Draft(where, _ask(row), body, explain))
