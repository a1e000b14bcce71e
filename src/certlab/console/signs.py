"""Signs that a console cannot print, said with those that it can.

A Windows console or pipe often has a code page of 256 characters. A minus that came out as "?"
would be a wrong number, and an error would end the command in the middle of its answer.
"""

import codecs
import re
import unicodedata
from collections.abc import Iterable
from itertools import groupby
from typing import Any, TextIO

ERRORS = "certlab-signs"  # as a stream's `errors` names it
_PAIRS = [
    "−",
    "-",
    "–",
    "-",
    "—",
    "-",
    "‑",
    "-",
    "×",
    "x",
    "÷",
    "/",
    "·",
    ".",
    "⋅",
    ".",
    "≤",
    "<=",
    "≥",
    ">=",
    "≈",
    "~",
    "≠",
    "!=",
    "√",
    "sqrt",
    "…",
    "...",
    "′",
    "'",
    "→",
    "->",
    "←",
    "<-",
    "↑",
    "^",
    "↓",
    "v",
    "●",
    "*",
    "○",
    "o",
    "⚑",
    "!",
    "✓",
    "v",
    "✗",
    "x",
    "─",
    "-",
    "│",
    "|",
    "├",
    "|",
    "└",
    "`",
    "“",
    '"',
    "”",
    '"',
    "‘",
    "'",
    "’",
    "'",
]
SIGNS = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))


def plain(text: str) -> str:
    """The text in ASCII: 10⁻⁹ as 10^-9, β as beta, and "?" for what has no such form."""
    parts = []
    for raised, signs in groupby(text, _is_raised):
        parts.append("^" * raised + "".join(map(_plain, signs)))
    return "".join(parts)


def _is_raised(sign: str) -> bool:
    return unicodedata.decomposition(sign).startswith("<super>")


def _plain(sign: str) -> str:
    sign = unicodedata.normalize("NFKC", sign)
    name = unicodedata.name(sign, "") if len(sign) == 1 else ""
    if name.startswith("GREEK SMALL LETTER "):
        return name.rpartition(" ")[2].lower()
    said = "".join(SIGNS.get(one, one) for one in sign)
    bare = unicodedata.normalize("NFKD", said).encode("ascii", "ignore").decode()
    return bare or "?"


def _handle(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


def let_print(stream: TextIO) -> None:
    """From now on nothing that is written to the stream is refused for its signs."""
    codecs.register_error(ERRORS, _handle)
    reconfigure = getattr(stream, "reconfigure", None)  # a stand-in may have none
    if reconfigure and stream.errors == "strict":
        reconfigure(errors=ERRORS)


# What is no sign but an order to the terminal: it moves the cursor, renames the window, colours
# or hides what follows, or shows a line from right to left, so that it reads as another one.
_ORDERS = re.compile(
    "(?!\r\n)[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb]"
)


def visible(text: str) -> str:
    r"""The text with each order to the terminal written out, ESC as \u001b.

    JSON reads that form as the sign itself, so what is printed as JSON still says the same.
    """
    return _ORDERS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class Visible:
    """A stream on which nothing that is written gives orders to the terminal."""

    def __init__(self, stream: TextIO) -> None:
        """Write to `stream`, and be like it in everything else."""
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text as it can be seen."""
        return self._stream.write(visible(text))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        """All else is the stream's own, but for its bytes, which are a way round this one."""
        if name == "buffer":
            raise AttributeError(name)
        return getattr(self._stream, name)
