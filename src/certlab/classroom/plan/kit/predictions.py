"""A prediction of a lab, and what came out, as its notebook has stored it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from certlab.course import prediction_cells
from certlab.course.notebook import TELLS, prediction_of, source
from certlab.course.prediction_cells import words

MARK = re.compile(r"^\*\*(\w+ \d+)\.?\*\*", re.MULTILINE)  # "**Exercise 1.**"

_NOT_COMPARED = {"nbval-ignore-output", "nbval-skip"}


@dataclass(frozen=True)
class Prediction:
    """A prediction as a teacher needs it.

    Attributes:
        ask: the question, in Markdown; "" where the notebook has not stored it.
        rows: what is asked alike, as the notebook lists it.
        options: what can be chosen, () for a number.
        unit: of the number.
        came_out: what the measuring cell printed, "" where that differs between machines.
        differs: why it does, "" where it does not.
        whys: a row's name and the reason for what came out; the name is "" for all rows.
        reading: what the lab says about the result, in Markdown.
    """

    id: str
    ask: str
    rows: tuple[str, ...]
    options: tuple[str, ...]
    unit: str
    came_out: str
    differs: str
    whys: tuple[tuple[str, str], ...]
    reading: str


def read(cells: Sequence[dict[str, Any]], unlinked: Callable[[str], str]) -> Prediction:
    """The prediction of the first of some cells; what measures it is below.

    Args:
        unlinked: takes links out of a text that lead nowhere on paper.
    """
    asks, *below = cells
    code = [one for one in below if one["cell_type"] == "code"]
    measures = code[0] if code else {}
    after = below[below.index(measures) + 1 :][:1] if code else []
    tells = [one for one in after if TELLS in one.get("metadata", {}).get("tags", [])]
    ask, rows = prediction_cells.question(asks)
    given = prediction_cells.given(asks, "prediction")
    differs = _differs(measures)
    return Prediction(
        id=prediction_of(asks),
        ask=ask,
        rows=tuple(f"{name}: {text}" if text else name for name, text in rows.items()),
        options=tuple(prediction_cells.options(asks)),
        unit=words(given["unit"]) if "unit" in given else "",
        came_out="" if differs else "".join(_printed(measures)).strip("\n"),
        differs=differs,
        whys=tuple(prediction_cells.whys(measures)),
        reading="\n".join(unlinked(_result(source(one))) for one in tells),
    )


def _differs(cell: dict[str, Any]) -> str:
    mark = cell.get("metadata", {})
    if _NOT_COMPARED.isdisjoint(mark.get("tags", [])):
        return ""
    return str(mark.get("certlab", {}).get("reason", "")) or "it is not compared"


def _printed(cell: dict[str, Any]) -> Iterator[str]:
    for output in cell.get("outputs", []):
        if output.get("output_type") == "stream":
            yield "".join(output.get("text", ""))


def _result(text: str) -> str:
    """A text until the lab goes on to a heading, an exercise or the next cell."""
    told = re.split(r"^#", text, maxsplit=1, flags=re.MULTILINE)[0]
    mark = MARK.search(told)
    blocks = told[: mark.start() if mark else None].strip().split("\n\n")
    return "\n\n".join(blocks[:-1] if blocks[-1].endswith(":") else blocks)
