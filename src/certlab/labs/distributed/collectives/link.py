"""What a message costs on a link: a latency, and a time a byte (alpha and beta)."""

from collections.abc import Mapping
from dataclasses import dataclass

from certlab.course.facts import Fact
from certlab.course.units import UNITS


@dataclass(frozen=True)
class Link:
    """A rank's way out, in one direction; the other direction is as fast at once.

    Attributes:
        name: what a reader calls it.
        latency_seconds: alpha, paid by every message.
        bytes_per_second: beta here is bytes a second, not seconds a byte.
    """

    name: str
    latency_seconds: float
    bytes_per_second: float

    def seconds(self, count: float) -> float:
        """How long one message of so many bytes takes."""
        return self.latency_seconds + count / self.bytes_per_second


def links(facts: Mapping[str, Fact]) -> dict[str, Link]:
    """The links that facts describe, `link-NAME.latency` and `link-NAME.bandwidth`."""
    found = {}
    for id in facts:
        name, _, field = id.partition(".")
        if name.startswith("link-") and field == "latency":
            latency, rate = facts[id], facts[f"{name}.bandwidth"]
            short = name.removeprefix("link-")
            found[short] = Link(short, _amount(latency), _amount(rate))
    return found


def _amount(fact: Fact) -> float:
    """A fact's value in seconds, or bytes a second."""
    assert not isinstance(fact.value, str), fact.id
    return fact.value * UNITS[fact.unit].factor
