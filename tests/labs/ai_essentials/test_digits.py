"""What is measured in a digit: the same wherever it lies, its loops held against SciPy."""

from itertools import product

import pytest

from certlab.labs.ai_essentials import digits
from tests.late import Late

np = Late("numpy")
ndimage = Late("scipy.ndimage")
datasets = Late("sklearn.datasets")


@pytest.fixture(scope="module")
def pictures():
    return datasets.load_digits().data[:200]


def test_a_digit_is_described_alike_wherever_it_lies(pictures) -> None:
    free = digits.SHEET - digits.SIDE + 1
    for picture in pictures[:40]:
        seen = {
            tuple(digits.features(digits.placed(picture, *place)).values())
            for place in product(range(free), repeat=2)
        }
        assert len(seen) == 1


def test_loops_are_the_patches_that_scipy_finds(pictures) -> None:
    for picture in pictures:
        sheet = digits.placed(picture, 2, 2)
        empty = np.array(sheet).reshape(digits.SHEET, -1) < digits.INK
        _, patches = ndimage.label(empty)  # one of them is the outside
        assert digits.features(sheet)["loops"] == patches - 1


def test_nothing_is_measured_on_an_empty_sheet() -> None:
    seen = digits.features([0.0] * digits.SHEET**2)
    assert set(seen) == set(digits.FEATURES)
    assert seen["loops"] == seen["width"] == 0


def test_a_drawing_has_a_line_for_each_row_and_shows_what_is_dark() -> None:
    lines = digits.drawn([0, 16, 8, 0]).split("\n")
    assert lines == ["  ##", "++"]
