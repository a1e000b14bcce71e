"""Which language is spoken, and what it says."""

import copy
import json
import pickle
from datetime import date

import pytest

from certlab.errors import CourseError
from certlab.words import ENGLISH, Sentence, day_words, languages, plural, text
from certlab.words.sentence import fill


def test_english_needs_no_catalogue() -> None:
    _ = text(env={})
    assert _ is ENGLISH
    assert _("Card {n} of {count}", n=1, count=5) == "Card 1 of 5"
    assert _.ngettext("{n} item", "{n} items", 1) == "1 item"
    assert _.ngettext("{n} item", "{n} items", 0) == "0 items"
    assert (_.lang, _.tag, _.page) == ("en", "en", {})


@pytest.mark.parametrize("name", ["zh_TW", "zh-TW"])
def test_an_argument_chooses(name: str) -> None:
    _ = text(name, env={"CERTLAB_LANG": "en"})
    assert (_.lang, _.tag) == ("zh_TW", "zh-TW")
    assert _("Card {n} of {count}", n=1, count=5) == "第 1 張卡片，共 5 張"
    assert _.ngettext("{n} item", "{n} items", 1) == "1 題"
    assert _.ngettext("{n} item", "{n} items", 3) == "3 題"


def test_the_setting_chooses_where_no_argument_does() -> None:
    assert text(env={"CERTLAB_LANG": "zh_TW"}).lang == "zh_TW"
    assert text("en", env={"CERTLAB_LANG": "zh_TW"}).lang == "en"
    assert text(env={"CERTLAB_LANG": ""}).lang == "en"


def test_the_system_is_never_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.setenv(name, "zh_TW.UTF-8")
    monkeypatch.delenv("CERTLAB_LANG", raising=False)
    assert text().lang == "en"
    monkeypatch.setenv("CERTLAB_LANG", "zh_TW")
    assert text().lang == "zh_TW"


@pytest.mark.parametrize("name", ["xx", "zh", "../en", "ZH_TW"])
def test_another_language_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(CourseError) as told:
        text(name)
    there = ", ".join(languages())
    assert str(told.value) == f"There is no language {name}; choose one of {there}."
    assert languages()[:2] == ("en", "zh_TW")


def test_what_is_not_translated_is_english() -> None:
    _ = text("zh_TW")
    assert _("No such message {n}", n=3) == "No such message 3"
    assert _.ngettext("{n} ant", "{n} ants", 2) == "2 ants"


def test_values_are_filled_once_and_by_name() -> None:
    assert fill("{a} and {b}", {"a": "{b}", "b": 2}) == "{b} and 2"
    assert fill("{a} and {c}", {"a": 1}) == "1 and {c}"
    assert fill("{a}. {b}", {"a": 0, "b": ""}) == "0."
    assert fill("{0} {A} {}", {"a": 1}) == "{0} {A} {}"


def test_a_sentence_is_english_until_it_is_said() -> None:
    right = Sentence("Right: {n} of {count} options.", n=1, count=2)
    assert right == "Right: 1 of 2 options."
    assert json.dumps(right) == '"Right: 1 of 2 options."'
    assert ENGLISH.say(right) == right
    assert text("zh_TW").say(right) == "選對 1 個，正確選項共 2 個。"
    open = plural("{n} item", "{n} items", 1)
    assert (open, text("zh_TW").say(open)) == ("1 item", "1 題")
    assert plural("{n} item", "{n} items", 2) == "2 items"


def test_a_sentence_in_a_sentence_is_said_too() -> None:
    wanted = Sentence(
        "{unit}, {tolerance}",
        unit=Sentence("in {unit}", unit="GB"),
        tolerance=Sentence("exactly"),
    )
    assert wanted == "in GB, exactly"
    assert text("zh_TW").say(wanted) == "單位為 GB，須完全相符"


def test_what_an_author_wrote_stays() -> None:
    assert text("zh_TW").say("Right") == "Right"  # a message's text, and no Sentence


def test_a_copied_sentence_is_its_text() -> None:
    made = Sentence("Choose {n} options.", n=2)
    assert copy.deepcopy(made) == pickle.loads(pickle.dumps(made)) == made


def test_a_page_gets_what_modules_of_a_page_say() -> None:
    page = text("zh_TW").page
    assert page[""] == "nplurals=1; plural=0;"
    assert page["Check answer"] == "檢查答案"
    assert page["{n} item"] == ["{n} 題"]
    assert "Monday" not in page  # Python's own; a browser has names of days
    # 2026-11-30: 55 KB, 21 KB packed, of which 9 KB are the class's.
    everywhere = text("zh_TW").said_by()
    assert len(json.dumps(everywhere, ensure_ascii=False).encode()) < 70_000


def test_what_only_a_wing_says_is_in_its_own_words() -> None:
    whole, everywhere, board = (
        text("zh_TW").page,
        text("zh_TW").said_by(),
        text("zh_TW").said_by("labs/mig"),
    )
    assert everywhere[""] == whole[""]
    assert "Check answer" in everywhere.keys() - board.keys()
    assert "MIG is off." in board.keys() - everywhere.keys()
    assert "" not in board
    assert text("en").said_by("labs/mig") == {}


def test_days_are_said_in_each_language() -> None:
    for month in range(1, 13):
        for day in range(1, 8):
            one = date(2026, month, day)
            # C's names are English ones.
            assert day_words(ENGLISH, one) == f"{one:%A} {one.day} {one:%B %Y}"
    assert day_words(text("zh_TW"), date(2026, 11, 24)) == "2026年11月24日星期二"
