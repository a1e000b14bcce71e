"""Drawing scenes at random: what may change, and how far."""

import math
from dataclasses import dataclass
from random import Random

from certlab.errors import Refusal
from certlab.labs.omniverse.warehouse.scene import (
    Camera,
    Colour,
    Kind,
    Lamp,
    Scene,
    Surface,
    Thing,
)

BLUE = (0.05, 0.15, 0.55)
GREY = (0.45, 0.45, 0.45)
DISTRACTORS: tuple[Kind, ...] = ("box", "ball", "post")
APART = 0.75  # metres between the middles of two things


@dataclass(frozen=True, slots=True)
class Ranges:
    """From where to where a scene may differ; each pair is a lowest and a highest value.

    Attributes:
        drums: how many.
        distractors: how many things that are no drums.
        paint: how far colours may be from blue drums before grey, 0 to 1; at 1 any colour.
        patterns: how surfaces may be painted.
        light: how bright the lamp is.
        lamp: metres that the lamp may be to the left or right.
        tint: how far its light may be from white, 0 to 1.
        height: metres of the camera above the floor.
        aside: metres of the camera to the left or right.
        grain: noise of the sensor.
        smear: pixels by which the picture may be smeared.
    """

    drums: tuple[int, int] = (1, 3)
    distractors: tuple[int, int] = (0, 0)
    paint: float = 0.0
    patterns: tuple[str, ...] = ("plain",)
    light: tuple[float, float] = (1.0, 1.0)
    lamp: float = 0.0
    tint: float = 0.0
    height: tuple[float, float] = (2.2, 2.2)
    aside: float = 0.0
    grain: tuple[float, float] = (0.0, 0.0)
    smear: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        for name in ("drums", "distractors", "light", "height", "grain", "smear"):
            low, high = getattr(self, name)
            if low > high or low < 0:
                raise Refusal(
                    f"Ranges: {name} goes from {low} to {high}; give the smaller "
                    "number first, and none below zero."
                )
        for name in ("paint", "tint"):
            if not 0 <= getattr(self, name) <= 1:
                raise Refusal(
                    f"Ranges: {name} is {getattr(self, name)}; give a share from 0 to 1."
                )
        if not self.patterns:
            raise Refusal(
                'Ranges: patterns is empty; name one at least, as ("plain",).'
            )


NARROW = Ranges()
WIDE = Ranges(
    distractors=(1, 6),
    paint=1.0,
    patterns=("plain", "stripes", "patches"),
    light=(0.3, 1.8),
    lamp=4.0,
    tint=0.5,
    height=(1.4, 3.2),
    aside=2.0,
    grain=(0.0, 0.06),
    smear=(0, 3),
)


def draw(ranges: Ranges, seed: int) -> Scene:
    """One scene; the same ranges and the same seed draw the same one."""
    dice = Random(seed)
    drums, others = (dice.randint(*pair) for pair in (ranges.drums, ranges.distractors))
    kinds: list[Kind] = ["drum"] * drums
    kinds += [dice.choice(DISTRACTORS) for _ in range(others)]
    things = tuple(
        _thing(dice, ranges, kind, *place)
        for kind, place in zip(kinds, places(dice, len(kinds)), strict=False)
    )
    strength = 30 * dice.uniform(*ranges.light)
    tint = [1 - ranges.tint * dice.random() for _ in range(3)]
    light = strength * tint[0], strength * tint[1], strength * tint[2]
    lamp = Lamp(dice.uniform(-ranges.lamp, ranges.lamp), -2.0, 5.0, 0.8, light)
    camera = Camera(
        x=dice.uniform(-ranges.aside, ranges.aside),
        z=dice.uniform(*ranges.height),
        grain=dice.uniform(*ranges.grain),
        smear=dice.randint(*ranges.smear),
    )
    floor = _surface(dice, ranges, GREY)
    wall = _surface(dice, ranges, (0.6, 0.6, 0.58))
    ceiling = 0.5 * dice.uniform(*ranges.light)
    return Scene(things, floor, wall, (lamp,), camera, ceiling, seed=seed)


def places(dice: Random, many: int) -> list[tuple[float, float]]:
    """Where things may stand: apart from each other; fewer where the floor is full."""
    found: list[tuple[float, float]] = []
    for _ in range(60 * many):
        if len(found) == many:
            break
        place = dice.uniform(-1.7, 1.7), dice.uniform(-1.5, 1.8)
        if all(math.dist(place, other) > APART for other in found):
            found.append(place)
    return found


def _thing(dice: Random, ranges: Ranges, kind: Kind, x: float, y: float) -> Thing:
    surface = _surface(dice, ranges, BLUE if kind == "drum" else GREY)
    return shaped(dice, kind, x, y, surface)


def shaped(dice: Random, kind: Kind, x: float, y: float, surface: Surface) -> Thing:
    """A thing of its kind in one of the sizes of that kind."""
    width, height = {
        "drum": (dice.uniform(0.55, 0.65), dice.uniform(0.8, 0.95)),
        "box": (dice.uniform(0.4, 0.8), dice.uniform(0.3, 1.1)),
        "ball": (width := dice.uniform(0.3, 0.7), width),
        "post": (dice.uniform(0.08, 0.16), dice.uniform(0.8, 1.8)),
    }[kind]
    return Thing(kind, x, y, width, height, dice.uniform(0, 90), surface)


def _surface(dice: Random, ranges: Ranges, usual: Colour) -> Surface:
    first, second = (_colour(dice, ranges.paint, usual) for _ in range(2))
    pattern = dice.choice(ranges.patterns)
    return Surface(first, pattern, second, dice.randrange(10**6))


def _colour(dice: Random, paint: float, usual: Colour) -> Colour:
    """Between the usual colour and any other."""
    any_one = [dice.uniform(0.03, 0.9) for _ in range(3)]
    red, green, blue = (
        (1 - paint) * one + paint * other
        for one, other in zip(usual, any_one, strict=True)
    )
    return red, green, blue
