"""A prediction of a lab, and what came out, as its notebook has stored it."""

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from certlab.classroom.plan.kit.check_sentences import words
from certlab.course.notebook import as_python, prediction_of, source

MARK = re.compile(r"^\*\*(\w+ \d+)\.?\*\*", re.MULTILINE)  # "**Exercise 1.**"
TELLS = "tells-result"  # the tag of a text that says what a cell showed
_NOT_COMPARED = {"nbval-ignore-output", "nbval-skip"}
_HEAD, _OPEN = "Prediction: ", "no prediction yet"


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
    ask, rows = _question(asks)
    given = _keywords(as_python(asks), "prediction")
    why = _keywords(as_python(measures), "compare").get("why")
    differs = _differs(measures)
    return Prediction(
        id=prediction_of(asks),
        ask=ask,
        rows=rows,
        options=tuple(_texts(given.get("options"))),
        unit=words(given["unit"]) if "unit" in given else "",
        came_out="" if differs else "".join(_printed(measures)).strip("\n"),
        differs=differs,
        whys=tuple(_whys(why)) if why else (),
        reading="\n".join(unlinked(_result(source(one))) for one in tells),
    )


def _question(cell: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    """What the notebook stored of the question: its line, and one for each row."""
    for output in cell.get("outputs", []):
        shown = output.get("data", {}).get("text/plain", "")
        lines = "".join(shown).splitlines()
        if lines and lines[0].startswith(_HEAD):
            rows = [
                one.strip().replace("  ", ": ", 1) for one in lines[1:] if one != _OPEN
            ]
            return lines[0].removeprefix(_HEAD), tuple(rows)
    return "", ()


def _keywords(code: str, name: str) -> dict[str, ast.expr]:
    """The named arguments of a call, by a function's name or a method's."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return {}
    for node in ast.walk(tree):
        match node:
            case (
                ast.Call(func=ast.Name(id=called), keywords=given)
                | ast.Call(func=ast.Attribute(attr=called), keywords=given)
            ) if called == name:
                return {one.arg: one.value for one in given if one.arg}
    return {}


def _texts(node: ast.expr | None) -> list[str]:
    """A list of texts; [] where it is worked out, which only a run can do."""
    rows = node.elts if isinstance(node, ast.List | ast.Tuple) else []
    found = [words(one) for one in rows]
    return found if all(found) else []


def _whys(node: ast.expr) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        yield from ((words(key), words(value)) for key, value in pairs if key)
    elif text := words(node):
        yield "", text


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
