"""The planner that is told everything, as the bound of what a policy can reach."""

from statistics import fmean

from benchmarks.simulate import oracle
from benchmarks.simulate.interfaces import Case
from benchmarks.simulate.trial import Trial

CASE = Case(80, 6, 8)


def test_who_is_told_everything_forgets_less() -> None:
    seeds = range(1, 7)
    ours = fmean(
        Trial("fsrs", "planner", CASE, seed).outcome().forgotten for seed in seeds
    )
    assert fmean(oracle.forgotten(CASE, seed) for seed in seeds) < ours * 0.97


def test_what_it_prints_is_what_came_out() -> None:
    row = list(oracle.rows([CASE], 1))[-1]
    ours = Trial("fsrs", "planner", CASE, 1).outcome().forgotten
    assert row == (
        f"| 80/6/8 | {100 * oracle.forgotten(CASE, 1):.2f} % | {100 * ours:.2f} % |"
    )
