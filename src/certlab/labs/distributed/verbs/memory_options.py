"""The options of `certlab sim memory`, under three headings: the model, the strategy, the card."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import Annotated, Any

import typer

_MODEL, _STRATEGY, _CARD = "The model", "The strategy", "The card"


def _of(panel: str, text: str, *names: str) -> Any:
    """An option below a heading of the help."""
    return typer.Option(*names, help=text, rich_help_panel=panel)


@dataclass(frozen=True)
class ModelOptions:
    """A transformer, named as `memory.Model` names it but for `untied`."""

    layers: Annotated[
        int,
        _of(_MODEL, "Transformer layers. Without them, recipes and cards are listed."),
    ] = 0
    hidden: Annotated[int, _of(_MODEL, "Width of the residual stream.")] = 4096
    heads: Annotated[int, _of(_MODEL, "Attention heads.")] = 32
    kv_heads: Annotated[int, _of(_MODEL, "Key and value heads, or 0 for as many.")] = 0
    ffn: Annotated[int, _of(_MODEL, "Width of the MLP, or 0 for 4 x hidden.")] = 0
    vocabulary: Annotated[int, _of(_MODEL, "Tokens in the vocabulary.")] = 32_000
    gated: Annotated[bool, _of(_MODEL, "The MLP is gated.", "--gated")] = False
    rms: Annotated[bool, _of(_MODEL, "Norms are RMSNorm.", "--rms")] = False
    untied: Annotated[
        bool, _of(_MODEL, "The output layer has weights of its own.", "--untied")
    ] = False
    dropout: Annotated[bool, _of(_MODEL, "The model uses dropout.", "--dropout")] = (
        False
    )
    experts: Annotated[int, _of(_MODEL, "Experts in each layer, or 0 for none.")] = 0
    top_k: Annotated[int, _of(_MODEL, "Experts that a token goes through.")] = 0


@dataclass(frozen=True)
class StrategyOptions:
    """A recipe, and a layout named as `memory.Layout` names it; `gpus` in place of `data`."""

    recipe: Annotated[str, _of(_STRATEGY, "The optimizer and its precision.")] = (
        "adam-bf16-fp32-gradients"
    )
    gpus: Annotated[int, _of(_STRATEGY, "GPUs in total.")] = 1
    tensor: Annotated[int, _of(_STRATEGY, "Tensor-parallel ranks.")] = 1
    pipeline: Annotated[int, _of(_STRATEGY, "Pipeline stages.")] = 1
    context: Annotated[int, _of(_STRATEGY, "Context-parallel ranks.")] = 1
    expert: Annotated[int, _of(_STRATEGY, "Expert-parallel ranks.")] = 1
    sequence_parallel: Annotated[
        bool, _of(_STRATEGY, "Split the sequence too.", "--sequence-parallel")
    ] = False
    zero: Annotated[int, _of(_STRATEGY, "Stage of ZeRO, from 0 to 3.")] = 0
    sequence: Annotated[int, _of(_STRATEGY, "Tokens in each sample.")] = 4096
    micro_batch: Annotated[int, _of(_STRATEGY, "Samples in a micro-batch.")] = 1
    micro_batches: Annotated[int, _of(_STRATEGY, "Micro-batches in a step.")] = 1
    recompute: Annotated[str, _of(_STRATEGY, "none, selective or full.")] = "selective"
    schedule: Annotated[str, _of(_STRATEGY, "Schedule of the pipeline.")] = "1f1b"
    chunks: Annotated[int, _of(_STRATEGY, "Model chunks in a stage.")] = 1
    node: Annotated[int, _of(_STRATEGY, "GPUs in a node.")] = 8


@dataclass(frozen=True)
class CardOptions:
    """A card of the facts, and another amount of memory in GiB where it has another."""

    card: Annotated[str, _of(_CARD, "The GPU to fit on.")] = "h100-80gb"
    gib: Annotated[
        float | None, _of(_CARD, "Its memory in GiB, if it has another size.")
    ] = None


def with_options_of_groups(verb: Callable[..., None]) -> Callable[..., None]:
    """A verb that takes dataclasses, as one with an option for each of their fields.

    Typer reads a signature, and has no way of its own to share a group of options out.
    """
    parameters = inspect.signature(verb).parameters
    groups = {
        name: [one.name for one in fields(given.annotation)]
        for name, given in parameters.items()
        if is_dataclass(given.annotation)
    }

    def run(**given: Any) -> None:
        for name, options in groups.items():
            group = parameters[name].annotation
            given[name] = group(**{option: given.pop(option) for option in options})
        verb(**given)

    flat: list[inspect.Parameter] = []
    for name, given in parameters.items():
        flat += [*map(_option, fields(given.annotation))] if name in groups else [given]
    run.__name__, run.__doc__ = verb.__name__, verb.__doc__
    run.__signature__ = inspect.Signature(flat)  # type: ignore[attr-defined]  # what inspect looks for
    return run


def _option(one: Any) -> inspect.Parameter:
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return inspect.Parameter(one.name, kind, default=one.default, annotation=one.type)
