"""Parts of the app in a notebook, by the messages of their page."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from certlab import widgets
from certlab.course import Course, load
from certlab.course.items import ASKABLE
from certlab.course.notebook import canonical
from certlab.errors import CourseError
from certlab.study.answers import Answer, new_ulid, stamp, to_line
from certlab.study.example import example, record, unrecorded
from certlab.study.history import History
from certlab.widgets import history_line, parts
from certlab.widgets.decks import Deck, Flashcards, Quiz
from certlab.widgets.exams import MockExam
from certlab.widgets.start import Start
from tests.widgets.conftest import Wire

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
NOTEBOOK = {
    "cells": [
        {
            "cell_type": "code",
            "execution_count": 1,
            "id": "drill",
            "metadata": {},
            "outputs": [],
            "source": [
                'from certlab import widgets\n\nwidgets.quiz(shows="small-warp-size")'
            ],
        }
    ],
    "metadata": {"certlab": {"minutes": 15, "paths": ["C", "B"], "title": "Drill"}},
}


def ask(widget: Any, what: str, **more: Any) -> dict[str, Any]:
    """What Python replies to a page."""
    widget.comm = wire = Wire()
    widget._handle_custom_msg({"type": "ask", "id": "1", "what": what, **more}, [])
    (said,) = [one["content"] for one in wire.take() if "content" in one]
    assert (said.pop("type"), said.pop("id")) == ("reply", "1")
    json.dumps(said)  # or it could not be sent
    return dict(said)


@pytest.fixture
def quiz(bank: Course, history: History) -> Quiz:
    return Quiz(bank, history, ASKABLE, 10)


def line(item: str = "small-slices") -> str:
    row = {"at": stamp(NOON), "ulid": new_ulid(NOON)}
    return to_line(Answer(item, 1, "correct", 1.0, **row)) + "\n"


def test_rows_are_recorded_and_read_on_from_a_place(
    quiz: Quiz, history: History
) -> None:
    first = ask(quiz, "history", after="")
    assert (first["data"], first["size"]) == ("", 0)
    kept = ask(quiz, "record", lines=line())["lines"]
    assert "small-slices" in kept
    (row,) = history.read().rows
    assert row.device in kept  # this workspace's name for itself
    second = ask(quiz, "history", after=first["place"])
    assert second["data"] == kept
    assert second["workspace"] == first["workspace"]
    assert ask(quiz, "history", after=second["place"])["data"] == ""
    assert ask(quiz, "record", lines=line().replace(row.item, "other"))["lines"]


def test_a_row_that_was_sent_twice_is_kept_once(quiz: Quiz, history: History) -> None:
    sent = line()
    for _ in range(2):
        ask(quiz, "record", lines=sent)
    assert len(history.read().rows) == 1


def test_what_cannot_be_recorded_is_said_and_nothing_is_lost(
    quiz: Quiz, history: History, full_disk: Callable[[bool], None]
) -> None:
    assert ask(quiz, "record", lines="{")["refused"].startswith("Line 1 ")
    assert not history.path.exists()
    full_disk(True)
    assert "was not recorded" in ask(quiz, "record", lines=line())["refused"]
    full_disk(False)
    ask(quiz, "record", lines=line())
    assert len(history.read().rows) == 1


@pytest.mark.parametrize(
    "message", [{}, {"type": "ask", "what": "dance"}, {"type": "dance"}], ids=str
)
def test_a_message_that_fits_nothing_is_passed_over(
    quiz: Quiz, message: dict[str, Any]
) -> None:
    quiz.comm = wire = Wire()
    quiz._handle_custom_msg(message, [])
    assert wire.take() == []


def test_lines_the_history_cannot_read_are_told(quiz: Quiz, history: History) -> None:
    history.path.parent.mkdir()
    history.path.write_text('{"schema": 1, "it', "utf-8")
    says = ["history.jsonl, line 1 is torn or corrupt; it is kept and skipped."]
    assert ask(quiz, "questions", exam="")["notes"] == says


def asked(found: dict[str, Any]) -> set[str]:
    return {row["item"] for one in found["banks"] for row in one["items"]}


def test_the_questions_are_those_of_the_exam_that_is_planned(
    bank: Course, history: History
) -> None:
    def found(planned: str, **chosen: Any) -> tuple[str, set[str]]:
        reply = ask(
            Quiz(bank, history, ASKABLE, 10, **chosen), "questions", exam=planned
        )
        return reply["title"], asked(reply)

    every = found("")
    assert every[0] == "all modules"
    served = {
        id
        for id, item in bank.items.items()
        if any(one.startswith("nca-test.") for one in (item.objective, *item.also))
    }
    exam = found("nca-test")
    assert exam == ("NCA-TEST", every[1] & served)
    assert found("ncp-none") == every  # nothing is to ask of it
    assert found("ncp-none", module="small")[0] == "Small"
    named = found("ncp-none", module="small", exam="NCA-TEST")
    assert named == ("Small for NCA-TEST", exam[1])


def test_what_is_not_there_is_refused_by_the_call(
    bank: Course, history: History, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for chosen in ({"module": "none"}, {"exam": "nca-none"}):
        with pytest.raises(CourseError, match="There is no "):
            Quiz(bank, history, ASKABLE, 10, **chosen)
    monkeypatch.setattr(parts, "load", lambda **_: bank)
    with pytest.raises(CourseError, match="shows='none': there is no such question"):
        widgets.quiz(shows="none", workspace=tmp_path)


def test_one_call_makes_a_part_of_the_workspace(
    bank: Course, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(parts, "load", lambda **_: bank)
    made: list[Deck] = [
        widgets.quiz(module="small", count=2, workspace=tmp_path),
        widgets.flashcards(exam="NCA-TEST", workspace=tmp_path),
    ]
    for one in made:
        ask(one, "record", lines=line())
        assert one.surface == "lab"
    assert (tmp_path / "history.jsonl").exists()
    assert (made[0].count, made[0].kinds) == (2, [k for k in ASKABLE if k != "card"])
    assert (made[1].count, made[1].kinds) == (20, ["card"])
    assert isinstance(made[1], Flashcards)


def test_a_notebook_keeps_the_view_and_a_question(
    bank: Course, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(parts, "load", lambda **_: bank)
    widget = widgets.quiz(shows="small-slices", workspace=tmp_path)
    bundle = widget._repr_mimebundle_()
    assert bundle is not None
    assert bundle[0]["application/vnd.jupyter.widget-view+json"]["model_id"]
    head, empty, stem, *options = bundle[0]["text/plain"].splitlines()
    assert (head, empty) == ("Quiz: run this cell to answer.", "")
    assert stem.startswith("Choose one. A GPU has seven compute slices")
    assert len(options) == 4
    assert options[0].startswith("  1. ")
    card = example(bank, "Flashcards", "small-card")
    assert card.endswith("A card. Threads in a warp?")


def test_check_finds_and_records_a_stored_question_that_is_another(
    small: Path, bank: Course
) -> None:
    assert unrecorded(bank) == []
    path = small / "quizzes" / "drill.ipynb"
    path.write_text(canonical(NOTEBOOK), "utf-8")
    course = load(small)
    (problem,) = unrecorded(course)
    assert str(problem).startswith("quizzes/drill.ipynb: drill: its stored output is ")
    assert record(course) == ["quizzes/drill.ipynb"]
    assert unrecorded(course) == []
    assert record(course) == []
    (cell,) = json.loads(path.read_text("utf-8"))["cells"]
    says = "".join(cell["outputs"][0]["data"]["text/plain"])
    assert says == example(course, "Quiz", "small-warp-size")


def test_a_mock_exam_has_each_bank_with_what_is_kept_for_exams(
    bank: Course, history: History
) -> None:
    widget = MockExam(bank, history, shown="Mock exam")
    plans = ask(widget, "exams")["plans"]
    assert [one["exam"] for one in plans] == list(bank.certifications)
    found = ask(widget, "bank", module="small")["bank"]["items"]
    assert found
    assert "card" not in {one["kind"] for one in found}
    assert repr(widget) == "Mock exam"


def test_the_start_page_plans_and_asks_of_the_exam(
    bank: Course, history: History
) -> None:
    widget = Start(bank, history)
    assert ask(widget, "today", known=True) == {}
    assert ask(widget, "today")["phase"] == "goal"
    sent = {"exam": "nca-test", "day": "2020-01-01", "minutes": 20}
    assert "has passed" in ask(widget, "today", sent=sent)["refused"]
    assert not history.path.exists()
    assert asked(ask(widget, "banks", exam="nca-test"))


def test_what_is_recorded_is_said_in_two_sentences(
    bank: Course, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_line, "load", lambda **_: bank)
    home, now = history.path.parent, datetime.now(UTC)
    assert widgets.recorded(home).startswith("Nothing is recorded yet.")
    assert widgets.recorded(home, lang="zh_TW").startswith("還沒有任何記錄。")
    history.append(Answer("small-slices", 1, "wrong", 0.0), now)
    one = now.astimezone() + timedelta(days=1)
    day = f"on {one:%A} {one.day} {one:%B %Y}"
    says = f"1 answer recorded, 0 of them right. Next due: 1 item {day}."
    assert repr(widgets.recorded(home)) == says
