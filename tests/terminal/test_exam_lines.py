"""A mock exam in plain lines, and the command in a real terminal."""

import json
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from certlab.course import Course, load
from certlab.study.exams import Report, begin, blueprint, reports, unfinished
from certlab.study.history import History
from certlab.study.questions import Question
from certlab.terminal.exam import _head
from certlab.terminal.exam_lines import sit
from certlab.terminal.exam_request import ExamRequest
from tests.command_line import certlab
from tests.study.exams.papers_course import EXAM, carrying
from tests.study.exams.test_sitting import Clock
from tests.terminal.real import Terminal
from tests.terminal.test_drill import Desk

SEED = 7


@pytest.fixture
def whole(unfilled: Course) -> Course:
    """So many questions whatever the course comes to hold, and an exam without any."""
    return unfilled


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "history.jsonl")


@pytest.fixture
def sat(
    whole: Course, history: History, clock: Clock
) -> Callable[..., tuple[str, Report | None]]:
    """What was said to these lines, and the report."""

    def run(*lines: str, **asked: Any) -> tuple[str, Report | None]:
        request = ExamRequest(
            blueprint(whole, "nca-aiio"), **{"seed": SEED, "time": "1", **asked}
        )
        desk = Desk(*lines)
        report = sit(whole, history, request, desk.ask, desk.say, clock)
        return desk.read, report

    return run


def line(question: Question) -> str:
    """What to type for a right answer."""
    show, says = question.show, question.feedback
    match question.kind:
        case "single" | "multi":
            ids = [one["id"] for one in show["options"]]
            return " ".join(str(ids.index(id) + 1) for id in says["correct"])
        case "order":
            ids = [one["id"] for one in show["steps"]]
            return " ".join(str(ids.index(id) + 1) for id in says["order"])
        case "match":
            ids = [one["id"] for one in show["right"]]
            pairs = [ids.index(says["pairs"][one["id"]]) for one in show["left"]]
            return " ".join(f"{n}{'abcdefgh'[one]}" for n, one in enumerate(pairs, 1))
        case "cloze":
            return "; ".join(says["accepted"][gap["id"]][0] for gap in show["gaps"])
        case _:
            return str(says["answer"])


@pytest.fixture
def rights(whole: Course, tmp_path: Path) -> list[str]:
    """The right lines of the paper, in its order."""
    other = begin(whole, History(tmp_path / "other.jsonl"), "nca-aiio", seed=SEED)
    return [line(one) for one in other.questions]


def test_a_whole_exam_in_lines(
    sat: Callable[..., tuple[str, Report | None]],
    rights: list[str],
    whole: Course,
    history: History,
    clock: Clock,
) -> None:
    said, report = sat(*rights, "submit", "y", "")
    assert "question 1 of 27 · 33:00 left" in said
    assert said.count("Saved.") == 27
    assert "Every question is answered." in said
    before_the_end = said[: said.index("Hand in now?")]
    assert "Right" not in before_the_end
    assert "Wrong" not in before_the_end
    assert "100 %: 27 of 27 right, 0 wrong, 0 unanswered." in said
    assert "NVIDIA publishes no pass mark" in said
    assert report is not None
    assert [one.as_dict() for one in reports(whole, history, clock)] == [
        report.as_dict()
    ]


def test_what_is_drawn_and_lacking_is_said_also_where_the_time_is_given(
    sat: Callable[..., tuple[str, Report | None]],
) -> None:
    said, _ = sat("q", time="1")
    first, *notes = " ".join(said.split("The time starts")[0].split()).split(": ", 2)
    assert first == "NCA-AIIO AI Infrastructure and Operations"
    text = ": ".join(notes)
    assert text.startswith("part-paper, 27 of 117 questions. This is a part-paper, ")
    assert "for 42 % of this exam: objectives 2.1, 3.3." in text
    assert "objective 3.1 (1 of 7)" in text


def test_the_head_of_a_question_gives_nothing_away(
    sat: Callable[..., tuple[str, Report | None]], rights: list[str]
) -> None:
    """Its number and the time; where it is from stands in the report."""
    said, _ = sat(*rights, "submit", "y", "a", "")
    asked, reviewed = said.split("Hand in now?")
    heads = [line for line in asked.splitlines() if line.startswith("---")]
    assert len(heads) >= 27
    for head in heads:
        assert re.fullmatch(r"--- question \d+ of 27 · [\d:]+ left", head), head
    heads = [line for line in reviewed.splitlines() if line.startswith("---")]
    assert all(
        re.match(r"--- .+ · .+ · (recall|apply|analyse) · ", one) for one in heads
    )


