"""`certlab sim memory`: what one GPU holds when a model is trained."""

from typing import Annotated, Any

import typer

from certlab.console.options import AsJson, Picture
from certlab.console.output import print_json, print_rows, write
from certlab.errors import CourseError

_MODEL, _STRATEGY, _CARD = "The model", "The strategy", "The card"


def _of(panel: str, says: str, name: str = "") -> Any:
    """An option below a heading of the help."""
    names = (name,) if name else ()
    return typer.Option(*names, help=says, rich_help_panel=panel)


def memory(
    layers: Annotated[
        int,
        _of(_MODEL, "Transformer layers. Without them, recipes and cards are listed."),
    ] = 0,
    hidden: Annotated[int, _of(_MODEL, "Width of the residual stream.")] = 4096,
    heads: Annotated[int, _of(_MODEL, "Attention heads.")] = 32,
    kv_heads: Annotated[int, _of(_MODEL, "Key and value heads, or 0 for as many.")] = 0,
    ffn: Annotated[int, _of(_MODEL, "Width of the MLP, or 0 for 4 x hidden.")] = 0,
    vocabulary: Annotated[int, _of(_MODEL, "Tokens in the vocabulary.")] = 32_000,
    gated: Annotated[bool, _of(_MODEL, "The MLP is gated.", "--gated")] = False,
    rms: Annotated[bool, _of(_MODEL, "Norms are RMSNorm.", "--rms")] = False,
    untied: Annotated[
        bool, _of(_MODEL, "The output layer has weights of its own.", "--untied")
    ] = False,
    dropout: Annotated[
        bool, _of(_MODEL, "The model uses dropout.", "--dropout")
    ] = False,
    experts: Annotated[int, _of(_MODEL, "Experts in each layer, or 0 for none.")] = 0,
    top_k: Annotated[int, _of(_MODEL, "Experts that a token goes through.")] = 0,
    recipe: Annotated[
        str, _of(_STRATEGY, "The optimiser and its precision.")
    ] = "adam-bf16-fp32-gradients",
    gpus: Annotated[int, _of(_STRATEGY, "GPUs in total.")] = 1,
    tensor: Annotated[int, _of(_STRATEGY, "Tensor-parallel ranks.")] = 1,
    pipeline: Annotated[int, _of(_STRATEGY, "Pipeline stages.")] = 1,
    context: Annotated[int, _of(_STRATEGY, "Context-parallel ranks.")] = 1,
    expert: Annotated[int, _of(_STRATEGY, "Expert-parallel ranks.")] = 1,
    sequence_parallel: Annotated[
        bool, _of(_STRATEGY, "Split the sequence too.", "--sequence-parallel")
    ] = False,
    zero: Annotated[int, _of(_STRATEGY, "Stage of ZeRO, from 0 to 3.")] = 0,
    sequence: Annotated[int, _of(_STRATEGY, "Tokens in each sample.")] = 4096,
    micro_batch: Annotated[int, _of(_STRATEGY, "Samples in a micro-batch.")] = 1,
    micro_batches: Annotated[int, _of(_STRATEGY, "Micro-batches in a step.")] = 1,
    recompute: Annotated[str, _of(_STRATEGY, "none, selective or full.")] = "selective",
    schedule: Annotated[str, _of(_STRATEGY, "Schedule of the pipeline.")] = "1f1b",
    chunks: Annotated[int, _of(_STRATEGY, "Model chunks in a stage.")] = 1,
    node: Annotated[int, _of(_STRATEGY, "GPUs in a node.")] = 8,
    card: Annotated[str, _of(_CARD, "The GPU to fit on.")] = "h100-80gb",
    gib: Annotated[
        float | None, _of(_CARD, "Its memory in GiB, if it has another size.")
    ] = None,
    svg: Picture = None,
    as_json: AsJson = False,
) -> None:
    """Show how much memory a training run needs on a GPU, and whether it fits.

    Where it does not fit, changes that would make it fit are named.
    """
    from dataclasses import replace

    from certlab.labs.distributed import memory

    recipes, cards = _tables()
    if not layers:
        _print_tables(recipes, cards, as_json=as_json)
        return
    model = memory.Model(
        layers=layers,
        hidden=hidden,
        heads=heads,
        ffn=ffn or 4 * hidden,
        vocabulary=vocabulary,
        kv_heads=kv_heads,
        gated=gated,
        rms=rms,
        tied=not untied,
        dropout=dropout,
        experts=experts,
        top_k=top_k,
    )
    layout = memory.Layout(
        tensor=tensor,
        pipeline=pipeline,
        context=context,
        expert=expert,
        sequence_parallel=sequence_parallel,
        zero=zero,
        sequence=sequence,
        micro_batch=micro_batch,
        micro_batches=micro_batches,
        recompute=recompute,  # type: ignore[arg-type]  # checked when the run is made
        schedule=schedule,
        chunks=chunks,
        node=node,
    )
    kind, board = _named(recipes, recipe, "recipe"), _card(cards, card, gib)
    # Expert parallelism is taken out of the data-parallel ranks, so those come first.
    layout = replace(layout, data=memory.ranks_that_are_left(gpus, layout))
    one = memory.Training(model, kind, layout, board)
    bill = memory.bill(one)
    if svg is not None:
        write(svg, memory.draw.svg([bill], [f"{gpus:,} GPUs"]))
    if as_json:
        print_json(memory.report.state(bill))
    else:
        typer.echo(f"{model.parameters / 1e9:,.2f} billion parameters.")
        typer.echo(memory.words(bill))


def _tables() -> tuple[dict[str, Any], dict[str, Any]]:
    from certlab.course import load
    from certlab.labs.distributed import memory

    facts = load().facts
    return memory.recipes(facts), memory.cards(facts)


def _named(table: dict[str, Any], name: str, what: str) -> Any:
    if name not in table:
        raise CourseError(
            f"There is no {what} {name}; choose one of {', '.join(table)}."
        )
    return table[name]


def _card(cards: dict[str, Any], name: str, gib: float | None) -> Any:
    """A card of the facts, with another amount of memory where one is given."""
    from dataclasses import replace

    known = _named(cards, name, "card")
    if gib is None:
        return known
    if gib <= 0:
        raise CourseError("--gib: a card needs more than 0 GiB; give another size.")
    return replace(known, name=f"a card like {name}", gib=gib)


def _print_tables(
    recipes: dict[str, Any], cards: dict[str, Any], *, as_json: bool
) -> None:
    """The recipes with their bytes a parameter, and the cards."""
    from dataclasses import asdict

    kinds = [
        asdict(one) | {"bytes_per_parameter": one.bytes_per_parameter}
        for one in recipes.values()
    ]
    if as_json:
        boards = [asdict(one) | {"fp8": one.fp8} for one in cards.values()]
        print_json({"recipes": kinds, "cards": boards})
        return
    shown = ("name", "weights", "gradients", "master", "moments", "bytes_per_parameter")
    rows = [{key: _short(row[key]) for key in shown} for row in kinds]
    print_rows(
        rows, "recipes for --recipe, with the bytes of each part for one parameter"
    )
    typer.echo()
    print_rows(
        [
            {
                "name": one.name,
                "GiB": f"{one.gib:.2f}",
                "FP8": "yes" if one.fp8 else "no",
            }
            for one in cards.values()
        ],
        "cards for --card, with their memory",
    )


def _short(value: object) -> object:
    return f"{value:g}" if isinstance(value, float) else value
