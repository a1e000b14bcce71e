"""Products and their jobs: what a wrong one is told, for every row and every product."""

from itertools import pairwise

import pytest

from certlab.labs.ai_essentials import products
from tests.real_course import whole

RIGHTS = {"A": "Triton", "B": "NIM", "C": "UFM"}
ASKS = {row: f"Row {row} asks." for row in RIGHTS}


@pytest.fixture(scope="module")
def known():
    return products.products(whole().facts)


def test_each_product_stands_on_one_shelf_and_reads_as_a_sentence(known) -> None:
    assert len(known) == sum(map(len, products.SHELVES.values()))
    assert all(
        str(one).startswith(f"{one.name} {one.job[0]}") for one in known.values()
    )


def test_a_wrong_product_is_told_its_job_its_row_and_what_is_asked(known) -> None:
    said = products.reasons(RIGHTS, ASKS, known)
    assert set(said) == set(RIGHTS)
    for row, reasons in said.items():
        assert set(reasons) == set(known)
        for name, reason in reasons.items():
            places = [str(known[name]), ASKS[row]]
            assert reason.startswith(places[0])
            assert reason.endswith(places[1])
    assert "belongs to row B" in said["A"]["NIM"]
    assert "belongs" not in said["A"]["NGC"]
    assert products.TOLD_APART["NIM", "Triton"] in said["A"]["NIM"]


def test_those_that_are_told_apart_are_two_products_that_there_are(known) -> None:
    for pair, reason in products.TOLD_APART.items():
        assert set(pair) <= set(known)
        assert all(a != b for a, b in pairwise(pair))
        assert reason.endswith(".")
