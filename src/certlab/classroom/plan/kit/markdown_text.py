"""A bank's texts as Markdown that every program draws alike.

A bank knows code, bold, emphasis, formulas and fenced lines; all the rest is text, and other
programs would read more into it: a name in angle brackets is a tag to them, two tildes strike
out what stands between. A formula is the TeX that its author wrote, between dollars.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from textwrap import indent

from certlab.course.marks import Node, nodes
from certlab.course.maths import words

_SIGNS = re.compile(r"[\\`*<~$]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)")
_BEGINS = re.compile(r"^(?:#(?=#*\s)|>|[+-](?=\s)|\d+(?=[.)]\s))", re.MULTILINE)


def markdown(text: str, maths: Mapping[str, str]) -> str:
    """A filled text as Markdown.

    Args:
        maths: the course's, MathML by TeX.
    """
    tex = {mathml: one for one, mathml in maths.items()}
    blocks: list[str] = []
    for is_code, group in groupby(nodes(text), _is_block):
        if is_code:
            blocks += [fenced(str(node[1][0])) for node in group]
        else:
            blocks.append(_BEGINS.sub(_not_begun, _joined(group, tex).strip()))
    return "\n\n".join(filter(None, blocks))


def _is_block(node: Node) -> bool:
    return not isinstance(node, str) and node[0] == "pre"


def escaped(words: str) -> str:
    """Words that stay what they are in Markdown."""
    return _SIGNS.sub(r"\\\g<0>", words)


def _not_begun(found: re.Match[str]) -> str:
    """What would begin a heading, a list or a quotation, as a sign."""
    sign = found[0]
    return f"{sign}\\" if sign.isdigit() else f"\\{sign}"


def _joined(inside: Iterable[Node], tex: Mapping[str, str]) -> str:
    """The nodes as Markdown; words that follow each other are escaped as one text."""
    found: list[str] = []
    plain = ""
    for node in inside:
        if isinstance(node, str):
            plain += node
        else:
            found += [escaped(plain), _marked(*node, tex)]
            plain = ""
    return "".join([*found, escaped(plain)])


def _marked(tag: str, inside: Sequence[Node], tex: Mapping[str, str]) -> str:
    match tag:
        case "math":
            mathml = str(inside[0])
            return f"${tex[mathml]}$" if mathml in tex else escaped(words(mathml))
        case "code":
            return code(str(inside[0]))
        case "br":
            return "\n"
    sign = "**" if tag == "strong" else "*"
    return f"{sign}{_joined(inside, tex)}{sign}"


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
