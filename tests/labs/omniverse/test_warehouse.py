"""Scenes that are drawn at random: the same again, and never outside of their ranges."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.errors import Refusal
from certlab.labs.omniverse.warehouse import NARROW, WIDE, Ranges, draw, stand_in
from certlab.labs.omniverse.warehouse.ranges import APART

SEEDS = st.integers(0, 10**6)


@given(SEEDS)
def test_a_seed_draws_the_same_scene_again_and_another_one_another(seed: int) -> None:
    for ranges in (NARROW, WIDE):
        assert draw(ranges, seed) == draw(ranges, seed) != draw(ranges, seed + 1)
    assert stand_in(seed) == stand_in(seed) != stand_in(seed + 1)


@given(SEEDS)
def test_a_scene_stays_within_its_ranges(seed: int) -> None:
    ranges = replace(WIDE, drums=(2, 4), distractors=(3, 5), height=(2.0, 2.5))
    scene = draw(ranges, seed)
    drums = [thing for thing in scene.things if thing.kind == "drum"]
    assert 2 <= len(drums) <= 4
    assert len(scene.things) - len(drums) <= 5
    assert 2.0 <= scene.camera.z <= 2.5
    assert abs(scene.camera.x) <= ranges.aside
    assert 0 <= scene.camera.grain <= 0.06
    colours = [one.surface.colour for one in scene.things]
    assert all(0 <= part <= 1 for colour in colours for part in colour)


@given(SEEDS)
def test_things_stand_apart(seed: int) -> None:
    things = draw(WIDE, seed).things
    for place, one in enumerate(things):
        for other in things[:place]:
            assert math.dist((one.x, one.y), (other.x, other.y)) > APART


@given(SEEDS)
def test_narrow_scenes_differ_in_their_drums_only(seed: int) -> None:
    one, other = draw(NARROW, seed), draw(NARROW, seed + 1)
    assert one.camera == other.camera
    assert one.lamps == other.lamps
    assert {thing.kind for thing in one.things} == {"drum"}
    assert {thing.surface.colour for thing in one.things} == {
        thing.surface.colour for thing in other.things
    }


def test_what_defines_a_drum_is_the_same_in_narrow_and_wide_ranges() -> None:
    lids = {
        thing.lid
        for ranges in (NARROW, WIDE)
        for seed in range(20)
        for thing in draw(ranges, seed).things
    }
    assert len(lids) == 1


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"height": (3.0, 2.0)}, "height goes from 3.0 to 2.0"),
        ({"drums": (-1, 2)}, "drums goes from -1 to 2"),
        ({"paint": 1.5}, "paint is 1.5"),
        ({"patterns": ()}, "patterns is empty"),
    ],
)
def test_ranges_that_cannot_be_drawn_from_are_refused(
    given: dict[str, object], says: str
) -> None:
    with pytest.raises(Refusal, match=says):
        Ranges(**given)  # type: ignore[arg-type]  # what a learner may enter
