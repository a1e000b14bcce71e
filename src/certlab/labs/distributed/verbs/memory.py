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
        int, _of(_MODEL, "Transformer layers; recipes and cards are listed without it.")
    ] = 0,
    hidden: Annotated[int, _of(_MODEL, "Width of the residual stream.")] = 4096,
    heads: Annotated[int, _of(_MODEL, "Attention heads.")] = 32,
    kv_heads: Annotated[int, _of(_MODEL, "Of keys and values; 0 for as many.")] = 0,
    ffn: Annotated[int, _of(_MODEL, "Width of the MLP; 0 for 4 times hidden.")] = 0,
    vocabulary: Annotated[int, _of(_MODEL, "Rows of the embedding.")] = 32_000,
    gated: Annotated[bool, _of(_MODEL, "SwiGLU: three matrices.", "--gated")] = False,
    rms: Annotated[bool, _of(_MODEL, "Norms without bias.", "--rms")] = False,
    untied: Annotated[
        bool, _of(_MODEL, "An output layer of its own.", "--untied")
    ] = False,
    dropout: Annotated[bool, _of(_MODEL, "Dropout masks.", "--dropout")] = False,
    experts: Annotated[int, _of(_MODEL, "Experts a layer; 0 for none.")] = 0,
    top_k: Annotated[int, _of(_MODEL, "Experts a token goes through.")] = 0,
    recipe: Annotated[
        str, _of(_STRATEGY, "Optimiser and precision.")
    ] = "adam-bf16-fp32-gradients",
    gpus: Annotated[int, _of(_STRATEGY, "GPUs in all.")] = 1,
    tensor: Annotated[int, _of(_STRATEGY, "TP ranks.")] = 1,
    pipeline: Annotated[int, _of(_STRATEGY, "PP stages.")] = 1,
    context: Annotated[int, _of(_STRATEGY, "CP ranks.")] = 1,
    expert: Annotated[int, _of(_STRATEGY, "EP ranks.")] = 1,
    sequence_parallel: Annotated[
        bool, _of(_STRATEGY, "SP, among TP's ranks.", "--sequence-parallel")
    ] = False,
    zero: Annotated[int, _of(_STRATEGY, "ZeRO stage, 0 to 3.")] = 0,
    sequence: Annotated[int, _of(_STRATEGY, "Tokens a sample.")] = 4096,
    micro_batch: Annotated[int, _of(_STRATEGY, "Samples at once.")] = 1,
    micro_batches: Annotated[int, _of(_STRATEGY, "Of those a step.")] = 1,
    recompute: Annotated[str, _of(_STRATEGY, "none, selective, full.")] = "selective",
    schedule: Annotated[str, _of(_STRATEGY, "Of the pipeline.")] = "1f1b",
    chunks: Annotated[int, _of(_STRATEGY, "Model chunks, interleaved.")] = 1,
    node: Annotated[int, _of(_STRATEGY, "GPUs that NVLink joins.")] = 8,
    card: Annotated[str, _of(_CARD, "A card of the facts.")] = "h100-80gb",
    gib: Annotated[
        float | None, _of(_CARD, "Another amount of memory, in GiB.")
    ] = None,
    svg: Picture = None,
    as_json: AsJson = False,
) -> None:
    """Size a training run: bytes by part, whether they fit, and what else would."""
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
        raise CourseError(f"There is no {what} {name}; there is {', '.join(table)}.")
    return table[name]


def _card(cards: dict[str, Any], name: str, gib: float | None) -> Any:
    """A card of the facts, with another amount of memory where one is given."""
    from dataclasses import replace

    known = _named(cards, name, "card")
    if gib is None:
        return known
    if gib <= 0:
        raise CourseError("A card has more than 0 GiB.")
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
    print_rows(rows, "recipes for --recipe: bytes a parameter, by part")
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
        "cards for --card: memory",
    )


def _short(value: object) -> object:
    return f"{value:g}" if isinstance(value, float) else value
