"""What the widgets' Python says in another language."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from certlab.course import Course, load
from certlab.errors import CourseError
from certlab.study.history import FILE, History
from certlab.study.session import Session
from certlab.widgets import drill, flashcards, mig_board, quiz, recorded
from certlab.widgets.deck import Deck
from certlab.widgets.views import Quiz
from certlab.words import text

Start = Callable[..., Session]


@pytest.fixture(autouse=True)
def small_course(bank: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drill, "load", lambda **_: bank)


def test_a_widget_brings_the_words_of_its_language(tmp_path: Path) -> None:
    for draw in (quiz, flashcards):
        widget = draw("small", workspace=tmp_path, lang="zh_TW")
        assert isinstance(widget.words, dict)
        assert (widget.lang, widget.words) == ("zh-TW", text("zh_TW").page)
        english = draw("small", workspace=tmp_path)
        assert (english.lang, english.words) == ("en", {})
    titles = [("small", None), (None, "nca-test"), ("small", "nca-test"), (None, None)]
    told = [quiz(*one, workspace=tmp_path, lang="zh_TW").title for one in titles]
    assert told == ["Small", "NCA-TEST", "NCA-TEST 的 Small", "所有單元"]
    told = [quiz(*one, workspace=tmp_path).title for one in titles]
    assert told == ["Small", "NCA-TEST", "Small for NCA-TEST", "all modules"]


def test_the_setting_speaks_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CERTLAB_LANG", "zh_TW")
    assert quiz("small", workspace=tmp_path).lang == "zh-TW"
    assert mig_board().lang == "zh-TW"
    assert quiz("small", workspace=tmp_path, lang="en").lang == "en"


def test_an_unknown_language_is_refused(tmp_path: Path) -> None:
    calls: list[Callable[[], object]] = [
        lambda: quiz(workspace=tmp_path, lang="xx"),
        lambda: flashcards(workspace=tmp_path, lang="xx"),
        lambda: recorded(tmp_path, lang="xx"),
        lambda: mig_board(lang="xx"),
    ]
    for call in calls:
        with pytest.raises(CourseError, match="There is no language xx; there is en, "):
            call()


def test_what_is_recorded_is_told(start: Start, tmp_path: Path) -> None:
    workspace = tmp_path / "workspace"
    assert str(recorded(workspace, lang="zh_TW")).startswith("還沒有任何記錄。")
    session = start("small-card", "small-card-two")
    for question, response in zip(
        session.questions, ("known", "forgotten"), strict=True
    ):
        session.answer(question, response)
    rows = History(workspace / FILE).read().answers
    told = drill._recorded(rows, text("zh_TW"))
    assert told.startswith("已記錄 2 次作答，其中 1 次正確。 下次複習：")
    assert told.endswith("，共 1 題。")
    assert "星期" in told


def test_a_verdict_is_said_where_it_is_shown(start: Start, listen: Any) -> None:
    widget = Quiz(start("small-memories"), lang="zh_TW")
    wire = listen(widget)
    message = {"type": "answer", "round": 0, "index": 0, "response": ["shared"]}
    widget._receive(widget, message, None)
    (refused,) = [one["content"] for one in wire.take() if one["method"] == "custom"]
    assert refused["say"] == "請選擇 2 個選項。沒有留下記錄。"


def test_a_board_tells_in_its_language() -> None:
    board = mig_board(goal=["1g.10gb"], lang="zh_TW")
    board.place("1g.10gb", 6)
    assert board.said["text"].startswith(
        "已將 1g.10gb 放在 GPU 0 的記憶體切片 6。 已達成目標。"
    )
    board.undo()
    assert board.said["text"] == "已復原。"
    assert board.goal["words"] == "目標：還要放置 1g.10gb。"
    board._receive(board, {"type": "setup", "count": 9}, None)
    assert board.refusal == {}  # a goal keeps its GPU
    free = mig_board(lang="zh_TW")
    free._receive(free, {"type": "setup", "count": 9}, None)
    assert free.refusal["text"] == "一個面板可有 1 到 8 個 GPU，不能是 9 個。"
    assert free.table["note"].startswith("圖中的切片是對齊繪製的")


def test_a_translated_module_is_asked_in_its_language_into_one_history(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, listen: Any
) -> None:
    monkeypatch.setattr(drill, "load", load)  # the real course
    han = re.compile("[\u4e00-\u9fff]")
    for draw in (quiz, flashcards):
        widget = draw("mig", workspace=tmp_path, lang="zh_TW")
        assert isinstance(widget, Deck)
        assert all(han.search(one["ask"]) for one in widget.questions)
        english = draw("mig", workspace=tmp_path)
        assert isinstance(english, Deck)
        assert not any(han.search(one["ask"]) for one in english.questions)
    widget = flashcards("mig", workspace=tmp_path, lang="zh_TW")
    assert isinstance(widget, Deck)
    listen(widget)
    message = {"type": "answer", "round": 0, "index": 0, "response": "known"}
    widget._receive(widget, message, None)
    assert han.search(widget.answers["0"]["feedback"]["back"])
    (row,) = History(tmp_path / FILE).read().answers
    assert row.item == widget.questions[0]["item"]
    again = flashcards("mig", workspace=tmp_path)
    assert isinstance(again, Deck)
    assert row.item != again.questions[0]["item"]  # it is not new in English either