def test_the_time_of_the_questions_beside_labs_is_told(
    whole: Course, history: History, clock: Clock
) -> None:
    desk = Desk("q")
    request = ExamRequest(blueprint(whole, "NCP-AIOL"), SEED, time="1")
    sit(whole, history, request, desk.ask, desk.say, clock)
    text = " ".join(desk.read.split())
    assert text.startswith("NCP-AIO / NCP-AIOL AI Operations: part-paper, ")
    assert "Its 120 minutes are for both. Its 30 questions have 45 of them here" in text
    assert "about 25 minutes to each lab" in text


def test_it_is_walked_flagged_left_and_gone_on_with(
    sat: Callable[..., tuple[str, Report | None]], rights: list[str], clock: Clock
) -> None:
    said, report = sat("n", "p", "f", "9 9", rights[0], "go 27", "n", "q")
    assert report is None
    assert "Flagged." in said
    assert "Nothing was saved." in said
    assert "   1  answered, flagged:" in said
    assert "   2  not answered:" in said
    assert "   3  not seen:" in said
    assert "NCA-AIIO is not finished: 1 of 27 answered, 33:00 left." in said
    clock.pass_(minutes=30)
    said, report = sat("y", "f", "submit", "n", "submit", "y", "w")
    assert "1 of 27 answered, 3:00 left." in said
    assert "You have answered this; a new answer replaces it.\n  Flagged." in said
    assert "26 questions have no answer and will count as wrong: 2, 3," in said
    assert "1 of 27 right, 0 wrong, 26 unanswered." in said
    assert said.count("Not answered.") == 26
    assert report is not None
    assert report.right == 1


def test_an_answer_that_looks_like_a_command_is_typed_after_a_sign(
    whole: Course, history: History, clock: Clock
) -> None:
    sitting = begin(whole, history, "ncp-aii", seed=SEED, now=clock)
    place = next(n for n, one in enumerate(sitting.questions) if one.kind == "command")
    desk = Desk(f"go {place + 1}", "= submit", "q")
    sit(whole, history, None, desk.ask, desk.say, clock)
    found = unfinished(whole, history, now=clock)
    assert found is not None  # it was not handed in
    assert "does not know `submit`" in desk.read


def test_the_review_says_why_a_line_could_not_be_judged(
    whole: Course, history: History, clock: Clock
) -> None:
    sitting = begin(whole, history, "ncp-aii", seed=SEED, now=clock)
    place = next(n for n, one in enumerate(sitting.questions) if one.kind == "command")
    sitting.respond(place, "nobody-knows")  # on a page, which keeps it
    desk = Desk("submit", "y", "w")
    sit(whole, history, None, desk.ask, desk.say, clock)
    said = " ".join(desk.read.split())
    assert "Not answered. This question does not know `nobody-knows`" in said


def test_an_answer_after_the_deadline_does_not_count(
    whole: Course, history: History, clock: Clock, rights: list[str]
) -> None:
    desk = Desk(rights[0], rights[1], "")

    def ask(prompt: str) -> str:
        if "question 2 of" in desk.read:
            clock.pass_(hours=1)
        return desk.ask(prompt)

    request = ExamRequest(blueprint(whole, "nca-aiio"), SEED, time="1")
    report = sit(whole, history, request, ask, desk.say, clock)
    assert "The time is up." in desk.read
    assert desk.read.count("Saved.") == 1
    assert report is not None
    assert (report.right, report.unanswered) == (1, 26)


def test_the_time_left_is_said(whole: Course, history: History, clock: Clock) -> None:
    desk = Desk("n", "n", "n", "q")

    def ask(prompt: str) -> str:
        clock.pass_(minutes=11)
        return desk.ask(prompt)

    request = ExamRequest(blueprint(whole, "nca-aiio"), SEED, time="1")
    sit(whole, history, request, ask, desk.say, clock)
    assert "10 minutes left." not in desk.read[: desk.read.index("question 3 of")]
    assert "10 minutes left." not in desk.read
    assert "The time is up." in desk.read


