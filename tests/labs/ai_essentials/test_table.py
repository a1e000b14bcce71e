"""A table that is filled in by words: what is said of each kind of entry."""

import pytest

from certlab.labs.ai_essentials import table

RIGHT = {"A": "NIM", "B": "Run:ai", "C": "DGX Spark"}
OPTIONS = ("NIM", "Run:ai", "DGX Spark", "UFM")
WHY = {
    "A": {"UFM": "It watches a fabric.", "Run:ai": "It shares GPUs."},
    "B": "Share.",
    "C": "",
}


def said(given: object) -> str:
    """The first claim that does not hold, as a check says it; "" for none."""
    claims = table.claims(given, RIGHT, OPTIONS, WHY)
    return next((hint for holds, hint in claims if not holds), "")


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({}, ""),
        ({"A": " nim ", "C": "DGX-spark"}, ""),
        ({"A": "UFM"}, "row A is not UFM. It watches a fabric."),
        ({"A": "Run:ai"}, "row A is not Run:ai. It shares GPUs."),
        ({"A": "DGX Spark"}, "row A is not DGX Spark."),
        ({"B": "UFM"}, "row B is not UFM. Share."),
        ({"A": "UFM", "B": ""}, "row B is still empty."),
        (
            {"A": "UFM", "C": "DGX Spork"},
            "row C: no DGX Spork here; did you mean DGX Spark?",
        ),
    ],
)
def test_an_entry_gets_its_sentence(changed: dict[str, str], says: str) -> None:
    assert said({**RIGHT, **changed}) == says


@pytest.mark.parametrize(
    "given", [None, "NIM", [], {}, {"A": "NIM"}, {**RIGHT, "D": "UFM"}]
)
def test_what_is_not_the_table_is_told_which_rows_it_has(given: object) -> None:
    assert said(given) == "keep one entry for each of the rows A, B, C, and no other."


def test_a_table_is_attempted_once_a_row_is_filled() -> None:
    assert not table.attempted(dict.fromkeys(RIGHT, ""))
    assert not table.attempted(None)
    assert table.attempted({**dict.fromkeys(RIGHT, ""), "B": "UFM"})


@pytest.mark.parametrize("given", [None, "four", True, [4]])
def test_what_is_no_number_is_neither_less_nor_more(given: object) -> None:
    said = table.number(given)
    assert not said <= 4
    assert not said >= 4


def test_a_number_is_itself() -> None:
    assert (table.number(4), table.number(1.5)) == (4, 1.5)
