"""What a strategy must satisfy, each refusal with its numbers."""

from certlab.errors import Refusal
from certlab.labs.distributed.memory.card import Card
from certlab.labs.distributed.memory.layout import Layout
from certlab.labs.distributed.memory.model import Model
from certlab.labs.distributed.memory.recipe import Recipe
from certlab.labs.distributed.pipeline import Pipeline
from certlab.words import Sentence

RECOMPUTE = ("none", "selective", "full")


def check(model: Model, recipe: Recipe, layout: Layout, card: Card) -> None:
    """Refuse what cannot run.

    Args:
        model: whose heads, layers, columns and experts are shared out.
        recipe: whose precision the card has to multiply in.
        layout: ranks, tokens and batches.
        card: of every rank.

    Raises:
        Refusal: with the numbers that do not fit each other.
    """
    _values(layout)
    _tensor(model, layout)
    _pipeline(model, layout)
    _sequence(layout)
    _experts(model, layout)
    if recipe.fp8 and not card.fp8:
        raise Refusal(
            Sentence(
                "{card} has compute capability {have}, but FP8 needs {need}; "
                "choose a BF16 recipe or another card.",
                card=card.name,
                have=card.compute_capability,
                need=card.fp8_from,
            )
        )


def ranks_that_are_left(gpus: int, layout: Layout) -> int:
    """Data-parallel ranks that so many GPUs leave for a strategy.

    Raises:
        Refusal: the other ranks do not divide them.
    """
    _values(layout)
    group = layout.tensor * layout.pipeline * layout.context
    if gpus < 1 or gpus % group:
        raise Refusal(
            Sentence(
                "{gpus} GPUs cannot be divided into groups of {group} (tensor {tp} "
                "× pipeline {pp} × context {cp}); use a multiple of {group}.",
                gpus=f"{gpus:,}",
                group=f"{group:,}",
                tp=layout.tensor,
                pp=layout.pipeline,
                cp=layout.context,
            )
        )
    return gpus // group


def _values(one: Layout) -> None:
    ranks = (one.tensor, one.pipeline, one.data, one.context, one.expert, one.node)
    amounts = (one.sequence, one.micro_batch, one.micro_batches)
    if min(*ranks, *amounts) < 1:
        raise Refusal(
            Sentence("Every number of ranks, tokens and batches must be at least 1.")
        )
    if one.zero not in range(4):
        raise Refusal(
            Sentence("ZeRO has no stage {zero}; choose one from 0 to 3.", zero=one.zero)
        )
    if one.recompute not in RECOMPUTE:
        raise Refusal(
            Sentence(
                "There is no recomputation {what}; choose none, selective or full.",
                what=one.recompute,
            )
        )


def _tensor(model: Model, one: Layout) -> None:
    if one.tensor > one.node:
        raise Refusal(
            Sentence(
                "Tensor parallelism over {tp} ranks does not fit in a node of "
                "{node} GPUs, so every layer would wait for the network several "
                "times; use at most {node} ranks, and pipeline stages for the rest.",
                tp=one.tensor,
                node=one.node,
            )
        )
    for count, what in (
        (model.groups, Sentence("key and value heads")),
        (model.heads, Sentence("attention heads")),
        (model.ffn, Sentence("columns of the MLP")),
    ):
        must_divide(count, what, one.tensor)


def must_divide(count: int, what: Sentence, ranks: int) -> None:
    """Refuse what tensor-parallel ranks cannot share out.

    Args:
        count: how many there are.
        what: "attention heads".
        ranks: that share them.

    Raises:
        Refusal: they do not divide.
    """
    if count % ranks:
        raise Refusal(
            Sentence(
                "{count} {what} cannot be divided equally among {tp} "
                "tensor-parallel ranks; choose a number of ranks that divides "
                "{count}.",
                count=f"{count:,}",
                what=what,
                tp=ranks,
            )
        )


def _pipeline(model: Model, one: Layout) -> None:
    # What the schedule itself does not do, it says; only then do its chunks divide anything.
    Pipeline(
        schedule=one.schedule,
        stages=one.pipeline,
        micro_batches=one.micro_batches,
        chunks=one.chunks,
    )
    parts = one.pipeline * one.chunks
    if parts > model.layers:
        raise Refusal(
            Sentence(
                "{pp} pipeline stages with {chunks} model chunks each need more "
                "than the {layers} layers of the model; use fewer stages or chunks.",
                pp=one.pipeline,
                chunks=one.chunks,
                layers=model.layers,
            )
        )
    if model.layers % parts:
        raise Refusal(
            Sentence(
                "{layers} layers cannot be divided equally among {pp} pipeline stages "
                "with {chunks} model chunks each; change one of these numbers.",
                layers=model.layers,
                pp=one.pipeline,
                chunks=one.chunks,
            )
        )


def _sequence(one: Layout) -> None:
    if one.sequence_parallel and one.tensor == 1:
        raise Refusal(
            Sentence(
                "Sequence parallelism splits the sequence among the tensor-parallel "
                "ranks, but there is only 1; use more of them, or context parallelism."
            )
        )
    ranks = one.context * (one.tensor if one.sequence_parallel else 1)
    if one.sequence % ranks:
        raise Refusal(
            Sentence(
                "{tokens} tokens cannot be divided equally among the {ranks} ranks "
                "that split the sequence; use a multiple of {ranks}.",
                tokens=f"{one.sequence:,}",
                ranks=ranks,
            )
        )


def _experts(model: Model, one: Layout) -> None:
    if one.expert == 1:
        return
    if not model.experts:
        raise Refusal(
            Sentence(
                "Expert parallelism over {ep} ranks needs experts, but this model "
                "has none; give it experts, or use 1 expert-parallel rank.",
                ep=one.expert,
            )
        )
    if model.experts % one.expert or one.copies % one.expert:
        raise Refusal(
            Sentence(
                "{ep} expert-parallel ranks do not fit; choose a number that divides "
                "both the {experts} experts and the {copies} data-parallel ranks.",
                ep=one.expert,
                experts=model.experts,
                copies=one.copies,
            )
        )
