"""Memory of a training run: what one GPU holds, whether it fits, and what else would.

A `Training` is frozen: a model, a recipe, a strategy, a card; `bill` adds up. What cannot
run is a `Refusal`.
"""

from certlab.sim.memory import draw, report
from certlab.sim.memory.activations import Kept, layer, layer_bytes
from certlab.sim.memory.advice import Way, ways
from certlab.sim.memory.bill import GIB, PARTS, Bill, Training, bill, state_bytes
from certlab.sim.memory.card import Card, cards
from certlab.sim.memory.checks import ranks_that_are_left
from certlab.sim.memory.duration import days, operations
from certlab.sim.memory.layout import Layout
from certlab.sim.memory.model import Model
from certlab.sim.memory.recipe import Recipe, recipes
from certlab.sim.memory.summary import words
from certlab.sim.refusal import Refusal

__all__ = [
    "GIB",
    "PARTS",
    "Bill",
    "Card",
    "Kept",
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
