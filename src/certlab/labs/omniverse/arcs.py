"""Composition by the rules of OpenUSD: which opinions a prim has, the strongest first.

It is as much of the algorithm as scenes of the course take, and is held against OpenUSD:

- a class has no arcs of its own, and is either inherited or specialized; classes and what
  references and payloads take stand at the root of a layer, and no file is taken twice;
- nothing specializes in a variant, in a file that another file takes, or where prims move;
- a prim that moved chooses no variants, and a variant none of its own set;
- every layer is there, and none contains itself: real/scene.py tells of those that do.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

NAMES = {
    "L": "local",
    "I": "inherits",
    "V": "variant",
    "E": "relocates",
    "R": "references",
    "P": "payload",
    "S": "specializes",
}
LIVERPS = "".join(NAMES)
Value = int | float | str
Path = tuple[str, ...]  # names from the root down; a variant is "{set=name}"


@dataclass(frozen=True, slots=True)
class Spec:
    """What one layer says of a prim, or of a variant of it.

    Attributes:
        says: a value for each attribute.
        below: what it says of prims below, by name.
        references: layer and prim of each; payloads alike.
        inherits: names of classes; specializes alike.
        variants: set, and what each of its variants says.
        chosen: the variant that is chosen of a set.
        word: def, over or class.
    """

    says: Mapping[str, Value] = field(default_factory=dict)
    below: Mapping[str, Self] = field(default_factory=dict)
    references: Sequence[tuple[str, str]] = ()
    payloads: Sequence[tuple[str, str]] = ()
    inherits: Sequence[str] = ()
    specializes: Sequence[str] = ()
    variants: Mapping[str, Mapping[str, Self]] = field(default_factory=dict)
    chosen: Mapping[str, str] = field(default_factory=dict)
    word: str = "def"


@dataclass(frozen=True, slots=True)
class Layer:
    """A file: prims at its root, further layers below it, and who moved where."""

    prims: Mapping[str, Spec] = field(default_factory=dict)
    sublayers: Sequence[str] = ()
    relocates: Mapping[Path, Path] = field(default_factory=dict)


Files = Mapping[str, Layer]


@dataclass(frozen=True, slots=True)
class Opinion:
    """Who says what: the arc by which it comes, letters from the prim down, layer and path."""

    arcs: str
    layer: str
    path: str
    value: Any


@dataclass(eq=False, slots=True)
class Node:
    """A place whose specs are opinions of a prim, and the places that its arcs lead to."""

    stack: tuple[str, ...]
    path: Path
    arc: str = "L"
    depth: int = 0  # of the prim whose spec has the arc
    above: "Node | None" = None
    below: list["Node"] = field(default_factory=list)
    origin: "Node | None" = None  # of a class that is implied: the place that names it
    silent: bool = False  # a place that was left by a relocation

    def every(self) -> Iterator["Node"]:
        """It and all below, in the order of strength within its arc."""
        yield self
        for one in sorted(self.below, key=self._strength):
            yield from one.every()

    def _strength(self, one: "Node") -> tuple[int, int, list[tuple[int, int, int]]]:
        """Of two branches the smaller is stronger; classes of its own before implied ones."""
        way = []
        origin = one.origin
        while origin is not None and origin is not self:
            above = origin.above
            place = above.below.index(origin) if above else 0
            way.append((LIVERPS.index(origin.arc), -origin.depth, place))
            origin = above
        return LIVERPS.index(one.arc), -one.depth, way[::-1]


def opinions(files: Files, root: str, path: Path, attribute: str) -> list[Opinion]:
    """All that is said of an attribute, the strongest first."""
    return [
        Opinion(_letters(node), layer, written(node.path), spec.says[attribute])
        for node in ranked(index(files, root, path))
        for layer, spec in specs(files, node)
        if attribute in spec.says
    ]


def ranked(node: Node) -> list[Node]:
    """All places of a prim: whatever is specialized comes after everything else."""
    every = list(node.every())
    first = [one for one in every if "S" not in _letters(one)]
    last = [one for one in every if "S" in _letters(one)]
    names = [one.path[0] for one in last]

    def weak(one: Node) -> tuple[int, int, int]:
        return -one.depth, names.index(one.path[0]), _letters(one).index("S")

    return first + sorted(last, key=weak)


def index(files: Files, root: str, path: Path) -> Node:
    """The places of a prim, as a tree: each arc is a branch."""
    stack = layers(files, root)
    moved = {
        new: old for name in stack[::-1] for old, new in files[name].relocates.items()
    }
    node = Node(stack, path)
    if len(path) > 1:
        node = _child(index(files, root, path[:-1]), path[-1], None)
    begin = list(node.every())
    if path in moved:
        source = index(files, root, moved[path])
        source.arc, source.depth = "E", len(path)
        source.silent, source.above = True, node
        node.below.append(source)
    _expand(files, node, len(path), begin)
    return node


def layers(files: Files, name: str) -> tuple[str, ...]:
    """A layer and all below it, the strongest first."""
    below = (layers(files, one) for one in files[name].sublayers)
    return (name, *(one for stack in below for one in stack))


def specs(files: Files, node: Node) -> Iterator[tuple[str, Spec]]:
    """What each layer of a place's stack says there, the strongest first."""
    for name in () if node.silent else node.stack:
        spec = _at(files[name], node.path)
        if spec is not None:
            yield name, spec


