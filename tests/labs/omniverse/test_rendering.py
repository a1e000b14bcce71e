"""What Mitsuba renders, and whether the labels say what the picture shows."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from certlab.errors import Refusal
from certlab.labs.omniverse.warehouse import NARROW, Scene, draw, stand_in
from certlab.labs.omniverse.warehouse.scene import Surface, Thing
from tests.late import Late, wants

numpy = Late("numpy")
rendering = Late("certlab.labs.omniverse.real.rendering")
pytestmark = wants("mitsuba")

RED = Surface((0.9, 0.02, 0.02))


def scene(*things: Thing) -> Scene:
    return replace(draw(NARROW, 0), things=things)


def drum(x: float, y: float = 0.0, **more: Any) -> Thing:
    return Thing("drum", x, y, 0.6, 0.9, 0.0, RED, **more)


def test_the_same_scene_gives_the_same_picture_and_labels_on_any_number_of_cores() -> (
    None
):
    drjit = Late("drjit")
    given = drjit.thread_count()
    first = rendering.render(draw(NARROW, 3))
    try:
        for cores in (
            1,
            2,
            3,
            4,
        ) * 5:  # the order of lamps once changed from call to call
            drjit.set_thread_count(cores)
            again = rendering.render(draw(NARROW, 3))
            assert (first.pixels == again.pixels).all()
            assert (first.owners == again.owners).all()
    finally:
        drjit.set_thread_count(given)


def test_a_label_lies_where_its_thing_is_seen() -> None:
    picture = rendering.render(scene(drum(0.9, lid=(0.9, 0.02, 0.02))))
    red = picture.pixels[..., 0] > 2 * picture.pixels[..., 1]
    assert (red == (picture.owners == 0)).mean() > 0.98
    ((left, top, right, bottom),) = picture.boxes
    assert left > 32  # it stands to the right
    assert red[top:bottom, left:right].mean() > 0.75
    red[top:bottom, left:right] = False
    assert red.mean() < 0.01


def test_what_is_hidden_has_no_label_and_what_is_half_hidden_a_smaller_one() -> None:
    wall = Thing("box", 0.0, -1.2, 1.4, 2.0, 0.0, Surface((0.5, 0.5, 0.5)))
    assert rendering.render(scene(drum(0.0, 0.8), wall)).boxes == ()
    low = replace(wall, height=1.0)
    ((_, top, _, bottom),) = rendering.render(scene(drum(0.0, 0.8))).boxes
    ((_, same, _, less),) = rendering.render(scene(drum(0.0, 0.8), low)).boxes
    assert abs(top - same) <= 1
    assert less < bottom - 2


def test_only_drums_have_labels_though_every_thing_has_its_pixels() -> None:
    things = [
        Thing(kind, x, 0.0, 0.5, 0.8, 10.0, RED)
        for kind, x in (("box", -1.2), ("ball", 0.0), ("post", 1.2))
    ]
    picture = rendering.render(scene(*things, drum(0.0, 1.5)))
    assert set(numpy.unique(picture.owners)) == {-1, 0, 1, 2, 3}
    assert len(picture.boxes) == 1


def test_a_blurred_lens_blurs_the_picture_and_not_the_label() -> None:
    sharp = scene(drum(0.0))
    blurred = replace(sharp, camera=replace(sharp.camera, aperture=0.1))
    one, other = rendering.render(sharp), rendering.render(blurred)
    assert (one.owners == other.owners).all()
    assert not numpy.allclose(one.pixels, other.pixels, atol=0.05)


@pytest.mark.parametrize("pattern", ["plain", "stripes", "patches"])
def test_a_pattern_shows_both_its_colours(pattern: str) -> None:
    floor = Surface((0.8, 0.1, 0.1), pattern, (0.1, 0.1, 0.8), 5)
    seen = rendering.render(replace(scene(drum(0.0)), floor=floor)).pixels[40:]
    bluer = (seen[..., 2] > seen[..., 0]).mean()
    assert (bluer == 0) if pattern == "plain" else (bluer > 0.05)


def test_a_texture_is_read_from_a_file_and_a_missing_one_is_refused(
    tmp_path: Path,
) -> None:
    image = Late("PIL.Image")
    file = tmp_path / "green.png"
    image.new("RGB", (4, 4), (20, 200, 20)).save(file)
    painted = replace(scene(drum(0.0)), floor=Surface((0, 0, 0), str(file)))
    foot = rendering.render(painted).pixels[50:].mean((0, 1))
    assert foot[1] > 1.5 * max(foot[0], foot[2])
    lost = replace(painted, floor=Surface((0, 0, 0), str(tmp_path / "lost.png")))
    with pytest.raises(Refusal, match=r"no texture '.*lost\.png'"):
        rendering.render(lost)


def test_a_file_that_is_no_picture_is_refused_as_a_texture(tmp_path: Path) -> None:
    file = tmp_path / "notes.png"
    file.write_text("no pixels here")
    floor = Surface((0, 0, 0), str(file))
    with pytest.raises(Refusal, match=r"notes\.png' is no picture"):
        rendering.render(replace(scene(drum(0.0)), floor=floor))


def test_the_stand_in_shows_drums_too() -> None:
    pictures = [rendering.render(stand_in(seed), samples=4) for seed in range(6)]
    assert sum(len(one.boxes) for one in pictures) >= 6
    assert all(0.05 < one.pixels.mean() < 0.95 for one in pictures)
