"""Other languages: texts laid over the English course, and gates that hold them to it."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from certlab.course import Course, check, ledger, load
from certlab.course.catalogue import read
from certlab.course.loading import in_language
from certlab.course.measures import loose_measures
from certlab.course.translations.pages import edition
from certlab.course.translations.translation import languages
from certlab.errors import ContentError, CourseError
from certlab.study.grading import grade
from certlab.study.item_tests import run_item_tests
from certlab.study.questions import compile_item

FOLDER = "content/translations/zh_TW"
PAGE = """+++
title = "一個小單元"
of = "EDITION"
+++

## 執行緒束

一個執行緒束有 {fact:warp.threads|value} 個執行緒。![執行緒束](figure:small-warps)

> **計算範例** 64 個執行緒是 2 個執行緒束。
"""
BANK = """
[small-warp-size]
rev = 1
ask = "一個**執行緒束**裡有多少執行緒一起執行？"
explain = "大小是 {fact:warp.threads|value} 個執行緒。"
option.thirty-two.why = "至今沒有改變。"
option.sixteen = { text = "16 個執行緒", why = "這只有一半。" }
option.sixty-four = { text = "64 個執行緒", why = "那是另一家廠商的。" }

[small-blocks]
rev = 1
ask = "{given:n} 個元素需要多少區塊？"
given.n = "元素"
given.b = "每個區塊的執行緒"
trap."n // b" = "無條件捨去了。"

[small-words]
rev = 1
ask = "請填空。"
text = "一起執行的執行緒叫做{{word}}，`SM` 是{{place}}。"
blank.word = "就是這個名稱。"
blank.place = "全名如此。"
accept.word = ["執行緒束"]

[small-step]
rev = 1
ask = "請排序。"
step.one.text = "先做"
step.two = { text = "再做", why = "要先做完第一步。" }
step.three = { text = "最後做", why = "要先做完第二步。" }
"""
MORE = """
[[item]]
id = "small-words"
rev = 1
kind = "cloze"
objective = "nca-test.1.1"
level = "recall"
pool = "practice"
ask = "Fill the gaps."
text = "Threads that run together are a {{word}}, and `SM` is a {{place}}."
blank = [
  { id = "word", accept = ["warp"], why = "It is called so." },
  { id = "place", accept = ["streaming multiprocessor"], why = "In full." },
]
sources = ["guide"]
tests = [{ answer = { word = "x", place = "y" }, outcome = "wrong", say = "Right: 0 of 2" }]

