"""Markdown as HTML, as XML elements and as words: the marks of `marks`, and no more."""

from html import escape
from xml.etree.ElementTree import Element, SubElement

from certlab.course.marks import Node, nodes
from certlab.course.maths import words


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
