"""The picture of a moving column on the page, held against the measures of the lab."""

import random
import statistics

import pytest

from certlab.errors import CourseError
from certlab.labs.mlops import drift
from certlab.labs.mlops.page import BEFORE
from tests.page_rules import begun, called
from tests.real_course import whole

MEASURES = "labs/mlops/static/drift/measures.js"
SAMPLE = "labs/mlops/static/drift/sample.js"


def _columns(seed: int, many: int) -> list[list[float]]:
    """Ascending columns of several lengths and shifts, without repeated values."""
    draw = random.Random(seed)
    return [
        sorted(draw.gauss(draw.uniform(-1, 1), 1) for _ in range(draw.randint(30, 400)))
        for _ in range(many)
    ]


def test_the_page_cuts_bins_and_counts_shares_as_the_lab_does() -> None:
    columns, bins = _columns(1, 60), [2, 5, 10, 20]
    given = [(one, bins[n % 4]) for n, one in enumerate(columns)]
    edges = called(MEASURES, "edgesOf", given)
    assert edges == [[*drift.bin_edges(one, many)] for one, many in given]
    # The edges are rows of the column itself, and a row on an edge belongs below it.
    pairs = [
        *zip(columns, edges, strict=True),
        *zip(_columns(2, 60), edges, strict=True),
    ]
    assert called(MEASURES, "shares", pairs) == [
        pytest.approx(drift.shares(rows, cut)) for rows, cut in pairs
    ]


def test_the_page_has_the_labs_psi_an_empty_bin_included() -> None:
    draw = random.Random(3)
    pairs = [([0.25] * 4, [0.5, 0.5, 0, 0])]
    for _ in range(60):
        many = draw.choice([2, 5, 10, 20])
        raw = [[draw.random() for _ in range(many)] for _ in range(2)]
        first, second = ([one / sum(side) for one in side] for side in raw)
        pairs.append((first, second))
    assert called(MEASURES, "psi", pairs) == [
        pytest.approx(drift.psi(*one)) for one in pairs
    ]
    counts = [(draw.randint(2, 30), draw.randint(1, 999), 7) for _ in range(20)]
    assert called(MEASURES, "psiByChance", counts) == [
        pytest.approx(drift.psi_by_chance(*one)) for one in counts
    ]


def test_the_page_has_the_labs_ks_test() -> None:
    pairs = [*zip(_columns(4, 60), _columns(5, 60), strict=True)]
    pairs.append((pairs[0][0], pairs[0][0]))
    for answer, pair in zip(called(MEASURES, "ks", pairs), pairs, strict=True):
        told = drift.ks(*pair)
        assert answer == pytest.approx(
            {"statistic": told.statistic, "p": told.p, "at": told.at}
        )


def test_weeks_are_drawn_from_one_population_and_stay_as_they_are() -> None:
    drawn = called(SAMPLE, "normals", [[0, BEFORE], [1, 2000], [2, 2000], [1, 2000]])
    reference, first, second, again = drawn
    assert first == again != second
    assert statistics.fmean(reference) == pytest.approx(0, abs=0.03)
    assert statistics.stdev(reference) == pytest.approx(1, abs=0.03)
    even = statistics.NormalDist().samples(BEFORE, seed=6)
    assert drift.ks(reference, even).p > 0.01
    assert drift.ks(first, second).p > 0.01


def test_the_picture_begins_with_its_settings_and_the_rules_of_thumb() -> None:
    begin = begun("drift shift=0 week=3 rows=100 bins=20")
    assert begin["values"] == {"shift": 0, "week": 3, "rows": "100", "bins": "20"}
    facts = whole().facts
    assert begin["rules"]["moderate"] == facts["psi.moderate_from"].value
    assert begin["rules"]["large"] == facts["psi.large_from"].value


@pytest.mark.parametrize("says", ["drift shift=16", "drift rows=ten", "drift hue=1"])
def test_what_cannot_begin_is_refused(says: str) -> None:
    with pytest.raises(CourseError):
        begun(says)
