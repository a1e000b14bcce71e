"""Passwords of four words, which are read aloud and typed with little chance of a mistake.

words.txt holds 7,755 words, one a line: the long list that Joseph Bonneau made for the
Electronic Frontier Foundation (https://www.eff.org/dice), without its four words that have a
hyphen and 17 that nobody wants on a screen before a class, under the Creative Commons licence CC BY 3.0 US
(https://creativecommons.org/licenses/by/3.0/us/). Four of them have 4 x log2(7,755) or 51.7
bits, and no word begins another, so that they can be typed without spaces.
"""

import hashlib
import re
import secrets
import unicodedata
from functools import cache
from pathlib import Path

WORDS = 4
_LIST = Path(__file__).with_name("words.txt")
_LONGEST = 128  # characters that are looked at of what was typed
_BETWEEN = re.compile(r"[\W_]+")


@cache
def listed() -> tuple[str, ...]:
    """All words that there are."""
    return tuple(_LIST.read_text("utf-8").split())


def drawn() -> str:
    """A new password, "copper lantern maple tulip"."""
    return " ".join(secrets.choice(listed()) for _ in range(WORDS))


def lock(typed: str) -> str:
    """What a password is compared by: its letters, however they were typed, as a digest."""
    plain = unicodedata.normalize("NFKC", typed[:_LONGEST]).casefold()
    letters = _BETWEEN.sub("", plain)
    return hashlib.sha256(letters.encode("utf-8", "replace")).hexdigest()


def opens(typed: str, password: str) -> bool:
    """Whether this was typed for that password; nothing opens with none."""
    return secrets.compare_digest(lock(typed), lock(password)) and password != ""
