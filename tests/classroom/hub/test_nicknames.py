"""Nicknames at the door that nobody sees, that turn the text, or that take long to read."""

import subprocess
import sys

import pytest

from certlab.classroom.hub import nicknames

# What the door does with a megabyte of accents, which anybody may send without a code.
ACCENTS = """
import resource
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
from certlab.classroom.hub import nicknames
name = nicknames.account_name("a" + "\\u0301" * 500_000 + "\\u0316" * 500_000)
assert not nicknames.allowed(name)
"""


@pytest.mark.parametrize(
    "typed",
    [
        *("ada\u200b", "\u200bada", "a\u200dda", "\u202eada", "ada\u202c", "a\u2066da"),
        *(
            "\ufeffada",
            "ada\u00ad",
            "ada\u3164",
            "\u2800\u2800",
            "ada\u034f",
            "ada\ufe0f",
        ),
        *("a\x00da", "ada\x7f", "ada\ue000", "\ud800ada", "ad\u0430", "a" * 97),
    ],
)
def test_nobody_comes_in_under_a_name_that_looks_like_another(typed: str) -> None:
    assert not nicknames.allowed(nicknames.account_name(typed))


def test_accents_without_end_are_no_name() -> None:
    done = subprocess.run([sys.executable, "-c", ACCENTS], check=False)
    assert done.returncode == 0


def test_a_name_with_its_accents_and_spaces_is_one() -> None:
    typed = "  " + "e\u0301" * 24 + "  "
    assert nicknames.account_name(typed) == "e" * 24
