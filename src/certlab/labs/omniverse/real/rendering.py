"""A scene becomes a picture by Mitsuba, and its labels come from the same scene."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from certlab.errors import Refusal
from certlab.labs.omniverse.warehouse.scene import (
    Colour,
    Lamp,
    Scene,
    Surface,
    Thing,
)

SIDE = 64  # pixels, both ways
BLOCK = (
    16  # pixels of a tile; by default it depends on the cores, and so would the noise
)
LEAST = 25  # pixels of a drum in sight; with fewer it has no label
Box = tuple[int, int, int, int]  # left, top, right, bottom; the last two are outside


@dataclass(frozen=True, slots=True)
class Picture:
    """What was rendered, and what is known of it because it was.

    Attributes:
        pixels: SIDE × SIDE × 3, 0 to 1.
        owners: for each pixel the place of its thing in the scene; -1 for floor and wall.
        boxes: around what is seen of each drum.
    """

    pixels: NDArray[np.float32]
    owners: NDArray[np.int16]
    boxes: tuple[Box, ...]


def render(scene: Scene, samples: int = 4) -> Picture:
    """Render a scene and its labels.

    Args:
        samples: rays for each pixel of the picture; labels take one.
    """
    mitsuba = _mitsuba()
    # Optimised, the order of lamps would change from one call to the next, and so the noise.
    loaded = mitsuba.load_dict(described(scene), parallel=False, optimize=False)
    path = _made("path", max_depth=scene.bounces + 1, block_size=BLOCK)
    direct = _made("direct", block_size=BLOCK)
    follows = mitsuba.load_dict(direct if scene.bounces == 1 else path)
    lens = len(loaded.sensors()) - 1  # the last; a sharp one comes first, for labels
    rays = {"integrator": follows, "spp": samples, "seed": scene.seed}
    light = np.array(mitsuba.render(loaded, sensor=lens, **rays))
    owners = _owners(mitsuba, loaded, scene)
    return Picture(developed(light, scene), owners, boxes(owners, scene))


@cache
def _mitsuba() -> Any:
    import mitsuba

    mitsuba.set_variant("scalar_rgb")
    mitsuba.set_log_level(mitsuba.LogLevel.Error)
    return mitsuba


def _owners(mitsuba: Any, loaded: Any, scene: Scene) -> NDArray[np.int16]:
    """Which thing each pixel shows: one ray, never a mean of several."""
    seen = mitsuba.load_dict(_made("aov", aovs="shape:shape_index", block_size=BLOCK))
    rays = {"integrator": seen, "spp": 1, "seed": scene.seed}
    numbers = np.array(mitsuba.render(loaded, sensor=0, **rays))
    places = np.full(len(loaded.shapes()) + 1, -1, np.int16)
    for number, shape in enumerate(loaded.shapes(), 1):  # 0 is where no shape is
        name = shape.id()
        if name.startswith("thing"):
            places[number] = int(name.removeprefix("thing").split("-")[0])
    owners: NDArray[np.int16] = places[numbers[..., 0].astype(int)]
    return owners


def boxes(owners: NDArray[np.int16], scene: Scene) -> tuple[Box, ...]:
    """A box around what is seen of each drum."""
    found = []
    for place, thing in enumerate(scene.things):
        rows, columns = np.nonzero(owners == place)
        if thing.kind == "drum" and len(rows) >= LEAST:
            corners = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
            left, top, right, bottom = map(int, corners)
            found.append((left, top, right, bottom))
    return tuple(found)


def developed(light: NDArray[np.float32], scene: Scene) -> NDArray[np.float32]:
    """What the camera makes of the light: cast, smear, grain, and a curve for screens."""
    camera = scene.camera
    dice = np.random.default_rng(scene.seed)
    if camera.smear:
        steps = range(camera.smear + 1)
        light = np.mean(
            [np.roll(light, step - camera.smear // 2, axis=1) for step in steps], axis=0
        )
    screen = np.clip(light * camera.cast, 0, 1) ** (1 / 2.2)
    noisy = screen + dice.normal(0, 1, screen.shape) * camera.grain
    shown: NDArray[np.float32] = np.clip(noisy, 0, 1).astype(np.float32)
    return shown


def described(scene: Scene) -> dict[str, Any]:
    """The scene as Mitsuba reads it."""
    turned = _mitsuba().ScalarTransform4f
    camera = scene.camera
    at, aim = [camera.x, camera.y, camera.z], [camera.aim, 0.3, 0.5]
    film = _made("hdrfilm", width=SIDE, height=SIDE, rfilter=_made("box"))
    looks = {
        "fov": camera.view,
        "to_world": turned().look_at(at, aim, [0, 0, 1]),
        "film": film,
        "sampler": _made("stratified", sample_count=4),
    }
    told = _made("scene", sharp=_made("perspective", **looks))
    if camera.aperture:
        reach = float(np.linalg.norm(np.subtract(aim, at)))
        lens = {"aperture_radius": camera.aperture, "focus_distance": reach}
        told["camera"] = _made("thinlens", **lens, **looks)
    upright = turned().translate([0, 3.5, 0]).rotate([1, 0, 0], 90)
    for name, paint, placed in (
        ("floor", scene.floor, turned().scale(8)),
        ("wall", scene.wall, upright.scale(8)),
    ):
        told[name] = _made("rectangle", to_world=placed, bsdf=painted(paint, 8))
    ceiling = Lamp(0, 0, 6, 9, (scene.ceiling,) * 3)
    for number, lamp in enumerate((ceiling, *scene.lamps)):
        hung = turned().look_at([lamp.x, lamp.y, lamp.z], [0, 0, 0], [0, 0.1, 1])
        light = _made("area", radiance=_rgb(lamp.light))
        placed = hung.scale(lamp.side / 2)
        told[f"lamp{number}"] = _made("rectangle", to_world=placed, light=light)
    for place, thing in enumerate(scene.things):
        for part, (kind, placed) in _shapes(thing, turned()).items():
            is_lid = part == "lid" and thing.kind == "drum"
            paint = Surface(thing.lid) if is_lid else thing.surface
            shape = _made(kind, to_world=placed, bsdf=painted(paint))
            told[f"thing{place}-{part}"] = shape
    return told


def _made(kind: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, **more}


def _rgb(colour: Colour) -> dict[str, Any]:
    return _made("rgb", value=list(colour))


def _shapes(thing: Thing, start: Any) -> dict[str, tuple[str, Any]]:
    """Mitsuba's shapes of a thing, each with its place."""
    half, tall = thing.width / 2, thing.height
    there = start.translate([thing.x, thing.y, thing.lift])
    foot = there.rotate([0, 0, 1], thing.turn)
    if thing.kind == "box":
        sized = foot.translate([0, 0, tall / 2]).scale([half, half, tall / 2])
        return {"all": ("cube", sized)}
    if thing.kind == "ball":
        return {"all": ("sphere", foot.translate([0, 0, half]).scale(half))}
    lid = foot.translate([0, 0, tall]).scale(half)
    side = foot.scale([half, half, tall])
    return {"side": ("cylinder", side), "lid": ("disk", lid)}


