"""The closed table of units: what each measures, and how large it is.

Decimal and binary prefixes stay apart, bits and bytes too: 80 GB is not 80 GiB.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Unit:
    """A unit: its dimension, and its size in that dimension's smallest unit here."""

    dimension: str
    factor: float


_DECIMAL = {"": 1, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}
_BINARY = {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40}
_COUNTED = (
    "threads", "warps", "blocks", "registers", "cycles", "SMs", "GPUs", "cores",
    "lanes", "bits", "elements", "FLOP/byte", "x", "%", "nodes", "systems", "links",
    "dimensions", "instances", "slices", "tokens", "tokens/s", "FMA/cycle",
    "percentage points",
    "racks", "U", "kg", "kWh", "A", "V", "°C", "CFM", "BTU/h", "USD",  # of a building
)  # fmt: skip


def _table() -> dict[str, Unit]:
    units = {name: Unit(name, 1) for name in _COUNTED}
    for prefix, size in _DECIMAL.items():
        units[f"{prefix}B"] = Unit("information", size)
        units[f"{prefix}B/s"] = Unit("bandwidth", size)
        units[f"{prefix}bit/s"] = Unit("bit rate", size)
        units[f"{prefix}FLOP"] = Unit("work", size)
        units[f"{prefix}FLOPS"] = Unit("rate of work", size)
        units[f"{prefix}OPS"] = Unit("rate of operations", size)
        units[f"{prefix}Hz"] = Unit("frequency", size)
    for prefix, size in _BINARY.items():
        units[f"{prefix}B"] = Unit("information", size)
        units[f"{prefix}B/s"] = Unit("bandwidth", size)
    units["bytes"] = units["B"]
    units |= {"s": Unit("time", 1), "ms": Unit("time", 1e-3), "min": Unit("time", 60)}
    units |= {
        "µs": Unit("time", 1e-6),
        "ns": Unit("time", 1e-9),
        "h": Unit("time", 3600),
    }
    units |= {"W": Unit("power", 1), "kW": Unit("power", 1e3), "MW": Unit("power", 1e6)}
    return units


UNITS = _table()


def same_dimension(unit: str) -> tuple[str, ...]:
    """Units a learner may answer in when `unit` is asked, smallest first.

    Only neighbours within a factor of a million either way are offered, and the unit
    without a prefix: 8e10 bytes are 80 GB.
    """
    asked = UNITS[unit]
    found = {asked.factor: unit}
    for name, one in UNITS.items():
        near = 1e-6 <= one.factor / asked.factor <= 1e6 or one.factor == 1
        if one.dimension == asked.dimension and near:
            found.setdefault(one.factor, name)
    return tuple(found[size] for size in sorted(found))
