"""Signs that a text means and Markdown takes for marks: `2**3 * 4` loses its asterisks.

What is marked up on purpose stands between signs that touch its words and no others, outside
of code. Every other asterisk is one that a reader should see, and may not.
"""

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

from certlab.course.catalogue import Course
from certlab.course.notebook import as_python, prediction_of
from certlab.course.pages import FENCE
from certlab.course.problems import Problem
from certlab.course.template import GAP, PLACEHOLDER

# What is marked up on purpose; labextension/certlab/static/lab_cells.js reads a check's text so.
MARKED = re.compile(
    r"(`+)(.+?)\1"
    r"|(?<![\w)\]*`])(?:\*\*(?=[^\s*])([^*]*[^\s*])\*\*|\*(?=[^\s*])([^*]*[^\s*])\*)(?![\w(*`])",
    re.DOTALL | re.ASCII,
)
_ESCAPED = re.compile(r"\\[\\`*_{}<>$]")
_MATHS = re.compile(r"\$[^\s$](?:[^$\n]*[^\s$])?\$")
_STRAY = re.compile(r"\*|(?<!\w)_(?=[^\s_])[^_]*[^\s_]_(?!\w)", re.ASCII)
_AROUND = 20  # characters of the text that a problem quotes on either side


def stray(text: str) -> str:
    """The words around the first sign that Markdown may take; "" where there is none."""
    for known in (FENCE, PLACEHOLDER, GAP, _MATHS, _ESCAPED, MARKED):
        text = known.sub("0", text)
    found = _STRAY.search(text)
    if not found:
        return ""
    return text[max(0, found.start() - _AROUND) : found.end() + _AROUND].strip()


def said(cell: dict[str, Any]) -> Iterator[str]:
    """What the code of a check, a prediction or a comparison says to the learner, and hints."""
    marks = cell.get("metadata", {}).get("certlab", {})
    yield from marks.get("hints", [])
    if cell["cell_type"] != "code":
        return
    try:
        tree = ast.parse(as_python(cell))
    except SyntaxError:  # `faults` says so
        return
    if marks.get("role") == "check" or prediction_of(cell):
        yield from _sentences(tree)
        return
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            yield from _sentences(call) if call.func.attr == "compare" else ()


def _sentences(node: ast.AST) -> Iterator[str]:
    """The strings in a piece of code that have a space, but for docstrings.

    What is filled into an f-string is a 0.
    """
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    text = ""
    if isinstance(node, ast.JoinedStr):
        parts = (
            one.value if isinstance(one, ast.Constant) else 0 for one in node.values
        )
        text = "".join(map(str, parts))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        text = node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from _sentences(child)
    if " " in text:
        yield text


def signs_are_not_marks(course: Course) -> Iterator[Problem]:
    """No text that is drawn as Markdown loses a sign that it means."""
    says = "Markdown may take a sign of {!r} for a mark; put it in backticks."
    for item in course.items.values():
        for name, text in item.texts.items():
            if around := stray(text):
                yield Problem(
                    item.file, item.id, f"{'.'.join(name)}: {says.format(around)}"
                )
    for term in course.glossary.values():
        for text in (term.text, term.exam_era, term.current):
            if around := stray(text):
                yield Problem(term.file, term.id, says.format(around))
    for lab in course.labs.values():
        for cell in json.loads(lab.path.read_text("utf-8"))["cells"]:
            for text in said(cell):
                if around := stray(text):
                    yield Problem(lab.file, cell["id"], says.format(around))
