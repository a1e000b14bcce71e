"""A corner of a warehouse: what stands in it, what lights it, who looks at it."""

from dataclasses import dataclass, field
from typing import Literal

Colour = tuple[float, float, float]  # red, green, blue, each 0 to 1
Kind = Literal["drum", "box", "ball", "post"]


@dataclass(frozen=True, slots=True)
class Surface:
    """How something is painted.

    Attributes:
        colour: of all of it, or of its ground where it has a pattern.
        pattern: "plain", "stripes" or "patches", or the path of a picture file.
        second: the other colour of a pattern.
        seed: which patches.
    """

    colour: Colour
    pattern: str = "plain"
    second: Colour = (0.5, 0.5, 0.5)
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the floor.

    Attributes:
        kind: drums are what the detector looks for.
        x: metres to the right of the middle.
        y: metres away from the middle, towards the wall.
        width: metres across.
        height: metres.
        turn: degrees about its own axis.
        surface: how it is painted.
        lift: metres between floor and its foot.
        lid: the colour of a drum's lid, which is pale, whatever else varies.
    """

    kind: Kind
    x: float
    y: float
    width: float
    height: float
    turn: float
    surface: Surface
    lift: float = 0.0
    lid: Colour = (0.85, 0.85, 0.8)


@dataclass(frozen=True, slots=True)
class Lamp:
    """A square lamp that looks at the middle of the floor.

    Attributes:
        x: metres to the right.
        y: metres away.
        z: metres above the floor.
        side: metres; a small lamp throws hard shadows.
        light: what it sends out, by colour.
    """

    x: float
    y: float
    z: float
    side: float
    light: Colour


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the picture is taken from, and what the camera does to it.

    Attributes:
        x: metres to the right.
        y: metres away; negative, because it stands before the scene.
        z: metres above the floor.
        aim: metres to the right that it looks at.
        view: degrees from left to right.
        aperture: radius of the lens in metres; 0 is sharp everywhere.
        grain: noise of the sensor, as a share of white.
        smear: pixels that the picture moved while the shutter was open.
        cast: what it makes of white.
    """

    x: float = 0.0
    y: float = -4.8
    z: float = 2.2
    aim: float = 0.0
    view: float = 45.0
    aperture: float = 0.0
    grain: float = 0.0
    smear: int = 0
    cast: Colour = (1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a picture follows from.

    Attributes:
        seed: of the renderer's own random numbers, and of the camera's noise.
        ceiling: light of the whole ceiling, which softens shadows.
        bounces: how often light is followed from one surface to the next; 1 is lamps only.
    """

    things: tuple[Thing, ...]
    floor: Surface
    wall: Surface
    lamps: tuple[Lamp, ...]
    camera: Camera = field(default_factory=Camera)
    ceiling: float = 0.3
    bounces: int = 1
    seed: int = 0
