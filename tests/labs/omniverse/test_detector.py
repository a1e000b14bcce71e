"""The detector, on pictures that need no renderer."""

from typing import Any

import pytest

from certlab.errors import Refusal
from tests.late import Late, wants

np = Late("numpy")
torch = Late("torch")
detector = Late("certlab.labs.omniverse.real.detector")
sheets = Late("certlab.labs.omniverse.real.sheet")
rendering = Late("certlab.labs.omniverse.real.rendering")
pytestmark = wants("torch")


def picture(*boxes: tuple[int, int, int, int]) -> Any:
    """White boxes on noise."""
    dice = np.random.default_rng(len(boxes) + sum(map(sum, boxes)))
    pixels = 0.3 + 0.05 * dice.random((64, 64, 3))
    owners = np.full((64, 64), -1, np.int16)
    for number, (left, top, right, bottom) in enumerate(boxes):
        pixels[top:bottom, left:right] = 0.9
        owners[top:bottom, left:right] = number
    return rendering.Picture(pixels.astype(np.float32), owners, boxes)


@pytest.fixture(scope="module")
def pictures() -> list[Any]:
    dice = np.random.default_rng(0)
    corners = dice.integers((2, 2), (46, 42), (48, 2))
    return [picture((int(x), int(y), int(x) + 14, int(y) + 18)) for x, y in corners]


@pytest.fixture(scope="module")
def model(pictures: list[Any]) -> Any:
    torch.set_num_threads(1)
    return detector.train(pictures[:40], steps=60)


def test_it_finds_what_it_was_trained_on_in_pictures_it_never_saw(
    model: Any, pictures: list[Any]
) -> None:
    found = detector.judge(model, pictures[40:])
    assert found.found > 0.7
    assert found.precision > 0.7


def test_the_same_seed_gives_the_same_detector(pictures: list[Any]) -> None:
    one, other = (detector.train(pictures[:8], steps=2, seed=5) for _ in range(2))
    for left, right in zip(one.parameters(), other.parameters(), strict=True):
        assert torch.equal(left, right)


def test_going_on_leaves_the_first_detector_as_it_was(
    model: Any, pictures: list[Any]
) -> None:
    before = [one.clone() for one in model.parameters()]
    further = detector.train(pictures[:8], steps=2, after=model)
    assert all(map(torch.equal, before, model.parameters()))
    assert not all(map(torch.equal, before, further.parameters()))


def test_targets_say_cell_place_and_size_and_a_report_of_them_is_the_label() -> None:
    one = picture((10, 20, 24, 38))
    wanted = detector.targets([one])
    assert wanted[0, 0].sum() == 1
    assert wanted[0, 0, 7, 4] == 1  # the middle is at 17, 29; a cell has 4 pixels

    class Perfect(torch.nn.Module):  # type: ignore[misc]  # torch counts as Any
        def forward(self, _: Any) -> Any:
            said = wanted.clone()
            said[:, 0] = 20 * (2 * said[:, 0] - 1)
            return said

    (((sure, box),),) = detector.find(Perfect(), [one])
    assert box == pytest.approx((10, 20, 24, 38))
    assert sure > 0.99


def test_boxes_on_each_other_are_reported_once(model: Any) -> None:
    for here in detector.find(model, [picture((20, 20, 34, 38))]):
        for place, one in enumerate(here):
            for other in here[:place]:
                assert detector.overlap(one[1], other[1]) < 0.5


def test_without_any_drum_training_is_refused() -> None:
    with pytest.raises(Refusal, match="none of the 2 pictures shows a drum"):
        detector.train([picture(), picture()])


def test_a_sheet_draws_labels_and_reports_that_are_half_sure() -> None:
    one = picture((10, 20, 24, 38))
    reports = [[(0.9, (1.0, 2.0, 3.0, 4.0)), (0.2, (5.0, 6.0, 7.0, 8.0))], []]
    drawn = sheets.sheet([one, one], "Two.", reports)
    assert drawn.count("<image") == 2
    assert drawn.count("stroke-dasharray") == 2  # a report, and the key to it
    assert "dasharray" not in sheets.sheet([one], "One.")
