"""Entries: what a learner typed, read as a number or made ready to compare.

White space is spelled out, because Python and JavaScript call different things white. What
reads an entry takes time in proportion to its length: anybody may send one.
"""

import math
import re
import unicodedata

LONGEST = 1000  # characters of an entry; no question wants more than some hundred
WHITE = r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
# An optional sign, digits with optional thousands groups, an optional fraction and an
# optional power of ten. Anything else is not understood, and costs nothing.
_NUMBER = re.compile(
    r"[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?([eE][+-]?\d{1,3})?", re.ASCII
)
_ROUNDING = 1e-9  # relative: what binary fractions lose
_WHITE = "".join(filter(re.compile(f"[{WHITE}]").match, map(chr, range(0x10000))))
_SPACES = re.compile(f"[{WHITE}]+")
_TYPED = (
    (re.compile("[‐‑‒–—―−]"), "-"),
    (re.compile("[‘’‚‛′]"), "'"),
    (re.compile("[“”„‟″]"), '"'),
)
_QUOTED = re.compile(r"""\A([`'"])([^`'"]*)\1\Z""")


def trim(text: str) -> str:
    """The text without white space around it."""
    return text.strip(_WHITE)


def text_in(response: object, name: str) -> str:
    """The text in a field of a response, "" where it has none."""
    found = response.get(name) if isinstance(response, dict) else None
    return found if isinstance(found, str) else ""


def is_too_long(response: object) -> bool:
    """Whether a response, or an entry in it, is longer than any answer."""
    entries = response.values() if isinstance(response, dict) else (response,)
    return any(isinstance(one, str) and len(trim(one)) > LONGEST for one in entries)


def parse_number(text: str) -> float | None:
    """The number a learner typed, None when it is not one."""
    text = trim(text).replace("\u2212", "-")
    match = _NUMBER.fullmatch(text)
    if not match or not (match.group(1) or match.group(3)):
        return None
    value = float(text.replace(",", ""))
    return value if math.isfinite(value) else None


def near(value: float, wanted: float, tolerance: float = 0) -> bool:
    """Whether a number is within a relative tolerance; 0 leaves what rounding loses."""
    return abs(value - wanted) <= max(tolerance, _ROUNDING) * abs(wanted)


def plain(text: str) -> str:
    """The text as a keyboard would have typed it: one kind of space, dash and quote.

    Quotes around the whole and a full stop behind it are no part of an answer.
    """
    for pattern, sign in _TYPED:
        text = pattern.sub(sign, text)
    text = trim(_SPACES.sub(" ", unicodedata.normalize("NFKC", text)))
    return trim(_QUOTED.sub(r"\2", text.rstrip(".")))
