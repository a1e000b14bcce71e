"""The stand-in for photographs: a richer generator, with habits of its own.

Nothing of it is real. It plays the part of the world: its paint, lamps, lenses and clutter
are drawn by other rules than those of Ranges, and a detector never sees how.
"""

from dataclasses import replace
from random import Random

from certlab.labs.omniverse.warehouse.ranges import DISTRACTORS, places, shaped
from certlab.labs.omniverse.warehouse.scene import (
    Camera,
    Colour,
    Kind,
    Lamp,
    Scene,
    Surface,
    Thing,
)

# Drums as they stand in yards: blue ones, faded ones, and others; and rust.
BLUES: tuple[Colour, ...] = ((0.05, 0.14, 0.48), (0.16, 0.27, 0.5))
WARM: tuple[Colour, ...] = ((0.45, 0.1, 0.07), (0.5, 0.42, 0.1))
PAINTS = (*BLUES, (0.1, 0.3, 0.16), *WARM, (0.32, 0.33, 0.35))
RUST = (0.3, 0.14, 0.06)
CARTONS: tuple[Colour, ...] = ((0.45, 0.3, 0.17), (0.5, 0.4, 0.28), (0.1, 0.2, 0.42))
FLOORS: tuple[Colour, ...] = ((0.3, 0.29, 0.27), (0.42, 0.4, 0.36), (0.2, 0.24, 0.22))


def stand_in(seed: int) -> Scene:
    """One scene that plays a photograph."""
    dice = Random(seed + 10**6)
    kinds: list[Kind] = ["drum"] * dice.randint(1, 3)
    kinds += dice.choices(DISTRACTORS, (6, 1, 3), k=dice.randint(2, 5))
    things = [
        _thing(dice, kind, *place)
        for kind, place in zip(kinds, places(dice, len(kinds)), strict=False)
    ]
    things += _rack(dice)
    floor = Surface(dice.choice(FLOORS), "patches", (0.25, 0.24, 0.23), seed)
    wall = Surface((0.38, 0.36, 0.33), "stripes", (0.44, 0.43, 0.4), seed)
    camera = Camera(
        x=dice.uniform(-1.2, 1.2),
        y=dice.uniform(-5.2, -4.4),
        z=dice.uniform(1.8, 3.2),
        aim=dice.uniform(-0.3, 0.3),
        view=dice.uniform(50, 56),
        aperture=dice.uniform(0.01, 0.04),
        grain=dice.uniform(0.01, 0.04),
        smear=dice.randint(0, 2),
        cast=(dice.uniform(0.9, 1.1), 1.0, dice.uniform(0.8, 1.1)),
    )
    lamps, ceiling = _lamps(dice), dice.uniform(0.3, 0.7)
    return Scene(tuple(things), floor, wall, lamps, camera, ceiling, 2, seed)


def _thing(dice: Random, kind: Kind, x: float, y: float) -> Thing:
    paint = dice.choice(PAINTS if kind == "drum" else CARTONS)
    second = RUST if kind == "drum" else (0.35, 0.25, 0.15)
    pattern = "patches" if dice.random() < 0.7 else "plain"
    surface = Surface(paint, pattern, second, dice.randrange(999))
    thing = shaped(dice, kind, x, y, surface)
    if kind == "drum":
        dirty = dice.uniform(0.55, 0.8)
        return replace(thing, lid=(dirty, dirty, 0.9 * dirty))
    return thing


def _rack(dice: Random) -> list[Thing]:
    """Posts and boards before the wall, with cartons on them."""
    steel = Surface((0.5, 0.2, 0.05) if dice.random() < 0.5 else (0.1, 0.15, 0.3))
    rack = [Thing("post", x, 2.7, 0.12, 2.4, 0.0, steel) for x in (-2.4, 0.0, 2.4)]
    for _ in range(dice.randint(2, 4)):
        x, wide, tall = (
            dice.uniform(*pair) for pair in ((-2.2, 2.2), *[(0.3, 0.6)] * 2)
        )
        paint, lift = Surface(dice.choice(CARTONS)), dice.choice((0.0, 1.2))
        rack.append(Thing("box", x, 2.7, wide, tall, 0.0, paint, lift))
    return rack


def _lamps(dice: Random) -> tuple[Lamp, ...]:
    """A row of tubes above, and sometimes a door that stands open."""
    strength = dice.uniform(6.0, 15.0)
    green, blue = dice.uniform(0.75, 0.95), dice.uniform(0.5, 0.9)
    warm = strength, strength * green, strength * blue
    lamps = [Lamp(dice.uniform(-2, 2), dice.uniform(-3, 1), 4.5, 1.4, warm)]
    if dice.random() < 0.6:
        day = dice.uniform(6.0, 16.0)
        side = dice.choice((-5.0, 5.0))
        lamps.append(Lamp(side, -1.0, 2.0, 1.6, (0.8 * day, 0.9 * day, day)))
    return tuple(lamps)
