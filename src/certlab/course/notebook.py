"""Notebooks as text: the canonical form, and what breaks it.

One form means small diffs and outputs that can be compared: sorted keys, cell ids,
no timestamps, no widget state, no bitmap.
"""

import ast
import json
import re
import zlib
from collections.abc import Callable
from typing import Any

from certlab.course.stored_outputs import traces

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
KERNEL = {
    "display_name": "Python 3 (ipykernel)",
    "language": "python",
    "name": "python3",
}
_BITMAPS = ("image/png", "image/jpeg", "image/gif")
_CELL_HEAD = ("id", "cell_type")
_CELL_KEYS = ("tags", "certlab", "jupyter")
_DRAWS = re.compile(r"\bplt\.|\bFigure\(|\.subplots\(")
_SHOWS_ELSEHOW = re.compile(r"plt\.show|savefig|display\(")
_COMPARES = ".compare("
_MAGIC = re.compile(r"^\s*[%!]", re.MULTILINE)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _lines_or_text(value: Any) -> bool:
    return _text(value) or _texts(value)


def _table(value: Any) -> bool:
    return isinstance(value, dict)


def _tables(value: Any) -> bool:
    return isinstance(value, list) and all(map(_table, value))


Kinds = dict[str, Callable[[Any], bool]]
# What the parts of a cell are, where they are there: its own, its marks, its outputs.
_PARTS: Kinds = {"id": _text, "metadata": _table, "source": _lines_or_text}
_PARTS |= {"cell_type": _text, "outputs": _tables}
_METADATA: Kinds = {"tags": _texts, "jupyter": _table, "certlab": _table}
_MARKS: Kinds = dict.fromkeys(("exercise", "role", "prediction", "reason"), _text)
_MARKS |= dict.fromkeys(("wrong", "hints"), _texts)
_OUTPUT: Kinds = {"output_type": _text, "data": _table, "text": _lines_or_text}


def misshapen(notebook: Any) -> str:
    """What of a notebook is not as the format has it; "" where all of it is."""
    if not _table(notebook) or not _tables(notebook.get("cells")):
        return "it has no list of cells"
    metadata = notebook.get("metadata", {})
    if not _table(metadata) or not _table(metadata.get("certlab", {})):
        return "its metadata is no table"
    for number, cell in enumerate(notebook["cells"], 1):
        if odd := _misshapen(cell):
            return f"{odd} of cell {number} is missing or of another kind"
    return ""


def _misshapen(cell: dict[str, Any]) -> str:
    """The name of the first part of a cell that cannot be; "" where there is none."""
    if not cell.get("cell_type"):
        return "cell_type"
    if odd := _other(cell, _PARTS):
        return odd
    metadata = cell.get("metadata", {})
    return _other(metadata, _METADATA) or next(
        filter(
            None,
            [
                _other(metadata.get("certlab", {}), _MARKS),
                *(_other(one, _OUTPUT) for one in cell.get("outputs", [])),
            ],
        ),
        "",
    )


def _other(row: dict[str, Any], kinds: Kinds) -> str:
    return next((n for n, fits in kinds.items() if n in row and not fits(row[n])), "")


