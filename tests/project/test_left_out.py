"""The line on what a machine could not run."""

import re
from pathlib import Path

import pytest

from tests.left_out import sentence

TESTS = Path(__file__).parents[1]
# How tests say that a program is missing.
REASON = re.compile(
    r"""(?:skip\(|reason=)f?["']((?:no |\w+ is not installed)[^"']*)["']"""
)


def test_it_counts_by_what_is_missing() -> None:
    reasons = ["Skipped: node is not installed"] * 3 + ["no Slurm", "no disk here"]
    assert sentence(reasons) == (
        "Tests left out here: 5; 3 for want of Node (apt install nodejs), 1 for want of Slurm (apt install "
        "slurm-wlm munge), 1 for other reasons (pytest -rs lists them)."
    )
    assert sentence([]) == ""


PROGRAMS = ("node", "Chromium", "Firefox", "nginx", "Slurm", "PostgreSQL", "compiler")


@pytest.mark.parametrize("program", PROGRAMS)
def test_each_reason_that_speaks_of_a_program_is_known(program: str) -> None:
    texts = [path.read_text("utf-8") for path in TESTS.rglob("*.py")]
    reasons = {one for text in texts for one in REASON.findall(text) if program in one}
    assert reasons
    assert not [one for one in reasons if "other reasons" in sentence([one])]
