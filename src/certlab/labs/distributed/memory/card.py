"""A card: how much memory it shows, and whether it multiplies in FP8."""

from collections.abc import Mapping
from dataclasses import dataclass

from certlab.course.facts import Fact


@dataclass(frozen=True)
class Card:
    """One GPU.

    Attributes:
        name: what a reader calls it.
        gib: memory as nvidia-smi shows it; a framework's own share comes off that.
        compute_capability: "9.0".
        fp8_from: the compute capability from which FP8 products run.
    """

    name: str
    gib: float
    compute_capability: str = "9.0"
    fp8_from: str = "8.9"

    @property
    def fp8(self) -> bool:
        """Whether FP8 matrix products run on it."""
        return _version(self.compute_capability) >= _version(self.fp8_from)


def cards(facts: Mapping[str, Fact]) -> dict[str, Card]:
    """The cards that facts describe: `NAME.memory_total`, and their compute capability."""
    first = str(facts["te-fp8.min_compute_capability"].value)
    found = {}
    for id, fact in facts.items():
        name, _, field = id.partition(".")
        if field == "memory_total" and fact.unit == "MiB":
            assert not isinstance(fact.value, str), id
            gpu = name.split("-")[0]
            capability = str(facts[f"{gpu}.compute_capability"].value)
            found[name] = Card(name, fact.value / 1024, capability, first)
    return found


def _version(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))
