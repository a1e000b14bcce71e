"""What a memory state is worth, when a second of each day to come has its price.

Worked out from the exam backwards: after an answer the next one comes on the day that is
worth most, or never. The worth of a state is the recall it leads to on the day of the exam,
less the price of the seconds spent on the way.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from certlab.planner.grid import COST, Grid, Step, worth
from certlab.planner.outlook import Outlook


@dataclass(frozen=True)
class StateValues:
    """Worth by slot and state.

    Attributes:
        prices: of a second in each slot, in exams recalled of one item of weight 1.
        next: next[e][f] is the worth of each state of slot e when it is asked again in
            slot f; where f is e, when it is asked never again.
        best: the greatest of these, by slot and state.
    """

    grid: Grid
    outlook: Outlook
    prices: tuple[float, ...]
    next: tuple[dict[int, list[float]], ...]
    best: tuple[list[float], ...]

    def options(self, steps: Sequence[Step | None]) -> list[float | None]:
        """Worth of an item asked in each slot, the seconds paid; None where it cannot be."""
        return [
            None if step is None else worth(step, best) - price * step[COST]
            for step, best, price in zip(steps, self.best, self.prices, strict=True)
        ]


def state_values(grid: Grid, outlook: Outlook, prices: Sequence[float]) -> StateValues:
    """Work it out, the last slot first."""
    slots = outlook.slots
    count = len(slots)
    following: list[dict[int, list[float]]] = [{} for _ in slots]
    best: list[list[float]] = [[] for _ in slots]
    for e in reversed(range(count)):
        most = list(grid.recalls(outlook.exam - slots[e].day))
        options = {e: most}  # in the order of the slots
        for f in range(e + 1, count):
            v, price = best[f], prices[f]
            options[f] = asked = [
                a * v[i] + b * v[i + 1] + c * v[j] + d * v[j + 1] - price * k
                for i, a, b, j, c, d, k in grid.steps(slots[f].day - slots[e].day)
            ]
            most = list(map(max, most, asked))
        following[e], best[e] = options, most
    return StateValues(grid, outlook, tuple(prices), tuple(following), tuple(best))