def painted(surface: Surface, repeat: int = 2) -> dict[str, Any]:
    """A dull paint; its two sides look alike."""
    matt = _made("diffuse", reflectance=_texture(surface, repeat))
    return _made("twosided", matt=matt)


def _texture(surface: Surface, repeat: int) -> dict[str, Any]:
    mitsuba = _mitsuba()
    first, second = _rgb(surface.colour), _rgb(surface.second)
    larger = mitsuba.ScalarTransform4f().scale([repeat, repeat, 1])
    if surface.pattern == "plain":
        return first
    if surface.pattern == "stripes":
        thin = mitsuba.ScalarTransform4f().scale([repeat, 0.5, 1])
        return _made("checkerboard", color0=first, color1=second, to_uv=thin)
    if surface.pattern == "patches":
        shares = np.random.default_rng(surface.seed).random((6, 6, 1)) ** 2
        mixed = (1 - shares) * surface.colour + shares * surface.second
        image = mitsuba.Bitmap(mixed.astype(np.float32))
        return _made("bitmap", bitmap=image, raw=True, to_uv=larger)
    if not Path(surface.pattern).is_file():
        raise Refusal(
            f"Surface: there is no texture {surface.pattern!r}; give the path of a "
            'picture, or one of "plain", "stripes" and "patches".'
        )
    try:
        image = mitsuba.Bitmap(surface.pattern)
    except RuntimeError as error:
        raise Refusal(
            f"Surface: {surface.pattern!r} is no picture that can be read; "
            "give a PNG or JPEG file."
        ) from error
    return _made("bitmap", bitmap=image, to_uv=larger)