def test_the_time_is_asked_for_before_the_start(
    sat: Callable[..., tuple[str, Report | None]], history: History
) -> None:
    said, _ = sat("3", "untimed", "q", time=None)
    assert "There is no time 3; use one of 1, 1.5, 2, untimed." in said
    assert "no time limit" in said
    assert "Too few questions could be drawn for objective" in said
    (row,) = [row for row in history.read().rows if row.outcome == "begun"]
    assert row.response["deadline"] is None


def test_what_was_wrong_is_asked_again(
    sat: Callable[..., tuple[str, Report | None]], whole: Course, tmp_path: Path
) -> None:
    other = History(tmp_path / "short.jsonl")
    first = begin(whole, other, "nca-aiio", seed=SEED, count=3).questions[0]
    said, _ = sat(line(first), "submit", "y", "r", "q", count=3)
    assert "2 items:" in said
    assert "Nothing was answered." in said


def test_a_full_disk_says_so_and_goes_on(
    sat: Callable[..., tuple[str, Report | None]],
    rights: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refused, write = [], os.write

    def refuse_once(file: int, data: Any) -> int:
        if b'"given"' in bytes(data) and not refused:
            refused.append(bytes(data))
            raise OSError(28, "No space left on device")
        return write(file, data)

    monkeypatch.setattr("certlab.study.history.os.write", refuse_once)
    said, report = sat(rights[0], rights[0], "submit", "y", "")
    assert "No space left on device" in said
    assert report is not None
    assert report.right == 1


@pytest.mark.parametrize("text", ["\x1b]0;title\x07", "bell\x07", "\x9b31m"])
def test_no_text_of_a_bank_moves_the_cursor(text: str) -> None:
    from certlab.terminal.question_lines import wrapped

    assert all(one.isprintable() for one in wrapped(f"before {text} after"))


def workspace() -> History:
    return History(Path(os.environ["CERTLAB_WORKSPACE"]) / "history.jsonl")


def test_the_command_prints_its_report_as_json(
    whole: Course, taught: Callable[[Course], None], tmp_path: Path
) -> None:
    taught(whole)
    sitting = begin(whole, History(tmp_path / "other"), "nca-aiio", seed=SEED)
    words = ["exam", "nca-aiio", "--seed", "7", "--time", "untimed", "--json"]
    right = line(sitting.questions[0])
    run = certlab(*words, lines=f"{right}\nsubmit\ny\n\n")
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert (found["code"], found["seed"], found["right"]) == ("NCA-AIIO", 7, 1)
    assert len(found["rows"]) == len(sitting.questions)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["exam"], 1, "No exam is unfinished; name one to begin: NCA-AIIO, "),
        (["exam", "nca-none"], 1, "There is no exam nca-none; choose one of "),
        (["exam", "ncp-bare", "--time", "1"], 1, "NCP-BARE: no question can be drawn"),
        (
            ["exam", "nca-aiio", "--time", "1", "--count", "118"],
            1,
            "118 questions: NCA-AIIO has at most 117; give 1 to 117.",
        ),
        (["exam", "nca-aiio", "--time", "3"], 2, "--time"),
        (["exam", "nca-aiio", "--seed", "-1"], 2, "--seed"),
    ],
)
def test_what_can_be_mended_is_one_sentence(
    words: list[str],
    code: int,
    says: str,
    whole: Course,
    taught: Callable[[Course], None],
) -> None:
    taught(whole)
    run = certlab(*words)
    assert run.returncode == code
    assert says in run.stderr
    if code == 1:
        assert run.stderr.startswith("certlab: ")


def opening(course: Course, folder: Path) -> str:
    """A seed whose first two questions are answered by one key."""
    for seed in map(str, range(100)):
        history = History(folder / seed)
        sitting = begin(course, history, "nca-aiio", seed=int(seed), count=27)
        if all(one.kind == "single" for one in sitting.questions[:2]):
            return seed
    raise AssertionError("no such seed")


