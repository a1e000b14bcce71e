"""The watch over a shop's orders: on small tables written here, and on the weeks of the lab."""

import math
from dataclasses import replace

import pytest

from certlab.errors import Refusal
from certlab.labs.mlops import orders, pictures
from certlab.labs.mlops.orders import Orders
from certlab.labs.mlops.watching import Watch

LIMITS = (0.1, 0.25)


def table(**columns: list[float]) -> Orders:
    """A week of orders with these columns, sent in turn by two warehouses."""
    size = len(next(iter(columns.values()), []))
    who = tuple("ab"[place % 2] for place in range(size))
    own = {name: tuple(values) for name, values in columns.items()}
    return Orders(7, own, {"sender": who}, (True,) * size)


REFERENCE = table(size=[float(one) for one in range(100)], count=[1.0, 2.0] * 50)
WATCH = Watch(REFERENCE, ("size", "count"))


def test_the_reference_has_not_moved_against_itself() -> None:
    for moved in WATCH.compare(REFERENCE):
        assert (moved.psi, moved.ks.statistic, moved.ks.p) == (0, 0, 1)


def test_a_column_that_moved_is_told_apart_from_one_that_did_not() -> None:
    size, count = WATCH.compare(table(size=[99.0] * 60, count=[1.0, 2.0] * 30))
    assert size.psi > 1
    assert size.ks.statistic > 0.9
    assert (count.psi, count.ks.statistic) == (0, 0)


def test_missing_numbers_are_a_share_of_their_own_and_move_nothing() -> None:
    gaps = [math.nan] * 25 + [float(one) for one in range(100)]
    size, _ = WATCH.compare(table(size=gaps, count=[1.0] * 125))
    assert size.missing == pytest.approx(0.2)
    assert size.psi == 0


def test_a_slice_shows_whose_numbers_are_wrong() -> None:
    mixed = [float(one) * (1000 if one % 2 else 1) for one in range(100)]
    a, b = WATCH.sliced(table(size=mixed, count=[1.0] * 100), "size", "sender")
    assert (a.value, a.rows, a.most) == ("a", 50, 98)
    assert (b.value, b.rows, b.most) == ("b", 50, 99_000)
    assert b.psi > 10 * a.psi


def test_bars_are_the_shares_that_the_psi_is_made_of() -> None:
    before, now = WATCH.bars(REFERENCE, "size")
    assert before == now
    assert sum(now) == pytest.approx(1)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (table(size=[], count=[]), "week 7: there are no orders"),
        (table(count=[1.0]), "the column size is missing"),
        (
            table(size=[math.nan] * 2, count=[1.0] * 2),
            "size has no number in any of its 2",
        ),
    ],
    ids=["no orders", "no column", "no number"],
)
def test_a_week_that_cannot_be_compared_is_refused(given: Orders, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        WATCH.compare(given)


def test_a_constant_column_cannot_be_a_reference() -> None:
    with pytest.raises(Refusal, match="value of size of the reference is 3"):
        Watch(table(size=[3.0] * 9), ("size",))


def test_a_tag_and_a_column_that_are_not_there_are_named() -> None:
    with pytest.raises(Refusal, match="warehouse is no tag; take one of sender"):
        WATCH.sliced(REFERENCE, "size", "warehouse")
    with pytest.raises(Refusal, match="colour is not watched; take one of size"):
        WATCH.bars(REFERENCE, "colour")


def test_labels_come_late_and_are_refused_before() -> None:
    week = orders.week(2)
    with pytest.raises(Refusal, match="its labels are there in week 5"):
        week.labels(now=4)
    assert len(week.labels(now=5)) == len(week)
    assert orders.before().labels(now=0)


@pytest.mark.parametrize("number", [0, 13, -1])
def test_there_is_no_other_week(number: int) -> None:
    with pytest.raises(Refusal, match="from 1 to 12"):
        orders.week(number)


def test_a_week_is_drawn_the_same_each_time() -> None:
    # As text, because a missing number is not equal to itself.
    assert str(orders.week(4)) == str(orders.week(4))
    assert str(orders.week(4).columns) != str(orders.week(7).columns)


def test_slices_of_a_tag_are_all_orders_and_gaps_can_be_left_out() -> None:
    week = orders.week(1)
    parts = [week.where("goods", one) for one in ("clothes", "shoes", "home")]
    assert sum(map(len, parts)) == len(week)
    whole = week.without_gaps()
    assert 0.97 * len(week) < len(whole) < len(week)
    assert all(map(math.isfinite, whole.column("weight")))


def test_each_trouble_of_the_lab_is_where_its_cause_is() -> None:
    """What the lab teaches has to stay true of the weeks that it draws."""
    watch = Watch(orders.before())
    moved = {
        number: {
            one.column: one.psi
            for one in watch.compare(orders.week(number))
            if one.psi >= LIMITS[0]
        }
        for number in (1, 2, 3, 4, 5, 7, 8, 9)
    }
    assert {number for number, found in moved.items() if found} == {3, 5}
    assert moved[3].keys() == {"weight"}
    assert max(moved[5], key=lambda one: moved[5][one]) == "account_days"
    sale = {one.column: one for one in watch.compare(orders.week(6))}["hour"]
    assert (sale.psi < LIMITS[0], sale.ks.p < 1e-6) == (True, True)


def test_the_picture_says_which_column_was_highest_in_each_week() -> None:
    found = {
        3: WATCH.compare(REFERENCE),
        4: WATCH.compare(table(size=[5.0] * 50, count=[1.0, 2.0] * 25)),
    }
    drawn = pictures.weeks(found, LIMITS)
    assert "week 3 size 0.000, week 4 size" in drawn
    assert drawn.count('fill-opacity="0.6"') == 2  # the cell, and the key


def test_bars_and_looks_can_be_drawn_where_little_is_there() -> None:
    assert pictures.bars([0.0, 1.0], [1.0, 0.0], "turned & round").startswith("<svg")
    crossing = pictures.looks([[0.5, 0.2], [0.5, 0.01]])
    assert "below 0.05 on some day: 1." in crossing
    # A cross for the trial that dips below, and one in the key.
    assert (
        crossing.count("l10 10m0") == pictures.looks([[0.5, 0.2]]).count("l10 10m0") + 1
    )


def test_a_mended_unit_moves_nothing_more() -> None:
    week = orders.week(3)
    mended = tuple(one / 1000 if one > 100 else one for one in week.column("weight"))
    whole = replace(week, columns={**week.columns, "weight": mended})
    assert all(one.psi < LIMITS[0] for one in Watch(orders.before()).compare(whole))
