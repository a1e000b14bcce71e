"""The commands in a real terminal, and what they leave alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.study.history import History
from tests.terminal.real import Terminal


def history() -> History:
    return History(Path(os.environ["CERTLAB_WORKSPACE"]) / "history.jsonl")


def test_a_drill_in_a_real_terminal(whole: Course) -> None:
    with Terminal("drill", "--module", "cuda", "--count", "1") as terminal:
        terminal.until("item 1 of 1")
        terminal.type("1")
        terminal.until("(•)")
        terminal.type("\r")
        terminal.until("Enter next")
        (row,) = history().read().answers
        assert row.surface == "terminal"
        assert whole.items[row.item].module == "cuda"
        terminal.type("q")
        assert terminal.end() == 0
        assert f"{int(row.outcome == 'correct')} right of 1." in terminal.text()


def test_plain_lines_in_a_real_terminal() -> None:
    with Terminal("drill", "--plain", "--count", "1") as terminal:
        assert "\x1b[" not in terminal.until("Answer, 1 to ")
        terminal.type("q\n")
        assert terminal.end() == 0


def test_a_terminal_that_cannot_move_its_cursor_gets_lines() -> None:
    with Terminal("drill", "--count", "1", TERM="dumb") as terminal:
        terminal.until("Answer, 1 to ")


def test_the_help_tells_of_screen_readers() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "certlab", "drill", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "screen readers" in run.stdout.lower()


@pytest.mark.parametrize(
    "words", [["--help"], ["check"], ["drill", "--plain", "--count", "1"]]
)
def test_what_takes_no_screen_does_not_load_what_draws_it(words: list[str]) -> None:
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "certlab", *words],
        input="q\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "certlab.cli" in run.stderr
    assert "textual" not in run.stderr