def written(path: Path) -> str:
    """A path as it is written: /Hall/Rack{cooling=liquid}Door."""
    text = ""
    for part in path:
        text += part if part[0] == "{" or text.endswith("}") else f"/{part}"
    return text


def _at(layer: Layer, path: Path) -> Spec | None:
    found = layer.prims.get(path[0])
    for part in path[1:]:
        if found is None:
            return None
        if part[0] == "{":
            name, choice = part[1:-1].split("=")
            found = found.variants.get(name, {}).get(choice)
        else:
            found = found.below.get(part)
    return found


def _child(node: Node, name: str, above: Node | None) -> Node:
    made = replace(node, path=(*node.path, name), above=above, below=[])
    made.below = [_child(one, name, made) for one in node.below]
    return made


def _letters(node: Node) -> str:
    """The arcs that lead to a place; "L" for the prim's own."""
    letters = ""
    while node.above is not None:
        letters = node.arc + letters
        node = node.above
    return letters or "L"


def _expand(files: Files, root: Node, depth: int, begin: Sequence[Node]) -> None:
    """Follow the arcs of places, and then choose variants, which any of them may do."""
    waiting = [*begin]
    while waiting:
        new = waiting
        while new:
            new = [made for node in new for made in _taken(files, node, depth)]
            waiting += new
        for arc in "IS":
            every = [one for one in root.every() if one in waiting]
            made = [one for node in every for one in _classes(files, node, arc, depth)]
            for one in made:
                _imply(one)
        waiting = _choose(files, root, depth)


def _taken(files: Files, node: Node, depth: int) -> list[Node]:
    """The places that references and payloads of one lead to."""
    made = [
        Node(layers(files, file), (prim,), arc, depth, node)
        for arc, key in (("R", "references"), ("P", "payloads"))
        for file, prim in _listed(files, node, key)
    ]
    node.below += made
    return made


def _listed(files: Files, node: Node, key: str) -> list[Any]:
    """The arcs of one kind that the layers of a place list, each once."""
    named = (one for _, spec in specs(files, node) for one in getattr(spec, key))
    return list(dict.fromkeys(named))


def _classes(files: Files, node: Node, arc: str, depth: int) -> Iterator[Node]:
    """The classes of a place that the prim has not yet."""
    for name in _listed(files, node, "inherits" if arc == "I" else "specializes"):
        if one := _class(node, arc, name, depth):
            yield one


def _imply(made: Node) -> None:
    """The class of the same name in all layers that take this one by an arc."""
    at: Node | None = made.above
    while at is not None:
        stack = at.stack
        while at is not None and at.stack == stack:
            at = at.above
        if at is None or not _class(at, made.arc, made.path[0], made.depth, made):
            return


def _class(
    node: Node, arc: str, name: str, depth: int, origin: Node | None = None
) -> Node | None:
    top = node
    while top.above is not None:
        top = top.above
    site = node.stack, (name,)
    if any((one.stack, one.path) == site for one in top.every()):
        return None
    node.below.append(Node(*site, arc, depth, node, origin=origin))
    return node.below[-1]


def _choose(files: Files, root: Node, depth: int) -> list[Node]:
    """The next variant that is chosen, as a place; none when all are."""
    every = ranked(root)
    chosen: dict[str, str] = {}
    for node in every:
        for _, spec in specs(files, node):
            chosen = {**spec.chosen, **chosen}
        if _is_choice(node, "", depth):
            name, choice = node.path[-1][1:-1].split("=")
            chosen.setdefault(name, choice)
    for node in every:
        names = {name for _, spec in specs(files, node) for name in spec.variants}
        for name in sorted(names & chosen.keys()):
            if not any(_is_choice(one, f"{name}=", depth) for one in node.below):
                path = (*node.path, f"{{{name}={chosen[name]}}}")
                node.below.append(Node(node.stack, path, "V", depth, node))
                return node.below[-1:]
    return []


def _is_choice(node: Node, begin: str, depth: int) -> bool:
    """Whether it is the variant of a set, chosen of this prim rather than of one above."""
    mine = node.arc == "V" and node.depth == depth
    return mine and node.path[-1].startswith("{" + begin)