[[item]]
id = "small-step"
rev = 1
kind = "order"
objective = "nca-test.1.1"
level = "recall"
pool = "practice"
ask = "Put them in order."
step = [
  { id = "one", text = "The first" },
  { id = "two", text = "The second", why = "It needs the first." },
  { id = "three", text = "The third", why = "It needs the second." },
]
sources = ["guide"]
tests = [{ answer = ["two", "one", "three"], outcome = "wrong", say = "It needs the first" }]
"""
FACT = """
[[fact]]
id = "warp.split"
what = "Whether a warp can be split"
value = "not supported"
tier = "A"
sources = ["guide"]
"""


@pytest.fixture
def chinese(small: Path) -> Path:
    """The small course with a page and a bank in Chinese, without a problem."""
    for name, more in (
        ("quizzes/small.toml", MORE),
        ("content/facts/small.toml", FACT),
    ):
        with (small / name).open("a", encoding="utf-8") as file:
            file.write(more)
    course = load(small)
    ledger.enter(course)
    page = PAGE.replace("EDITION", edition(course.pages["small"]))
    facts = '"not supported" = "不支援"\n'
    files = {"modules/small.md": page, "quizzes/small.toml": BANK, "facts.toml": facts}
    for name, text in files.items():
        path = small / FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return small


@pytest.fixture
def broken(chinese: Path) -> Callable[[str, str, str], list[str]]:
    """Replace a text in one file and check; what is said about that language."""

    def change(name: str, old: str, new: str) -> list[str]:
        path = chinese / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")
        _, found = check.check(chinese)
        return [str(one) for one in found if "zh_TW" in one.file]

    return change


def test_the_course_in_chinese_has_no_problem(chinese: Path) -> None:
    _, found = check.check(chinese)
    assert [str(one) for one in found] == []
    assert list(run_item_tests(load(chinese, "zh_TW"))) == []


def test_english_does_not_look_at_translations(chinese: Path) -> None:
    (chinese / FOLDER / "quizzes" / "small.toml").write_text("[[[", "utf-8")
    assert load(chinese) == read(chinese, []) == load(chinese, "en")
    with pytest.raises(ContentError, match=r"small\.toml: not valid TOML"):
        load(chinese, "zh_TW")


def test_texts_are_laid_over_and_the_rest_stays_english(chinese: Path) -> None:
    course = load(chinese, "zh-TW")
    english = load(chinese)
    assert (course.lang, english.lang) == ("zh_TW", "en")
    item = course.items["small-warp-size"]
    assert (item.lang, item.rev, item.id) == ("zh_TW", 1, "small-warp-size")
    question = compile_item(course, item, 0)
    assert question.show["ask"].startswith("一個**執行緒束**")
    shown = {one["id"]: one["text"] for one in question.show["options"]}
    assert shown["sixteen"] == "16 個執行緒"
    assert shown["thirty-two"] == "32 threads"  # a fact; nothing was said otherwise
    assert course.items["small-memories"] == english.items["small-memories"]
    assert course.items["small-memories"].lang == "en"
    assert course.facts["warp.split"].shown == "不支援"
    assert english.facts["warp.split"].shown == "not supported"


def test_a_page_keeps_the_english_anchors(chinese: Path) -> None:
    page = load(chinese, "zh_TW").modules["small"]
    assert page.sections == {"warps": "執行緒束"}
    assert (page.title, page.short, page.lang) == ("一個小單元", "Small", "zh_TW")
    assert page.objectives == ("nca-test.1.1",)


def test_what_is_right_is_the_same_in_both_languages(chinese: Path) -> None:
    for seed in range(6):
        assert answers(load(chinese), seed) == answers(load(chinese, "zh_TW"), seed)


def answers(course: Course, seed: int) -> dict[str, object]:
    """What grades each item, without the sentences a learner reads."""
    found = {}
    for item in course.items.values():
        if item.kind == "scenario":  # its items are asked
            continue
        key = compile_item(course, item, seed).key
        gaps = [(gap["id"], gap["case"], gap["number"]) for gap in key.get("gaps", [])]
        traps = [trap["answer"] for trap in key.get("traps", [])]
        parts = (
            "correct",
            "options",
            "answer",
            "unit",
            "tolerance",
            "factors",
            "score",
        )
        found[item.id] = ({part: key.get(part) for part in parts}, gaps, traps)
    return found


def test_a_gap_takes_the_words_of_both_languages(chinese: Path) -> None:
    course = load(chinese, "zh_TW")
    question = compile_item(course, course.items["small-words"], 0)
    place = "streaming multiprocessor"
    for word in ("執行緒束", "Warp"):
        assert grade(question.key, {"word": word, "place": place}).outcome == "correct"
    assert question.feedback["accepted"]["word"][0] == "執行緒束"


def test_an_edited_item_is_asked_in_english(chinese: Path) -> None:
    path = chinese / "quizzes" / "small.toml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("rev = 1", "rev = 2", 1), "utf-8")
    course = load(chinese, "zh_TW")
    assert course.items["small-warp-size"] == load(chinese).items["small-warp-size"]
    assert course.items["small-blocks"].lang == "zh_TW"


def test_a_page_with_other_sections_is_shown_in_english(chinese: Path) -> None:
    path = chinese / FOLDER / "modules" / "small.md"
    path.write_text(path.read_text("utf-8") + "\n## 更多\n", "utf-8")
    assert load(chinese, "zh_TW").modules["small"].lang == "en"


def test_a_language_that_is_not_there_is_named(chinese: Path) -> None:
    with pytest.raises(CourseError, match="There is no language xx"):
        load(chinese, "xx")


def test_every_text_of_an_item_has_a_name(whole: Course) -> None:
    """What a body holds in words is translated, or the same in every language.

    A body is taken apart by its fields, so a new one that `retold` passes over is found.
    """
    for item in whole.items.values():
        named = {*item.texts.values()}
        for name, text in _leaves(item.body):
            if name not in TYPED and " " in text:
                assert text in named, (item.id, name, text)


# What is typed, computed or an id: a translation leaves it as it is.
TYPED = {*("accept", "answer", "line", "env", "programs", "names", "values"), "written"}
TYPED |= {"arguments", "rest", "forms", "unit"}


def _leaves(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Each text in a body, with the name of the field that it stands in."""
    if isinstance(value, str):
        yield name, value
    elif is_dataclass(value):
        for one in fields(value):
            yield from _leaves(getattr(value, one.name), one.name)
    elif isinstance(value, dict | tuple):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _leaves(one, name)


@pytest.mark.parametrize("lang", languages(Path(__file__).parents[2]))
def test_the_real_course_asks_the_same_in_every_language(
    whole: Course, lang: str
) -> None:
    """Every answer of an item's tests gets the same verdict, and every key is the same."""
    course = load(lang=lang)
    assert [item for item in course.items.values() if item.lang == lang]
    assert list(run_item_tests(course)) == []
    for seed in range(4):
        assert answers(course, seed) == answers(whole, seed)


