"""A plan of a rack, read from what a learner wrote; bad input is said in one sentence."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from certlab.finding import Finding
from certlab.labs.datacenter.systems import System

NUMBER = (int, float)
COOLING = ("air", "water", "air and water")
# Field: what it is, its type, the least and the most it may be.
TOP = {
    "system": ("a system's id", str, None, None),
    "systems": ("the number of systems", int, 1, 20),
    "load_kw": ("the power planned for all systems", NUMBER, 0, 2000),
    "heat_btu": ("the heat planned, BTU an hour", NUMBER, 0, 10**7),
    "cooling": ("air, water, or air and water", str, None, None),
    "cooling_kw": ("what the position can cool", NUMBER, 0, 2000),
    "inlet_c": ("the inlet temperature", NUMBER, -20, 60),
    "floor_kg": ("what the floor carries", NUMBER, 0, 10**5),
    "rack_units": ("the height of the rack", int, 1, 60),
    "taken_units": ("units for PDUs and switches", int, 0, 60),
    "rack_kg": ("rack, PDUs and cables", NUMBER, 30, 2000),
}
FEED = {
    "source": ("where the feed begins", str, None, None),
    "phases": ("1 or 3", int, 1, 3),
    "volts": ("the voltage", NUMBER, 100, 500),
    "amps": ("the breaker's rating", NUMBER, 1, 400),
    "power_factor": ("0 to 1", NUMBER, 0.5, 1),
    "continuous": ("the share of the breaker for lasting loads", NUMBER, 0.5, 1),
    "supplies": ("supplies of each system on it", int, 0, 12),
}


@dataclass(frozen=True, slots=True)
class Feed:
    """One way to the rack.

    Attributes:
        source: where it begins; feeds of one source fail together.
        volts: between two phases, or of the one phase.
        amps: rating of the breaker.
        continuous: share of it that a lasting load may use.
        supplies: of each system, on this feed.
    """

    source: str
    phases: int
    volts: float
    amps: float
    power_factor: float
    continuous: float
    supplies: int

    @property
    def kw(self) -> float:
        """What it may carry for hours, kW."""
        factor = sqrt(3) if self.phases == 3 else 1
        return (
            factor * self.volts * self.amps * self.power_factor * self.continuous / 1000
        )

    @property
    def at_supply(self) -> tuple[float, ...]:
        """Voltages that a supply can be given from it."""
        return (self.volts,) if self.phases == 1 else (self.volts / sqrt(3), self.volts)


@dataclass(frozen=True, slots=True)
class Plan:
    """A rack of so many equal systems, its position in the room, and its feeds."""

    system: System
    systems: int
    load_kw: float
    heat_btu: float
    cooling: str
    cooling_kw: float
    inlet_c: float
    floor_kg: float
    rack_units: int
    taken_units: int
    rack_kg: float
    feeds: tuple[Feed, ...]

    @property
    def kw(self) -> float:
        """What the systems draw at most, kW."""
        return self.systems * self.system.kw


def read(written: Any, known: Mapping[str, System]) -> Plan | Finding:
    """The plan that a table of names and values says, or why it says none."""
    if not isinstance(written, Mapping):
        return Finding("not-a-table", "A plan is a table of names and values, {...}.")
    feeds = written.get("feeds")
    if not isinstance(feeds, list) or not feeds:
        return Finding("no-feeds", "The plan has no feeds: list one table for each.")
    rest = {name: value for name, value in written.items() if name != "feeds"}
    tables: list[tuple[str, Any, Mapping[str, Any]]] = [("The plan", rest, TOP)]
    tables += [(f"Feed {n}", one, FEED) for n, one in enumerate(feeds, 1)]
    for where, table, fields in tables:
        for finding in _wrong(where, table, fields):
            return finding
    if rest["system"] not in known:
        names = ", ".join(known)
        return Finding(
            "unknown-system",
            f'There is no system "{rest["system"]}": known are {names}.',
        )
    if rest["cooling"] not in COOLING:
        kinds = ", ".join(COOLING)
        return Finding("unknown-cooling", f"The plan: cooling is one of {kinds}.")
    for n, one in enumerate(feeds):
        if one["phases"] == 2:
            return Finding("two-phases", f"Feed {n + 1}: phases is 1 or 3, not 2.")
    system = known[rest["system"]]
    return Plan(**{**rest, "system": system}, feeds=tuple(Feed(**one) for one in feeds))


def _wrong(where: str, table: Any, fields: Mapping[str, Any]) -> Iterator[Finding]:
    if not isinstance(table, Mapping):
        yield Finding(
            "not-a-table", f"{where} is a table of names and values, {{...}}."
        )
        return
    for name in table:
        if name not in fields:
            yield Finding(
                "unknown-name", f'{where} has "{name}", which is none of its names.'
            )
    for name, (what, kind, least, most) in fields.items():
        value = table.get(name)
        if value is None:
            yield Finding("missing", f"{where} lacks {name}: {what}.")
        elif isinstance(value, bool) or not isinstance(value, kind):
            word = (
                "a text"
                if kind is str
                else "a whole number"
                if kind is int
                else "a number"
            )
            yield Finding("wrong-kind", f"{where}: {name} is {what}, {word}.")
        elif least is not None and not least <= value <= most:
            yield Finding(
                "out-of-range", f"{where}: {name} is {value}, not {least} to {most}."
            )
