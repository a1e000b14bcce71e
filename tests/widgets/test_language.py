"""What the widgets' Python says in another language."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from certlab.course import Course, load
from certlab.errors import CourseError
from certlab.widgets import flashcards, mig_board, parts, quiz
from certlab.words import text


@pytest.fixture(autouse=True)
def small_course(bank: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "load", lambda **_: bank)


def test_a_widget_brings_the_words_of_its_language(tmp_path: Path) -> None:
    for draw in (quiz, flashcards):
        widget = draw("small", workspace=tmp_path, lang="zh_TW")
        assert isinstance(widget.words, dict)
        assert (widget.lang, widget.words) == ("zh-TW", text("zh_TW").page)
        english = draw("small", workspace=tmp_path)
        assert (english.lang, english.words) == ("en", {})
    titles = [("small", None), (None, "nca-test"), ("small", "nca-test"), (None, None)]

    def told_of(lang: str) -> list[str]:
        made = [quiz(*one, workspace=tmp_path, lang=lang) for one in titles]
        found = [one.replies()["questions"]({"exam": ""}) for one in made]
        return [one["title"] for one in found]

    told = told_of("zh_TW")
    assert told == ["Small", "NCA-TEST", "NCA-TEST 的 Small", "所有單元"]
    told = told_of("en")
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
        lambda: mig_board(lang="xx"),
    ]
    for call in calls:
        with pytest.raises(
            CourseError, match="There is no language xx; choose one of en, "
        ):
            call()


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


def test_a_translated_module_is_asked_in_its_language(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(parts, "load", load)  # the real course
    han = re.compile("[\u4e00-\u9fff]")
    for draw in (quiz, flashcards):
        for lang, is_chinese in (("zh_TW", True), ("en", False)):
            widget = draw("mig", workspace=tmp_path, lang=lang)
            (bank,) = widget.replies()["questions"]({"exam": ""})["banks"]
            asks = [row["show"]["ask"] for row in bank["items"]]
            assert all(bool(han.search(one)) is is_chinese for one in asks)
