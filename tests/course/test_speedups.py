"""Claimed speed-ups: what a row gives, and every defect that the check names."""

from collections.abc import Callable
from pathlib import Path

import pytest

from certlab.course import check
from certlab.course.claim_arithmetic import filled, limit, worked
from certlab.course.speedups import RATIOS, ClaimSide

FILE = "content/speedups.toml"
ROWS = """
[[speedup]]
id = "wide-over-narrow"
module = "small"
claims = ["HW-001"]
claim = "A wide card is twice as fast."
low = 2
high = 3
of = "throughput"
about = ["device"]
old = { engine = "-", device = "a card" }
new = { engine = "-", device = "a wide card", threads = 2, transfers = true, warm = false }
worked = ["6 / 3"]
limit = "fact(warp.threads) / cores"
limit_why = "A warp is {fact:warp.threads}, and {calc:fact(warp.threads) / 2} is half."
fair = "The same card."
contest = "cards"
beside = [{ contest = "others", about = ["dtype"], why = "Near it." }]

[[speedup]]
id = "up-to-ten"
module = "small"
claims = ["HW-002"]
claim = "Up to ten times."
high = 10
of = "time"
about = ["engine"]
old = {}
new = { engine = "new" }
limit_why = "Nobody knows."
"""


@pytest.fixture
def claimed(small: Path) -> Path:
    """The small course with two claimed speed-ups."""
    (small / FILE).write_text(ROWS, "utf-8")
    check.fix(small)
    return small


def test_a_row_holds_what_the_claim_says_and_no_more(claimed: Path) -> None:
    course, found = check.check(claimed)
    assert not found
    first, second = course.speedups.values()
    assert (first.claimed, second.claimed) == ("2x to 3x", "up to 10x")
    assert first.new == ClaimSide(
        "-", "a wide card", threads=2, transfers=True, warm=False
    )
    assert second.old == ClaimSide()
    assert second.old.threads is None
    assert first.beside[0].contest == "others"
    assert worked(first, course.facts) == (2.0,)
    assert limit(first, course.facts, 4) == 8.0
    assert limit(second, course.facts, 4) is None
    assert (
        filled(first.limit_why, course.facts) == "A warp is 32 threads, and 16 is half."
    )


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"up-to-ten"', '"wide-over-narrow"', "the id is already used in"),
        ('"up-to-ten"', '"Up To"', "an id is lower-case words joined by hyphens."),
        ('module = "small"\nclaims = ["HW-002"]', 'module = "A b"\nclaims = ["HW-002"]',
         "module is a slug"),
        ('["HW-002"]', '["hw2"]', "claim hw2 is not capitals"),
        ('["HW-002"]', "[]", "claims is empty."),
        ("low = 2", "low = 4", "low the smaller one."),
        ("high = 10", "high = 0", "ratios above 0"),
        ("high = 10\n", "", "up-to-ten: no high"),
        ('of = "time"', 'of = "speed"', f"one of {', '.join(RATIOS)}."),
        ('about = ["engine"]', 'about = ["price"]', "about 'price' is none of engine,"),
        ('about = ["engine"]\n', "", 'no about; add about = ["engine"]'),
        ("old = {}", "", "no old; add old = {"),
        ("old = {}", 'old = { os = "Linux" }', "unknown field os"),
        ("old = {}", 'old = { sparsity = "some" }', "sparsity is 'some'"),
        ("old = {}", 'old = { threads = "all" }', "threads is 'all'; it must be"),
        ('high = 10', 'high = 10\nlab = "small"', "does not read module/10_name."),
        ('high = 10', 'high = 10\nlab = "small/10_new"', "there is no lab small/10_new;"),
        ('contest = "others"', 'contest = "cards"', "names a contest twice."),
        ('why = "Near it."', 'why = ""', "why is empty."),
        ("fact(warp.threads) / cores", "fact(warp.size) / cores", "no fact warp.size."),
        ("fact(warp.threads) / cores", "2 / bytes", "unknown name 'bytes'."),
        ('["6 / 3"]', '["6 / 0"]', "has no value"),
        ('["6 / 3"]', '["6 / cores"]', "unknown name 'cores'."),
        ("{fact:warp.threads},", "{fact:warp.size},", "there is no fact warp.size."),
        ("{calc:fact(warp.threads) / 2}", "{calc:1 / 0}", "has no value"),
        ("Nobody knows.", "It has 80 GB.", "80 GB comes from no fact"),
        ("Nobody knows.", " ", "limit_why is empty."),
        ('limit_why = "Nobody', 'why = "so"\nlimit_why = "Nobody', "unknown field why"),
        ('[[speedup]]\nid = "up', '[[claim]]\nid = "up', "unknown table claim"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("claimed")
def test_what_is_wrong_with_a_row_is_named(
    problems: Callable[[str, str, str], list[str]], old: str, new: str, says: str
) -> None:
    found = problems(FILE, old, new)
    assert any(says in one and FILE in one for one in found), found


def test_an_id_that_has_gone_stays_in_the_ledger(claimed: Path) -> None:
    (claimed / FILE).unlink()
    _, found = check.check(claimed)
    assert any("up-to-ten: the speedup is gone" in str(one) for one in found)
