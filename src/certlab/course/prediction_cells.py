"""What the cells of a prediction say: the question, its options, what came out, and why."""

import ast
import re
from collections.abc import Iterator
from typing import Any

from certlab.course.notebook import as_python

_HEAD, OPEN = "Prediction: ", "no prediction yet"
_ROW = re.compile(r"  (\S.*?)(?:  (.*))?")
_MEASURED = re.compile(r"(?:(.*?): )?measured (.*)")


def question(cell: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """What the notebook stored of the question: its line, and each row's text by its name."""
    for text in _plain(cell):
        ask, *lines = text.splitlines() or [""]
        if ask.startswith(_HEAD):
            rows = [_ROW.fullmatch(one) for one in lines if one != OPEN]
            named = {one[1]: one[2] or "" for one in rows if one}
            return ask.removeprefix(_HEAD), named
    return "", {}


def measured(cell: dict[str, Any]) -> dict[str, str]:
    """What the notebook stored of what came out, by row; {} where it shows no comparison."""
    for text in _plain(cell):
        first, *lines = text.splitlines() or [""]
        if first == OPEN:
            rows = [_MEASURED.fullmatch(one) for one in lines]
            return {one[1] or "": one[2] for one in rows if one}
    return {}


def _plain(cell: dict[str, Any]) -> Iterator[str]:
    for output in cell.get("outputs", []):
        yield "".join(output.get("data", {}).get("text/plain", ""))


def given(cell: dict[str, Any], name: str) -> dict[str, ast.expr]:
    """The named arguments of a call in a cell, by a function's name or a method's."""
    try:
        tree = ast.parse(as_python(cell))
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


def options(cell: dict[str, Any]) -> list[str]:
    """What can be chosen; [] where a number is entered, or only a run can work them out."""
    node = given(cell, "prediction").get("options")
    rows = node.elts if isinstance(node, ast.List | ast.Tuple) else []
    found = [words(one) for one in rows]
    return found if all(found) else []


def whys(cell: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """A row's name and the reason for what came out; the name is "" for all rows."""
    node = given(cell, "compare").get("why")
    if isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        yield from ((words(key), words(value)) for key, value in pairs if key)
    elif node and (text := words(node)):
        yield "", text


def words(node: ast.expr) -> str:
    """The text that an expression is, with dots for values; "" where it is no text."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(words(one) or "…" for one in parts)
    return ""
