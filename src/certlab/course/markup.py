"""Markdown as HTML or XML elements: code, bold, emphasis, formulas, fenced lines, no more.

The same marks as the widgets read (app/static/text.js). All the rest is text.
"""

import re
from collections.abc import Sequence
from html import escape
from xml.etree.ElementTree import Element, SubElement

from certlab.course.maths import safe, words

# Formulas and code first: what stands in them is never read as bold.
_MARK = re.compile(
    r"\$(?P<maths><math\b[^$]*?</math>)\$"
    r"|(?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
    r"|\*\*(?=\S)(?P<bold>.+?)(?<=\S)\*\*"
    r"|\*(?=[^\s*])(?P<star>.+?)(?<=[^\s*])\*"
    r"|(?<!\w)_(?=\S)(?P<under>.+?)(?<=\S)_(?!\w)"
    r"|\\(?P<escaped>[\\`*_{}<>$])",
    re.DOTALL | re.ASCII,
)
FENCED = re.compile(r"^```\w*\n(.*?)\n```[ \t]*$", re.DOTALL | re.MULTILINE)
_ILLEGAL = re.compile(
    "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)  # XML 1.0
Node = str | tuple[str, Sequence["Node"]]


def nodes(text: str) -> list[Node]:
    """The text as a tree; a blank line becomes two line breaks, a line end a space.

    Lines between fences (three backticks) become one "pre", as they are.
    """
    found: list[Node] = []
    for number, part in enumerate(FENCED.split(text.strip())):
        if number % 2:
            found.append(("pre", [_ILLEGAL.sub("\ufffd", part)]))
        elif part.strip():
            found += _lines(part)
    return found


def _lines(text: str) -> list[Node]:
    found: list[Node] = []
    for number, one in enumerate(re.split(r"\n\s*\n", text.strip())):
        found += [("br", ()), ("br", ())] if number else []
        found += _marks(_ILLEGAL.sub("\ufffd", re.sub(r"\s*\n\s*", " ", one)))
    return found


def html(text: str) -> str:
    """The text as HTML in which nothing of the text is a tag."""
    return "".join(map(_html, nodes(text)))


def plain(text: str) -> str:
    """The words of a text without its marks."""
    return "".join(map(_words, nodes(text)))


def append(parent: Element, text: str) -> None:
    """Put the text into an element, after what is there."""
    for node in nodes(text):
        _append(parent, node)


def _marks(text: str) -> list[Node]:
    found: list[Node] = []
    end = 0
    for match in _MARK.finditer(text):
        found += [text[end : match.start()]] if match.start() > end else []
        found.append(_marked(match.groupdict()))
        end = match.end()
    return [*found, text[end:]] if end < len(text) else found


def _marked(groups: dict[str, str | None]) -> Node:
    if maths := groups["maths"]:
        return ("math", [maths]) if safe(maths) else maths
    if code := groups["code"]:
        return "code", [re.sub(r"^ (.*\S.*) $", r"\1", code, flags=re.DOTALL)]
    if bold := groups["bold"]:
        return "strong", _marks(bold)
    if sign := groups["escaped"]:
        return sign
    return "em", _marks(groups["star"] or groups["under"] or "")


def _html(node: Node) -> str:
    if isinstance(node, str):
        return escape(node, quote=False)
    tag, inside = node
    if tag == "math":  # read by `safe` before it came here
        return "".join(map(str, inside))
    if tag == "pre":  # may stand in a paragraph, where HTML takes no <pre>
        lines = escape(str(inside[0]), quote=False)
        return f'<code class="cl-block" tabindex="0">{lines}</code>'
    return "<br>" if tag == "br" else f"<{tag}>{''.join(map(_html, inside))}</{tag}>"


def _words(node: Node) -> str:
    if isinstance(node, str):
        return node
    tag, inside = node
    if tag == "math":
        return words(str(inside[0]))
    if tag == "pre":
        return f"\n{inside[0]}\n"
    return "\n" if tag == "br" else "".join(map(_words, inside))


def _append(parent: Element, node: Node) -> None:
    if isinstance(node, str):
        last = parent[-1] if len(parent) else None
        if last is None:
            parent.text = (parent.text or "") + node
        else:
            last.tail = (last.tail or "") + node
        return
    tag, inside = node
    if tag == "math":
        _append(parent, words(str(inside[0])))
        return
    if tag == "pre":  # a <pre> may not stand in a paragraph
        for line in str(inside[0]).split("\n"):
            SubElement(parent, "code").text = line
            SubElement(parent, "br")
        return
    element = SubElement(parent, tag)
    for one in inside:
        _append(element, one)
