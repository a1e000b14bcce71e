"""Coverage counts what learners are told, and quotas what authors should still write."""

from pathlib import Path

import pytest

from certlab.course import Course, load
from certlab.course.coverage import by_objective, coverage, over_quota, weight_of
from certlab.day.today import serving, weighted
from certlab.study.exams.blueprint import covered

EXAM = "content/certifications/nca-test.toml"


def with_quota(small: Path, practice: int, exam: int = 0) -> Course:
    """The small course, its one objective with a quota."""
    path = small / EXAM
    text = path.read_text("utf-8")
    row = f"official = false\nquota = {{ practice = {practice}, exam = {exam} }}"
    path.write_text(text.replace("official = false", row), "utf-8")
    return load(small)


def test_coverage_of_the_small_course(course: Course) -> None:
    (row,) = coverage(course)
    assert row == {
        "exam": "NCA-TEST",
        "objectives": 1,
        "with a page": 1,
        "with a lab": 0,
        "with 3 items": 1,
        "complete": 0,
        "weight %": 0,
    }


def test_the_plan_names_the_share_that_the_objectives_stand_for(whole: Course) -> None:
    """What the items of an exam count for is what coverage says of their objectives."""
    for exam in whole.certifications.values():
        items = serving(whole, exam.id)
        asked = {id for one in items for id in (one.objective, *one.also)}
        counted = sum(weighted(whole, exam.id, items).values())
        assert counted == pytest.approx(weight_of(exam, asked))
        served = sum(n for n, _ in covered(whole, exam.id).values())
        assert len(asked & exam.shares.keys()) <= served


def test_shares_are_of_the_domains_weights(whole: Course) -> None:
    for exam in whole.certifications.values():
        weights = [one.weight for one in exam.domains]
        assert weight_of(exam, exam.shares.keys()) == pytest.approx(sum(weights))


def test_an_objective_counts_its_graded_items_by_pool(small: Path) -> None:
    course = with_quota(small, practice=9, exam=6)
    items = list(course.items.values())
    cards = sum(item.kind == "card" for item in items)
    assert cards, "a card must not be counted"
    exam = sum(item.pool == "exam" for item in items)
    (row,) = by_objective(course)
    assert (row["practice quota"], row["exam quota"]) == (9, 6)
    assert row["exam"] == exam
    assert row["practice"] == len(items) - cards - exam


def test_an_objective_without_a_quota_has_none(course: Course) -> None:
    (row,) = by_objective(course)
    assert row["practice quota"] == row["exam quota"] == ""
    assert list(over_quota(course, set(course.items))) == []


def test_a_new_item_over_the_quota_is_warned_of(small: Path) -> None:
    course = with_quota(small, practice=1)
    (problem,) = over_quota(course, {"small-blocks"})
    assert problem.warning
    assert problem.id == "small-blocks"
    assert "nca-test.1.1 asks for 1 practice items" in problem.says


def test_an_old_item_over_the_quota_is_left_alone(small: Path) -> None:
    assert list(over_quota(with_quota(small, practice=1), set())) == []


def test_a_quota_that_still_has_room_takes_a_new_item(small: Path) -> None:
    assert list(over_quota(with_quota(small, practice=90), {"small-blocks"})) == []
