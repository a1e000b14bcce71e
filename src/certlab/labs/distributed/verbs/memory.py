"""`certlab sim memory`: what one GPU holds when a model is trained."""

from dataclasses import asdict, replace
from typing import Any

import typer

from certlab.console.options import AsJson, Picture
from certlab.console.output import print_json, print_rows, write
from certlab.errors import CourseError
from certlab.labs.distributed.verbs.memory_options import (
    CardOptions,
    ModelOptions,
    StrategyOptions,
    with_options_of_groups,
)
from certlab.near_names import choice


@with_options_of_groups
def memory(
    architecture: ModelOptions,
    strategy: StrategyOptions,
    board: CardOptions,
    svg: Picture = None,
    as_json: AsJson = False,
) -> None:
    """Show how much memory a training run needs on a GPU, and whether it fits.

    Where it does not fit, changes that would make it fit are named.
    """
    from certlab.labs.distributed import memory

    recipes, cards = _tables()
    if not architecture.layers:
        _print_tables(recipes, cards, as_json=as_json)
        return
    training = memory.Training(
        _model(architecture),
        _named(recipes, strategy.recipe, "recipe"),
        _layout(strategy),
        _card(cards, board.card, board.gib),
    )
    bill = memory.bill(training)
    if svg is not None:
        write(svg, memory.draw.svg([bill], [f"{strategy.gpus:,} GPUs"]))
    if as_json:
        print_json(memory.report.state(bill))
    else:
        typer.echo(f"{training.model.parameters / 1e9:,.2f} billion parameters.")
        typer.echo(memory.words(bill))


def _model(options: ModelOptions) -> Any:
    from certlab.labs.distributed.memory import Model

    given = asdict(options)
    tied = not given.pop("untied")
    ffn = given.pop("ffn") or 4 * options.hidden
    return Model(**given, ffn=ffn, tied=tied)


def _layout(options: StrategyOptions) -> Any:
    from certlab.labs.distributed.memory import Layout, ranks_that_are_left

    given = asdict(options)
    del given["recipe"], given["gpus"]
    layout = Layout(**given)
    # Expert parallelism is taken out of the data-parallel ranks, so those come first.
    return replace(layout, data=ranks_that_are_left(options.gpus, layout))


def _tables() -> tuple[dict[str, Any], dict[str, Any]]:
    from certlab.course import load
    from certlab.labs.distributed import memory

    facts = load().facts
    return memory.recipes(facts), memory.cards(facts)


def _named(table: dict[str, Any], name: str, what: str) -> Any:
    if name not in table:
        raise CourseError(f"There is no {what} {name}; {choice(name, table)}")
    return table[name]


def _card(cards: dict[str, Any], name: str, gib: float | None) -> Any:
    """A card of the facts, with another amount of memory where one is given."""
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
