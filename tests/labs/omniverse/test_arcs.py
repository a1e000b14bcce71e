"""The rules of composition in plain Python, held against OpenUSD itself."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from certlab.labs.omniverse.arcs import (
    Files,
    Layer,
    Opinion,
    Spec,
    opinions,
    written,
)
from tests.labs.omniverse.usda_text import usda
from tests.labs.omniverse.worlds import DOOR, GATE, HALL, ROOT, World

pytest.importorskip("pxr")
SOME = settings(
    max_examples=60,
    derandomize=True,  # three thousand more were tried on 2026-11-29
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
DRAWS = st.integers(0, 2**32).map(Random)


def theirs(folder: Path, files: Files, path: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The property stack of OpenUSD: layer, path and value of each opinion on x."""
    from pxr import Usd, UsdUtils

    for name, layer in files.items():
        (folder / name).write_text(usda(layer), "utf-8")
    hushed = UsdUtils.CoalescingDiagnosticDelegate()
    stage = Usd.Stage.Open(str(folder / ROOT))
    assert not stage.GetCompositionErrors()
    del hushed
    prim = stage.GetPrimAtPath(written(path))
    found = prim.GetAttribute("x") if prim else None
    stack = found.GetPropertyStack(Usd.TimeCode.Default()) if found else []
    return [
        (Path(one.layer.realPath).name, str(one.path).split(".")[0], str(one.default))
        for one in stack
    ]


def ours(files: Files, path: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [
        (one.layer, one.path, str(one.value))
        for one in opinions(files, ROOT, path, "x")
    ]


@SOME
@given(DRAWS)
def test_every_opinion_has_its_place(
    tmp_path_factory: pytest.TempPathFactory, draw: Random
) -> None:
    world = World(draw, "IVRPS", 0.28, moved=False)
    for path in (HALL, DOOR):
        folder = tmp_path_factory.mktemp("scene")
        assert ours(world.files, path) == theirs(folder, world.files, path)


@SOME
@given(DRAWS)
def test_what_moved_keeps_what_was_said_of_it(
    tmp_path_factory: pytest.TempPathFactory, draw: Random
) -> None:
    world = World(draw, "IRP", 0.4, moved=True)
    folder = tmp_path_factory.mktemp("scene")
    assert ours(world.files, GATE) == theirs(folder, world.files, GATE)


def hall() -> dict[str, Layer]:
    """The files of the page, whose answers a learner finds on paper."""
    plain = Spec({"paint": "grey"})
    pump = Spec(
        inherits=["_pump"],
        payloads=[("pump_geo.usda", "Geo")],
        variants={"finish": {"plain": plain}},
        chosen={"finish": "plain"},
    )
    taken = [("pump.usda", "Pump")]
    one, two = Spec({"paint": "green"}, references=taken), Spec(references=taken)
    red = Spec({"paint": "red"}, word="over")
    return {
        "hall.usda": Layer(
            {"_pump": Spec({"paint": "orange"}, word="class")},
            ["safety.usda", "layout.usda"],
        ),
        "safety.usda": Layer({"Hall": Spec(below={"Pump1": red}, word="over")}),
        "layout.usda": Layer({"Hall": Spec(below={"Pump1": one, "Pump2": two})}),
        "pump.usda": Layer({"_pump": Spec(word="class"), "Pump": pump}),
        "pump_geo.usda": Layer({"Geo": Spec({"paint": "none", "weight": 40})}),
    }


def stack(path: str, attribute: str) -> list[Opinion]:
    return opinions(hall(), "hall.usda", tuple(path.split("/")[1:]), attribute)


def test_a_local_opinion_beats_what_a_class_says() -> None:
    first, *_ = stack("/Hall/Pump1", "paint")
    assert (first.arcs, first.layer, first.value) == ("L", "safety.usda", "red")


def test_the_class_of_the_hall_speaks_for_what_it_takes() -> None:
    arcs = [(one.arcs, one.value) for one in stack("/Hall/Pump2", "paint")]
    assert arcs == [("I", "orange"), ("RV", "grey"), ("RP", "none")]


def test_a_payload_speaks_where_nobody_else_does() -> None:
    assert [one.value for one in stack("/Hall/Pump2", "weight")] == [40]


def test_a_variant_that_nobody_chose_says_nothing() -> None:
    files = {ROOT: Layer({"A": Spec(variants={"v": {"p": Spec({"x": 1})}})})}
    assert opinions(files, ROOT, ("A",), "x") == []
