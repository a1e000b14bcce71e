"""Memory of a training run: what one GPU holds, whether it fits, and what else would.

A `Training` is frozen: a model, a recipe, a strategy, a card; `bill` adds up. What cannot
run is a `Refusal`.
"""

from certlab.errors import Refusal
from certlab.labs.distributed.memory import draw, report
from certlab.labs.distributed.memory.activations import Activation, layer, layer_bytes
from certlab.labs.distributed.memory.advice import Way, ways
from certlab.labs.distributed.memory.bill import (
    GIB,
    PARTS,
    Bill,
    Training,
    bill,
    state_bytes,
)
from certlab.labs.distributed.memory.card import Card, cards
from certlab.labs.distributed.memory.checks import ranks_that_are_left
from certlab.labs.distributed.memory.duration import days, operations
from certlab.labs.distributed.memory.layout import Layout
from certlab.labs.distributed.memory.model import Model
from certlab.labs.distributed.memory.recipe import Recipe, recipes
from certlab.labs.distributed.memory.summary import words

__all__ = [
    "GIB",
    "PARTS",
    "Activation",
    "Bill",
    "Card",
    "Layout",
    "Model",
    "Recipe",
    "Refusal",
    "Training",
    "Way",
    "bill",
    "cards",
    "days",
    "draw",
    "layer",
    "layer_bytes",
    "operations",
    "ranks_that_are_left",
    "recipes",
    "report",
    "state_bytes",
    "ways",
    "words",
]
