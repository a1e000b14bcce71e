"""The memory bill of one GPU, the first pipeline stage's: the one that holds most.

Counted are weights, gradients, states of the optimizer, and activations. Not counted are
what the framework and CUDA reserve, buffers of collectives (with ZeRO 3 the layers that
are gathered just now), and holes: leave some room.
"""

from dataclasses import dataclass, replace

from certlab.labs.distributed.memory.activations import again, ends, layer_bytes
from certlab.labs.distributed.memory.card import Card
from certlab.labs.distributed.memory.checks import check
from certlab.labs.distributed.memory.layout import Layout
from certlab.labs.distributed.memory.model import Model
from certlab.labs.distributed.memory.recipe import Recipe
from certlab.labs.distributed.pipeline import in_flight

GIB = 2**30
PARTS = ("weights", "gradients", "optimizer", "activations")


@dataclass(frozen=True)
class Training:
    """A run to be sized.

    Raises:
        Refusal: the strategy does not fit the model or the card's kind.
    """

    model: Model
    recipe: Recipe
    layout: Layout
    card: Card

    def __post_init__(self) -> None:
        check(self.model, self.recipe, self.layout, self.card)

    def with_layout(self, **changes: object) -> "Training":
        """The same with another strategy."""
        # Values are checked when the new layout is.
        layout = replace(self.layout, **changes)  # type: ignore[arg-type]  # field names are the caller's
        return replace(self, layout=layout)


@dataclass(frozen=True)
class Bill:
    """What one GPU must hold, in bytes.

    Attributes:
        parameters: that it holds a part or all of, after TP, PP and EP.
        micro_batches: whose activations it holds at once at most.
        weights: the copy that the forward reads.
        gradients: what is summed up.
        optimizer: FP32 weights and moments.
        activations: what the forward keeps, and a layer that is computed again.
    """

    training: Training
    parameters: float
    micro_batches: float
    weights: float
    gradients: float
    optimizer: float
    activations: float

    @property
    def optimiser(self) -> float:
        """`optimizer` by its former name, as learners' copies of the lab have it."""
        return self.optimizer

    @property
    def total(self) -> float:
        """Everything together, in bytes."""
        return self.weights + self.gradients + self.optimizer + self.activations

    @property
    def gib(self) -> float:
        """Everything together, in GiB."""
        return self.total / GIB

    @property
    def fits(self) -> bool:
        """Whether the card holds it, with nothing left for what is not counted."""
        return self.gib <= self.training.card.gib


def bill(one: Training) -> Bill:
    """Add up what the first stage's GPU holds."""
    model, recipe, layout = one.model, one.recipe, one.layout
    dense, expert = dense_parameters(model, layout), expert_parameters(model, layout)
    # An expert's copies are fewer: the ranks that hold other experts hold none of it.
    states = [
        state_bytes(dense, recipe, layout.zero, layout.copies),
        state_bytes(expert, recipe, layout.zero, layout.copies // layout.expert),
    ]
    weights, gradients, optimizer = map(sum, zip(*states, strict=True))
    flying = in_flight(
        layout.schedule, layout.pipeline, layout.micro_batches, layout.chunks
    )
    element = recipe.activation
    layers = model.layers // layout.pipeline
    activations = flying * layers * layer_bytes(model, layout, element)
    activations += flying * ends(model, layout, element) + again(model, layout, element)
    return Bill(
        one,
        dense + expert,
        flying,
        weights,
        gradients,
        optimizer,
        activations,
    )


def state_bytes(
    parameters: float, recipe: Recipe, zero: int = 0, ranks: int = 1
) -> tuple[float, float, float]:
    """Bytes of weights, gradients and the optimizer's states on one of the ranks.

    ZeRO's stages share them one after the other: 1 the optimizer's, 2 gradients too, 3
    weights too (Rajbhandari et al., ZeRO).

    Args:
        parameters: that a rank would hold without ZeRO.
        recipe: bytes of each part for a parameter.
        zero: the stage, from 0 to 3.
        ranks: that hold the same parameters and may share them.
    """
    whole = (recipe.weights, recipe.gradients, recipe.master + recipe.moments)
    shared = (zero >= 3, zero >= 2, zero >= 1)
    weights, gradients, optimizer = (
        parameters * each / (ranks if over else 1)
        for each, over in zip(whole, shared, strict=True)
    )
    return weights, gradients, optimizer


def dense_parameters(model: Model, layout: Layout) -> float:
    """Parameters of the first stage outside experts; norms and routers stay whole."""
    layers = model.layers // layout.pipeline
    split = model.attention + (0 if model.experts else model.mlp)
    whole = 2 * model.norm + model.router
    ends = model.embedding
    if layout.pipeline == 1 and not model.tied:
        ends += model.embedding
    last = model.norm if layout.pipeline == 1 else 0
    return (layers * split + ends) / layout.tensor + layers * whole + last


def expert_parameters(model: Model, layout: Layout) -> float:
    """Parameters of the first stage's experts on one rank."""
    layers = model.layers // layout.pipeline
    return layers * model.experts * model.mlp / (layout.expert * layout.tensor)
