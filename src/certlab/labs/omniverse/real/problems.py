"""What is amiss in a composed scene, each in one sentence: where, what, what to do."""

import re
from collections.abc import Iterator
from math import isclose
from pathlib import Path
from typing import Any

_FILE = re.compile(r"@([^@]*)@")
_PRIM = re.compile(r"<([^>]*)>")
# By the name of an error of composition, with the files and the prim that it names.
_TOLD = {
    "SublayerCycle": "{last} includes itself by its subLayers, so its second place is left "
    "out: take that line out of the list.",
    "InvalidSublayerPath": "{1} has the sublayer {0}, and there is no such file; the rest is "
    "composed. Correct the name, or bring the file.",
    "InvalidAssetPath": "{1}: {prim} takes {0}, and there is no such file; the rest is "
    "composed. Correct the name, or bring the file.",
    "UnresolvedPrimPath": "{1}: {prim} takes {what} of {0}, which has none; name a prim that "
    "is there.",
    "ArcCycle": "{0}: {prim} takes itself by its arcs, so the last of them is left out: take "
    "one of the arcs away.",
    "OpinionAtRelocationSource": "{0} speaks of {prim}, which was moved away, so it does not "
    "count: say it where the prim is now.",
}


def of(stage: Any) -> Iterator[str]:
    """Sentences on a stage; what is not amiss is composed all the same."""
    # The library composes on several threads, which report as they come.
    yield from sorted({_composition(one) for one in stage.GetCompositionErrors()})
    for prim in stage.TraverseAll():
        yield from _variants(prim)
        yield from _files(prim)
        yield from _units(prim, prim.GetPrimIndex().rootNode, stage.GetRootLayer())
        if not (prim.IsDefined() or prim.IsAbstract()) and prim.GetParent().IsDefined():
            layer = _name(prim.GetPrimStack()[0].layer.identifier)
            yield (
                f"{layer} has an over on {prim.GetPath()}, which nobody defines, so nothing "
                "of it appears: compare the path letter by letter."
            )


def _composition(error: Any) -> str:
    says = str(error)
    files = [_name(one.split(",")[0]) for one in _FILE.findall(says)]
    prims = _PRIM.findall(says)
    told = _TOLD.get(type(error).__name__.removeprefix("Error"))
    if told is None:
        return says.strip().splitlines()[0]
    what = (
        "a default prim"
        if prims[:1] == ["defaultPrim"]
        else f"a prim {prims[0] if prims else ''}"
    )
    return told.format(*files, last=files[-1], prim=(prims or [""])[-1], what=what)


def _variants(prim: Any) -> Iterator[str]:
    sets = prim.GetVariantSets()
    for name in sets.GetNames():
        there = sets.GetVariantSet(name).GetVariantNames()
        chosen = sets.GetVariantSelection(name)
        if chosen not in there:
            what = f"nobody chooses a variant of {name}, so it has none"
            if chosen:
                what = f"{chosen} is chosen of {name}, which has no such variant"
            yield f"{prim.GetPath()}: {what}; choose {' or '.join(there)}."


def _files(prim: Any) -> Iterator[str]:
    for one in prim.GetAuthoredAttributes():
        value = one.Get() if one.GetTypeName() == "asset" else None
        if value and value.path and not value.resolvedPath:
            yield (
                f"{prim.GetPath()}: {one.GetName()} is the file {value.path}, which is not "
                "there; correct the name, or bring the file."
            )


def _units(prim: Any, above: Any, scene: Any) -> Iterator[str]:
    """What a prim takes that counts in another unit than the scene, and is not scaled."""
    for node in above.children:
        if node.layerStack != above.layerStack and not node.IsDueToAncestor():
            layer = node.layerStack.identifier.rootLayer
            theirs, ours = _meters(layer), _meters(scene)
            scaled = isclose(_scale(prim), theirs / ours, rel_tol=1e-3)
            if not isclose(theirs, ours) and not scaled:
                yield (
                    f"{_name(layer.identifier)} counts in {theirs:g} m and "
                    f"{_name(scene.identifier)} in {ours:g} m, and nothing is converted: "
                    f"scale {prim.GetPath()} by {theirs / ours:g}."
                )
        yield from _units(prim, node, scene)


def _meters(layer: Any) -> float:
    from pxr import UsdGeom

    root = layer.pseudoRoot
    key = "metersPerUnit"
    return float(
        root.GetInfo(key) if root.HasInfo(key) else UsdGeom.LinearUnits.centimeters
    )


def _scale(prim: Any) -> float:
    from pxr import UsdGeom

    matrix = (
        UsdGeom.Xformable(prim).GetLocalTransformation()
        if prim.IsA(UsdGeom.Xformable)
        else None
    )
    return matrix.ExtractRotationMatrix().GetRow(0).GetLength() if matrix else 1.0


def _name(identifier: str) -> str:
    return Path(identifier).name
