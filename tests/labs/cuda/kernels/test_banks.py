"""Banks of shared memory: rounds by arithmetic of their own, and the page's figure and script."""

import math
import re

import pytest

from certlab.errors import CourseError
from certlab.labs.cuda import page
from certlab.labs.cuda.kernels.banks import BANKS, asked, rounds, words
from tests.page_rules import begun, called
from tests.real_course import whole

WAYS = [(stride, padded) for stride in range(41) for padded in (False, True)]


@pytest.mark.parametrize("stride", range(1, 41))
def test_as_many_lanes_meet_as_stride_and_banks_have_in_common(stride: int) -> None:
    assert rounds(words(stride)) == math.gcd(stride, BANKS)


def test_one_word_for_all_lanes_is_no_conflict() -> None:
    assert rounds(words(0)) == 1


def test_a_column_of_a_padded_tile_has_a_bank_for_each_lane() -> None:
    assert words(32, padded=True) == words(33)
    assert [len(one) for one in asked(words(32, padded=True)).values()] == [1] * BANKS


def test_the_page_reads_the_banks_that_python_reads() -> None:
    script = "labs/cuda/static/banks/banks.js"
    read = [words(stride, padded=padded) for stride, padded in WAYS]
    assert called(script, "words", WAYS) == [[*one] for one in read]
    assert called(script, "rounds", [[one] for one in read]) == [*map(rounds, read)]
    for told, one in zip(
        called(script, "wordsByBank", [[one] for one in read]), read, strict=True
    ):
        assert [tuple(word for word, _ in some) for some in told] == [
            *asked(one).values()
        ]
        lanes = sorted(lane for some in told for _, many in some for lane in many)
        assert lanes == [*range(32)]


def test_the_figure_shows_the_words_that_the_banks_are_asked_for() -> None:
    figure = whole().figures["cuda-banks"]
    begin = page.BEGINS["banks"](whole(), figure.live[1])
    drawn: dict[str, list[int]] = {}  # words by column
    for word, x in re.findall(r'data-word="(\d+)" x="(\d+)"', figure.svg):
        drawn.setdefault(x, []).append(int(word))
    read = asked(words(begin["stride"], padded=begin["padded"]))
    assert [*drawn.values()] == [[*some] for some in read.values() if some]


@pytest.mark.parametrize(
    "says", ["banks stride=41", "banks stride=-1", "banks padded=2", "banks a=1"]
)
def test_what_cannot_begin_is_refused(says: str) -> None:
    with pytest.raises(CourseError):
        begun(says)
