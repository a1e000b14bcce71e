"""Negative numbers on the command line."""

import pytest

from certlab.console.negative import numbers_last
from tests.command_line import certlab


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("-1.5", "-- -1.5"),
        ("-1.5 --format fp16", "--format fp16 -- -1.5"),
        ("--seed -1 2", "--seed -1 2"),
        ("--seed=-1 -2", "--seed=-1 -- -2"),
        ("-.5e-3 -inf", "-- -.5e-3 -inf"),
        ("--json -- -1", "--json -- -1"),
        ("-3 -- -1", "-- -3 -1"),
        ("-p -1x", "-p -1x"),
        ("", ""),
    ],
)
def test_a_negative_number_is_an_argument(words: str, read: str) -> None:
    assert numbers_last(words.split(), {"--seed"}) == read.split()


def test_a_verb_takes_one_and_still_knows_its_options() -> None:
    shown = certlab("sim", "numbers", "-1.5", "--format", "fp16")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "-1.5" in shown.stdout
    wrong = certlab("sim", "numbers", "-1.5", "--fromat", "fp16")
    assert wrong.returncode == 2
    assert "No such option" in wrong.stderr
