"""An item's key has a digest in the ledger, and a new one asks for a new rev."""

from collections.abc import Callable
from pathlib import Path

import pytest

from certlab.course import check, keys, ledger, load
from certlab.study.questions import compile_item
from tests.formats.askable import kinds
from tests.varied import ITEMS, varied

BANK, FACTS = "quizzes/small.toml", "content/facts/small.toml"
MORE = """
[[item]]
id = "small-gap"
rev = 1
kind = "cloze"
objective = "nca-test.1.1"
level = "recall"
pool = "practice"
ask = "Fill the gap."
text = "A warp has {{size}} threads."
blank = [{ id = "size", accept = ["{fact:warp.threads|value}"], why = "It is so." }]
sources = ["guide"]
tests = [{ answer = { size = "32" }, outcome = "correct" }]

[[item]]
id = "small-sizes"
rev = 1
kind = "match"
objective = "nca-test.1.1"
level = "recall"
pool = "practice"
ask = "Match."
left = [{ id = "warp", text = "A warp" }, { id = "pair", text = "A pair" }]
right = [
  { id = "many", text = "{fact:warp.threads}" },
  { id = "few", text = "Two threads" },
  { id = "none", text = "{fact:card.bandwidth}" },
]
pairs = { warp = "many", pair = "few" }
whys = { warp = "It is so.", pair = "It is so." }
sources = ["guide"]

[[item]]
id = "small-steps"
rev = 1
kind = "order"
objective = "nca-test.1.1"
level = "recall"
pool = "practice"
ask = "Order."
step = [
  { id = "first", text = "Start {fact:warp.threads}", why = "" },
  { id = "second", text = "End them", why = "They must have started." },
  { id = "third", text = "Leave", why = "They must have ended." },
]
sources = ["guide"]

[[item]]
id = "small-line"
rev = 1
kind = "command"
objective = "nca-test.1.1"
level = "recall"
pool = "practice"
ask = "Start a warp."
line = "run -n {fact:warp.threads|value}"
program = "run"
reads = "getopt"
sources = ["guide"]
tests = [{ answer = "run -n 32", outcome = "correct" }]
flag = [{ names = ["-n"], value = "{fact:warp.threads|value}", needed = true, why = "Its size." }]
"""
Edit = Callable[[str, str, str], list[str]]


@pytest.fixture
def edit(small: Path) -> Edit:
    """Replace a text in a file of a course with items of more kinds, and check it."""
    bank = small / BANK
    bank.write_text(bank.read_text("utf-8") + MORE, "utf-8")
    ledger.enter(load(small))

    def edited(name: str, old: str, new: str) -> list[str]:
        path = small / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")
        return [str(one) for one in check.check(small)[1]]

    return edited


def test_a_fact_that_changes_keys_asks_for_a_new_rev_of_each(edit: Edit) -> None:
    says = "{}: {}: its key changed and its rev did not; raise rev to 2."
    keyed = ("card", "gap", "line", "sizes", "steps", "warp-size")
    assert edit(FACTS, "value = 32", "value = 64") == [
        says.format(BANK, f"small-{one}") for one in keyed
    ]


CHANGED = {
    "another option is right": (
        'text = "Registers"',
        'text = "Registers", correct = true',
        "memories",
    ),
    "a given value": ("choice = [1000, 2000]", "choice = [1000, 9000]", "blocks"),
    "the tolerance": ("tolerance = 0\n", "tolerance = 0.1\n", "blocks"),
    "a pair": ('pair = "few" }', 'pair = "many" }', "sizes"),
    "a step that must come before": (
        "step = [",
        'after = { second = ["first"] }\nstep = [',
        "steps",
    ),
    "a flag that may be left out": ("needed = true", "needed = false", "line"),
    "another answer in a gap": ('|value}"], why', '|value}", "a lot"], why', "gap"),
}


@pytest.mark.parametrize("name", CHANGED)
def test_an_edit_of_the_key_asks_for_a_new_rev(name: str, edit: Edit) -> None:
    old, new, item = CHANGED[name]
    found = edit(BANK, old, new)
    assert any(f"small-{item}: its key changed" in one for one in found), found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("How many threads run together", "What number of threads runs"),
        ('text = "Shared memory"', 'text = "The shared memory"'),
        ("That is half of it.", "It is the half."),
        ('text = "16 threads"', 'text = "8 threads"'),
        ("Two threads", "Threads, two of them"),
        ("Rounded down.", "It was rounded down."),
    ],
)
def test_wording_and_wrong_options_are_no_part_of_the_key(
    old: str, new: str, edit: Edit
) -> None:
    assert edit(BANK, old, new) == []


def test_fixing_enters_a_new_key_only_under_a_new_rev(edit: Edit, small: Path) -> None:
    edit(BANK, "tolerance = 0\n", "tolerance = 0.1\n")
    before = (small / ledger.FILE).read_text("utf-8")
    assert check.fix(small) == []
    assert (small / ledger.FILE).read_text("utf-8") == before
    (asks,) = edit(BANK, 'id = "small-blocks"\nrev = 1', 'id = "small-blocks"\nrev = 2')
    assert (
        "small-blocks: rev 2 is not in content/ids.txt; run certlab check --fix" in asks
    )
    assert check.fix(small) == [ledger.FILE]
    assert check.check(small)[1] == []
    (asks,) = edit(BANK, 'id = "small-blocks"\nrev = 2', 'id = "small-blocks"\nrev = 1')
    assert "rev 1 was used before; raise it to 2 or more" in asks


def test_of_two_lines_that_a_merge_left_the_newer_counts(
    edit: Edit, small: Path
) -> None:
    path = small / ledger.FILE
    old = path.read_text("utf-8")
    edit(BANK, 'id = "small-blocks"\nrev = 1', 'id = "small-blocks"\nrev = 2')
    check.fix(small)
    new = path.read_text("utf-8")
    path.write_text(new + old, "utf-8")
    assert check.check(small)[1] == []
    assert check.fix(small) == [ledger.FILE]
    assert path.read_text("utf-8") == new


@pytest.mark.parametrize("id", [id for id, one in ITEMS.items() if one.body.graded])
def test_what_is_graded_otherwise_has_another_digest(id: str) -> None:
    """Whatever field is changed: earlier answers would be worth something else."""
    course, item = kinds(), ITEMS[id]
    before, digest = (
        _judged(compile_item(course, item, 0).key),
        keys.digest(course, item),
    )
    same = {
        field
        for field, other in varied(id)
        if _judged(compile_item(course, other, 0).key) != before
        and keys.digest(course, other) == digest
    }
    assert not same, (
        f"{sorted(same)} of {id}: add it to the body's key, where it is set"
    )


def _judged(key: object) -> object:
    """A key without scores, reasons and wrong options: a digest leaves them out."""
    if isinstance(key, dict):
        loose = {"score", "why", "whys", "traps", "texts", "options"}
        return {name: _judged(one) for name, one in key.items() if name not in loose}
    return [_judged(one) for one in key] if isinstance(key, list) else key