def test_killed_in_a_real_terminal_and_gone_on_with(tmp_path: Path) -> None:
    whole = load()
    size = ("--seed", opening(whole, tmp_path), "--count", "27", "--minutes", "33")
    began = time.monotonic()
    with Terminal("exam", "nca-aiio", *size, "--time", "2") as terminal:
        terminal.until("twice as long")
        terminal.type("\r")
        terminal.until("question 1 of 27")
        terminal.type("1")
        while b'"given"' not in workspace().path.read_bytes():
            terminal.wait()
        found = unfinished(whole, workspace())
        assert found is not None
        responses = found.responses
        assert len(responses) == 1
        terminal.process.kill()  # no time to tidy up
        terminal.process.wait()
    with Terminal("exam") as terminal:
        terminal.until("NCA-AIIO is not finished: 1 of 27 answered, 1:0")
        terminal.type("\r")
        terminal.until("question 2 of 27")
        terminal.type("m")
        terminal.until("not answered")
        terminal.type("s")
        terminal.until("Hand in now?")
        terminal.type("y")
        terminal.until("NVIDIA publishes no pass mark")
        terminal.type("q")
        assert terminal.end() == 0
        assert "NCA-AIIO: " in terminal.text()
    (report,) = reports(whole, workspace())
    assert report.sitting.responses == responses
    assert report.minutes <= 1 + (time.monotonic() - began) / 60


def test_one_of_three_papers_is_chosen_and_marked_once_done(
    fixed: Course, history: History, clock: Clock
) -> None:
    course = carrying(fixed)
    request = ExamRequest(blueprint(course, EXAM), time="1")

    def run(*lines: str) -> tuple[str, Report | None]:
        desk = Desk(*lines)
        report = sit(course, history, request, desk.ask, desk.say, clock)
        return desk.read, report

    said, report = run("4", "2", "submit", "y", "")
    assert "There is no paper 4; use one of 1, 2, 3, random." in said
    assert "a random one, which shares questions with the papers" in said
    assert "Paper: 2." in said
    assert report is not None
    assert report.sitting.paper.number == 2
    said, report = run("", "submit", "y", "")
    assert "paper 2, done: 0 %" in said
    assert report is not None
    assert report.sitting.paper.number == 1  # the first that was not sat yet
    said, report = run("random", "submit", "y", "")
    assert report is not None
    assert report.sitting.paper.number == 0
    run("3", "submit", "y", "")
    said, report = run("", "submit", "y", "")  # all of them were sat
    assert "Enter means random" in said
    assert report is not None
    assert report.sitting.paper.number == 0


@pytest.mark.parametrize("lines", [(), ("1",)])
def test_input_that_ends_before_the_exam_begins_is_one_sentence(
    fixed: Course,
    taught: Callable[[Course], None],
    tmp_path: Path,
    lines: tuple[str, ...],
) -> None:
    taught(carrying(fixed))
    typed = "".join(f"{line}\n" for line in lines)
    words = ("exam", EXAM, "--plain", "--workspace", str(tmp_path))
    found = certlab(*words, lines=typed)
    assert found.returncode != 0
    assert found.stderr.startswith("certlab: No exam has begun, because")
    assert found.stderr.count(". ") == 0
    assert not (tmp_path / "history.jsonl").exists()


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("nca-aiio", "--paper", "x"), "Paper x: give a number from 1 to 3."),
        (("nca-aiio", "--paper", "-1"), "Paper -1: give a number from 1 to 3."),
        (("nca-aiio", "--paper", "0"), "Paper 0: NCA-AIIO has papers 1 to 3."),
        (("nca-aiio", "--paper", "4"), "Paper 4: NCA-AIIO has papers 1 to 3."),
        (("ncp-aio", "--paper", "1"), "Paper 1: NCP-AIO has no papers yet"),
        (("--paper", "1"), "Paper 1: name the exam too"),
        (("nca-aiio", "--paper", "1", "--seed", "7"), "Paper 1 has its own questions"),
    ],
)
def test_a_paper_that_is_not_there_is_one_sentence(
    fixed: Course,
    taught: Callable[[Course], None],
    tmp_path: Path,
    asked: tuple[str, ...],
    says: str,
) -> None:
    taught(carrying(fixed))
    found = certlab("exam", *asked, "--plain", "--workspace", str(tmp_path))
    assert found.returncode != 0
    said = found.stderr
    assert says in " ".join(said.split())
    assert said.count(". ") == 0, "one sentence"


def test_the_map_says_a_question_without_what_it_shows() -> None:
    ask = "A job is slow:\n\n```text\n21 %\n```\n\nWhat do you do?"
    question = Question("an-item", 1, "single", 0, {"ask": ask}, {}, {})
    assert _head(question) == "A job is slow: What do you do?"
