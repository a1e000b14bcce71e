"""The work that a price of a second leads to on each day, and the prices at which it fits.

Everybody's items are followed as shares, not drawn: this is the fluid limit of the plan. A
day that would be overfull gets dearer, one that would be idle gets cheaper, until neither
is. Among days that are worth nearly the same the work is split, so that prices settle.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, inf
from operator import mul
from statistics import fmean

from certlab.planner.grid import COST, Grid, Step, move
from certlab.planner.outlook import Outlook
from certlab.planner.state_values import StateValues, state_values

_NEARLY = 0.004  # recall; days that differ by less share the work
_ROUGHLY = 0.05  # the same in the first rounds, when prices are still guesses
_CUT = 5.0  # times that: a day worse by more gets none
_PACE = 10.0
_FEW = 1e-4  # of all items; the work of fewer is left out
LOWEST, _HIGHEST = 1e-6, 0.2  # of a price
_NEEDED = 0.8  # recall on the day below which an item that is left alone "does not fit"
START = 2e-3
ROUNDS = 48  # in which prices settle;
_MANY = 2000  # of more items than these half as many


@dataclass(frozen=True)
class Group:
    """Items that are alike.

    Attributes:
        count: how many.
        weight: what one counts for, 1 being the mean of all.
        steps: what asking it in each slot leads to; None where it cannot be asked.
        left: recall at the exam if it is not asked again.
        kind: which grid is theirs, by number.
    """

    count: float
    weight: float
    steps: tuple[Step | None, ...]
    left: float
    kind: int = 0


@dataclass(frozen=True)
class Forecast:
    """What the plan leads to.

    Attributes:
        prices: of a second, by slot.
        seconds: of work, by slot.
        recalled: items recalled at the exam, each times its weight: never less than what
            the best plan reaches, and close to it when prices have settled.
        left_out: items that are never asked again and stand below 0.8 on the day.
        futures: by weight and kind.
    """

    prices: tuple[float, ...]
    seconds: tuple[float, ...]
    recalled: float
    left_out: float
    state_values: dict[tuple[float, int], StateValues]


def forecast(
    grids: Sequence[Grid],
    outlook: Outlook,
    groups: Sequence[Group],
    caps: Sequence[float],
    prices: Sequence[float],
    nearly: float = _NEARLY,
) -> Forecast:
    """Follow all groups to the exam at these prices.

    Args:
        grids: one for each kind of items.
        caps: seconds, by slot.
        nearly: recall; days that differ by less share the work.
    """
    count = len(outlook.slots)
    seconds = [0.0] * count
    # What is recalled, the seconds paid, and the pay for all seconds there are: at any
    # prices this is no less than the best plan reaches (weak duality).
    recalled = sum(map(mul, prices, caps))
    left_out = 0.0
    worked: dict[tuple[float, int], StateValues] = {}
    few = _FEW * sum(group.count for group in groups)
    for weight, kind in sorted({(group.weight, group.kind) for group in groups}):
        scaled = [price / weight for price in prices]
        worked[weight, kind] = plan = state_values(grids[kind], outlook, scaled)
        mass = [[0.0] * (len(grids[kind].states) + 1) for _ in range(count)]
        for group in groups:
            if (group.weight, group.kind) == (weight, kind):
                best, alone = _enter(plan, group, mass, seconds, nearly)
                recalled += group.count * weight * best
                left_out += alone if group.left < _NEEDED else 0.0
        _follow(plan, mass, seconds, nearly, few)
    return Forecast(tuple(prices), tuple(seconds), recalled, left_out, worked)


def settle(
    grids: Sequence[Grid],
    outlook: Outlook,
    groups: Sequence[Group],
    caps: Sequence[float],
    prices: Sequence[float] | None = None,
    rounds: int | None = None,
    *,
    rough: bool | None = None,
) -> Forecast:
    """The forecast at prices at which each slot's work fits its seconds.

    Args:
        grids: one for each kind of items.
        caps: seconds, by slot.
        prices: to begin with, those of a plan made a little earlier.
        rounds: in which they settle; the usual when None.
        rough: whether the prices are guesses, from which large steps are taken at first;
            when None, whether there are none.
    """
    if rounds is None:
        crowd = sum(group.count for group in groups) > _MANY
        rounds = ROUNDS // 2 if crowd else ROUNDS
    now = list(prices or [START] * len(outlook.slots))
    rough = not prices if rough is None else rough
    cool = (_NEARLY / _ROUGHLY) ** (1 / max(1, rounds - 4))
    # Where there is time to spare, seconds are free: the bound is tight without a price.
    bound = inf
    if prices is None:
        free = [LOWEST] * len(now)
        bound = forecast(grids, outlook, groups, caps, free).recalled
    late: list[float] = []
    for n in range(rounds):
        nearly = max(_NEARLY, _ROUGHLY * cool**n) if rough else _NEARLY
        found = forecast(grids, outlook, groups, caps, now, nearly)
        bound = min(bound, found.recalled)
        late += [found.left_out] * (2 * n >= rounds)
        pace = min(_PACE * nearly, 0.5)
        now = [
            min(max(price * exp(pace * _over(work, most)), LOWEST), _HIGHEST)
            for price, work, most in zip(now, found.seconds, caps, strict=True)
        ]
    found = forecast(grids, outlook, groups, caps, now)
    late.append(found.left_out)
    # Near a price at which all are as good asked as not, one round asks all of them and
    # the next none; their mean is what fits.
    return replace(found, recalled=min(bound, found.recalled), left_out=fmean(late))


def _over(work: float, cap: float) -> float:
    return min(max((work - cap) / cap, -1.0), 1.5) if cap > 0 else 1.5


def _enter(
    plan: StateValues,
    group: Group,
    mass: list[list[float]],
    seconds: list[float],
    nearly: float,
) -> tuple[float, float]:
    """Put a group's shares where they are asked first.

    Returns:
        What one of them is worth at best, and how many are not asked at all.
    """
    options = plan.options(group.steps)
    known = [one for one in options if one is not None]
    shares = shares_of([group.left, *known], nearly)
    at = 1
    for slot, step in enumerate(group.steps):
        if step is None:
            continue
        asked = group.count * shares[at]
        move(step, asked, mass[slot])
        seconds[slot] += asked * step[COST]
        at += 1
    return max([group.left, *known]), group.count * shares[0]


def _follow(
    plan: StateValues,
    mass: list[list[float]],
    seconds: list[float],
    nearly: float,
    few: float,
) -> None:
    """Let what was asked in a slot be asked again in later ones."""
    slots, states = plan.outlook.slots, len(plan.grid.states)
    for e, here in enumerate(mass):
        never, *later = plan.next[e].values()
        steps = [plan.grid.steps(slot.day - slots[e].day) for slot in slots[e + 1 :]]
        for state, items in enumerate(here[:states]):
            if items < few:
                continue
            shares = shares_of([never[state], *(one[state] for one in later)], nearly)
            for n, share in enumerate(shares[1:]):
                if share:
                    step, asked, f = steps[n][state], items * share, e + 1 + n
                    move(step, asked, mass[f])
                    seconds[f] += asked * step[COST]


def shares_of(values: Sequence[float], nearly: float = _NEARLY) -> list[float]:
    """Shares of the work, most for the greatest value."""
    most = max(values)
    raw = [
        exp((one - most) / nearly) if most - one < _CUT * nearly else 0.0
        for one in values
    ]
    total = sum(raw)
    return [one / total for one in raw]
