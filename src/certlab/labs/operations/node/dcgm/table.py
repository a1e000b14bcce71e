"""The tables of dcgmi: columns, a tree and the rows of the diagnostic.

After DcgmiOutput.cpp, Health.cpp and Diag.cpp of DCGM 4.5.3.
"""

from collections.abc import Sequence

_WRAP = 54  # characters of a message in the tree
_PIECE = 45  # characters of a message in the diagnostic


def tree(header: str, rows: Sequence[tuple[int, str, str]]) -> str:
    """The tree of `dcgmi health -c`: rows of a level, a label ("" for more of the one above) and a text."""
    line = f"+{'-' * 27}+{'-' * 58}+"
    lines = [line, f"| {header:<85}|", line.replace("-", "=")]
    for level, label, value in rows:
        left = f"{'-> ':>{3 * level}}{label}" if level and label else label
        lines.append(f"| {left:<25} | {value:<56} |")
    return "\n".join([*lines, line])


def wrapped(text: str) -> list[str]:
    """A message in the pieces that the tree has of it, cut after a word."""
    if len(text) <= _WRAP:
        return [text]
    pieces, start, end = [], 0, 0
    while start < len(text):
        end = min(end + _WRAP, len(text) - 1)
        if end < len(text) - 1:
            while text[end] != " " and text[end + 1] not in " .,/":
                end -= 1
            while text[end] == " ":
                end -= 1
        while start < len(text) and text[start] == " ":
            start += 1
        pieces.append(text[start : end + 1])
        start = end + 2
    return [piece for piece in pieces if piece]


DIAG_HEAD = f"""\
+{"-" * 27}+{"-" * 48}+
| {"Diagnostic":<25} | {"Result":<46} |
+{"=" * 27}+{"=" * 48}+"""
DIAG_FOOT = DIAG_HEAD.splitlines()[0]


def category(name: str) -> str:
    """The line that begins a category; the first two have bars at their ends."""
    bar = "|" if name in ("Metadata", "Deployment") else "+"
    return f"{bar}{f'-----  {name}  ':-<27}+{'-' * 48}{bar}"


def diag(name: str, value: str) -> str:
    """A row of the diagnostic."""
    return f"| {name:<25} | {value:<46} |"


def diag_message(name: str, text: str) -> list[str]:
    """A message in pieces, under a name."""
    pieces = [text[n : n + _PIECE] for n in range(0, len(text), _PIECE)]
    return [diag("" if n else name, piece) for n, piece in enumerate(pieces)]
