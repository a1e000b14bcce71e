"""The work that a price of a second leads to on each day, and the prices at which it fits.

Everybody's items are followed as shares, not drawn: this is the fluid limit of the plan. A
day that would be overfull gets dearer, one that would be idle gets cheaper, until neither
is. Among days that are worth nearly the same the work is split, so that prices settle.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from certlab.study.planner.futures import Futures, futures
from certlab.study.planner.grid import Grid, Step
from certlab.study.planner.outlook import Outlook

_NEARLY = 0.004  # recall; days that differ by less share the work
_ROUGHLY = 0.05  # the same in the first rounds, when prices are still guesses
_CUT = 5.0  # times that: a day worse by more gets none
_PACE = 10.0
_FEW = 0.01  # items; their work is left out
_LOWEST, _HIGHEST = 1e-6, 0.2  # of a price
START = 2e-3


@dataclass(frozen=True)
class Group:
    """Items that are alike.

    Attributes:
        count: how many.
        weight: what one counts for, 1 being the mean of all.
        steps: what asking it in each slot leads to; None where it cannot be asked.
        left: recall at the exam if it is not asked again.
    """

    count: float
    weight: float
    steps: tuple[Step | None, ...]
    left: float


@dataclass(frozen=True)
class Forecast:
    """What the plan leads to.

    Attributes:
        prices: of a second, by slot.
        seconds: of work, by slot.
        recalled: items recalled at the exam, each times its weight.
    """

    prices: tuple[float, ...]
    seconds: tuple[float, ...]
    recalled: float
    futures: dict[float, Futures]


def forecast(
    grid: Grid,
    outlook: Outlook,
    groups: Sequence[Group],
    prices: Sequence[float],
    nearly: float = _NEARLY,
) -> Forecast:
    """Follow all groups to the exam at these prices."""
    count = len(outlook.slots)
    seconds = [0.0] * count
    recalled = 0.0
    worked: dict[float, Futures] = {}
    for weight in {group.weight for group in groups}:
        scaled = [price / weight for price in prices]
        worked[weight] = plan = futures(grid, outlook, scaled)
        mass = [[0.0] * (len(grid.states) + 1) for _ in range(count)]
        same = [group for group in groups if group.weight == weight]
        found = sum(_enter(plan, group, mass, seconds, nearly) for group in same)
        found += _follow(plan, mass, seconds, nearly)
        recalled += found * weight
    return Forecast(tuple(prices), tuple(seconds), recalled, worked)


def settle(
    grid: Grid,
    outlook: Outlook,
    groups: Sequence[Group],
    cap: float,
    prices: Sequence[float] | None = None,
    rounds: int = 24,
) -> Forecast:
    """The forecast at prices at which each day's work fits its cap.

    Args:
        cap: seconds a day.
        prices: to begin with, those of a plan made a little earlier.
    """
    now = list(prices or [START] * len(outlook.slots))
    caps = [slot.days * cap for slot in outlook.slots]
    cool = (_NEARLY / _ROUGHLY) ** (1 / max(1, rounds - 4))
    for n in range(rounds):
        nearly = _NEARLY if prices else max(_NEARLY, _ROUGHLY * cool**n)
        found = forecast(grid, outlook, groups, now, nearly)
        pace = min(_PACE * nearly, 0.5)
        now = [
            min(max(price * exp(pace * _over(work, most)), _LOWEST), _HIGHEST)
            for price, work, most in zip(now, found.seconds, caps, strict=True)
        ]
    return forecast(grid, outlook, groups, now)


def _over(work: float, cap: float) -> float:
    return min(max((work - cap) / cap, -1.0), 1.5) if cap > 0 else 1.5


def _enter(
    plan: Futures,
    group: Group,
    mass: list[list[float]],
    seconds: list[float],
    nearly: float,
) -> float:
    """Put a group's shares where they are asked first; what is recalled of the rest."""
    options = plan.options(group.steps)
    known = [one for one in options if one is not None]
    shares = _shares([group.left, *known], nearly)
    at = 1
    for slot, step in enumerate(group.steps):
        if step is None:
            continue
        _move(step, group.count * shares[at], mass[slot], slot, seconds)
        at += 1
    return group.count * shares[0] * group.left


def _follow(
    plan: Futures, mass: list[list[float]], seconds: list[float], nearly: float
) -> float:
    recalled = 0.0
    slots, states = plan.outlook.slots, len(plan.grid.states)
    for e, here in enumerate(mass):
        options = plan.next[e]
        later = list(options.values())[1:]
        steps = [
            plan.grid.steps(slots[f].day - slots[e].day) for f in list(options)[1:]
        ]
        for state, items in enumerate(here[:states]):
            if items < _FEW:
                recalled += items * options[e][state]
                continue
            shares = _shares(
                [options[e][state], *(one[state] for one in later)], nearly
            )
            recalled += items * shares[0] * options[e][state]
            for n, share in enumerate(shares[1:]):
                if share:
                    f = e + 1 + n
                    _move(steps[n][state], items * share, mass[f], f, seconds)
    return recalled


def _move(
    step: Step, items: float, mass: list[float], slot: int, seconds: list[float]
) -> None:
    up, a, b, down, c, d, cost = step
    mass[up] += items * a
    mass[up + 1] += items * b
    mass[down] += items * c
    mass[down + 1] += items * d
    seconds[slot] += items * cost


def _shares(values: Sequence[float], nearly: float) -> list[float]:
    """Shares of the work, most for the greatest value."""
    most = max(values)
    raw = [
        exp((one - most) / nearly) if most - one < _CUT * nearly else 0.0
        for one in values
    ]
    total = sum(raw)
    return [one / total for one in raw]
