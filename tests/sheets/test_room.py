"""What is left out where there is more than two sides hold."""

from certlab.sheets.room import ROOM, SIDE, fit
from certlab.sheets.rows import Ask, Section


def section(title: str, share: float, *ranks: float) -> Section:
    """A section of rows of one line, called by their place."""
    rows = (Ask(rank, f"{title} {n}") for n, rank in enumerate(ranks))
    return Section(title, share, tuple(rows))


def texts(sections: tuple[Section, ...]) -> dict[str, list[str]]:
    return {
        one.title: [row.text for row in one.rows if isinstance(row, Ask)]
        for one in sections
    }


def test_what_fits_stays_as_it_is() -> None:
    told = [section("a", 1, 1, 2), section("b", 1, 3)]
    assert fit(told) == tuple(told)


def test_the_row_that_is_asked_for_least_goes_first_and_the_order_stays() -> None:
    told = section("a", 1, 3, 1, 2)
    assert texts(fit([told], told.lines - 0.1)) == {"a": ["a 0", "a 2"]}


def test_of_rows_alike_the_later_one_goes() -> None:
    told = section("a", 1, 1, 1, 1)
    assert texts(fit([told], told.lines - 0.1)) == {"a": ["a 0", "a 1"]}


def test_the_section_that_has_most_for_its_share_gives_up_rows() -> None:
    told = [section("a", 3, *range(9)), section("b", 1, *range(9))]
    left = fit(told, sum(one.lines for one in told) / 2)
    large, small = left
    assert len(large.rows) > 2 * len(small.rows)
    assert sum(one.lines for one in left) <= sum(one.lines for one in told) / 2


def test_a_section_without_rows_is_none() -> None:
    assert texts(fit([section("a", 1), section("b", 1, 1)])) == {"b": ["b 0"]}
    assert fit([section("a", 1, 1)], 0) == ()


def test_a_little_more_than_one_side_is_cut_to_one() -> None:
    def filled(lines: float) -> float:
        rows = section("a", 1, *range(int(lines / section("a", 1, 1).rows[0].lines)))
        return sum(one.lines for one in fit([rows]))

    assert filled(SIDE * 1.1) <= SIDE
    assert SIDE * 1.3 < filled(SIDE * 1.4) <= ROOM
    assert filled(ROOM * 2) <= ROOM
