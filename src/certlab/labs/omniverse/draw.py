"""Faces of a scene, seen from above and one side, as SVG."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import cos, radians, sin

from certlab.drawing import marks

WIDE, MARGIN, MOST = 520, 28, 300
TURN, TILT = radians(-35), radians(28)
Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Face:
    """A flat polygon, with z up, its colour, and how much of that the light leaves, to 1."""

    points: Sequence[Point]
    colour: str
    light: float = 1


def svg(faces: Iterable[Face], labels: Iterable[tuple[Point, str]], title: str) -> str:
    """The faces, those behind first, and above them words at points."""
    drawn = [([_seen(one) for one in face.points], face) for face in faces]
    names = [(_seen(point), says) for point, says in labels]
    if not drawn:
        nothing = marks.text(WIDE / 2, 44, "nothing to draw", at="middle")
        return marks.picture(WIDE, 80, title, "The scene has no shapes.", [nothing])
    across = [x for points, _ in drawn for x, _, _ in points]
    up = [y for points, _ in drawn for _, y, _ in points]
    left, low = min(across), min(up)
    wide, high = max(across) - left or 1, max(up) - low or 1
    size = min((WIDE - 2 * MARGIN) / wide, (MOST - 2 * MARGIN) / high)
    tall = high * size + 2 * MARGIN
    aside = (WIDE - wide * size) / 2

    def place(x: float, y: float) -> tuple[float, float]:
        return aside + (x - left) * size, tall - MARGIN - (y - low) * size

    floor = min(z for _, face in drawn for _, _, z in face.points)

    def behind(one: tuple[list[Point], Face]) -> tuple[bool, float]:
        lies = max(z for _, _, z in one[1].points) - floor < 1e-9
        return not lies, -sum(away for _, _, away in one[0]) / len(one[0])

    lines = []
    for points, face in sorted(drawn, key=behind):
        way = " ".join(
            f"{a:.1f},{b:.1f}" for a, b in (place(x, y) for x, y, _ in points)
        )
        lines.append(
            f'<polygon points="{way}" fill="{_lit(face)}" stroke="{marks.PAPER}" '
            'stroke-width="0.75" stroke-linejoin="round"/>'
        )
    for (x, y, _), says in names:
        a, b = place(x, y)
        halo = f'paint-order="stroke" stroke="{marks.PAPER}" stroke-width="4"'
        lines.append(
            f'<text x="{a:.1f}" y="{b + 5:.1f}" text-anchor="middle" fill="currentColor" '
            f'font-size="14" {halo} stroke-linejoin="round">{escape(says)}</text>'
        )
    told = "; ".join(says for _, says in names) or f"{len(drawn)} faces"
    return marks.picture(WIDE, round(tall), title, told, lines)


def _seen(point: Point) -> Point:
    """Across, up, and how far away."""
    x, y, z = point
    across, away = x * cos(TURN) - y * sin(TURN), x * sin(TURN) + y * cos(TURN)
    return across, z * cos(TILT) + away * sin(TILT), away * cos(TILT) - z * sin(TILT)


def _lit(face: Face) -> str:
    parts = (int(face.colour[n : n + 2], 16) for n in (1, 3, 5))
    return "#" + "".join(f"{round(part * face.light):02x}" for part in parts)
