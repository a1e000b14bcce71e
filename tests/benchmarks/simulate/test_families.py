"""The planner in each family of memory: a small case always, the table's cases in make soak."""

from collections import defaultdict

import pytest
from typer.testing import CliRunner

from benchmarks.__main__ import app
from benchmarks.simulate import families
from benchmarks.simulate.costs import FixedCost
from benchmarks.simulate.interfaces import Case
from benchmarks.simulate.ratio import Pairs, pooled, ratio
from benchmarks.simulate.trial import Trial

LEITNER = (("base", 2.0), ("meet", 0.25), ("new_first", True), ("repeats", 0))
SMALL = Case(60, 14, 3)


@pytest.mark.parametrize("learner", ["fsrs", "act-r", "half-life"])
def test_in_no_family_is_it_much_worse_than_boxes(learner: str) -> None:
    match = families.Match(learner, SMALL, "leitner", LEITNER)
    assert ratio(match.pairs(range(1, 7))).value <= 1.1


def test_a_match_says_what_is_unusual() -> None:
    slow = families.Match("fsrs", SMALL, "random", (), misses=0.2, speed=0.5)
    assert slow.name == "60/14/3, 0.5 times as fast, misses 20 % of the days"


def test_who_is_twice_as_fast_gives_more_answers() -> None:
    one, two = (
        Trial("fsrs", "random", SMALL, 1, speed=speed).outcome().answers
        for speed in (1.0, 2.0)
    )
    assert two > 1.5 * one
    assert FixedCost.at(2.0) == FixedCost(4.0, 8.0, 12.0)


def test_rows_say_each_case_and_each_family() -> None:
    some = [
        families.Match("fsrs", Case(20, 4, 3), "random", ()),
        families.Match("fsrs", Case(20, 4, 3), "random", (), speed=2.0),
    ]
    told = list(families.rows(some, seeds=2))
    pairs = some[0].pairs(range(1, 3))
    assert len(told) == 2 + 2 + 1
    assert told[2].endswith(f"| {ratio(pairs)} |")
    assert told[-1] == f"| fsrs | all 1 | | | | | {pooled([pairs])} |"


def test_the_command_prints_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(families, "rows", lambda **_: iter(["| a | b |"]))
    found = CliRunner().invoke(app, ["simulate", "--families"])
    assert found.output == "| a | b |\n"


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_the_table_does_not_get_worse() -> None:
    """Over all cases of a family, on the table's first six seeds."""
    found: dict[str, list[Pairs]] = defaultdict(list)
    for one in families.USUAL:
        found[one.learner].append(one.pairs(range(1, families.SEEDS + 1)))
    over = {name: pooled(some).value for name, some in found.items()}
    # ACT-R was 1.03 when this began; the goal is 1.00.
    most = {"fsrs": 0.75, "act-r": 1.04, "half-life": 1.0}
    assert all(over[name] <= most[name] for name in most), over
