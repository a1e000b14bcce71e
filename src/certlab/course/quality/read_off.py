"""No prediction can be read off: what a learner has seen before it does not hold the answer.

What is looked at is the copy that a learner opens, at the moment when they predict. That of
JupyterLite is the same with cells left out. Above is all there is, with what it has put out.
Below are texts that no cover hides, code that is not folded, of folded code the first line,
which JupyterLab leaves standing, and every heading, because the outline lists them.

An answer is the reason that the lab gives, a number, or an option:

- a reason is told by a sentence with four fifths of its longer words;
- a number of three digits that count is told by itself, rounded or not; one of two needs its
  unit behind it, or where it has none a word of what is asked; one of a single digit has to be
  the very number with its unit, in figures or as a word;
- an option is told by a sentence that names it, none of the others, and two words of what is
  asked; one as short as "yes" or "no" by a sentence that also names its row, and where there
  are no rows a longer one by a title that names it alone.

What stands there for another reason is named in the prediction's cell, under `seen`.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from certlab.course import prediction_cells
from certlab.course.catalogue import Course
from certlab.course.labs import Lab
from certlab.course.notebook import TELLS, learners_copy, prediction_of, source
from certlab.course.problems import Problem

_MOST = 0.8  # of the longer words of a reason
_ENOUGH = 4  # longer words that make a reason known again
_SHARED = (
    2  # words that a sentence has of the question, for an option in it to be an answer
)
_SHORT = 3  # letters of an option that stands in many a sentence
_STEM = 5  # letters of a word whose last "s" says nothing
_SPOKEN = 3  # words of an option that is known again without them
_SENTENCE = re.compile(r"(?<=[.!?:;])\s+|\n+")
_NUMBER = re.compile(r"(?<![\w.,/])\d[\d,]*(?:\.\d+)?", re.IGNORECASE)
_MEASURED = re.compile(r"(-?\d[\d,]*(?:\.\d+)?)\s*(.*)")
_LONGER = re.compile(r"[a-z][a-z-]{3,}")
_COMMON = re.compile(
    r"\b(?:about|after|before|both|does|each|every|from|have|into|less|many|more|much|only|other|"
    r"same|such|than|that|their|them|then|there|these|they|this|those|what|when|which|will|with|"
    r"would)\b"
)
_SMALL = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
)
_WORD = re.compile(r"\w+")
_TAG = re.compile(r"<[^>]+>")


@dataclass(frozen=True)
class Asked:
    """A prediction: its question, and what came out; by row, "" where there is none."""

    id: str
    ask: str
    rows: Mapping[str, str]
    options: tuple[str, ...]
    chosen: bool
    measured: Mapping[str, str]
    reasons: tuple[str, ...]


def predictions_are_not_read_off(course: Course) -> Iterator[Problem]:
    """Nothing that is seen before a prediction says how it turns out."""
    for lab in course.labs.values():
        if lab.predictions:
            yield from _of(lab, json.loads(lab.path.read_text("utf-8")))


def _of(lab: Lab, notebook: dict[str, Any]) -> Iterator[Problem]:
    cells = notebook["cells"]
    for place, cell in enumerate(cells):
        if prediction_of(cell) not in lab.predictions:
            continue
        code = [one for one in cells[place + 1 :] if one["cell_type"] == "code"]
        asked = _asked(cell, code[0] if code else {})
        if not asked.measured:
            says = (
                "the cell below it ends with no comparison; let compare stand last in it, "
                "and run the lab with --store."
            )
            yield Problem(lab.file, asked.id, says)
            continue
        allowed = cell["metadata"]["certlab"].get("seen", {})
        met = set()
        for sentence in _sentences(seen(notebook, place)):
            if answer := told(asked, sentence):
                known = [one for one in allowed if one in sentence]
                met |= {*known}
                if not known:
                    yield Problem(lab.file, asked.id, _says(answer, sentence))
        for one in allowed.keys() - met:
            says = f'certlab.seen names "{one}", which tells nothing; leave it out.'
            yield Problem(lab.file, asked.id, says)


def _sentences(texts: Iterator[str]) -> dict[str, None]:
    """Each of them once."""
    return dict.fromkeys(one for text in texts for one in _SENTENCE.split(text))


def _says(answer: str, sentence: str) -> str:
    return (
        f'"{answer}" can be read off before it is predicted: "{sentence.strip()[:200]}"; '
        "tell it later, or say in certlab.seen why it stands there."
    )


def _asked(cell: dict[str, Any], measures: dict[str, Any]) -> Asked:
    ask, rows = prediction_cells.question(cell)
    return Asked(
        id=prediction_of(cell),
        ask=ask,
        rows=rows,
        options=tuple(prediction_cells.options(cell)),
        chosen="options" in prediction_cells.given(cell, "prediction"),
        measured=prediction_cells.measured(measures),
        reasons=tuple(
            sentence
            for _, why in prediction_cells.whys(measures)
            for sentence in _SENTENCE.split(why)
        ),
    )


def seen(notebook: dict[str, Any], place: int) -> Iterator[str]:
    """What a learner has before them when they predict in the cell at that place."""
    above, own = notebook["cells"][:place], notebook["cells"][place]
    for cell in above:
        yield source(cell)
        yield from _shown(cell)
    copy = learners_copy(notebook)["cells"]
    below = copy[[one.get("id") for one in copy].index(own["id"]) + 1 :]
    later = False  # what stands below another prediction is read after that
    for cell in below:
        later |= bool(prediction_of(cell))
        text = source(cell)
        if cell["cell_type"] == "code":
            folded = cell["metadata"].get("jupyter", {}).get("source_hidden")
            if not later:
                yield text.partition("\n")[0] if folded else text
        elif later or _covered(cell):
            yield from (one for one in text.splitlines() if one.startswith("#"))
        else:
            yield text


def _covered(cell: dict[str, Any]) -> bool:
    mark = cell["metadata"]
    solution = mark.get("certlab", {}).get("role") == "solution"
    return solution or TELLS in mark.get("tags", [])


def _shown(cell: dict[str, Any]) -> Iterator[str]:
    """The words of a cell's outputs, those of a drawing too."""
    for output in cell.get("outputs", []):
        yield "".join(output.get("text", ""))
        for kind, value in output.get("data", {}).items():
            if kind.startswith("text/") or kind == "image/svg+xml":
                yield _TAG.sub(" ", "".join(value))


