"""What the forward keeps for the backward: activations of a layer, operator by operator.

The rows are those of Korthikanti et al., Reducing Activation Recomputation in Large
Transformer Models, section 4: for a GPT layer in 16 bits they add up to
s b h (34 + 5 a s / h) bytes, of which tensor parallelism divides 24 and the scores, and
sequence parallelism the other 10. Here the width of the MLP, heads of keys and values,
gates and dropout may differ.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from certlab.labs.distributed.memory.layout import Layout
from certlab.labs.distributed.memory.model import Model


@dataclass(frozen=True)
class Activation:
    """One tensor that a layer keeps.

    Attributes:
        what: which one.
        bytes: on one rank, for one micro-batch.
        shared: "tensor" where TP divides it, "sequence" where only SP does.
        scores: whether it grows with the square of the sequence.
    """

    what: str
    bytes: float
    shared: Literal["tensor", "sequence"]
    scores: bool = False


def layer(model: Model, layout: Layout, element: float) -> tuple[Activation, ...]:
    """Everything a layer keeps of one micro-batch when nothing is computed again."""
    return (*_attention(model, layout, element), *_mlp(model, layout, element))


def _attention(model: Model, layout: Layout, element: float) -> Iterator[Activation]:
    tokens = layout.sequence // layout.context * layout.micro_batch
    wide = tokens * model.hidden
    narrow = wide * model.groups / model.heads
    scores = model.heads * tokens * layout.sequence
    by_tensor, by_sequence = layout.tensor, _sequence_ranks(layout)
    yield Activation("norm input", element * wide / by_sequence, "sequence")
    yield Activation("attention input", element * wide / by_sequence, "sequence")
    yield Activation(
        "queries and keys", element * (wide + narrow) / by_tensor, "tensor"
    )
    yield Activation("values", element * narrow / by_tensor, "tensor")
    yield Activation(
        "softmax output", element * scores / by_tensor, "tensor", scores=True
    )
    if model.dropout:
        yield Activation(
            "score dropout mask", scores / by_tensor, "tensor", scores=True
        )
        after = element * scores / by_tensor
        yield Activation("scores after dropout", after, "tensor", scores=True)
    yield Activation("attention output", element * wide / by_tensor, "tensor")
    if model.dropout:
        yield Activation("attention dropout mask", wide / by_sequence, "sequence")


def _mlp(model: Model, layout: Layout, element: float) -> Iterator[Activation]:
    """Of experts each token has `top_k` inputs; tokens are taken to spread evenly."""
    tokens = layout.sequence // layout.context * layout.micro_batch
    wide, times = tokens * model.hidden, max(model.top_k, 1)
    inner = tokens * model.ffn * times * (3 if model.gated else 2)
    by_sequence = _sequence_ranks(layout)
    yield Activation("second norm input", element * wide / by_sequence, "sequence")
    yield Activation("MLP input", element * wide * times / by_sequence, "sequence")
    yield Activation("inside the MLP", element * inner / layout.tensor, "tensor")
    if model.dropout:
        yield Activation("MLP dropout mask", wide / by_sequence, "sequence")


def _sequence_ranks(layout: Layout) -> int:
    return layout.tensor if layout.sequence_parallel else 1


def layer_bytes(model: Model, layout: Layout, element: float) -> float:
    """What a layer keeps of one micro-batch after what is computed again is dropped."""
    if layout.recompute == "full":
        wide = layout.sequence // layout.context * layout.micro_batch * model.hidden
        return element * wide / _sequence_ranks(layout)
    every = layer(model, layout, element)
    keep_scores = layout.recompute == "none"
    return sum(one.bytes for one in every if keep_scores or not one.scores)


def again(model: Model, layout: Layout, element: float) -> float:
    """What the backward builds up once more: a whole layer with "full", without scores."""
    if layout.recompute != "full":
        return 0.0
    every = layer(model, layout, element)
    return sum(one.bytes for one in every if not one.scores)


def ends(model: Model, layout: Layout, element: float) -> float:
    """Beside the layers: the embedding's dropout mask, and the output layer at PP 1.

    The output layer keeps the input of the last norm, its own input, and FP32 logits.
    """
    tokens = layout.sequence // layout.context * layout.micro_batch
    wide = tokens * model.hidden / _sequence_ranks(layout)
    total = wide if model.dropout else 0.0
    if layout.pipeline == 1:
        total += 2 * element * wide + 4 * tokens * model.vocabulary / layout.tensor
    return total
