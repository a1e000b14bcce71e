"""The table: its arithmetic, its pairing, and the command that makes it."""

import json
import sys
from types import ModuleType

import pytest
from typer.testing import CliRunner

from benchmarks.__main__ import app
from benchmarks.simulate import comparison, contestants, table
from benchmarks.simulate.learners.fsrs import FsrsLearner
from benchmarks.simulate.policies.plain import RandomPolicy
from benchmarks.simulate.ratio import pooled, ratio
from benchmarks.simulate.tuning import FIRST_SEEDS, MORE_SEEDS, Seat, grid, tuned
from certlab.errors import CourseError


@pytest.fixture(scope="module")
def contests() -> list[comparison.Contest]:
    return comparison.contests(["fsrs"], comparison.SHORT, seeds=3, short=True)


def test_a_ratio_is_of_the_means_and_lies_in_its_interval() -> None:
    pairs = [(1.0, 2.0), (2.0, 3.0), (3.0, 5.0)]
    found = ratio(pairs)
    assert found.value == pytest.approx(0.6)
    assert 0.5 <= found.low <= found.value <= found.high <= 2 / 3
    assert found == ratio(pairs)


def test_paired_seeds_make_a_narrow_interval() -> None:
    pairs = [(n / 2, n) for n in range(1, 30)]
    assert ratio(pairs).low == ratio(pairs).high == 0.5


def test_over_cases_the_means_are_taken_before_the_ratio() -> None:
    assert pooled([[(1, 1)], [(1, 3)]]).value == pytest.approx(0.5)


def test_tuning_uses_no_seed_of_the_table() -> None:
    assert not {*FIRST_SEEDS, *MORE_SEEDS} & set(range(1, comparison.SEEDS + 1))
    assert comparison.SEEDS >= 20


def test_tuning_keeps_the_best_settings_that_were_tried() -> None:
    case = comparison.SHORT[0]
    seat = Seat("fsrs", "fsrs-0.75", case)
    best = tuned([seat], 1)[seat]
    tried = {
        settings: sum(
            one.outcome().forgotten
            for one in seat.trials(settings, (*FIRST_SEEDS, *MORE_SEEDS))
        )
        for settings in grid(seat.policy)
    }
    assert tried[best] == min(tried.values())


def test_the_sweep_is_tuned_widely() -> None:
    assert len(grid("sweep")) == 2 * 4 * 2 * 3 * 2 * 2


def test_the_best_baseline_is_the_one_that_forgot_least(
    contests: list[comparison.Contest],
) -> None:
    (one,) = contests
    others = [name for name in one.runs if name != "planner"]
    assert set(others) == set(contestants.BASELINES)
    assert one.forgotten(one.best) == min(map(one.forgotten, others))
    assert one.against(one.best).value == pytest.approx(
        one.forgotten("planner") / one.forgotten(one.best)
    )


def test_the_planner_beats_plain_fsrs_in_the_short_case(
    contests: list[comparison.Contest],
) -> None:
    assert contests[0].against(comparison.PLAIN).high < 1


def test_the_table_has_a_line_a_case(contests: list[comparison.Contest]) -> None:
    text = table.table(contests)
    assert text.count("| fsrs | 60/7/6 |") == 3
    assert "goal 0.75" in text
    (row,) = json.loads(json.dumps(table.as_rows(contests)))
    assert row["forgotten"].keys() == contests[0].runs.keys()


def test_anybodys_learner_and_policy_plug_in(monkeypatch: pytest.MonkeyPatch) -> None:
    own = ModuleType("own_parts")
    own.learner, own.policy = FsrsLearner, RandomPolicy
    monkeypatch.setitem(sys.modules, "own_parts", own)
    (found,) = comparison.contests(
        ["own_parts:learner"],
        comparison.SHORT,
        ours="own_parts:policy",
        seeds=2,
        short=True,
    )
    assert found.ours == "own_parts:policy"
    assert found.forgotten("own_parts:policy") > 0


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("elephant", "There is no learner elephant; there is fsrs, act-r, half-life"),
        ("no_such_module:learner", "cannot be imported"),
        ("json:no_such", "cannot be imported"),
        ("json:__name__", "is not callable"),
    ],
)
def test_a_part_that_is_not_there_is_one_sentence(name: str, says: str) -> None:
    with pytest.raises(CourseError, match=says):
        contestants.check(name, "learner")


def test_the_command_makes_the_table() -> None:
    run = CliRunner().invoke(
        app, ["simulate", "--short", "--learner", "fsrs", "--case", "20/3/4", "--json"]
    )
    assert run.exit_code == 0, run.output
    rows = json.loads(run.stdout)
    assert [row["case"] for row in rows] == ["20/3/4"]


@pytest.mark.parametrize("case", ["400/28", "a/b/c", "0/28/20", "400/28/-1"])
def test_a_case_that_is_none_is_refused(case: str) -> None:
    run = CliRunner().invoke(app, ["simulate", "--short", "--case", case])
    assert isinstance(run.exception, CourseError)
    assert "write it as 400/28/20" in str(run.exception)


def test_a_case_binds_where_there_is_less_than_64_seconds_an_item() -> None:
    assert [one.binding for one in comparison.CASES] == [False, True, True, False, True]