def told(asked: Asked, sentence: str) -> str:
    """What of the answers a sentence gives away; "" where it does not."""
    longer = _longer(sentence)
    for reason in asked.reasons if len(longer) >= _ENOUGH * _MOST else ():
        own = _longer(reason)
        if len(own) >= _ENOUGH and len(own & longer) >= _MOST * len(own):
            return reason
    gives = _gives_option if asked.chosen else _gives_number
    for row, value in asked.measured.items():
        if gives(asked, row, value, sentence):
            return f"{row}: {value}" if row else value
    return ""


@cache
def _longer(text: str) -> frozenset[str]:
    return frozenset(_LONGER.findall(_COMMON.sub("", text.lower())))


def _gives_number(asked: Asked, row: str, value: str, sentence: str) -> bool:
    match = _MEASURED.fullmatch(value)
    if not match:
        return False
    number, unit = float(match[1].replace(",", "")), match[2].rstrip("s")
    if unit and number in range(2, len(_SMALL)):
        stem = f" {_plain(f'{_SMALL[int(number)]} {unit}')}"
        if stem in f" {_plain(sentence)}":
            return True
    about = _longer(f"{asked.ask} {asked.rows.get(row, '')}")
    for found in _NUMBER.finditer(sentence):
        digits = found[0].replace(",", "")
        counting = len(re.sub(r"^[0.]+|\.|(?<!\.)0+$", "", digits))
        if number and float(digits) == float(f"{number:.{counting or 1}g}"):
            behind = sentence[found.end() :].lstrip(" -").startswith(unit)
            if counting > 1 and (behind or about & _longer(sentence)):
                return True
            if counting > 2 or (unit and behind and float(digits) == number):
                return True
    return False


def _gives_option(asked: Asked, row: str, value: str, sentence: str) -> bool:
    if not _says_words(value, sentence):
        return False
    others = [one for one in asked.options if one not in value and value not in one]
    if any(_says_words(one, sentence) for one in others):
        return False
    if sentence.startswith("#") and not row and len(value) > _SHORT:
        return True
    rest = _longer(sentence) - _longer(value)
    if row:
        about = _longer(asked.rows.get(row, ""))
        named = len(row) > 2 and row != value and _says_words(row, sentence)
        named |= f'"{row}": "{value}"' in sentence
        return named or (len(value) > _SHORT and len(rest & about) >= _SHARED)
    return len(value.split()) >= _SPOKEN or len(rest & _longer(asked.ask)) >= _SHARED


def _says_words(words: str, sentence: str) -> bool:
    return f" {_plain(words)} " in f" {_plain(sentence)} "


@cache
def _plain(text: str) -> str:
    """Words alone, with a space between them, and one as good as several of a thing."""
    words = _WORD.findall(text.lower())
    return " ".join(one.rstrip("s") if len(one) > _STEM else one for one in words)
