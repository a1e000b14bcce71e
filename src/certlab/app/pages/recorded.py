"""The recorded run of a lab: its notebook, with the outputs it is stored with, as Markdown."""

import html
import json
import posixpath
import re
from typing import Any

from certlab.app.pages.addresses import (
    lab_links,
    lab_page,
    objectives_links,
    paths_in_words,
    root,
)
from certlab.app.pages.drawings import inline_svg
from certlab.course import Course
from certlab.course.labs import Lab
from certlab.course.maths import typeset
from certlab.course.notebook import only_of, source
from certlab.course.pages import anchor
from certlab.errors import SiteError

_FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$|`[^`\n]+`", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"(?<=\]\()([^)\s]+)(?=\))")
_TITLE = re.compile(r"\A# .*\n*")
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_DRILLS = {
    "drill": "drill.html",
    "flashcards": "drill.html#flashcards",
    "mock_exam": "mock-exam.html",
}


def recorded_page(course: Course, lab: Lab, reason: str) -> str:
    """The page of one lab.

    Args:
        course: where its module and its objectives are.
        lab: the lab.
        reason: why it does not open in the browser; "" when it does.

    Raises:
        SiteError: a link leads nowhere, or an output is none that a page can hold.
    """
    notebook = json.loads(lab.path.read_text("utf-8"))
    parts = _head(course, lab, reason)
    cells = [cell for cell in notebook["cells"] if only_of(cell) != "hosted"]
    for number, cell in enumerate(cells, 1):
        if cell["cell_type"] == "markdown":
            parts.append(_text(course, lab, source(cell)))
        elif cell["cell_type"] == "code":
            parts += _code(course, lab, cell, number)
    return "\n\n".join(part for part in parts if part.strip()) + "\n"


def _head(course: Course, lab: Lab, reason: str) -> list[str]:
    up = root(lab_page(lab))
    one = course.modules.get(lab.module)
    of = f' of <a href="{up}modules/{one.id}.html">{one.short}</a>' if one else ""
    serves = objectives_links(course, lab.objectives, up)
    facts = [f"Lab{of}", f"{lab.minutes} minutes", f"serves {serves}" if serves else ""]
    return [
        f'<p class="over">{" · ".join(fact for fact in facts if fact)}</p>',
        f"# {lab.title}",
        (
            "> **Recorded run** This page shows the notebook with the outputs it is stored "
            "with. They were recorded on a CPU; nothing runs here. Timings and names of "
            "devices are those of that machine and differ on yours. "
            f"The lab itself {paths_in_words(lab)}."
        ),
        lab_links(lab, up, reason, recorded=False),
    ]


def _text(course: Course, lab: Lab, text: str) -> str:
    """A Markdown cell without its title, its links led to the site, its formulas drawn."""
    text = _TITLE.sub("", text)
    kept = []
    at = 0
    for fence in _FENCE.finditer(text):
        kept.append(_linked(course, lab, text[at : fence.start()]) + fence.group())
        at = fence.end()
    kept.append(_linked(course, lab, text[at:]))
    return typeset("".join(kept), course.maths, draw=str)


def _linked(course: Course, lab: Lab, text: str) -> str:
    return _LINK.sub(lambda found: _address(course, lab, found.group()), text)


def _address(course: Course, lab: Lab, target: str) -> str:
    """Where a link of a notebook leads on the site.

    A notebook lies in labs/, beside modules/ and quizzes/, in a learner's folder.
    """
    if re.match(r"[a-z]+:", target):
        return target
    name, _, fragment = target.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(lab.file), name))
    part, _, rest = path.partition("/")
    stem = posixpath.splitext(rest)[0]
    up = root(lab_page(lab))
    if not name:
        return f"#{anchor(fragment)}"
    if part == "labs" and stem in course.labs:
        return up + lab_page(course.labs[stem])
    if part == "modules" and (stem in course.pages or stem in course.modules):
        section = anchor(fragment)
        if (
            page := course.modules[stem.partition("/")[0]].path(section)
        ) in course.pages:
            stem = page
        return f"{up}modules/{stem}.html{f'#{section}' if section else ''}"
    if part == "quizzes" and stem in _DRILLS:
        return up + _DRILLS[stem]
    raise SiteError(f"{lab.file}: the link to {target} leads nowhere on the site.")


def _code(course: Course, lab: Lab, cell: dict[str, Any], number: int) -> list[str]:
    text = source(cell).rstrip()
    runs = [len(run) for run in re.findall(r"`+", text)]
    fence = "`" * max(3, *(run + 1 for run in runs)) if runs else "```"
    parts = [f"{fence}python\n{text}\n{fence}"] if text else []
    if parts and cell["metadata"].get("jupyter", {}).get("source_hidden"):
        parts = ["<details>\n<summary>Code</summary>", *parts, "</details>"]
    for index, output in enumerate(cell.get("outputs", []), 1):
        parts.append(_output(course, lab, output, f"cell-{number}-{index}"))
    return parts


def _output(course: Course, lab: Lab, output: dict[str, Any], name: str) -> str:
    kind = output["output_type"]
    if kind == "stream":
        return _printed(_joined(output["text"]))
    if kind == "error":
        says = f"cell {name} stopped with {output.get('ename')}; run the lab again."
        raise SiteError(f"{lab.file}: {says}")
    data = {kind: _joined(value) for kind, value in output["data"].items()}
    plain = data.get("text/plain", "")
    if "image/svg+xml" in data:
        label = "Chart that the cell above draws" if plain.startswith("<") else plain
        svg = inline_svg(data["image/svg+xml"], name, label)
        return f'<div class="scroll out" tabindex="0">\n{svg}\n</div>'
    if "text/markdown" in data:
        return _text(course, lab, data["text/markdown"])
    return _printed(plain or data.get("text/html", ""))


def _joined(text: Any) -> str:
    return text if isinstance(text, str) else "".join(text)


def _printed(text: str) -> str:
    if not text.strip():
        return ""
    words = html.escape(_COLOURS.sub("", text).rstrip("\n"), quote=False)
    return f'<pre class="out" tabindex="0">{words}</pre>'
