"""The drill as somebody at a keyboard meets it."""

import json
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.study.history import History
from certlab.study.questions import compile_item
from certlab.study.session import Session
from certlab.terminal.drill import Drill
from certlab.terminal.question_lines import due_words, wrapped
from tests.command_line import certlab


class Desk:
    """Somebody who types given lines, and reads what comes back."""

    def __init__(self, *lines: str) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.read = ""

    def ask(self, prompt: str) -> str:
        self.read += prompt
        for line in self.lines:
            self.read += line + "\n"
            return line
        raise EOFError

    def say(self, line: str) -> None:
        self.read += line + "\n"


def sit(
    course: Course, folder: Path, *lines: str, **options: object
) -> tuple[Desk, Drill]:
    history = History(folder / "history.jsonl")
    session = Session(course, history, surface="terminal", seed=0, **options)  # type: ignore[arg-type]  # each test passes its own
    desk = Desk(*lines)
    drill = Drill(session, desk.ask, desk.say)
    drill.run()
    return desk, drill


def place(course: Course, folder: Path, id: str, *options: str) -> str:
    """What to type for some options of an item, in the order shown."""
    session = Session(course, History(folder / "none.jsonl"), seed=0, count=99)
    question = next(one for one in session.questions if one.item == id)
    shown = [one["id"] for one in question.show["options"]]
    return " ".join(str(shown.index(option) + 1) for option in options)


def test_a_whole_drill(course: Course, tmp_path: Path) -> None:
    right = place(course, tmp_path, "small-warp-size", "thirty-two")
    both = place(course, tmp_path, "small-memories", "shared", "barrier")
    answer = {"1,000": "4", "2,000": "8 blocks"}
    session = Session(course, History(tmp_path / "none.jsonl"), seed=0)
    blocks = answer[session.questions[1].show["given"][0]["value"]]
    desk, drill = sit(course, tmp_path, f"{right}?", blocks, both, "", "y")
    assert "4 items: 4 new." in desk.read
    assert "--- Small · NCA-TEST 1.1 · recall · 1 of 4" in desk.read
    assert desk.read.count("Right.") == 4
    assert "4 right of 4." in desk.read
    assert "Source: A guide, NVIDIA, tier A" in desk.read
    assert "Read: Warps" in desk.read
    rows = History(tmp_path / "history.jsonl").read().answers
    assert [row.outcome for row in rows] == ["correct"] * 4
    assert rows[0].confidence == "unsure"
    assert rows[0].surface == "terminal"
    assert drill.summary.stopped is False


def test_a_wrong_answer_says_why_and_may_be_asked_again(
    course: Course, tmp_path: Path
) -> None:
    wrong = place(course, tmp_path, "small-warp-size", "sixteen")
    desk, drill = sit(course, tmp_path, wrong, "y", wrong, "n", count=1)
    assert "your choice: 16 threads. That is half of it." in desk.read
    assert "right answer: 32 threads. It has not changed." in desk.read
    assert "Ask the 1 wrong again now?" in desk.read
    assert drill.summary.asked == 2


def test_what_was_wrong_comes_again_at_the_end(course: Course, tmp_path: Path) -> None:
    wrong = place(course, tmp_path, "small-warp-size", "sixteen")
    right = place(course, tmp_path, "small-warp-size", "thirty-two")
    both = place(course, tmp_path, "small-memories", "shared", "barrier")
    lines = (wrong, "1", both, "", "y", right, "1", "n")
    desk, drill = sit(course, tmp_path, *lines)
    assert desk.read.count("1 item that was wrong comes again.") == 2
    assert "recall · again: 2 at most" in desk.read
    assert "2 right of 4. Asked again: 1 right of 2." in desk.read
    assert "Ask the 1 wrong again now?" in desk.read  # the one that still is
    summary = drill.summary
    assert (summary.asked, summary.right, summary.wrong) == (4, 2, ["small-blocks"])
    assert (summary.repeats, summary.repeats_right) == (2, 1)


