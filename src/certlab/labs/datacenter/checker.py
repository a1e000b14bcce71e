"""What a building would refuse of a plan: every rule that it breaks, each in a sentence."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from certlab.course.facts import Fact
from certlab.finding import Finding
from certlab.labs.datacenter.plan import Feed, Plan, read
from certlab.labs.datacenter.systems import systems

BTU = 3.412  # an hour, for each watt
ROUNDED = 0.01  # of a planned figure
SLACK = 1e-9
Rule = Callable[[Plan, Mapping[str, Fact]], Iterator[Finding]]


def check(written: Any, facts: Mapping[str, Fact]) -> list[Finding]:
    """All findings of a plan; one alone where it cannot be read."""
    plan = read(written, systems(facts))
    if isinstance(plan, Finding):
        return [plan]
    return [finding for rule in RULES for finding in rule(plan, facts)]


def _load(plan: Plan, facts: Mapping[str, Fact]) -> Iterator[Finding]:
    gpu = facts["h100-sxm5.power" if "H100" in plan.system.name else "b200.power"].value
    in_gpus = plan.systems * plan.system.gpus * float(gpu) / 1000
    rated = plan.systems * plan.system.supplies * plan.system.supply_kw
    meant = f"{plan.systems} × {plan.system.kw} = {plan.kw:.1f} kW"
    if _near(plan.load_kw, in_gpus):
        yield Finding(
            "gpus-only", f"load_kw counts the GPUs alone; the systems draw {meant}."
        )
    elif _near(plan.load_kw, rated):
        yield Finding(
            "supply-ratings",
            f"load_kw adds up all power supplies, spare ones too; the systems draw {meant}.",
        )
    elif not _near(plan.load_kw, plan.kw):
        word = "less" if plan.load_kw < plan.kw else "more"
        yield Finding("load", f"load_kw is {word} than what the systems draw, {meant}.")


def _heat(plan: Plan, _: Mapping[str, Fact]) -> Iterator[Finding]:
    heat = plan.kw * 1000 * BTU
    if not _near(plan.heat_btu, heat):
        yield Finding(
            "heat",
            f"heat_btu is not what {plan.kw:.1f} kW give off: every watt is heat, "
            f"{heat:,.0f} BTU an hour.",
        )


def _space(plan: Plan, _: Mapping[str, Fact]) -> Iterator[Finding]:
    needs, free = plan.systems * plan.system.units, plan.rack_units - plan.taken_units
    if needs > free:
        yield Finding(
            "height", f"The systems are {needs} units tall, and {free} are free."
        )
    weight = plan.systems * plan.system.kg + plan.rack_kg
    if weight > plan.floor_kg:
        yield Finding(
            "weight",
            f"The rack weighs {weight:,.0f} kg, and the floor carries {plan.floor_kg:,.0f}.",
        )


def _cooling(plan: Plan, facts: Mapping[str, Fact]) -> Iterator[Finding]:
    if plan.cooling == "water":
        yield Finding(
            "no-air",
            f"A {plan.system.name} is cooled by air, and the position has none.",
        )
    if plan.cooling_kw < plan.kw - SLACK:
        yield Finding(
            "cooling",
            f"The position cools {plan.cooling_kw:g} kW, and the systems give off "
            f"{plan.kw:.1f}: use more racks.",
        )
    if "H100" in plan.system.name:
        low = float(facts["dgx-h100.inlet_low"].value)
        high = float(facts["dgx-h100.inlet_high"].value)
        if not low <= plan.inlet_c <= high:
            yield Finding(
                "inlet",
                f"The inlet air has {plan.inlet_c:g} °C, and the system takes "
                f"{low:g} to {high:g}.",
            )


def _supplies(plan: Plan, facts: Mapping[str, Fact]) -> Iterator[Finding]:
    on = sum(one.supplies for one in plan.feeds)
    if on != plan.system.supplies:
        yield Finding(
            "supplies",
            f"The feeds take {on} supplies of each system, and it has "
            f"{plan.system.supplies}: each gets one cord.",
        )
    low = float(facts["dgx-h100.volts_low"].value)
    high = float(facts["dgx-h100.volts_high"].value)
    for n, one in enumerate(plan.feeds, 1):
        if not any(low <= volts <= high for volts in one.at_supply):
            yield Finding(
                "volts",
                f"Feed {n}: no supply takes what {one.volts:g} V with {one.phases} "
                f"phase{'s' * (one.phases > 1)} gives; it wants {low:g} to {high:g} V.",
            )


def _feeds(plan: Plan, _: Mapping[str, Fact]) -> Iterator[Finding]:
    total = sum(one.supplies for one in plan.feeds)
    names = [one.source for one in plan.feeds]
    if len(plan.feeds) > 1 and len(set(names)) < len(names):
        twice = next(one for one in names if names.count(one) > 1)
        yield Finding(
            "one-source",
            f'{names.count(twice)} feeds begin at "{twice}", so they fail together: '
            "count it as one.",
        )
    for n, one in enumerate(plan.feeds, 1):
        carries = plan.kw * one.supplies / total if total else 0
        if carries > one.kw + SLACK:
            yield Finding(
                "overload",
                f"Feed {n} carries {carries:.1f} kW on a good day, and gives {one.kw:.1f}.",
            )


def _failures(plan: Plan, facts: Mapping[str, Fact]) -> Iterator[Finding]:
    """What each source's loss does: to the other feeds, and to the systems."""
    boot = int(float(facts["dgx-h100.supplies_to_boot"].value))
    sources = list(dict.fromkeys(one.source for one in plan.feeds))
    if len(sources) == 1:
        yield Finding(
            "single", f'All power comes from "{sources[0]}": its loss stops the rack.'
        )
        return
    for source in sources:
        left = [one for one in plan.feeds if one.source != source]
        supplies = sum(one.supplies for one in left)
        if supplies < boot:
            yield Finding(
                "down",
                f'Without "{source}" each system has {supplies} supplies left and goes down.',
            )
        elif supplies < plan.system.needed:
            yield Finding(
                "slow",
                f'Without "{source}" each system has {supplies} supplies left of the '
                f"{plan.system.needed} it needs for full performance.",
            )
        yield from _over(plan, source, left, supplies)


def _over(
    plan: Plan, source: str, left: list[Feed], supplies: int
) -> Iterator[Finding]:
    for one in left:
        carries = plan.kw * one.supplies / supplies if supplies else 0
        if carries > one.kw + SLACK:
            yield Finding(
                "overload-after",
                f'Without "{source}", "{one.source}" would carry {carries:.1f} kW and '
                f"gives {one.kw:.1f}: its breaker trips as well.",
            )


def _near(planned: float, wanted: float) -> bool:
    return abs(planned - wanted) <= ROUNDED * wanted


RULES: tuple[Rule, ...] = (
    _load,
    _heat,
    _space,
    _cooling,
    _supplies,
    _feeds,
    _failures,
)