def canonical(notebook: dict[str, Any]) -> str:
    """The one text a notebook is stored as.

    Execution counts run from 1 over the code cells that have been run.
    """
    cells, run = [], 0
    for cell in notebook.get("cells", []):
        run += cell.get("cell_type") == "code"
        cells.append(_cell(cell, run))
    metadata = {
        "certlab": notebook.get("metadata", {}).get("certlab", {}),
        "kernelspec": KERNEL,
        "language_info": {"name": "python"},
    }
    whole = {
        "cells": cells,
        "metadata": metadata,
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _cell(cell: dict[str, Any], run: int) -> dict[str, Any]:
    kept: dict[str, Any] = {key: cell[key] for key in _CELL_HEAD if key in cell}
    kept["source"] = _lines(cell.get("source", ""))
    metadata = cell.get("metadata", {})
    kept["metadata"] = {key: metadata[key] for key in _CELL_KEYS if key in metadata}
    if cell.get("cell_type") == "code":
        outputs = [_output(one, run) for one in cell.get("outputs", [])]
        kept["outputs"] = outputs
        kept["execution_count"] = run
    return kept


def _output(output: dict[str, Any], run: int) -> dict[str, Any]:
    kept = dict(output)
    if "execution_count" in kept:
        kept["execution_count"] = run
    if "data" in kept:
        kept["metadata"] = {}
        kept["data"] = {
            kind: _lines(value) if isinstance(value, str | list) else value
            for kind, value in kept["data"].items()
            if kind != WIDGET_VIEW
        }
    if "text" in kept:
        kept["text"] = _lines(kept["text"])
    return kept


def _lines(source: str | list[str]) -> list[str]:
    text = source if isinstance(source, str) else "".join(source)
    return text.splitlines(keepends=True)


def source(cell: dict[str, Any]) -> str:
    """A cell's source as one text."""
    return "".join(_lines(cell.get("source", "")))


def as_python(cell: dict[str, Any]) -> str:
    """A cell's source as Python reads it: what IPython alone understands is a comment."""
    return _MAGIC.sub("#", source(cell))


def prediction_of(cell: dict[str, Any]) -> str:
    """The id of the prediction that a cell asks for, "" for any other cell."""
    return str(cell.get("metadata", {}).get("certlab", {}).get("prediction", ""))


def only_of(cell: dict[str, Any]) -> str:
    """Where alone a cell means something: on a "machine", on a "hosted" one; "" everywhere."""
    return str(cell.get("metadata", {}).get("certlab", {}).get("only", ""))


def learners_copy(notebook: dict[str, Any]) -> dict[str, Any]:
    """A notebook as a learner gets it: nothing below a prediction shows how it turns out.

    Outputs of cells after the first prediction are left out, but for other predictions and
    for checks, which say that nothing was tried. The code of both is folded, and that of cells
    that compare a prediction, because it holds the reason for what comes out. Cells that are
    only for a hosted machine, which has no copy, are not in it. The copy says by digests what
    its cells were like, so that JupyterLab can tell what the learner added or edited.
    """
    predicted, cells = False, []
    for cell in notebook.get("cells", []):
        if only_of(cell) == "hosted":
            continue
        asks, checks = bool(prediction_of(cell)), _role(cell) == "check"
        copy = dict(cell)
        if asks or checks or (predicted and _compares(cell)):
            folded = cell["metadata"].get("jupyter", {}) | {"source_hidden": True}
            copy["metadata"] = cell["metadata"] | {"jupyter": folded}
        if predicted and not (asks or checks) and "outputs" in cell:
            copy["outputs"] = []
        predicted = predicted or asks
        cells.append(copy)
    metadata = notebook.get("metadata", {})
    about = metadata.get("certlab", {}) | {"shipped": _digests(cells)}
    return notebook | {"cells": cells, "metadata": metadata | {"certlab": about}}


def _digests(cells: list[dict[str, Any]]) -> dict[str, str]:
    """Of each cell's source by its id; labextension/certlab/static/lab_code.js has the same."""
    return {
        cell["id"]: f"{zlib.crc32(source(cell).encode(errors='replace')):08x}"
        for cell in cells
        if "id" in cell
    }


def _compares(cell: dict[str, Any]) -> bool:
    """Whether a cell puts a prediction beside what came out, and is not the learner's to edit."""
    code = cell.get("cell_type") == "code" and not _role(cell)
    return code and _COMPARES in source(cell)


def _role(cell: dict[str, Any]) -> str:
    """What a cell is of an exercise: stub, check or solution; "" of none."""
    return str(cell.get("metadata", {}).get("certlab", {}).get("role", ""))


def faults(notebook: dict[str, Any], *, lab: bool = True) -> list[tuple[str, str]]:
    """What is wrong with a notebook: cell id and a sentence, for each fault.

    Args:
        lab: whether it is of a module, and so holds what a run of it showed elsewhere.
    """
    found: list[tuple[str, str]] = []
    ids: set[str] = set()
    for number, cell in enumerate(notebook.get("cells", []), 1):
        id = cell.get("id") or ""
        name = id or f"cell {number}"
        if not id or id in ids:
            found.append((name, "every cell needs an id of its own."))
        ids.add(id)
        if cell.get("cell_type") == "code":
            found += [(name, says) for says in _code_faults(cell, lab)]
    return found


def _code_faults(cell: dict[str, Any], lab: bool) -> list[str]:
    found = []
    try:
        ast.parse(as_python(cell))
    except SyntaxError as error:
        found.append(f"the code does not parse: {error.msg}, line {error.lineno}.")
    for output in cell.get("outputs", []):
        if output.get("output_type") == "error":
            found.append(f"it stopped with {output.get('ename')}; run it again.")
        if any(kind in output.get("data", {}) for kind in _BITMAPS):
            found.append("it contains a bitmap; draw SVG instead.")
    found += traces(cell.get("outputs", []))
    tags = cell.get("metadata", {}).get("tags", [])
    ignored = "nbval-ignore-output" in tags or "nbval-skip" in tags
    if ignored and not cell.get("metadata", {}).get("certlab", {}).get("reason"):
        found.append("its output is not compared; say why in certlab.reason.")
    if ignored and not lab and cell.get("outputs"):
        found.append(
            "it shows somebody else's output; store none, and say how to run it."
        )
    return [*found, *_chart_faults(source(cell), ignored=ignored)]


def _chart_faults(code: str, *, ignored: bool) -> list[str]:
    """A cell that draws shows its chart in the one way that asks for units and words."""
    if not _DRAWS.search(code):
        return []
    found = []
    if "chart.picture(" not in code or _SHOWS_ELSEHOW.search(code):
        found.append("it draws a chart; end it with compute.chart.picture(...) alone.")
    if not ignored:
        found.append("versions draw differently; tag its output nbval-ignore-output.")
    return found
