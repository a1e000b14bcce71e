"""Scenes of .usda texts: what comes out, by which arc, what is amiss, and the picture."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from certlab.compute import first_cell
from certlab.errors import BackendError, Refusal
from certlab.labs.omniverse.arcs import opinions
from certlab.labs.omniverse.draw import Face, svg
from tests.labs.omniverse.test_arcs import hall
from tests.labs.omniverse.usda_text import usda

pytest.importorskip("pxr")

from certlab.labs.omniverse.real import problems, shapes
from certlab.labs.omniverse.real.scene import Scene, words

HEAD = "#usda 1.0\n"
BOX = f"""{HEAD}(
    metersPerUnit = 1
    defaultPrim = "Box"
)
def Cube "Box"
{{
    double size = 2
    string paint = "blue"
}}
"""


def taken(inner: str = "", name: str = "box.usda") -> str:
    """A scene that takes a box, with what is said of it there."""
    return f"""{HEAD}(
    metersPerUnit = 1
)
def "Box" (
    prepend references = @{name}@
)
{{
{inner}
}}
"""


def problem(files: dict[str, str]) -> str:
    """The one sentence on a scene that is composed all the same."""
    (says,) = Scene(files).problems
    assert says.count("\n") == 0
    return says


class Reported:
    """A stage whose errors came in from its threads in some order."""

    def __init__(self, stage: Any, order: Callable[[list[Any]], Iterable[Any]]) -> None:
        self._stage, self._order = stage, order

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stage, name)

    def GetCompositionErrors(self) -> list[Any]:
        return [*self._order(self._stage.GetCompositionErrors())]


def test_what_is_amiss_is_told_in_one_order_however_it_was_found() -> None:
    boxes = "".join(
        f'def "B{n}" (prepend references = @none{n}.usda@)\n{{\n}}\n' for n in range(4)
    )
    stage = Scene({"a.usda": f"{HEAD}(\n    metersPerUnit = 1\n)\n{boxes}"}).stage
    forth, back = (Reported(stage, order) for order in (list, reversed))
    found = [*problems.of(forth)]
    assert len(found) == 4
    assert found == [*problems.of(back)]


@pytest.mark.parametrize("path", ["/Hall/Pump1", "/Hall/Pump2"])
@pytest.mark.parametrize("attribute", ["paint", "weight"])
def test_a_scene_tells_the_arcs_that_the_rules_tell(path: str, attribute: str) -> None:
    files = hall()
    scene = Scene({name: usda(layer) for name, layer in files.items()})
    names = tuple(path.split("/")[1:])
    told = [
        (one.arcs, one.layer, one.path, one.value)
        for one in opinions(files, "hall.usda", names, attribute)
    ]
    assert told == [
        (one.arcs, one.layer, one.path, one.value)
        for one in scene.opinions(path, attribute)
    ]
    assert scene.value(path, attribute) == told[0][3]


def test_a_prim_that_moved_tells_by_which_arcs_it_came() -> None:
    top = f"{HEAD}(\n relocates = {{ </A/b>: </A/c> }}\n)\n"
    top += 'def "A" ( references = @b.usda@</A> ) {\n}\n'
    low = f'{HEAD}def "A" {{\n def "b" {{\n int x = 1\n}}\n}}\n'
    (one,) = Scene({"a.usda": top, "b.usda": low}).opinions("/A/c", "x")
    assert (words(one.arcs), one.path) == ("relocates, references", "/A/b")


def test_the_table_begins_with_the_value_and_crosses_out_the_rest() -> None:
    scene = Scene({"top.usda": taken('    string paint = "red"'), "box.usda": BOX})
    path, *lines = scene.table("/Box", only="paint").splitlines()
    assert path == "/Box"
    assert [re.split(r"\s{2,}", line.strip()) for line in lines] == [
        ["paint", '"red"', "local", "top.usda /Box"],
        ['× "blue"', "references", "box.usda /Box"],
    ]


def test_without_payloads_a_prim_is_there_and_its_payload_is_not() -> None:
    text = taken().replace("references", "payload")
    files = {"top.usda": text, "box.usda": BOX}
    assert Scene(files, loaded=False).prims() == ["/Box"]
    assert Scene(files, loaded=False).value("/Box", "size") is None
    assert Scene(files).value("/Box", "size") == 2


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(Refusal, match="no prim /Bax; it has /Box"):
        Scene({"box.usda": BOX}).value("/Bax", "size")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f'{HEAD}def "A"\n{{\n    int x =\n}}\n', 4),
        (f'{HEAD}def "A"\n{{\n', 4),
        ("x", 1),
    ],
)
def test_a_text_that_cannot_be_read_is_refused_with_its_line(
    text: str, line: int
) -> None:
    with pytest.raises(
        Refusal, match=rf"^low.usda, line {line}: .* nothing was composed"
    ):
        Scene({"box.usda": BOX, "low.usda": text})


def test_a_text_that_is_no_text_is_refused() -> None:
    with pytest.raises(Refusal, match=r"^low.usda, line 1: it cannot be read"):
        Scene({"low.usda": f'{HEAD}def "\ud800"\n{{\n}}\n'})


@pytest.mark.parametrize("name", ["../box.usda", "/box.usda", "in/box.usda", "..", ""])
def test_a_name_that_leads_elsewhere_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match=r"a name ends in \.usda"):
        Scene({name: BOX})


def test_a_layer_that_includes_itself_is_told() -> None:
    own = BOX.replace("metersPerUnit", "subLayers = [@box.usda@]\n    metersPerUnit")
    assert "box.usda includes itself" in problem({"box.usda": own})
    two = {
        "a.usda": f"{HEAD}(\n subLayers = [@b.usda@]\n)\n",
        "b.usda": f"{HEAD}(\n subLayers = [@a.usda@]\n)\n",
    }
    assert "a.usda includes itself" in problem(two)


def test_a_file_that_is_not_there_is_told_with_who_wants_it() -> None:
    says = problem({"top.usda": taken(name="bax.usda")})
    assert "top.usda: /Box takes bax.usda" in says
    low = f"{HEAD}(\n subLayers = [@low.usda@]\n)\n"
    assert "top.usda has the sublayer low.usda" in problem({"top.usda": low})
    skin = BOX.replace("double", "asset skin = @wood.png@\n    double")
    assert "/Box: skin is the file wood.png" in problem({"box.usda": skin})


def test_a_prim_that_is_not_there_is_told() -> None:
    box = BOX.replace('defaultPrim = "Box"', "")
    says = problem({"top.usda": taken(), "box.usda": box})
    assert "/Box takes a default prim of box.usda" in says
    over = f'{HEAD}over "Bax"\n{{\n}}\n'
    assert "box.usda has an over on /Bax" in problem(
        {"box.usda": BOX + over[len(HEAD) :]}
    )


def test_arcs_in_a_circle_are_told() -> None:
    text = f'{HEAD}def "A" (\n references = </A>\n)\n{{\n}}\n'
    assert "/A takes itself" in problem({"a.usda": text})


@pytest.mark.parametrize(
    ("choice", "says"),
    [("", "nobody chooses a variant of v"), ("z", "no such variant")],
)
def test_a_variant_set_without_a_variant_is_told(choice: str, says: str) -> None:
    text = f"""{HEAD}def "A" (
    variantSets = "v"
    variants = {{ string v = "{choice}" }}
)
{{
    variantSet "v" = {{
        "p" {{
        }}
    }}
}}
"""
    assert says in problem({"a.usda": text})


@pytest.mark.parametrize("unit", ["metersPerUnit = 0.01", 'doc = "says nothing"'])
def test_another_unit_is_told_until_somebody_scales(unit: str) -> None:
    box = BOX.replace("metersPerUnit = 1", unit)
    assert "scale /Box by 0.01" in problem({"top.usda": taken(), "box.usda": box})
    scaled = taken(
        "    double3 xformOp:scale = (0.01, 0.01, 0.01)\n"
        '    uniform token[] xformOpOrder = ["xformOp:scale"]'
    )
    scene = Scene({"top.usda": scaled, "box.usda": box})
    assert scene.problems == []
    assert shapes.height(scene, "/Box") == pytest.approx(0.02)


def test_an_opinion_on_a_place_that_was_left_is_told() -> None:
    top = f"{HEAD}(\n relocates = {{ </A/b>: </A/c> }}\n)\n"
    top += 'def "A" ( references = @b.usda@</A> ) {\n over "b" {\n int x = 2\n}\n}\n'
    low = f'{HEAD}def "A" {{\n def "b" {{\n int x = 1\n}}\n}}\n'
    assert "moved away" in problem({"a.usda": top, "b.usda": low})


def test_a_lab_without_openusd_says_so_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(first_cell, "libraries_missing", list)
    with pytest.raises(BackendError, match=r"^usd-core is not installed; run certlab"):
        first_cell.preflight(needs=["usd-core"])


def polygons(picture: str) -> Iterator[list[tuple[float, float]]]:
    for points in re.findall(r'points="([^"]*)"', picture):
        pairs = (one.split(",") for one in points.split())
        yield [(float(x), float(y)) for x, y in pairs]


def test_the_picture_is_made_of_the_faces_of_the_stage() -> None:
    picture = shapes.drawn(Scene({"box.usda": BOX}), "A box", "/Box")
    drawn = list(polygons(picture))
    assert len(drawn) == 6
    assert all(len(points) == 4 for points in drawn)
    assert ">Box</text>" in picture


def test_what_is_hidden_or_switched_off_is_not_drawn() -> None:
    hidden = BOX.replace("double", 'token visibility = "invisible"\n    double')
    assert not list(shapes.faces(Scene({"box.usda": hidden})))
    off = BOX.replace('"Box"\n{', '"Box" (\n    active = false\n)\n{')
    scene = Scene({"box.usda": off})
    assert not list(shapes.faces(scene))
    assert "nothing to draw" in shapes.drawn(scene, "Nothing")


def test_what_lies_in_front_is_drawn_last_and_the_floor_first() -> None:
    def wall(y: float) -> Face:
        return Face([(0, y, 0), (9, y, 0), (9, y, 1), (0, y, 1)], "#808080")

    floor = Face([(0, 0, 0), (9, 0, 0), (9, 9, 0), (0, 9, 0)], "#808080")
    picture = svg([wall(1), floor, wall(8)], [], "Walls")
    first, behind, before = polygons(picture)
    assert max(y for _, y in first) > max(y for _, y in behind)
    assert max(y for _, y in before) > max(y for _, y in behind)
    assert len({x for x, _ in first}) == 4


def test_a_text_of_the_rules_is_read_as_it_was_meant() -> None:
    files = {name: usda(layer) for name, layer in hall().items()}
    assert Scene(files).problems == []
