"""What the Markdown of a course may not hold, because a page is built from it for others.

A course may be anybody's. Sphinx would read files and addresses for a directive, copy files
for an image, and hand raw HTML on to whoever opens the page. The site refuses them again
where they are parsed (app/pages/allowed.py).
"""

import json
import re
from collections.abc import Iterator
from itertools import chain

from certlab.course.catalogue import Course
from certlab.course.gates import prose, texts
from certlab.course.notebook import only_of, source
from certlab.course.pages import FENCE
from certlab.course.problems import Problem

# In a list or a quotation too, so whatever stands in front of it on its line.
_DIRECTIVE = re.compile(
    r"^[ \t>*+\d.)-]*(?:```+|~~~+)[ \t]*\{([^}\n]*)\}", re.MULTILINE
)
_CODE = re.compile(r"(?<!`)(`++).+?(?<!`)\1(?!`)", re.DOTALL)
_HTML = re.compile(r"<(?:[!?]|/?[A-Za-z][A-Za-z0-9-]*(?=[\s/>]|\Z))[^<>\n]*>?")
_IMAGE = re.compile(r"!\[[^\]\n]{0,400}\]\(\s{0,9}+(?!figure:)([^)\s]{0,60})")
# How a lab hides a solution, in JupyterLab as on the site.
_FOLDS = re.compile(r"</?(?:details|summary)>")


def foreign(text: str, allowed: re.Pattern[str] | None = None) -> str:
    """The first thing in a text that no page may hold, and what to do; "" for none."""
    if found := _DIRECTIVE.search(text):
        name = found[1].strip()
        return (
            f"holds the directive {name}; write what it would bring as plain Markdown."
        )
    text = _CODE.sub("", FENCE.sub("", text))
    if allowed:
        text = allowed.sub("", text)
    if found := _HTML.search(text):
        return (
            f"holds the HTML {found[0][:40]!a}; write Markdown, or put it in backticks."
        )
    if found := _IMAGE.search(text):
        return (
            f"holds the image {found[1]!a}; draw it as a figure, ![words](figure:name)."
        )
    return ""


def pages_hold_only_markdown(course: Course) -> Iterator[Problem]:
    """Every text that a page is made of is Markdown and nothing else."""
    items = (
        (item.file, item.id, text)
        for item in course.items.values()
        for text in texts(item).values()
    )
    for file, id, text in chain(prose(course), items):
        if says := foreign(text):
            yield Problem(file, id, says)
    for lab in (*course.labs.values(), *course.notebooks.values()):
        for cell in json.loads(lab.path.read_text("utf-8")).get("cells", []):
            # No page shows what is only for a hosted machine.
            shown = cell["cell_type"] == "markdown" and only_of(cell) != "hosted"
            if shown and (says := foreign(source(cell), _FOLDS)):
                yield Problem(lab.file, cell.get("id", ""), says)


GATES = (pages_hold_only_markdown,)
