"""A fabric drawn: spines above, leaves below by unit, a rail's leaves in its colour."""

from collections.abc import Iterator

from certlab.drawing.marks import (
    BAD,
    PAPER,
    box,
    colour,
    cross,
    mark,
    path,
    picture,
    text,
)
from certlab.errors import Refusal
from certlab.labs.systems.fabric.build import Built
from certlab.labs.systems.fabric.summary import words
from certlab.words import Sentence

MOST_DRAWN = 32  # leaves; more lines than that nobody can tell apart
_SPINE, _LEAF, _SYSTEMS, _HEIGHT = 32, 168, 216, 280  # px from the top


def svg(built: Built) -> str:
    """The switches and their cables as SVG text.

    Raises:
        Refusal: there are too many switches to draw.
    """
    if built.leaves > MOST_DRAWN or built.cores:
        raise Refusal(
            Sentence(
                "A picture shows at most {most} leaves in two tiers, not {leaves}; "
                "draw fewer systems.",
                most=MOST_DRAWN,
                leaves=f"{built.leaves:,}",
            )
        )
    width = max(_left(built, built.leaves) + 24, 640)
    spines = [
        width * (2 * n + 1) / (2 * built.spines) - 24 for n in range(built.spines)
    ]
    marks = [
        *_cables(built, spines),
        *_spines(built, spines),
        *_leaves(built),
        *_units(built),
        text(8, _HEIGHT - 12, _key(built), small=True),
    ]
    title = f"{built.fabric.systems:,} systems on {built.leaves} leaves"
    return picture(width, _HEIGHT, title, words(built), marks)


def _left(built: Built, leaf: int) -> int:
    """Where a leaf begins: 32 px each, more between units."""
    return 16 + 32 * leaf + 24 * (leaf // built.fabric.rails)


def _failed(built: Built, spine: int) -> bool:
    """The last ones are down."""
    return spine >= built.spines - built.fabric.failed_spines


def _cables(built: Built, spines: list[float]) -> Iterator[str]:
    for leaf in range(built.leaves):
        x = _left(built, leaf) + 13
        for n, spine in enumerate(spines):
            dashed = ' stroke-dasharray="2 4"' if _failed(built, n) else ""
            yield path(
                f"M{x} {_LEAF}L{spine + 24:g} {_SPINE + 28}",
                f'stroke-opacity="{0.35 if dashed else 0.7}"{dashed}',
                ink=colour(leaf % built.fabric.rails),
            )


def _spines(built: Built, spines: list[float]) -> Iterator[str]:
    for n, x in enumerate(spines):
        failed = _failed(built, n)
        dashed = ' stroke-dasharray="4 3"' if failed else ""
        stroke = BAD if failed else "currentColor"
        yield box(x, _SPINE, 48, 28, PAPER, f'stroke="{stroke}" rx="4"{dashed}')
        yield text(x + 24, _SPINE + 18, f"spine {n}", at="middle", small=True)
        if failed:
            yield cross(x + 24, _SPINE - 10, 6)
            yield text(x + 34, _SPINE - 6, "failed", small=True)


def _leaves(built: Built) -> Iterator[str]:
    for leaf in range(built.leaves):
        rail, x = leaf % built.fabric.rails, _left(built, leaf)
        yield mark(x, _LEAF, 26, 26, rail)
        yield text(x + 13, _LEAF + 17, str(rail), at="middle", small=True)


def _units(built: Built) -> Iterator[str]:
    """A bracket for each unit, and how many systems stand below it."""
    one, rest = built.fabric, built.fabric.systems
    for unit in range(one.units):
        first, count = unit * one.rails, min(rest, one.downlinks)
        rest -= count
        left, right = _left(built, first), _left(built, first + one.rails - 1) + 26
        yield path(f"M{left} {_SYSTEMS - 12}v6H{right}v-6")
        says = f"unit {unit}: {count} systems"
        yield text((left + right) / 2, _SYSTEMS + 12, says, at="middle", small=True)


def _key(built: Built) -> str:
    each = built.fabric.uplinks // built.fan
    return (
        f"A square is a leaf with its rail's number; a line to a spine is {each} "
        f"cable{'s' * (each > 1)}."
    )
