"""The pictures of the page reckon as the simulators do."""

import pytest

from certlab.errors import CourseError
from certlab.labs.trustworthy_ai.bias import MEASURES, picture
from tests.page_rules import begun, called

RATES = "labs/trustworthy_ai/static/biasaudit/rates.js"


def test_the_page_audits_as_python_does() -> None:
    pairs = [(a / 10, b / 10) for a in range(0, 11, 2) for b in range(0, 11, 2)]
    people = [picture.SCORES, picture.PEOPLE["A"], picture.PEOPLE["B"]]
    found = called(RATES, "audit", [[*people, pair] for pair in pairs])
    for (a, b), on_page in zip(pairs, found, strict=True):
        ours = picture.decided({"A": a, "B": b})
        assert on_page["accuracy"] == pytest.approx(ours.accuracy)
        for measure in MEASURES:
            assert on_page["gaps"][measure] == pytest.approx(ours.gap(measure))


def test_the_example_of_the_page() -> None:
    one = picture.decided({"A": 0.6, "B": 0.6})
    assert [round(100 * one.gap(measure)) for measure in MEASURES] == [30, 25, 3]
    two = picture.decided({"A": 0.6, "B": 0.4})
    assert [round(100 * two.gap(measure)) for measure in MEASURES] == [10, 0, 15]
    assert one.accuracy == two.accuracy == 0.74


def test_no_pair_of_thresholds_closes_all_three_gaps() -> None:
    steps = [i / 10 for i in range(1, 10)]
    for a in steps:
        for b in steps:
            now = picture.decided({"A": a, "B": b})
            assert max(now.gap(measure) for measure in MEASURES) > 0.05


def test_a_figure_begins_with_its_thresholds_and_refuses_others() -> None:
    assert begun("biasaudit a=0.6 b=0.4")["first"] == [6, 4]
    with pytest.raises(CourseError, match="no number from 0 to 1"):
        begun("biasaudit a=seven")
    with pytest.raises(CourseError, match="no setting c"):
        begun("biasaudit c=1")