BANKED = f"{FOLDER}/quizzes/small.toml"
PAGED = f"{FOLDER}/modules/small.md"


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("quizzes/small.toml", 'rev = 1\nkind = "single"', 'rev = 2\nkind = "single"', "warning: translates rev 1 of an item that is at rev 2"),
        (BANKED, "[small-step]", "[small-gone]", "small-gone: there is no item of that id"),
        (BANKED, "option.sixteen", "option.twelve", "has option.twelve.text, and the English item has none"),
        (BANKED, "option.sixteen", "option.twelve", "warning: lacks option.sixteen.why, shown in English; translate it"),
        (BANKED, 'ask = "請排序。"\n', "", "small-step: warning: lacks ask, shown in English; translate it"),
        (BANKED, "大小是 {fact:warp.threads|value} 個執行緒", "大小是一樣的", "explain: lacks {fact:warp.threads} of the English text"),
        (BANKED, "{given:n} 個", "{given:b} 個", "ask: has {given:b}, which the English text has not"),
        (BANKED, "`SM` 是", "`sm` 是", "text: lacks `SM` of the English text"),
        (BANKED, "{{word}}，", "，", "text: lacks {{word}} of the English text"),
        (BANKED, '"16 個執行緒"', '"61 個執行緒"', "option.sixteen.text: has 61, which"),
        (BANKED, "accept.word", "accept.verb", "accepts words in a gap verb, which is not there"),
        (BANKED, "至今沒有改變", "至今都是 32 個執行緒", "thirty-two.why: 32 個執行緒 comes from no fact"),
        (BANKED, '"請填空。"', '["請填空。"]', "ask must be a text, and not empty"),
        (BANKED, "rev = 1", 'rev = "1"', "rev is '1'; it must be a whole number"),
        (PAGED, "## 執行緒束", "### 執行緒束", "section 執行緒束 is under ###; Warps is under ##"),
        (PAGED, "## 執行緒束", "## 甲\n\n## 乙", "has 2 sections, the English page has 1"),
        (PAGED, "figure:small-warps", "figure:other", "warps: lacks ](figure:small-warps) of"),
        (PAGED, "計算範例", "範例", "has the boxes 範例; the English page has Worked example"),
        (PAGED, "{fact:warp.threads|value} 個執行緒", "32 個執行緒", "lacks {fact:warp.threads} of"),
        (PAGED, "{fact:warp.threads|value} 個執行緒", "{fact:warp.threads|value} 個執行緒，共8 KB", "8 KB comes from no fact"),
        (PAGED, "一個執行緒束有", "見[其他](module:small)，有", "has ](module:small), which"),
        (PAGED, "title =", "titel =", "unknown field titel"),
        ("content/modules/small.md", "A warp is", "One warp is", "warning: the English page has been edited since edition"),
        (f"{FOLDER}/facts.toml", "not supported", "not known", "not known: is not a value of any fact"),
    ],
)  # fmt: skip
def test_each_gate_fails(
    broken: Callable[[str, str, str], list[str]],
    file: str,
    old: str,
    new: str,
    says: str,
) -> None:
    said = broken(file, old, new)
    assert any(says in one for one in said), said


def test_a_value_in_words_wants_its_translation(
    broken: Callable[[str, str, str], list[str]],
) -> None:
    english = "quizzes/small.toml"
    assert broken(english, "It has not changed.", "Splits: {fact:warp.split}.")
    assert not broken(BANKED, "至今沒有改變。", "分割：{fact:warp.split}。")
    said = broken(f"{FOLDER}/facts.toml", '"not supported" = "不支援"', "")
    assert any(
        "not supported: warning: is the value of warp.split" in one for one in said
    )


def test_a_bank_is_filed_under_its_module(chinese: Path) -> None:
    path = chinese / FOLDER / "quizzes" / "small.toml"
    path.rename(path.with_name("other.toml"))
    _, found = check.check(chinese)
    said = [str(one) for one in found]
    assert any(
        "is an item of quizzes/small.toml; move it to small.toml" in one for one in said
    )


def test_a_language_needs_the_words_of_the_interface(chinese: Path) -> None:
    (chinese / FOLDER).rename(chinese / "content" / "translations" / "xx")
    _, found = check.check(chinese)
    assert any("add words/xx.po first" in str(one) for one in found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("共80 GB的記憶體", ["80 GB"]),
        ("記憶體共８０ＧＢ。", ["80GB"]),
        ("快了 3 倍，", ["3 倍"]),
        ("約 13 GiB，兩個", ["13 GiB"]),
        ("12.5％", ["12.5%"]),
        ("切片 0 到 6，共 7 個 SM；`80 GB` 與 {fact:a} 不算", []),
    ],
)
def test_measures_are_found_in_chinese(text: str, found: list[str]) -> None:
    assert loose_measures(text) == found


def test_the_language_of_a_course_at_hand(course: Course) -> None:
    assert in_language(course, None) is course
    assert in_language(course, "zh_TW").items == course.items
