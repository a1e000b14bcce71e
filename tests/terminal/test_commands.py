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


def test_keys_typed_before_the_first_question_are_dropped() -> None:
    with Terminal("drill", "--module", "cuda", "--count", "1") as terminal:
        terminal.type("1")  # the command has not begun to read yet
        terminal.until("Reading the course")
        terminal.type("1\r\r")
        terminal.until("item 1 of 1")
        terminal.type("f")
        terminal.until("flagged")  # what was typed before has been read by now
        assert "(•)" not in terminal.text()
        terminal.type("q1")
        assert terminal.end() == 0
        assert "0 right of 0." in terminal.text()
    assert history().read().answers == ()


def test_why_nothing_is_asked_is_told_when_the_screen_is_gone() -> None:
    with Terminal("drill", "--module", "mg") as terminal:
        terminal.until("There is no module mg")
        assert terminal.end() == 1
        assert terminal.seen.rindex(b"There is no") > terminal.seen.rindex(b"[?1049l")


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
    "words",
    [
        ["--help"],
        ["progress", "--exam", "nca-aiio"],
        ["drill", "--plain", "--count", "1"],
    ],
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
