"""The commands in a real terminal, and what they leave alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.study.answers import Answer
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
        right = int(row.outcome == "correct")
        said = terminal.text().rpartition(f"{right} right of 1.")[2]
        assert ("1 item newly known." in said) == bool(right)
        assert "1 of the last 7." in said


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
        said = " ".join(terminal.text().split())
        assert said.endswith("Nothing was answered. Continue with certlab drill.")
    assert history().read().answers == ()


def test_why_nothing_is_asked_is_told_when_the_screen_is_gone() -> None:
    with Terminal("drill", "--module", "mg") as terminal:
        terminal.until("There is no module mg")
        assert terminal.end() == 1
        assert terminal.seen.rindex(b"There is no") > terminal.seen.rindex(b"[?1049l")


def test_an_exam_says_at_once_that_it_reads(whole: Course) -> None:
    item = next(iter(whole.items))
    history().append(Answer(item, 1, "correct", 1.0))
    with Terminal("exam", "NCA-AIIO", "--count", "2") as terminal:
        terminal.until("Reading 1 answer…")
        terminal.until("Enter begin")
        terminal.type("q")
        assert terminal.end() == 0


def test_what_is_wrong_with_an_exam_is_told_when_the_screen_is_gone() -> None:
    with Terminal("exam", "NCA-NONE") as terminal:
        terminal.until("There is no exam NCA-NONE")
        assert terminal.end() == 1
        assert terminal.seen.rindex(b"There is no") > terminal.seen.rindex(b"[?1049l")


def test_plain_lines_in_a_real_terminal() -> None:
    with Terminal("drill", "--plain", "--count", "1") as terminal:
        assert "\x1b[" not in terminal.until("Answer")
        terminal.type("q\n")
        assert terminal.end() == 0


def test_a_terminal_that_cannot_move_its_cursor_gets_lines() -> None:
    with Terminal("drill", "--count", "1", TERM="dumb") as terminal:
        terminal.until("Answer")


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
