"""The geometry of a stage: meshes and boxes as faces, in the scene's own unit."""

from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import Any

from certlab.drawing import marks
from certlab.labs.omniverse import draw
from certlab.labs.omniverse.real.scene import Scene

BARE, LIGHT = "#c9ccd2", (0.35, -0.5, 0.79)
_NAMES = ("blue", "orange", "green", "pink", "sky", "red", "yellow", "grey")
PAINTS = dict(zip(_NAMES, marks.COLOURS, strict=True))
_CORNERS = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
_SIDES = [
    (0, 1, 3, 2),
    (4, 6, 7, 5),
    (0, 4, 5, 1),
    (2, 3, 7, 6),
    (0, 2, 6, 4),
    (1, 5, 7, 3),
]


def drawn(scene: Scene, title: str, *labelled: str) -> str:
    """A scene as SVG, with the names of some prims."""
    return draw.svg(faces(scene), labels(scene, labelled), title)


def faces(scene: Scene, below: str = "/") -> Iterator[draw.Face]:
    """Every visible face at or below a prim, in the paint of the nearest that has one."""
    from pxr import Gf, Usd, UsdGeom

    cache = UsdGeom.XformCache()
    top = scene.stage.GetPrimAtPath(below)
    for prim in Usd.PrimRange(top) if top else ():
        image = UsdGeom.Imageable(prim)
        if not image or image.ComputeVisibility() == UsdGeom.Tokens.invisible:
            continue
        matrix = cache.GetLocalToWorldTransform(prim)
        for points in _polygons(prim, Usd.TimeCode.Default()):
            seen = [matrix.Transform(one) for one in points]
            across = Gf.Cross(seen[1] - seen[0], seen[2] - seen[1]).GetNormalized()
            light = 0.62 + 0.38 * abs(Gf.Dot(across, Gf.Vec3d(*LIGHT)))
            yield draw.Face([tuple(one) for one in seen], _paint(prim), light)


def height(scene: Scene, path: str) -> float:
    """How high a prim is with all below it, in the unit of the scene; 0 without shapes."""
    up = [point[2] for face in faces(scene, path) for point in face.points]
    return max(up) - min(up) if up else 0.0


def labels(scene: Scene, paths: tuple[str, ...]) -> Iterator[tuple[draw.Point, str]]:
    """A name in the middle of each prim that has shapes."""
    for path in paths:
        points = [point for face in faces(scene, path) for point in face.points]
        if points:
            x, y, z = ((min(one) + max(one)) / 2 for one in zip(*points, strict=True))
            yield (x, y, z), path.rpartition("/")[2]


def _polygons(prim: Any, time: Any) -> Iterator[list[Any]]:
    from pxr import Gf, UsdGeom

    if prim.IsA(UsdGeom.Mesh):
        mesh = UsdGeom.Mesh(prim)
        points = mesh.GetPointsAttr().Get(time) or []
        corners = mesh.GetFaceVertexIndicesAttr().Get(time) or []
        ends = accumulate(mesh.GetFaceVertexCountsAttr().Get(time) or [], initial=0)
        for begin, end in pairwise(ends):
            yield [Gf.Vec3d(points[n]) for n in corners[begin:end]]
    elif prim.IsA(UsdGeom.Cube):
        size = UsdGeom.Cube(prim).GetSizeAttr().Get(time)
        for side in _SIDES:
            yield [Gf.Vec3d(*_CORNERS[n]) * size for n in side]


def _paint(prim: Any) -> str:
    while prim:
        says = prim.GetAttribute("paint")
        if says and says.Get():
            return PAINTS.get(says.Get(), BARE)
        prim = prim.GetParent()
    return BARE
