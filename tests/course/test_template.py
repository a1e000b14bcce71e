"""Placeholders, and how numbers are written."""

import pytest

from certlab.course import Course
from certlab.course.facts import format_number, format_result
from certlab.course.measures import loose_measures
from certlab.course.template import TemplateError, Values, facts_named, fill


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{fact:warp.threads}", "32 threads"),
        ("{fact:warp.threads|value}", "32"),
        ("{fact:card.bandwidth}", "3.35 TB/s"),
        ("{given:n}", "1,000 elements"),
        ("{given:n|value}", "1,000"),
        ("{calc:n * fact(warp.threads)|threads}", "32,000 threads"),
        ("{calc:n / 3}", "333.3"),
        ("a dict {x} and {0:d} stay", "a dict {x} and {0:d} stay"),
    ],
)
def test_fill(course: Course, text: str, filled: str) -> None:
    assert fill(text, Values(course.facts, {"n": 1000}, {"n": "elements"})) == filled


@pytest.mark.parametrize(
    "text", ["{fact:no.such}", "{given:m}", "{calc:m}", "{calc:1/0}"]
)
def test_a_placeholder_for_what_is_not_there_is_refused(
    course: Course, text: str
) -> None:
    with pytest.raises(TemplateError):
        fill(text, Values(course.facts))


def test_facts_named() -> None:
    text = "{fact:a.b} {calc:fact(c.d) + fact(a.b)} {given:n}"
    assert facts_named(text) == ("a.b", "c.d")


@pytest.mark.parametrize(
    ("value", "shown"),
    [(1024, "1,024"), (3.35, "3.35"), (989.4, "989.4"), (2.0, "2"), ("9.0", "9.0")],
)
def test_a_fact_keeps_its_digits(value: float | str, shown: str) -> None:
    assert format_number(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [(989.4286, "989.4"), (7812.52, "7,812.5"), (0.000123456, "0.0001235"), (4, "4")],
)
def test_a_result_keeps_four_digits_that_count(value: float, shown: str) -> None:
    assert format_result(value) == shown


@pytest.mark.parametrize(
    ("text", "loose"),
    [
        ("It moves 3.35 TB/s.", ["3.35 TB/s"]),
        ("A 10x gain and 50 % less", ["10x", "50 %"]),
        ("blocks of 1,024 threads", ["1,024 threads"]),
        ("`x = 80 GB` is code", []),
        ("```\n80 GB\n```", []),
        ("> **Worked example** 80 GB\n> and 10 GB\n\nthen 5 GB", ["5 GB"]),
        ("{fact:a.b} and {calc:4*2|bytes}", []),
        ("sm_90, CUDA 13.0, FP16, two GPUs, 64-bit", []),
        ("[a page](https://x.org/80 GB)", []),
    ],
)
def test_loose_measures(text: str, loose: list[str]) -> None:
    assert loose_measures(text) == loose
