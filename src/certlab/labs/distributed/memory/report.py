"""A memory bill as data, for `--json` and for whoever draws it."""

from dataclasses import asdict
from typing import Any

from certlab.labs.distributed.memory.activations import layer
from certlab.labs.distributed.memory.advice import ways
from certlab.labs.distributed.memory.bill import PARTS, Bill
from certlab.labs.distributed.memory.summary import words


def state(one: Bill) -> dict[str, Any]:
    """What was asked, the bill, a layer's activations, and what else would need less."""
    training = one.training
    recipe, layout = training.recipe, training.layout
    return {
        "model": asdict(training.model) | {"parameters": training.model.parameters},
        "recipe": asdict(recipe) | {"bytes_per_parameter": recipe.bytes_per_parameter},
        "layout": asdict(layout) | {"gpus": layout.gpus},
        "card": asdict(training.card),
        "parameters_on_a_gpu": one.parameters,
        "micro_batches_in_flight": one.micro_batches,
        "bytes": {part: getattr(one, part) for part in PARTS} | {"total": one.total},
        "gib": one.gib,
        "fits": one.fits,
        "layer": [
            asdict(row) for row in layer(training.model, layout, recipe.activation)
        ],
        "ways": [
            {"change": way.change, "gib": way.bill.gib, "fits": way.bill.fits}
            for way in ways(training)
        ],
        "words": words(one),
    }
