"""The learner's own curve is found from a record, and stays put without one."""

from math import exp
from random import Random

import pytest

from certlab.study.curve import Curve
from certlab.study.planner.fit import fit


def record(curve: Curve, rng: Random) -> list[tuple[float, bool]]:
    """Answers of somebody with this curve, at gaps of some days."""
    right = rng.random() < 0.4
    rows = [(0.0, right)]
    state = curve.first(right)
    day = 0.0
    for _ in range(4):
        gap = float(rng.choice([1, 2, 4, 8]))
        right = rng.random() < curve.recall(state[0], gap)
        state = curve.after(*state, gap, right)
        day += gap
        rows.append((day, right))
    return rows


def test_without_a_record_the_curve_is_the_usual_one() -> None:
    assert fit([]) == Curve()
    assert fit([[(0.0, True)]]) == Curve()


@pytest.mark.parametrize("times", [0.4, 2.5])
def test_who_forgets_faster_or_slower_is_found(times: float) -> None:
    usual = Curve().w
    theirs = Curve((usual[0] * times, usual[1], usual[2] * times, *usual[3:]))
    rng = Random(1)
    found = fit([record(theirs, rng) for _ in range(500)])

    def away(curve: Curve) -> float:
        """How far its recall three days after a first answer is from theirs."""
        return sum(
            abs(
                curve.recall(curve.first(right)[0], 3)
                - theirs.recall(theirs.first(right)[0], 3)
            )
            for right in (False, True)
        )

    assert away(found) < away(Curve()) * 0.6


def test_few_answers_move_it_little() -> None:
    found = fit([[(0.0, True), (1.0, False)]])
    assert exp(-0.5) < found.w[2] / Curve().w[2] < 1
