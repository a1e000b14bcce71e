"""The picture of LIVERPS on the page, held against the rules and against OpenUSD."""

import random

import pytest

from certlab.errors import CourseError
from certlab.labs.omniverse.arcs import LIVERPS, opinions
from certlab.labs.omniverse.pump import PAINTS, PUMP, ROOT, files, places
from tests.labs.omniverse.usda_text import usda
from tests.page_rules import begun, called

HEARD = "labs/omniverse/static/liverps/heard.js"


def test_every_arc_has_a_place_in_the_picture() -> None:
    assert {one.arcs[0] for _, one in places()} == set(LIVERPS)
    assert [place for place, _ in places()] == list(PAINTS)


def test_the_page_lets_win_whom_openusd_lets_win() -> None:
    pytest.importorskip("pxr")
    from certlab.labs.omniverse.real.scene import Scene

    draw = random.Random(5)
    cases = []
    for _ in range(40):
        silent = frozenset(one for one in PAINTS if draw.random() < 0.6)
        cases.append((silent, draw.random() < 0.7, draw.random() < 0.7))
    cases += [(frozenset(PAINTS), True, True), (frozenset(), True, True)]
    given = [
        [
            begun(f"liverps silent={','.join(sorted(silent))}")["places"],
            {"chosen": chosen, "loaded": loaded},
        ]
        for silent, chosen, loaded in cases
    ]
    answers = called(HEARD, "heard", given)
    for (silent, chosen, loaded), (shown, _), states in zip(
        cases, given, answers, strict=True
    ):
        wins = [
            one["value"]
            for one, state in zip(shown, states, strict=True)
            if state == "wins"
        ]
        texts = {
            name: usda(layer) for name, layer in files(silent, chosen=chosen).items()
        }
        scene = Scene(texts, ROOT, loaded=loaded)
        says = scene.value("/Hall/Pump", "paint")
        assert wins == ([] if says is None else [says])
        lost = [one.value for one in scene.opinions("/Hall/Pump", "paint")][1:]
        assert lost == [
            one["value"]
            for one, state in zip(shown, states, strict=True)
            if state == "loses"
        ]


def test_the_order_does_not_hang_on_who_is_silent() -> None:
    for place in PAINTS:
        rest = opinions(files(frozenset({place})), ROOT, PUMP, "paint")
        assert [one.value for one in rest] == [
            paint for name, paint in PAINTS.items() if name != place
        ]


def test_the_picture_begins_with_its_settings() -> None:
    silent = [
        one
        for one in begun("liverps silent=safety,shape")["places"]
        if not one["speaks"]
    ]
    assert [one["layer"] for one in silent] == ["safety.usda", "shape.usda"]


@pytest.mark.parametrize("says", ["liverps silent=nobody", "liverps colour=1"])
def test_what_cannot_begin_is_refused(says: str) -> None:
    with pytest.raises(CourseError):
        begun(says)
