"""The Python side: what a browser gets, and that recording comes first."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from certlab import widgets
from certlab.course import Course
from certlab.study.history import History
from certlab.study.session import Session
from certlab.widgets.views import Flashcards, Quiz

Start = Callable[..., Session]


def tell(widget: Any, type: str, **message: Any) -> None:
    """A message as the browser sends it."""
    widget._handle_custom_msg({"type": type, "round": widget.round, **message}, [])


def answer(widget: Any, index: int, response: object, **more: Any) -> None:
    tell(widget, "answer", index=index, response=response, **more)


def rows(session: Session) -> list[tuple[str, str]]:
    return [(one.item, one.outcome) for one in session.history.read().answers]


def test_no_key_and_no_reason_leaves_before_the_answer(start: Start) -> None:
    widget = Quiz(start("small-slices", "small-rate"))
    state = json.dumps({k: v for k, v in widget.get_state().items() if k[0] != "_"})
    assert "compute slices" in state
    for secret in ("has not changed", "legal start", "989.4", "correct", "factors"):
        assert secret not in state


def test_the_state_shows_an_answer_once_it_is_on_disk(
    start: Start, listen: Any
) -> None:
    session = start("small-slices")
    widget, seen = Quiz(session), []
    widget.observe(lambda _: seen.append(rows(session)), "answers")
    answer(widget, 0, "four-two-one", confidence="sure", milliseconds=1200)
    assert seen == [[("small-slices", "correct")]]
    shown = widget.answers["0"]
    verdict = {"outcome": "correct", "score": 1.0, "say": "", "parts": {}}
    assert shown["verdict"] == verdict
    assert "legal start" in shown["feedback"]["whys"]["four-two-one"]
    (kept,) = session.history.read().answers
    assert (kept.confidence, kept.milliseconds, kept.surface) == ("sure", 1200, "lab")


def test_the_second_answer_to_a_question_changes_nothing(start: Start) -> None:
    session = start("small-slices")
    widget = Quiz(session)
    answer(widget, 0, "four-four")
    answer(widget, 0, "four-two-one")
    assert rows(session) == [("small-slices", "wrong")]
    assert widget.answers["0"]["response"] == "four-four"


def test_a_full_disk_is_told_and_the_question_stays_open(
    start: Start, listen: Any, full_disk: Any
) -> None:
    session = start("small-slices")
    widget = Quiz(session)
    wire = listen(widget)
    full_disk(True)
    answer(widget, 0, "four-four")
    (said,) = wire.take()
    assert said["content"]["type"] == "refused"
    assert "was not recorded" in said["content"]["say"]
    assert widget.answers == {}
    full_disk(False)
    answer(widget, 0, "four-four")
    assert rows(session) == [("small-slices", "wrong")]


def test_what_is_no_answer_is_told_and_not_recorded(start: Start, listen: Any) -> None:
    session = start("small-rate")
    widget = Quiz(session)
    wire = listen(widget)
    answer(widget, 0, {"number": "many", "unit": "TFLOPS"})
    (said,) = wire.take()
    assert said["content"]["invalid"] is True
    assert said["content"]["say"].endswith("Nothing was recorded.")
    assert rows(session) == []


@pytest.mark.parametrize(
    "message",
    [
        {"type": "answer", "index": 7, "response": "a"},
        {"type": "answer", "index": "0", "response": "a"},
        {"type": "reveal", "index": -1},
        {"type": "again"},
        {"type": "dance"},
        {},
    ],
    ids=str,
)
def test_a_message_that_fits_nothing_is_passed_over(
    start: Start, message: dict[str, Any]
) -> None:
    session = start("small-slices")
    widget = Quiz(session)
    widget._handle_custom_msg({"round": 0, **message}, [])
    assert (rows(session), widget.answers, widget.revealed) == ([], {}, {})


def test_wrong_ones_are_asked_again_and_recorded_again(start: Start) -> None:
    session = start("small-slices", "small-memories")
    widget = Quiz(session)
    answer(widget, 0, "four-four")
    answer(widget, 1, ["barrier", "shared"])
    tell(widget, "again")
    assert [one["item"] for one in widget.questions] == ["small-slices"]
    assert (widget.round, widget.answers, widget.at) == (1, {}, 0)
    widget._handle_custom_msg(
        {"type": "answer", "round": 0, "index": 0, "response": "four-two-one"}, []
    )
    assert widget.answers == {}, "a message of the round before came too late"
    answer(widget, 0, "four-two-one")
    wanted = [("small-slices", "wrong"), ("small-memories", "correct")]
    assert rows(session) == [*wanted, ("small-slices", "correct")]


def test_a_back_is_sent_when_it_is_asked_for(start: Start) -> None:
    widget = Flashcards(start("small-card", "small-card-two"))
    assert "32 threads" not in json.dumps(widget.questions)
    tell(widget, "reveal", index=0)
    assert widget.revealed["0"]["back"] == "32 threads"
    assert list(widget.revealed) == ["0"]


def test_the_text_of_a_widget_is_the_same_in_each_run(start: Start) -> None:
    first, second = (
        Quiz(start("small-slices"), title="Small"),
        Quiz(start("small-slices"), title="Small"),
    )
    assert repr(first) == repr(second)
    assert repr(first) == (
        "Quiz: 1 item from Small, 0 answered\n"
        "1. A GPU has seven compute slices and eight memory slices. "
        "Which set of instances fits on it?"
    )
    answer(first, 0, "four-four")
    assert "1 answered" in repr(first)


def test_a_notebook_gets_the_view_and_the_text(start: Start) -> None:
    widget = Quiz(start("small-slices"))
    bundle = widget._repr_mimebundle_()
    assert bundle is not None
    data, _ = bundle
    assert data["text/plain"] == f"{widget!r}\nRun this cell to answer."
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"]


def test_lines_the_history_cannot_read_are_told(bank: Course, tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    path.write_text('{"schema": 1, "it', "utf-8")
    widget = Quiz(Session(bank, History(path)))
    assert widget.notes == [
        "history.jsonl, line 1 is torn or corrupt; it is kept and skipped."
    ]


def test_what_is_recorded_is_said_in_two_sentences(
    start: Start, bank: Course, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("certlab.widgets.drill.load", lambda **_: bank)
    home = tmp_path / "workspace"
    assert widgets.recorded(home).startswith("Nothing is recorded yet.")
    now = datetime.now(UTC)
    session = start("small-slices", "small-memories", now=now)
    session.answer(session.questions[0], "four-four")
    one = now.astimezone() + timedelta(days=1)
    day = f"on {one:%A} {one.day} {one:%B %Y}"
    assert (
        widgets.recorded(home)
        == f"1 answer recorded, 0 of them right. Next due: 1 item {day}."
    )
    session.answer(session.questions[1], ["shared", "barrier"])
    assert (
        widgets.recorded(home)
        == f"2 answers recorded, 1 of them right. Next due: 1 item {day}."
    )


def test_one_call_makes_a_widget_of_the_workspace(
    bank: Course, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("certlab.widgets.drill.load", lambda **_: bank)
    drill = widgets.quiz(module="small", count=2)
    assert (drill.title, len(drill.questions)) == ("Small", 2)
    answer(drill, 0, "thirty-two")
    assert (tmp_path / "workspace" / "history.jsonl").exists()
    cards = widgets.flashcards(module="small", exam="NCA-TEST")
    assert cards.title == "Small for NCA-TEST"
    assert {one["kind"] for one in cards.questions} == {"card"}


FOUR = ("small-slices", "small-hostile", "small-warp-size", "small-card")


def first_wrong(widget: Any) -> None:
    """The first of four wrong, the others right."""
    answer(widget, 0, "four-four")
    for index, question in enumerate(widget._asked[1:], 1):
        correct = question.key.get("correct", ["known"])
        answer(widget, index, correct[0])


def test_what_was_wrong_comes_again_at_the_end_of_the_set(start: Start) -> None:
    session = start(*FOUR)
    widget = Quiz(session)
    first_wrong(widget)
    assert [one["item"] for one in widget.questions] == [*FOUR, FOUR[0]]
    assert [bool(one.get("again")) for one in widget.questions] == [False] * 4 + [True]
    answer(widget, 4, "four-two-one")
    assert len(widget.questions) == 5
    kept = session.history.read().answers
    assert [one.mode for one in kept] == ["drill"] * 4 + ["repeat"]
    tell(widget, "again")
    assert widget.round == 0  # it was right since: nothing is left to ask
    assert len(session.questions) == 4


def test_what_is_still_wrong_is_asked_once_however_often_it_was(start: Start) -> None:
    widget = Quiz(start(*FOUR))
    first_wrong(widget)
    answer(widget, 4, "four-four")
    tell(widget, "again")
    assert widget.round == 1
    assert [one["item"] for one in widget.questions] == [FOUR[0]]


def test_a_repeat_is_not_needed_once_the_card_was_taken_back(start: Start) -> None:
    items = ("small-card-two", "small-slices", "small-warp-size", "small-hostile")
    widget = Flashcards(start(*items[1:], "small-card-two", "small-card"))
    for index, question in enumerate(widget._asked):
        answer(widget, index, question.key.get("correct", ["known"])[0])
    tell(widget, "undo", index=4)
    answer(widget, 4, "forgotten")
    assert len(widget.questions) == 5  # too fresh
    tell(widget, "undo", index=4)
    tell(widget, "undo", index=3)
    answer(widget, 3, "forgotten")
    answer(widget, 4, "known")
    assert len(widget.questions) == 5
