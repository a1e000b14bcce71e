"""Two pages of metrics, the model's and the server's, as a dashboard of four panels."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from certlab.drawing import marks

BECAME = ("answered", "unsure", "refused")
EDGES = tuple(round(0.1 * n, 1) for n in range(1, 11))  # of the histogram's buckets
_WIDE, _HIGH, _LEFT = 640, 356, 16
_BAR, _DOWN = 360, 22  # a full bar, and from one to the next


@dataclass(frozen=True)
class Shown:
    """What the dashboard shows.

    Attributes:
        rounds: requests by what became of them, by the round's name.
        reasons: requests that were refused for it, by reason, of the first round.
        chances: answers in each bucket of 0.1, of the last round.
        server: lines about the server, in words.
        followed: the bucket in which the followed row is counted; None for none.
    """

    rounds: Mapping[str, Mapping[str, float]]
    reasons: Mapping[str, float]
    chances: Sequence[float]
    server: Sequence[str]
    followed: int | None = None


def bucket(chance: float) -> int:
    """The first bucket whose edge is not below a chance, as Prometheus counts it."""
    return next(place for place, edge in enumerate(EDGES) if chance <= edge)


def svg(shown: Shown) -> str:
    """The dashboard as SVG text."""
    words = "; ".join(
        f"{name}: " + ", ".join(f"{by.get(kind, 0):g} {kind}" for kind in BECAME)
        for name, by in shown.rounds.items()
    )
    described = f"What became of the requests. {words}."
    return marks.picture(_WIDE, _HIGH, "The service", described, _marks(shown))


def _marks(shown: Shown) -> Iterator[str]:
    yield marks.text(_LEFT, 20, "What became of the requests", bold=True)
    y = 30
    for name, by in shown.rounds.items():
        yield from _stacked(name, by, y)
        y += _DOWN
    for place, kind in enumerate(BECAME):
        yield marks.mark(_LEFT + 104 + 110 * place, y + 4, 12, 12, place)
        yield marks.text(_LEFT + 122 + 110 * place, y + 14, kind, small=True)
    yield marks.text(_LEFT, 128, "Why the first round was refused", bold=True)
    most = max([*shown.reasons.values(), 1])
    largest = sorted(shown.reasons.items(), key=lambda one: (-one[1], one[0]))[:5]
    for place, (reason, number) in enumerate(largest):
        y = 138 + 19 * place
        yield marks.text(_LEFT, y + 12, reason, small=True)
        yield marks.mark(_LEFT + 170, y, _BAR * number / most, 15, 2)
        beside = _LEFT + 178 + _BAR * number / most
        yield marks.text(beside, y + 12, f"{number:g}", small=True)
    yield from _histogram(shown)
    yield marks.text(396, 262, "The server", bold=True)
    for place, line in enumerate(shown.server):
        yield marks.text(396, 282 + 18 * place, line, small=True)


def _stacked(name: str, by: Mapping[str, float], y: float) -> Iterator[str]:
    yield marks.text(_LEFT, y + 14, name)
    every, x = sum(by.values()) or 1, _LEFT + 104.0
    for place, kind in enumerate(BECAME):
        number = by.get(kind, 0)
        wide = (_WIDE - _LEFT - 120) * number / every
        if number:
            yield marks.mark(x, y, wide, _DOWN - 5, place)
        if wide > 14:
            middle = x + wide / 2
            yield marks.text(middle, y + 13, f"{number:g}", at="middle", small=True)
        x += wide


def _histogram(shown: Shown) -> Iterator[str]:
    yield marks.text(_LEFT, 262, "Chance of malignant, answers", bold=True)
    most, floor, wide = max([*shown.chances, 1]), 334, 33
    for place, number in enumerate(shown.chances):
        high = max(50 * number / most, 2)
        x = _LEFT + wide * place
        if number:
            yield marks.mark(x + 2, floor - high, wide - 4, high, 0)
            middle = x + wide / 2
            yield marks.text(
                middle, floor - high - 3, f"{number:g}", at="middle", small=True
            )
        if place == shown.followed:
            yield marks.followed(x, floor - high - 16, wide, high + 18)
    yield from marks.axis(_LEFT, floor, wide * 10, 1, 0.5, lambda one: f"{one:g}")
