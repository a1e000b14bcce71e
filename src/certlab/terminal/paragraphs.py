"""Paragraphs filled to a width, also of writing that has wide signs and no spaces."""

import re
import textwrap
import unicodedata

_WIDE = "WF"  # what takes two columns: wide and full width
# As Chinese is set: these begin no line, those end none.
_CLOSING = "，。、；：？！）」』》】…·%％,.;:?!)]"
_OPENING = "（「『《【(["


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(_columns(sign) for sign in text)


def _columns(sign: str) -> int:
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in _WIDE else 1


def clipped(text: str, width: int) -> str:
    """The beginning of a text, no more columns than that."""
    taken = 0
    for place, sign in enumerate(text):
        taken += _columns(sign)
        if taken > width:
            return text[:place]
    return text


def filled(text: str, width: int, first: str, then: str) -> str:
    """A paragraph in lines of a width.

    Args:
        text: on one line.
        width: columns.
        first: before the first line.
        then: before the others.
    """
    if columns(text) == len(text):
        return textwrap.fill(
            text,
            width,
            initial_indent=first,
            subsequent_indent=then,
            break_on_hyphens=False,
        )
    lines = [first]
    fresh = True  # whether nothing but its beginning stands on the last line
    for piece in _pieces(text):
        if not fresh and columns(lines[-1] + piece.rstrip()) > width:
            lines[-1] = lines[-1].rstrip()
            lines.append(then)
            fresh = True
        lines[-1] += piece.lstrip() if fresh else piece
        fresh = False
    return "\n".join([*lines[:-1], lines[-1].rstrip()])


def _pieces(text: str) -> list[str]:
    """What no line is broken within: a word with its spaces, a sign with its marks."""
    found: list[str] = []
    for one in re.findall(r"\s+|[^\s]", text):
        last = found[-1] if found else ""
        if last and _clings(last, one):
            found[-1] += one
        else:
            found.append(one)
    return found


def _clings(last: str, one: str) -> bool:
    """Whether no line may be broken between a piece and the sign that follows it."""
    if one.isspace() or one in _CLOSING or last[-1] in _OPENING:
        return True
    if last[-1].isspace():
        return False
    return _columns(one) != 2 and _columns(last[-1]) != 2
