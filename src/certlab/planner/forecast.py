"""What a plan sees ahead: what will not fit, what more minutes bring, and the last sweep.

Both follow from the prices that the plan of the day settled on, so they cost little beside it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from statistics import fmean

from certlab.planner.day import DayPlan, together
from certlab.planner.grid import Grid, grid, move
from certlab.planner.inputs import Inputs
from certlab.planner.outlook import Slot
from certlab.planner.prices import MoreMinutes, few_rounds, richer
from certlab.planner.selection import Candidate
from certlab.planner.state_values import StateValues
from certlab.planner.workload import Group, forecast, settle, shares_of

STEPS = (5, 10, 15, 30)  # more minutes a day that are worth naming
_EACH = 40.0  # seconds that bring one more item in, roughly: to choose the step by
_SWEEP = 0.8  # of the last askings: the days up to the exam that hold so many
_FEW = 0.01  # items; their way is not followed
_CARDS = 0, False  # a part of no domain: the exam asks no card


@dataclass(frozen=True)
class Sweep:
    """The days before the exam on which most items are asked for the last time.

    Attributes:
        begins: the first of them.
        ends: the last day of study.
        items: how many are asked for the last time in them.
        daily: how many on each day; one figure a day.
    """

    begins: date
    ends: date
    items: int
    daily: tuple[float, ...]


@dataclass
class Outcome:
    """What becomes of some items if the plan is kept, expected.

    Attributes:
        count: how many they are.
        asked: how many of them are asked from now on.
        recalled: how many of those would be recalled on the day.
        left: how many of the others.
    """

    count: float
    asked: float = 0.0
    recalled: float = 0.0
    left: float = 0.0


# A domain, and whether its items were never asked before.
Part = tuple[int, bool]


@dataclass(frozen=True)
class PlanForecast:
    """What is to be said of the days to come.

    Attributes:
        items: how many count for the exam.
        left_out: how many of them will not fit: never asked again, and recalled with a
            chance below 0.8 on the day.
        more: minutes a day that would bring some of these in; 0 when all fit, or when no
            step of STEPS helps.
        brought: how many of them.
        asked: how that was found out, for the plan of the next day; None when all fit.
        sweep: None on the last day of study, or when nothing is asked again.
        outcomes: of the items that the exam may ask, by domain and whether they were
            never asked before.
    """

    items: int
    left_out: int
    more: int = 0
    brought: int = 0
    asked: MoreMinutes | None = None
    sweep: Sweep | None = None
    outcomes: Mapping[Part, Outcome] = field(default_factory=dict)


def plan_forecast(
    inputs: Inputs, plan: DayPlan, today: date, earlier: MoreMinutes | None = None
) -> PlanForecast:
    """What the plan of a day sees ahead.

    Args:
        plan: made from these inputs.
        today: the learner's own day.
        earlier: what an earlier plan was asked with more minutes, for these slots.
    """
    count = len(inputs.candidates)
    if not count:
        return PlanForecast(0, 0)
    tables = [grid(one, inputs.seconds) for _, one in inputs.learner.kinds]
    parts = _parts(inputs, tables)
    alike = [group for part in parts.values() for group in part]
    more, brought, asked = 0, 0, None
    if plan.left_out:
        more, brought, asked = _helpful(tables, inputs, alike, plan, earlier)
    worked = forecast(
        tables, inputs.outlook, alike, _caps(inputs), plan.prices
    ).state_values
    last, outcomes = _followed(worked, parts)
    sweep = _sweep(last, inputs.outlook.slots, today)
    outcomes.pop(_CARDS, None)
    return PlanForecast(count, plan.left_out, more, brought, asked, sweep, outcomes)


def _parts(inputs: Inputs, tables: Sequence[Grid]) -> dict[Part, list[Group]]:
    """The items as groups of alike ones, apart by domain and whether they are new."""
    parts: dict[Part, list[Candidate]] = {}
    for one in inputs.candidates:
        domain = inputs.domains.get(one.key)
        part = (domain, one.memory is None) if domain else _CARDS
        parts.setdefault(part, []).append(one)
    mean = fmean(one.weight for one in inputs.candidates)
    return {
        part: together(some, tables, inputs.outlook, inputs.known, mean)
        for part, some in parts.items()
    }


def _caps(inputs: Inputs, more: int = 0) -> list[float]:
    """Seconds by slot, with so many more minutes a day."""
    extra = 60 * more
    later = (slot.days * (inputs.cap + extra) for slot in inputs.outlook.slots[1:])
    return [inputs.left + extra, *later]


def _helpful(
    tables: Sequence[Grid],
    inputs: Inputs,
    alike: Sequence[Group],
    plan: DayPlan,
    earlier: MoreMinutes | None,
) -> tuple[int, int, MoreMinutes]:
    """A step that brings about half of them in or more, and how many it does.

    The plan is made again with it, from its own prices. Where yesterday's was asked for as
    much, only the step that was tried last is, from the prices that it settled on.
    """
    days = sum(slot.days for slot in inputs.outlook.slots)
    left_out = plan.left_out
    wanted = left_out / 2 * _EACH / 60 / days
    likely = next((step for step in STEPS if step >= wanted), STEPS[-1])
    same = earlier if earlier and earlier.likely == likely else None
    steps = [same.tried] if same else [*dict.fromkeys((likely, STEPS[-1]))]
    for step in steps:
        caps = _caps(inputs, step)
        if same:
            rounds = few_rounds(len(inputs.outlook.slots))
            found = settle(tables, inputs.outlook, alike, caps, same.prices, rounds)
        else:
            times = 1 + 60 * step / inputs.cap
            found = richer(tables, inputs.outlook, alike, caps, plan.prices, times)
        asked = MoreMinutes(likely, step, found.prices)
        brought = min(left_out, left_out - round(found.left_out))
        if brought > 0:
            return step, brought, asked
    return 0, 0, asked


def _followed(
    worked: dict[tuple[float, int], StateValues], parts: Mapping[Part, Sequence[Group]]
) -> tuple[list[float], dict[Part, Outcome]]:
    """How many items are asked for the last time in each slot, and what is then known."""
    slots = len(next(iter(worked.values())).outlook.slots)
    last = [0.0] * slots
    outcomes: dict[Part, Outcome] = {}
    for part, groups in parts.items():
        outcomes[part] = outcome = Outcome(sum(group.count for group in groups))
        for same in sorted({(one.weight, one.kind) for one in groups}):
            plan = worked[same]
            mass = [[0.0] * (len(plan.grid.states) + 1) for _ in range(slots)]
            for group in groups:
                if (group.weight, group.kind) == same:
                    _begin(plan, group, mass, outcome)
            for slot, here in enumerate(mass):
                _follow(plan, slot, here, mass, last, outcome)
    return last, outcomes


def _begin(
    plan: StateValues, group: Group, mass: list[list[float]], outcome: Outcome
) -> None:
    options = plan.options(group.steps)
    asked = [slot for slot, worth in enumerate(options) if worth is not None]
    worths = [worth for worth in options if worth is not None]
    alone, *shares = shares_of([group.left, *worths])
    outcome.left += group.count * alone * group.left
    outcome.asked += group.count * (1 - alone)
    for slot, share in zip(asked, shares, strict=True):
        step = group.steps[slot]
        if step is not None:
            move(step, group.count * share, mass[slot])


def _follow(
    plan: StateValues,
    slot: int,
    here: Sequence[float],
    mass: list[list[float]],
    last: list[float],
    outcome: Outcome,
) -> None:
    never, *later = plan.next[slot].values()
    slots = plan.outlook.slots
    steps = [plan.grid.steps(one.day - slots[slot].day) for one in slots[slot + 1 :]]
    for state, items in enumerate(here[: len(plan.grid.states)]):
        if items < _FEW:
            last[slot] += items
            outcome.recalled += items * never[state]
            continue
        alone, *shares = shares_of([never[state], *(one[state] for one in later)])
        last[slot] += items * alone
        outcome.recalled += items * alone * never[state]
        for n, share in enumerate(shares):
            if share:
                move(steps[n][state], items * share, mass[slot + 1 + n])


def _sweep(last: Sequence[float], slots: Sequence[Slot], today: date) -> Sweep | None:
    """The fewest days up to the exam that hold most of the last askings."""
    total = sum(last)
    if total < 1 or len(slots) < 2:
        return None
    first, held = len(slots), 0.0
    while held < _SWEEP * total:
        first -= 1
        held += last[first]
    daily = [
        last[n] / slots[n].days
        for n in range(first, len(slots))
        for _ in range(slots[n].days)
    ]
    ends = int(slots[-1].day)
    return Sweep(
        begins=today + timedelta(ends - len(daily) + 1),
        ends=today + timedelta(ends),
        items=round(held),
        daily=tuple(daily),
    )
