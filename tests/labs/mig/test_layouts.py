"""How many layouts there are, against computed counts and against a plain search."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.speed.plain_layouts import plain_search
from certlab.labs import mig
from certlab.labs.mig.partitions import Mig

# Table, with double memory: layouts, maximal ones, mixes, maximal mixes. Computed once
# from the placement tables, by another program; without the empty layout and +me.
COUNTS = [
    ("h100-80gb", False, (297, 19, 37, 14)),
    ("h100-80gb", True, (722, 78, 77, 38)),
    ("a100-40gb", False, (297, 19, 37, 14)),
    ("a100-80gb", True, (722, 78, 77, 38)),
    ("b200-180gb", True, (722, 78, 77, 38)),
    ("a30-24gb", True, (25, 5, 9, 4)),
]


def counts(table: Mig, double: bool) -> tuple[int, int, int, int]:
    every = list(mig.layouts(table, double_memory=double))
    most = list(mig.maximal_layouts(table, double_memory=double))
    return (
        len(every),
        len(most),
        len({mig.mix(table, one) for one in every}),
        len({mig.mix(table, one) for one in most}),
    )


@pytest.mark.parametrize(("table", "double", "expected"), COUNTS)
def test_as_many_as_computed(
    table: str, double: bool, expected: tuple[int, ...], tables: dict[str, Mig]
) -> None:
    assert counts(tables[table], double) == expected


def fitting(table: Mig, names: list[str]) -> bool:
    """Whether profiles fit together in some order and at some starts."""
    wanted = sorted(names)
    return any(sorted(mig.mix(table, one)) == wanted for one in mig.layouts(table))


@pytest.mark.parametrize(
    "slices",
    ["331", "44", "2222", "3221", "71", "431", "3311", "11111111"],
)
def test_what_does_not_fit(slices: str, tables: dict[str, Mig]) -> None:
    """Counting compute slices lets the first three pass; memory does not."""
    assert not fitting(tables["h100-80gb"], named(slices))


@pytest.mark.parametrize(
    "slices", ["1111111", "33", "43", "421", "322", "2221", "4111", "3211", "7"]
)
def test_what_fits(slices: str, tables: dict[str, Mig]) -> None:
    assert fitting(tables["h100-80gb"], named(slices))


def named(slices: str) -> list[str]:
    sizes = {"1": "10", "2": "20", "3": "40", "4": "40", "7": "80"}
    return [f"{one}g.{sizes[one]}gb" for one in slices]


def test_no_30gb_profile_on_an_a100(tables: dict[str, Mig]) -> None:
    with pytest.raises(
        mig.Refusal, match=r"There is no profile 3g\.30gb on A100 80 GB"
    ):
        mig.Gpu(tables["a100-80gb"]).create("3g.30gb")


def test_the_start_of_a_3g_decides_how_many_1g_fit_beside_it(
    tables: dict[str, Mig],
) -> None:
    empty = mig.Gpu(tables["h100-80gb"])
    assert empty.create("3g.40gb", 0)[0].free("1g.10gb") == 3
    assert empty.create("3g.40gb", 4)[0].free("1g.10gb") == 4


# A plain search to compare with: sets of places, grown one place at a time. ----------


@pytest.mark.parametrize("id", ["h100-80gb", "gh200-144gb", "a30-24gb"])
def test_the_same_as_a_plain_search(id: str, tables: dict[str, Mig]) -> None:
    table = tables[id]
    every, most = plain_search(table)
    assert set(mig.layouts(table, media=True)) == every
    assert set(mig.maximal_layouts(table, media=True)) == most


def test_each_layout_comes_once(tables: dict[str, Mig]) -> None:
    for table in tables.values():
        every = list(mig.layouts(table, media=True))
        assert len(every) == len(set(every))


@given(st.randoms(use_true_random=False))
def test_the_order_of_the_table_does_not_matter(
    tables: dict[str, Mig], random: Random
) -> None:
    for id in ("h100-80gb", "a30-24gb"):
        table = tables[id]
        shuffled = list(table.profiles)
        random.shuffle(shuffled)
        other = replace(table, profiles=tuple(shuffled))
        assert set(mig.maximal_layouts(other)) == set(mig.maximal_layouts(table))


def maximal(table: Mig) -> Iterator[mig.Layout]:
    return mig.maximal_layouts(table, media=True)


def test_to_a_maximal_layout_nothing_can_be_added(tables: dict[str, Mig]) -> None:
    for table in tables.values():
        for layout in maximal(table):
            gpu = mig.Gpu(table)
            for name, start in layout:
                gpu, _ = gpu.create(name, start)
            assert not any(gpu.fits(one.name) for one in table.profiles)
