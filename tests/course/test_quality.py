"""The quality gates of questions, each failing once on a course that was clean."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from certlab.course import check, load
from certlab.course.items.given import Given
from certlab.course.items.numeric import Numeric
from certlab.course.quality.catchalls import speaks_of_others
from certlab.course.quality.givens import givens_make_one_thing
from certlab.course.quality.pools import exam_items_stay_in_exams
from certlab.course.quality.stems import questions_differ
from certlab.course.quality.twins import keys_differ

Broken = Callable[[str, str, str], list[str]]
BANK = "quizzes/small.toml"
WARPS = 'ask = "How many threads run together in a **warp**?"'
SHARED = 'ask = "Which are shared by a block?"'
SIXTEEN = (
    'text = "16 threads", why = "That is half of it." },\n'
    '  { id = "sixty-four", text = "'
)
EXAM = 'rev = 1\nkind = "multi"\nobjective = "nca-test.1.1"\nlevel = "recall"\npool = '

DEFECTS = {
    "an option that speaks of the others": (
        BANK,
        'text = "64 threads"',
        'text = "None of the above"',
        'small-warp-size: option sixty-four speaks of the others; add pin = "last".',
    ),
    "options called by letters": (
        BANK,
        f"{SIXTEEN}64 threads",
        f"{SIXTEEN}B, 64 threads".replace('"16', '"A, 16'),
        "small-warp-size: options sixteen, sixty-four begin with a letter",
    ),
    "a sign that Markdown takes for a mark": (
        BANK,
        WARPS,
        'ask = "How many threads are 2**5 * 1?"',
        "small-warp-size: ask: Markdown may take a sign of 'w many threads are 2**5 * 1?'",
    ),
    "a question that has all chosen": (
        BANK,
        SHARED,
        'ask = "Which are shared by a block? Choose all."',
        "small-memories: says to choose all, and the form says to choose 2",
    ),
    "a question that counts wrong": (
        BANK,
        SHARED,
        'ask = "Which three are shared by a block?"',
        "small-memories: asks which three, and 2 options are right; say 2.",
    ),
    "a question asked twice": (
        BANK,
        SHARED,
        'ask = "How many `threads` run together, in a warp"',
        "small-memories: asks what small-warp-size asks; retire one of them.",
    ),
    "a card with the words of a question": (
        BANK,
        'ask = "Threads in a warp?"',
        WARPS,
        "small-card: asks what small-warp-size asks",
    ),
    "a question close to another": (
        BANK,
        SHARED,
        'ask = "How many threads run at once in one warp of a block?"',
        "small-memories: is close to small-warp-size; name it in enemies",
    ),
    "an exam item on a page": (
        "content/modules/small.md",
        "A warp is",
        "Try small-memories. A warp is",
        "small: names small-memories, which is kept for exams",
    ),
    "a practice situation with an exam item": (
        BANK,
        'kind = "card"',
        'kind = "scenario"\ncontext = "Here."\nitems = ["small-memories"]',
        "small-card: its item small-memories is of the pool exam, itself of practice",
    ),
    "a test with another score": (
        BANK,
        '{ answer = "3", outcome = "wrong",',
        '{ answer = "3", outcome = "wrong", score = 0.5,',
        "with {'n': 1000, 'b': 256} scores 0.00, not 0.50.",
    ),
    "a test that wants other words": (
        BANK,
        '{ answer = "3", outcome = "wrong",',
        '{ answer = "3", outcome = "wrong", say = "Rounded up",',
        "is told 'Rounded down.', which does not say 'Rounded up'.",
    ),
    "a test of a verdict without words": (
        BANK,
        '{ answer = "3", outcome = "wrong", given = { n = 1000 } }',
        '{ answer = "5", outcome = "wrong", given = { n = 1000 }, say = "up" }',
        "is told nothing, which does not say 'up'.",
    ),
    "a score that is none": (
        BANK,
        '{ answer = "3", outcome = "wrong",',
        '{ answer = "3", outcome = "wrong", score = 50,',
        "small-blocks: a test's score is 50; it is from 0 to 1.",
    ),
}


@pytest.fixture
def kept(small: Path) -> Path:
    """The small course with one item in the exam pool."""
    path = small / BANK
    text = path.read_text("utf-8")
    assert text.count(f'{EXAM}"practice"') == 1
    path.write_text(text.replace(f'{EXAM}"practice"', f'{EXAM}"exam"'), "utf-8")
    return small


@pytest.mark.parametrize("name", DEFECTS)
def test_the_check_names(name: str, kept: Path, problems: Broken) -> None:
    assert check.check(kept)[1] == []
    file, old, new, says = DEFECTS[name]
    found = problems(file, old, new)
    assert any(says in one for one in found), found


def test_what_speaks_of_others_may_stand_last(problems: Broken) -> None:
    pinned = 'text = "None of the above", pin = "last"'
    assert problems(BANK, 'text = "64 threads"', pinned) == []


@pytest.mark.parametrize(
    "texts",
    [("A warp", "A block"), ("Card A", "Card B"), ("FP8", "C++"), ("A: 16", "64")],
)
def test_a_letter_may_begin_an_option(texts: tuple[str, str], problems: Broken) -> None:
    sixteen, sixty_four = texts
    said = SIXTEEN.replace("16 threads", sixteen) + sixty_four
    assert problems(BANK, f"{SIXTEEN}64 threads", said) == []


@pytest.mark.parametrize(
    "ask", ["Which two are shared by a block?", "Which are shared?"]
)
def test_a_question_may_count_right(ask: str, problems: Broken) -> None:
    assert problems(BANK, SHARED, f'ask = "{ask}"') == []


@pytest.mark.parametrize(
    "text",
    [
        "All of the above",
        "None of these.",
        "all the above are correct",
        "None of the options",
        "Neither of them",
        "All are **true**",
        "Both A and B",
        "A, B and C are correct",
        "Neither A nor C",
        "B and D only",
        "Answers A and C",
    ],
)
def test_an_option_speaks_of_others(text: str) -> None:
    assert speaks_of_others(text)


@pytest.mark.parametrize(
    "text",
    [
        "All threads of one block",
        "None, as `-i` is needed",
        "None of these GPUs",
        "On all eight of them",
        "A100 and H100",
        "Both halves of the memory",
        "4 and 5",
        "Nothing at all",
        "A and B",  # two matrices, for all it says
    ],
)
def test_an_option_speaks_for_itself(text: str) -> None:
    assert not speaks_of_others(text)


def test_enemies_may_be_close(small: Path) -> None:
    path = small / BANK
    close = SHARED.replace("Which are shared by a block", "How many threads in a warp")
    for enemies in ("", 'enemies = ["small-warp-size"]\n'):
        text = path.read_text("utf-8").replace(SHARED, f"{enemies}{close}")
        path.write_text(text.replace(close, f"{enemies}{close}"), "utf-8")
        found = [one.id for one in questions_differ(load(small))]
        assert found == ([] if enemies else ["small-memories"])


ASKED = """
[[item]]
id = "{id}"
rev = 1
kind = "{kind}"
objective = "nca-test.1.1"
level = "recall"
pool = "{pool}"
ask = "{ask}"
sources = ["guide"]
"""
CARD = 'back = "A bundle of lanes with one instruction"\n'
OPTIONS = """option = [
  { id = "right", text = "A bundle of lanes", correct = true, why = "So it is." },
  { id = "wrong", text = "One register file", why = "It issues nothing." },
]
"""


def twins(small: Path, pool: str, second: str, more: str = OPTIONS) -> list[str]:
    """The items that are said to answer another, of two with other stems."""
    first = ASKED.format(id="one", kind="single", pool=pool, ask="Who obeys?") + OPTIONS
    path = small / "quizzes/twins.toml"
    kind = "single" if "option" in more else "card"
    twin = ASKED.format(id="two", kind=kind, pool="practice", ask=second) + more
    path.write_text(f'module = "small"\n{first}{twin}', "utf-8")
    return [one.id for one in keys_differ(load(small))]


def test_other_stems_with_one_key_are_twins(small: Path) -> None:
    ask = "What does a scheduler feed?"
    assert twins(small, "practice", ask) == ["two"]
    assert twins(small, "practice", ask, f'enemies = ["one"]\n{OPTIONS}') == []
    other = OPTIONS.replace("A bundle of lanes", "Some pair of chips")
    assert twins(small, "practice", ask, other) == []


def test_a_card_gives_away_an_exam_item_and_trains_for_another(small: Path) -> None:
    assert twins(small, "exam", "Warp: what is it?", CARD) == ["two"]
    assert twins(small, "practice", "Warp: what is it?", CARD) == []


@pytest.mark.parametrize(
    ("formula", "count"), [("ceil((n + b - 1) / b)", 1), ("ceil(n / b)", 0)]
)
def test_a_long_formula_in_two_items_is_a_variant(
    formula: str, count: int, small: Path
) -> None:
    path = small / BANK
    bank = path.read_text("utf-8").replace("ceil(n / b)", formula)
    start = bank.index('[[item]]\nid = "small-blocks"')
    twin = bank[start : bank.index("[[item]]", start + 1)]
    for old, new in (
        ("small-blocks", "small-twin"),
        ("How many blocks cover {given:n} elements?", "Which launch is the least?"),
        ('label = "Elements"', 'label = "Rows of pixels"'),
        ('name = "n"', 'name = "rows"'),
        (formula, formula.replace("n +", "rows +").replace("(n ", "(rows ")),
        ("n // b", "rows // b"),
        ('{ n = 1000 } },\n  { answer = "3"', '{ rows = 1000 } },\n  { answer = "3"'),
    ):
        assert old in twin
        twin = twin.replace(old, new)
    path.write_text(bank + twin, "utf-8")
    found = [str(one) for one in questions_differ(load(small))]
    says = "quizzes/small.toml: small-twin: computes what small-blocks computes"
    assert [one.startswith(says) for one in found] == [True] * count


def test_an_exam_item_in_a_notebook_is_named(kept: Path) -> None:
    mark = {"title": "A lab", "paths": ["C"], "objectives": ["nca-test.1.1"]}
    cell = {"cell_type": "code"}
    path = kept / "labs/small/10_try.ipynb"
    path.parent.mkdir()
    for id, count in (
        ("small-memories", 1),
        ("small-memories-again", 0),
        ("not-small-memories", 0),
    ):
        cell["source"] = f"ask('{id}')"
        path.write_text(
            json.dumps({"cells": [cell], "metadata": {"certlab": mark}}), "utf-8"
        )
        found = [one.file for one in exam_items_stay_in_exams(load(kept))]
        assert found == ["labs/small/10_try.ipynb"] * count


def due(small: Path, today: date) -> list[str]:
    """What the check says of one item's review on a day."""
    path = small / BANK
    text = path.read_text("utf-8")
    if "review_by" not in text:
        text = text.replace('back = "', 'review_by = 2027-06-01\nback = "')
        path.write_text(text, "utf-8")
    return [str(one) for one in check.check(small, today)[1]]


