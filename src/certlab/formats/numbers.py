"""Numbers of another tool, as an item's formula writes them."""

from decimal import Decimal

_LARGEST = 1e300  # a tolerance of it still has a value


def expression(value: float) -> str | None:
    """A number as an item's formula writes it; None for one too large to compare."""
    if not abs(value) < _LARGEST:
        return None
    return (
        str(int(value))
        if float(value).is_integer() and abs(value) < 1e15
        else repr(value)
    )


def middle(low: float, high: float) -> tuple[float, float]:
    """The middle of a range and its distance from the ends, without the dust of binary halves."""
    ends = Decimal(repr(low)), Decimal(repr(high))
    return float(sum(ends) / 2), float(abs(ends[1] - ends[0]) / 2)
