"""The table of formulas: which the course uses, and writing what stands for each.

Needs docutils, which Sphinx brings, only where there is a new formula.
"""

import json
import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from certlab import whole_file
from certlab.course.catalogue import Course
from certlab.course.gates import prose, texts
from certlab.course.maths import FILE, MATHML, formulas, safe
from certlab.course.notebook import source
from certlab.course.problems import Problem
from certlab.course.template import PLACEHOLDER
from certlab.errors import ContentError

_HEAD = "# What certlab draws for each formula. Written by `certlab check --fix`.\n"
# How an element's parts read in one line; the rest follow each other.
_READ = {
    "mfrac": "{} / {}",
    "msup": "{}^{}",
    "msub": "{}_{}",
    "msubsup": "{}_{}^{}",
    "munder": "{}_{}",
    "munderover": "{}_{}^{}",
    "msqrt": "√({})",
    "mroot": "{1}√({0})",
}


def used(course: Course) -> dict[str, tuple[str, str]]:
    """Each formula of the course, and the file and id where it stands first."""
    found: dict[str, tuple[str, str]] = {}
    for item in course.items.values():
        for text in texts(item).values():
            for tex in formulas(text):
                found.setdefault(tex, (item.file, item.id))
    for file, id, text in (*prose(course), *_of_labs(course)):
        for tex in formulas(text):
            found.setdefault(tex, (file, id))
    return found


def _of_labs(course: Course) -> Iterator[tuple[str, str, str]]:
    """The Markdown that the page of a lab shows: file, id of the cell, text."""
    for lab in course.labs.values():
        for cell in json.loads(lab.path.read_text("utf-8"))["cells"]:
            told = [source(cell)] if cell["cell_type"] == "markdown" else []
            for output in cell.get("outputs", []):
                told += output.get("data", {}).get("text/markdown", [])
            yield lab.file, cell.get("id", ""), "".join(told)


def formulas_are_drawn(course: Course) -> Iterator[Problem]:
    """Each formula has its MathML, and none stands there that nobody uses."""
    there = used(course)
    for tex, (file, id) in there.items():
        if PLACEHOLDER.search(tex):
            says = (
                f"the formula {tex} contains a placeholder; put the number next to it."
            )
            yield Problem(file, id, says)
        elif tex not in course.maths:
            says = f"the formula {tex} is not in {FILE}; run certlab check --fix."
            yield Problem(file, id, says)
    for tex in course.maths:
        if tex not in there:
            says = "is not used; run certlab check --fix."
            yield Problem(FILE, tex, says)


def write(course: Course) -> bool:
    """Bring the table up to date; whether it changed.

    Raises:
        ContentError: a formula cannot be read, or docutils is missing.
    """
    path = course.root / FILE
    before = path.read_text("utf-8") if path.exists() else ""
    after = table({tex: course.maths.get(tex) or convert(tex) for tex in used(course)})
    if after == before or not (after or before):
        return False
    whole_file.write(path, after)
    return True


def table(maths: dict[str, str]) -> str:
    """The file's text; "" where there is no formula."""
    rows = [
        f"\n[[formula]]\ntex = '{tex}'\nmathml = '{mathml}'\n"
        for tex, mathml in sorted(maths.items())
    ]
    return _HEAD + "".join(rows) if rows else ""


def convert(tex: str) -> str:
    """A formula's MathML, on one line, with what it says as `alttext`.

    Raises:
        ContentError: it is no TeX that docutils reads, or docutils is missing.
    """
    try:
        from docutils.utils.math import MathError
        from docutils.utils.math.latex2mathml import tex2mathml
    except ImportError as error:
        raise ContentError(
            f"{FILE}: a new formula needs docutils; pip install 'certlab[site]'."
        ) from error
    try:
        made = tex2mathml(tex)
    except MathError as error:
        raise ContentError(f"The formula {tex} cannot be read: {error}.") from error
    ET.register_namespace("", MATHML)
    root = ET.fromstring(re.sub(r">\s+<", "><", made))
    for element in root.iter():  # what is so of a sum without saying it
        element.attrib.pop("movablelimits", None)
    root.set("alttext", " ".join(_said(root).split()))
    found = ET.tostring(root, encoding="unicode")
    if safe(found) is None or "'" in found or "'" in tex:
        raise ContentError(f"The formula {tex} becomes more than plain MathML.")
    return found


def _said(element: ET.Element) -> str:
    """An element in one line of text."""
    tag = element.tag.rpartition("}")[2]
    parts = [_said(one) for one in element]
    if tag in ("mo", "mtext"):
        sign = element.text or ""
        return f" {sign} " if sign in _SPACED else ", " if sign == "," else sign
    if not parts:
        return element.text or " " * (tag == "mspace")
    if tag == "mfrac":
        parts = [one if _WORD.fullmatch(one) else f"({one})" for one in parts]
    if tag in ("msup", "msub", "msubsup"):
        parts[1:] = [f"({one})" if _SIGN.search(one) else one for one in parts[1:]]
    if tag in _READ and tag != "msqrt":
        return _READ[tag].format(*parts)
    joined = re.sub(r"(^|[ (]) − ", r"\1−", "".join(_beside(parts)))
    return _READ[tag].format(joined) if tag in _READ else joined


_SPACED = frozenset("=+−·⋅×≤≥<>≈/≠∈→")
_WORD = re.compile(r"\w+")
_SIGN = re.compile(f" [{''.join(sorted(_SPACED))}] ")


def _beside(parts: list[str]) -> Iterator[str]:
    """Parts in a row: two names or numbers are told apart by a space."""
    before = ""
    for part in parts:
        if before[-1:].isalnum() and part[:1].isalnum():
            yield " "
        yield part
        before = part
