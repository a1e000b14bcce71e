"""Markdown as Textual's text: code, bold, emphasis, formulas in words, fenced lines.

Textual and Rich read square brackets as markup of their own, "[red]" and "[@click=...]".
A `Content` made here is past that: whatever a bank says is shown, never obeyed.
"""

import re
from collections.abc import Iterator

from textual.content import Content

from certlab.course.marks import Node, nodes
from certlab.course.maths import words as in_words
from certlab.words import Words

HOLE = re.compile(r"\{([a-z_]+)\}")
STYLES = {"code": "$cl-accent", "strong": "bold", "em": "italic"}


def from_markdown(text: str) -> Content:
    """The text with its marks drawn."""
    return Content.assemble(*_pieces(nodes(text), ""))


def literal(text: str) -> Content:
    """A text without marks, such as what a learner typed, on one line."""
    return Content("".join(one if one.isprintable() else " " for one in text))


def joined(*parts: Content | str) -> Content:
    """Parts after each other; a plain string is ours, and is shown as it is too."""
    return Content("").join(
        Content(one) if isinstance(one, str) else one for one in parts
    )


def labelled(words: Words, what: Content | str, says: Content | str) -> Content:
    """ "What: what is said of it", in a language."""
    return filled_in(words("{what}: {says}"), what=what, says=says)


def filled_in(message: str, **values: Content | str) -> Content:
    """A message that was said without values, with texts in their places."""
    parts = HOLE.split(message)
    return joined(*(values[part] if n % 2 else part for n, part in enumerate(parts)))


def _pieces(found: list[Node], style: str) -> Iterator[tuple[str, str]]:
    for node in found:
        if isinstance(node, str):
            yield node, style
            continue
        tag, inside = node
        if tag == "br":
            yield "\n", style
        elif tag == "math":
            yield in_words(str(inside[0])), style
        elif tag == "pre":
            yield f"\n{inside[0]}\n", STYLES["code"]
        else:
            yield from _pieces(list(inside), f"{style} {STYLES[tag]}".strip())
