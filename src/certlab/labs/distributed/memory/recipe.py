"""What training keeps of each parameter: bytes by part, for an optimizer and a precision."""

from collections.abc import Mapping
from dataclasses import dataclass

from certlab.course.facts import Fact


@dataclass(frozen=True)
class Recipe:
    """Bytes a parameter.

    Attributes:
        name: what it is called, "adam-bf16".
        weights: the copy that the forward reads.
        gradients: what is summed up over micro-batches.
        master: the FP32 copy that the optimizer changes; 0 where the weights are that.
        moments: what the optimizer remembers beside.
        activation: bytes of an activation's element.
    """

    name: str
    weights: float
    gradients: float
    master: float
    moments: float
    activation: float = 2.0

    @property
    def bytes_per_parameter(self) -> float:
        """All of it together."""
        return self.weights + self.gradients + self.master + self.moments

    @property
    def fp8(self) -> bool:
        """Whether matrix products run in FP8."""
        return self.name.endswith("fp8")


def recipes(facts: Mapping[str, Fact]) -> dict[str, Recipe]:
    """The recipes that facts describe, `recipe-NAME.weights` and so on."""
    found = {}
    for id in facts:
        entity, _, field = id.partition(".")
        if entity.startswith("recipe-") and field == "weights":
            name = entity.removeprefix("recipe-")
            found[name] = Recipe(
                name,
                weights=_number(facts[f"{entity}.weights"]),
                gradients=_number(facts[f"{entity}.gradients"]),
                master=_number(facts[f"{entity}.master"]),
                moments=_number(facts[f"{entity}.moments"]),
                activation=4.0 if name.endswith("fp32") else 2.0,
            )
    return found


def _number(fact: Fact) -> float:
    assert not isinstance(fact.value, str), fact.id
    return float(fact.value)
