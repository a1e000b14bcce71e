"""Plots in text."""

AXIS, BAR, DOT = "·", "─", "●"
WIDTH = 31  # cells: 0, 25, 50, 75 and 100 % fall near one each


def whisker(share: float, low: float, high: float, width: int = WIDTH) -> str:
    """A share with its interval on a scale from 0 to 100 %: "····──●──···"."""
    first, last, dot = (round(one * (width - 1)) for one in (low, high, share))
    cells = [BAR if first <= cell <= last else AXIS for cell in range(width)]
    cells[dot] = DOT
    return "".join(cells)


def scale(width: int = WIDTH) -> str:
    """The scale below: 0, 50 and 100 %."""
    half = (width - 1) // 2
    line = "0".ljust(half - 1) + "50"
    return line.ljust(width - 3) + "100 %"
