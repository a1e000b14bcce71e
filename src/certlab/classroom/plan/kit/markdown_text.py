"""A bank's texts as Markdown that every program draws alike.

A bank knows code, bold, emphasis, formulas and fenced lines; all the rest is text, and other
programs would read more into it: a name in angle brackets is a tag to them, two tildes strike
out what stands between. A formula is the TeX that its author wrote, between dollars.
"""

import re
from collections.abc import Mapping
from textwrap import indent

from certlab.course.marks import Node, nodes
from certlab.course.maths import words

_SIGNS = re.compile(r"[\\`*<~$]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)")
_BEGINS = re.compile(r"^(\s*)(#(?=#*\s)|>|[+-](?=\s)|\d+(?=[.)]\s))")


def markdown(text: str, maths: Mapping[str, str]) -> str:
    """A filled text as Markdown.

    Args:
        maths: the course's, MathML by TeX.
    """
    tex = {mathml: one for one, mathml in maths.items()}
    return "".join(_said(node, tex) for node in nodes(text)).strip()


def escaped(words: str) -> str:
    """Words that stay what they are in Markdown."""
    text = _SIGNS.sub(r"\\\g<0>", words)
    return _BEGINS.sub(lambda found: f"{found[1]}{_begin(found[2])}", text)


def _begin(sign: str) -> str:
    return f"{sign}\\" if sign.isdigit() else f"\\{sign}"


def _said(node: Node, tex: Mapping[str, str]) -> str:
    if isinstance(node, str):
        return escaped(node)
    tag, inside = node
    if tag == "math":
        mathml = str(inside[0])
        return f"${tex[mathml]}$" if mathml in tex else escaped(words(mathml))
    if tag == "pre":
        return f"\n\n{fenced(str(inside[0]))}\n\n"
    if tag == "code":
        return code(str(inside[0]))
    if tag == "br":
        return "\n"
    sign = "**" if tag == "strong" else "*"
    return f"{sign}{''.join(_said(one, tex) for one in inside)}{sign}"


def code(text: str) -> str:
    """A line of code between as many ticks as it needs."""
    ticks = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    space = " " if text[:1] == "`" or text[-1:] == "`" else ""
    return f"{ticks}{space}{text}{space}{ticks}"


def fenced(text: str, language: str = "text") -> str:
    """Lines of code between fences."""
    most = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(3, most + 1)
    return f"{fence}{language}\n{text.strip(chr(10))}\n{fence}"


def row(mark: str, text: str) -> str:
    """An entry of a list; what follows its first line belongs to it."""
    return f"{mark} {indent(text, ' ' * (len(mark) + 1)).lstrip()}"


def cell(text: str) -> str:
    """Markdown of a line or more as a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")