@pytest.mark.parametrize("line", ["0", "9", "x", "", "1 2", "-1"])
def test_what_makes_no_sense_costs_nothing(
    course: Course, tmp_path: Path, line: str
) -> None:
    desk, drill = sit(course, tmp_path, line, count=1)
    assert "Nothing was recorded." in desk.read
    assert (drill.summary.asked, drill.summary.stopped) == (0, True)
    assert not (tmp_path / "history.jsonl").exists()


def test_q_stops_and_what_was_answered_stays(course: Course, tmp_path: Path) -> None:
    right = place(course, tmp_path, "small-warp-size", "thirty-two")
    desk, drill = sit(course, tmp_path, right, "q")
    assert drill.summary.stopped
    assert "1 right of 1." in desk.read
    assert len(History(tmp_path / "history.jsonl").read().answers) == 1
    desk, _ = sit(course, tmp_path, "q")
    assert "4 items: 3 new, 1 ahead." in desk.read


def test_a_trap_is_named(course: Course, tmp_path: Path) -> None:
    right = place(course, tmp_path, "small-warp-size", "thirty-two")
    session = Session(course, History(tmp_path / "none.jsonl"), seed=0)
    below = session.questions[1].key["answer"] - 1
    desk, _ = sit(course, tmp_path, right, f"{below}", "q")
    assert "Wrong. Rounded down." in desk.read


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_asks_again(course: Course, tmp_path: Path) -> None:
    right = place(course, tmp_path, "small-warp-size", "thirty-two")
    desk, drill = sit(course, tmp_path, right, right, count=1)
    assert desk.read.count("the answer was not recorded (No space left") == 2
    assert drill.summary.asked == 0


def test_minutes_end_it_before_a_new_question(course: Course, tmp_path: Path) -> None:
    ticks = iter([0.0, 30.0, 31.0, 40.0, 61.0])
    session = Session(course, History(tmp_path / "history.jsonl"), seed=0)
    right = place(course, tmp_path, "small-warp-size", "thirty-two")
    desk = Desk(right)
    drill = Drill(session, desk.ask, desk.say, 1, lambda: next(ticks))
    assert drill.run().asked == 1
    assert "1 minutes are up." in desk.read


@pytest.mark.parametrize(
    ("due", "words"),
    [
        (date(2026, 11, 21), "today, Saturday 21 November"),
        (date(2026, 11, 22), "tomorrow, Sunday 22 November"),
        (date(2026, 11, 24), "in 3 days, Tuesday 24 November"),
        (date(2027, 1, 3), "in 43 days, Sunday 3 January 2027"),
    ],
)
def test_due_words(due: date, words: str) -> None:
    assert due_words(due, date(2026, 11, 21)) == words


def test_the_command_drills_and_goes_on(
    course: Course, taught: Callable[[Course], None]
) -> None:
    taught(course)
    first = certlab("drill", "--count", "1", "--json", lines="1\n" * 9)
    assert first.returncode == 0, first.stderr
    assert json.loads(first.stdout)["asked"] >= 1
    again = certlab("drill", "--count", "5000", lines="q\n")
    assert f"{len([1])} ahead" in again.stdout


def test_the_command_names_what_is_not_there(
    course: Course, taught: Callable[[Course], None]
) -> None:
    taught(course)
    run = certlab("drill", "--exam", "NCA-NONE")
    assert run.returncode == 1
    assert run.stderr.startswith("certlab: There is no exam NCA-NONE; choose one of ")
    assert run.stderr.count("\n") == 1


def test_formulas_are_said_and_fenced_lines_kept(whole: Course) -> None:
    item = whole.items["cuda-matmul-intensity"]
    told = wrapped(compile_item(whole, item, 0).feedback["explain"])
    assert "The intensity (2 n^3) / (3 n^2 e) = (2 n) / (3 e) grows" in told
    fenced = wrapped("Here:\n```sh\n$ ls\n  two\x1b[2J\n```\nWhat?", "  ")
    assert fenced == "  Here:\n      $ ls\n        two\ufffd[2J\n  What?"
