"""An exam's page lists what its guide suggests to read, and says what was found there."""

from dataclasses import replace
from datetime import date

from certlab.app.pages.exam_guide import readings
from certlab.course import Course
from certlab.course.readings import Reading

READ = Reading(
    title="Slices & shares",
    kind="manual",
    address="example.org/slices",
    opened=date(2026, 3, 4),
    holds="How a GPU is cut.",
    taught=("mig#fragmentation",),
    dated="It knows one GPU.",
)
SHUT = replace(
    READ, title="A film", address="example.org/film", opened=None, holds="", dated=""
)


def listed(course: Course, *rows: Reading) -> str:
    return readings(course, replace(course.certifications["ncp-aii"], readings=rows))


def test_what_was_read_says_when_what_it_holds_where_it_is_taught_and_what_has_aged(
    fixed: Course,
) -> None:
    text = listed(fixed, READ)
    assert '<a href="https://example.org/slices">Slices &amp; shares</a>' in text
    assert "4 March 2026" in text
    assert "How a GPU is cut." in text
    assert "(../modules/mig.html#fragmentation)" in text
    assert "It knows one GPU." in text
    assert "not be opened" not in text


def test_what_was_not_opened_is_named_with_its_address_and_nothing_more(
    fixed: Course,
) -> None:
    line = listed(fixed, READ, SHUT).splitlines()[-1]
    assert line == '- <a href="https://example.org/film">A film</a>, manual'
    without = listed(fixed, READ, replace(SHUT, address=""))
    assert without.splitlines()[-1] == "- A film, manual"


def test_an_exam_whose_guide_suggests_nothing_has_no_list(fixed: Course) -> None:
    assert not listed(fixed)
