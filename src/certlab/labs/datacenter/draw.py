"""Renting and owning over the years, drawn."""

from math import isinf

from certlab.drawing import marks
from certlab.labs.datacenter.cost import (
    Assumptions,
    break_even,
    own_a_month,
    rent_a_month,
)

WIDE, HIGH, LEFT, TOP, FOOT = 640, 240, 64, 28, 200


def svg(given: Assumptions, years: int) -> str:
    """Total cost of both ways over the years, as SVG text."""
    end = 12 * years
    rent, own, months = rent_a_month(given), own_a_month(given), break_even(given)
    most = max(given.purchase + own * end, rent * end)
    across = (WIDE - LEFT - 24) / end
    up = (FOOT - TOP) / most

    def way(begin: float, slope: float) -> str:
        high = FOOT - (begin + slope * end) * up
        return f"M{LEFT} {FOOT - begin * up:g}L{LEFT + end * across:g} {high:g}"

    def label(begin: float, slope: float, says: str, below: int) -> str:
        high = FOOT - (begin + slope * end) * up + below
        return marks.text(LEFT + end * across - 4, high, says, at="end", bold=True)

    step = marks.tick_step(most / 1000, 5)
    lines = [
        marks.text(LEFT - 8, FOOT - n * step * 1000 * up + 4, f"{n * step:g}", at="end")
        for n in range(int(most / 1000 / step) + 1)
    ]
    lines += marks.axis(
        LEFT, FOOT, end * across, years, 1, lambda year: f"{year:g} years"
    )
    lines += [
        marks.text(8, 14, "thousand USD", small=True),
        marks.path(way(0, rent), 'stroke-width="2.5"', ink=marks.colour(0)),
        marks.path(way(given.purchase, own), 'stroke-width="2.5"', ink=marks.colour(1)),
        label(0, rent, "rented", -6),
        label(given.purchase, own, "owned", 16),
    ]
    if months <= end:
        at = f"{LEFT + months * across:g}"
        lines.append(
            marks.path(
                f"M{at} {FOOT}V{FOOT - rent * months * up:g}", 'stroke-dasharray="3 4"'
            )
        )
    return marks.picture(WIDE, HIGH, "Rent or own", words(given, years), lines)


def words(given: Assumptions, years: int) -> str:
    """The same in one sentence."""
    months = break_even(given)
    if isinf(months):
        return "Renting costs no more a month than owning, so owning never pays."
    where = "within" if months <= 12 * years else "after"
    return (
        f"Owning has paid for itself after {months:.1f} months, "
        f"{where} the {years} years shown."
    )