def test_a_review_that_is_due_is_warned_of_and_then_a_problem(small: Path) -> None:
    assert due(small, date(2027, 4, 1)) == []
    warning = "warning: its review is due on 2027-06-01; read its sources"
    for day in (date(2027, 4, 2), date(2027, 6, 1)):
        (said,) = due(small, day)
        assert said.startswith(f"quizzes/small.toml: small-card: {warning}")
    (late,) = due(small, date(2027, 6, 2))
    assert "small-card: its review was due on 2027-06-01" in late


def test_no_day_is_no_review(small: Path) -> None:
    assert due(small, date(2030, 1, 1))
    assert check.check(small)[1] == []


def test_numbers_of_things_are_drawn_in_a_row(small: Path) -> None:
    course = load(small)
    item, fact = course.items["small-blocks"], course.facts["warp.threads"]
    assert isinstance(item.body, Numeric)
    n, b = item.body.given
    course.facts["other.threads"] = replace(fact, id="other.threads", value=64)

    def said(*given: Given) -> list[str]:
        assert isinstance(item.body, Numeric)
        body = replace(item.body, given=given)
        course.items["small-blocks"] = replace(item, body=body)
        return [one.says for one in givens_make_one_thing(course)]

    n, b = (replace(one, choices=(32, 64), unit="threads") for one in (n, b))
    (says,) = said(n, b)
    assert says.startswith("n and b are drawn apart, and all their choices are facts")
    assert said(n, replace(b, row="n")) == []
    assert said(n, replace(b, choices=(32, 65))) == []
    assert said(n, replace(b, choices=(32,))) == []
    assert said(n, replace(b, unit="warps")) == []
