"""Formulas: TeX between dollars, and the MathML that a surface draws.

    "It takes $\\lceil n / b \\rceil$ blocks."

A formula between two dollars on each side is one to carry away, and stands on a line of its own.

`certlab check --fix` converts each formula once and writes content/maths.toml, so that no
learner's machine and no page needs a converter. A filled text holds the MathML, between
the same dollars; its `alttext` is what a surface without it says. JupyterLab typesets the
dollars of a page by itself.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from certlab.course.problems import Problem
from certlab.course.table import Table
from certlab.course.toml_file import read_toml

FILE = "content/maths.toml"
MATHML = "http://www.w3.org/1998/Math/MathML"
# What docutils makes of TeX; nothing else is drawn, whatever a text says it is.
TAGS = frozenset(
    [
        "math",
        "mrow",
        "mi",
        "mn",
        "mo",
        "mtext",
        "mspace",
        "mfrac",
        "msup",
        "msub",
        "msubsup",
        "msqrt",
        "mroot",
        "munder",
        "mover",
        "munderover",
        "mtable",
        "mtr",
        "mtd",
        "mstyle",
        "mpadded",
    ]
)
ATTRIBUTES = frozenset(
    {"alttext", "mathvariant", "stretchy", "displaystyle", "width", "display", "form"}
)

# A dollar before a space or after one is a dollar; so is one before a digit: "$5 and $10".
_DOLLARS = (
    r"(?<![\\$A-Za-z0-9_])\$(?=[^\s$<])(?P<tex>[^$`\n]+?)(?<=\S)\$(?![A-Za-z0-9_$])"
)
_LINE = r"(?<![\\$])\$\$(?P<line>[^$`\n]+?)\$\$(?!\$)"
# A run of ticks is tried whole and once (`++), or many of them would take hours.
_CODE = r"~~~.*?~~~|(?<!`)(?P<ticks>`++).+?(?<!`)(?P=ticks)(?!`)"
_FORMULA = re.compile(f"{_CODE}|{_LINE}|{_DOLLARS}", re.DOTALL)
DRAWN = re.compile(r"\$(<math\b[^$]*?</math>)\$")
_ALTTEXT = re.compile(r'alttext="([^"]*)"')


def formulas(text: str) -> Iterator[str]:
    """The TeX of each formula of a text, in order; code is skipped."""
    for found in _FORMULA.finditer(text):
        if tex := found["line"] or found["tex"]:
            yield tex.strip()


def typeset(
    text: str, maths: Mapping[str, str], draw: Callable[[str], str] = "${}$".format
) -> str:
    """The text with each known formula replaced by its MathML."""

    def one(found: re.Match[str]) -> str:
        line = found["line"]
        known = maths.get((line or found["tex"] or "").strip())
        if known and line:
            known = known.replace("<math ", '<math display="block" ', 1)
        return draw(known) if known else found[0]

    return _FORMULA.sub(one, text) if "$" in text else text


def spoken(value: Any) -> Any:
    """A text, or lists and dicts of them, with words in place of MathML."""
    if isinstance(value, str):
        return DRAWN.sub(lambda found: words(found[1]), value)
    if isinstance(value, dict):
        return {name: spoken(one) for name, one in value.items()}
    if isinstance(value, list):
        return [spoken(one) for one in value]
    return value


def words(mathml: str) -> str:
    """What a formula says where it cannot be drawn."""
    found = _ALTTEXT.search(mathml)
    if not found:
        return ""
    try:
        return ET.fromstring(f'<a b="{found[1]}"/>').attrib["b"]
    except ET.ParseError:  # of a card that somebody else made
        return found[1]


def safe(mathml: str) -> str | None:
    """The same MathML with nothing else in it; None for what is none.

    A bank may be anybody's: a formula in it must not bring a script along.
    """
    if "<!" in mathml or "<?" in mathml:
        return None
    try:
        root = ET.fromstring(mathml)
    except ET.ParseError:
        return None
    for element in root.iter():
        if element.tag.rpartition("}")[2] not in TAGS:
            return None
        if not element.attrib.keys() <= ATTRIBUTES:
            return None
    return mathml


def read_maths(root: Path, problems: list[Problem]) -> dict[str, str]:
    """MathML by TeX."""
    path = root / FILE
    if not path.exists():
        return {}
    table = Table(read_toml(path, FILE, problems), FILE, problems)
    found = {row.text("tex"): row.text("mathml") for row in table.tables("formula")}
    table.done()
    for tex, mathml in found.items():
        if safe(mathml) is None:
            says = "is not plain MathML; delete the file and run certlab check --fix."
            problems.append(Problem(FILE, tex, says))
    return found
