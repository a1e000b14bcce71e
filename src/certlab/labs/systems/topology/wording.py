"""Names in a row, and counts with their noun."""

from collections.abc import Iterable


def listed(names: Iterable[object]) -> str:
    """Names with commas, and "and" before the last."""
    *head, last = [*map(str, names)] or [""]
    return f"{', '.join(head)} and {last}" if head else last


def counted(many: int, one: str, several: str = "") -> str:
    """ "1 link", "2 links"."""
    return f"{many:,} {one if many == 1 else several or one + 's'}"
