"""Signs that a console cannot print, said with those that it can.

A Windows console or pipe often has a code page of 256 characters. A minus that came out as "?"
would be a wrong number, and an error would end the command in the middle of its answer.
"""

import codecs
import unicodedata
from itertools import groupby
from typing import TextIO

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
