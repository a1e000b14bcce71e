"""What a model takes of a GPU's memory: its weights, and the cache of its requests."""

from collections.abc import Mapping
from dataclasses import dataclass

from certlab.course.facts import Fact
from certlab.errors import Refusal


@dataclass(frozen=True, slots=True)
class Model:
    """The shape of a decoder, as its config.json has it.

    Attributes:
        name: as people say it.
        billions: parameters, in billions.
        layers: num_hidden_layers.
        kv_heads: num_key_value_heads.
        head_size: values of a head.
    """

    name: str
    billions: float
    layers: int
    kv_heads: int
    head_size: int

    def weights_gb(self, bits: float) -> float:
        """Weights with so many bits each, scales included; GB."""
        return self.billions * bits / 8

    def kv_bytes(self, bits: float = 16) -> float:
        """Keys and values of one token in all layers, bytes."""
        return 2 * self.layers * self.kv_heads * self.head_size * bits / 8


@dataclass(frozen=True, slots=True)
class Card:
    """A GPU by its memory.

    Attributes:
        name: as its facts begin.
        gb: what its driver shows, in decimal GB: an H100 sold with 80 GB has 85.5.
    """

    name: str
    gb: float


def cards(facts: Mapping[str, Fact]) -> dict[str, Card]:
    """The cards that facts describe, `NAME.memory_total`."""
    found = {}
    for id, fact in facts.items():
        name, _, field = id.partition(".")
        if field == "memory_total" and not isinstance(fact.value, str):
            found[name] = Card(name, fact.value * 2**20 / 1e9)
    return found


LLAMA_8B = Model("Llama 3.1 8B", 8.03, 32, 8, 128)
LLAMA_70B = Model("Llama 3 70B", 70.6, 80, 8, 128)
# Bits of a weight, with its share of the scale of its group or block.
BITS = {"BF16": 16, "FP8": 8, "NVFP4": 4.5, "INT4, g128": 4.125}
# The oldest architecture that computes in it; INT4 is unpacked to 16 bits anywhere.
SINCE = {"BF16": "Ampere", "FP8": "Ada", "NVFP4": "Blackwell", "INT4, g128": "Ampere"}


def room(model: Model, card: Card, weight_bits: float, *, count: int = 1) -> float:
    """GB that are left for the cache: nine tenths of what the weights leave.

    Raises:
        Refusal: the weights alone do not fit.
    """
    weights = model.weights_gb(weight_bits)
    if weights >= card.gb * count:
        raise Refusal(
            f"The weights of {model.name} take {weights:.0f} GB at {weight_bits:g} bits and "
            f"there are {card.gb * count:.0f} GB: take fewer bits or more cards."
        )
    return 0.9 * (card.gb * count - weights)


def requests(
    model: Model, cache_gb: float, tokens: int, *, bits: float = 16, block: int = 32
) -> int:
    """Whole requests of so many tokens that fit into a paged cache."""
    each = -(-tokens // block) * block * model.kv_bytes(bits)
    return int(cache_gb * 1e9 // each)
