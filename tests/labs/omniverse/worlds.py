"""Small scenes at random, within what certlab.labs.omniverse.arcs knows."""

from dataclasses import replace
from random import Random

from certlab.labs.omniverse.arcs import Layer, Spec

ROOT, HALL, DOOR, GATE = "root.usda", ("Hall",), ("Hall", "Door"), ("Hall", "Gate")
SHARED = ("_k", "_l")  # classes that prims of all files inherit


class World:
    """Two layers in a stack, what they take from files of their own, and classes in each.

    Args:
        draw: what decides.
        arcs: letters of those that may be used.
        density: how often one is.
        moved: /Hall/Door is moved to /Hall/Gate by the root layer.
    """

    def __init__(self, draw: Random, arcs: str, density: float, *, moved: bool) -> None:
        self.draw, self.arcs, self.density = draw, arcs, density
        self.taken: dict[str, Spec] = {}
        self.special: list[str] = []
        strong, weak = self.spec(2, 1), self.spec(2, 1)
        if moved:
            strong, weak = _without_door(strong), _without_door(weak)
            gate = {"Gate": replace(self.spec(1, 0), variants={}, chosen={})}
            strong = replace(strong, below={**strong.below, **gate})
        self.files = {
            f"{name}.usda": self.layer(name, spec) for name, spec in self.taken.items()
        }
        self.files["weak.usda"] = self.layer("Hall", weak)
        top = self.layer("Hall", strong)
        gone = {DOOR: GATE} if moved else {}
        self.files[ROOT] = replace(top, sublayers=["weak.usda"], relocates=gone)

    def some(self, values: str | tuple[str, ...], often: float = 0) -> list[str]:
        return [one for one in values if self.draw.random() < (often or self.density)]

    def take(self, level: int) -> tuple[str, str]:
        name = f"P{len(self.taken)}"
        self.taken[name] = Spec()  # its name is used from here on
        self.taken[name] = self.spec(level - 1, 1)
        return f"{name}.usda", name

    def pattern(self, deep: int = 1) -> Spec:
        names = self.some(("Door", "Lamp"), 0.6) if deep else []
        below = {name: self.pattern(0) for name in names}
        return Spec(self.says(), below, word="class")

    def says(self) -> dict[str, int]:
        return {name: self.draw.randint(0, 999) for name in self.some("x", 0.6)}

    def spec(self, level: int, deep: int, *, within: bool = False) -> Spec:
        """What a layer says of a prim.

        Args:
            level: how many files it may take one in another.
            deep: how many levels of prims stand below.
            within: it is a variant, or below one.
        """
        use = {arc: self.some("ab") for arc in "RPS" if arc in self.arcs}
        shared = self.some(SHARED) if "I" in self.arcs else []
        special = []
        for _ in use.get("S", "") if level and not within else "":
            special.append(f"_s{len(self.special)}")
            self.special += special[-1:]
        sets = {}
        if "V" in self.arcs and not within and self.some("v"):
            both = {name: self.spec(level, deep, within=True) for name in ("p", "q")}
            sets = {"form": both}
        chooses = "V" in self.arcs and not within and bool(self.some("c"))
        names = self.some(("Door", "Lamp"), 0.6) if deep else []
        return Spec(
            self.says(),
            {name: self.spec(level, deep - 1, within=within) for name in names},
            [self.take(level) for _ in use.get("R", "") if level],
            [self.take(level) for _ in use.get("P", "")[:1] if level],
            shared,
            special,
            sets,
            {"form": self.draw.choice("pq")} if chooses else {},
        )

    def layer(self, name: str, spec: Spec) -> Layer:
        classes = {one: self.pattern() for one in (*SHARED, *self.special)}
        return Layer({**classes, name: spec})


def _without_door(spec: Spec) -> Spec:
    below = {name: one for name, one in spec.below.items() if name != "Door"}
    return replace(spec, below=below)
