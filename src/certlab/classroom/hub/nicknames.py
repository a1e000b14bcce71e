"""Nicknames: what a learner may be called at the door, so that an account can have the name."""

import re
import unicodedata

from certlab.words import Sentence

LONGEST = (
    24  # useradd takes 32; the rest is for what an administrator may put before it
)
_TYPED = 4 * LONGEST  # with spaces around it, and accents
_RULE = re.compile(rf"[a-z][a-z0-9-]{{0,{LONGEST - 2}}}[a-z0-9]")
SAYS = Sentence(
    "A nickname has 2 to {most} letters from a to z, digits or hyphens, and begins with a "
    "letter; choose another.",
    most=LONGEST,
)


def account_name(nickname: str) -> str:
    """A nickname as it was typed, in the letters of an account: "Zoë B." is "zoe-b".

    What cannot be one is "". A letter that nobody sees or that turns others stays in, and no
    account is allowed to have it.
    """
    if (
        len(nickname) > _TYPED
    ):  # to sort many accents takes time with the square of them
        return ""
    plain = unicodedata.normalize("NFKD", nickname)
    letters = "".join(one for one in plain if not unicodedata.combining(one))
    return re.sub(r"[\s._-]+", "-", letters.strip().lower()).strip("-")


def allowed(name: str) -> bool:
    """Whether an account can have this name."""
    return bool(_RULE.fullmatch(name))


def called(nickname: str) -> str:
    """A nickname as its learner reads it: what was typed, with single spaces."""
    return " ".join(unicodedata.normalize("NFC", nickname[:_TYPED]).split())
