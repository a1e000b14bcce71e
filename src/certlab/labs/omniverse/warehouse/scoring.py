"""How good a detector is: overlap of boxes, hits and false alarms, average precision."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

Box = Sequence[float]  # left, top, right, bottom
Reports = Sequence[Sequence[tuple[float, Box]]]  # of each picture how sure, and where
ENOUGH = 0.5  # overlap from which a report counts as right


def overlap(one: Box, other: Box) -> float:
    """Intersection over union: what two boxes share, as a share of what they cover."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    shared = max(0.0, across) * max(0.0, down)
    both = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return shared / (both - shared) if both > shared else 0.0


@dataclass(frozen=True, slots=True)
class Score:
    """How good a detector is on pictures whose labels are known.

    Attributes:
        drums: how many there are.
        hits: how many of them it found, of what it was at least half sure of.
        false: how many reports, at least half sure, were none.
        precision: average precision: 1 where all drums come before any false report.
    """

    drums: int
    hits: int
    false: int
    precision: float

    @property
    def found(self) -> float:
        """The share of drums that it found."""
        return self.hits / self.drums if self.drums else 0.0


def score(reports: Reports, labels: Sequence[Sequence[Box]]) -> Score:
    """Hold reports against labels.

    Args:
        reports: of each picture how sure, and which box.
        labels: the boxes of each picture.
    """
    rows: list[tuple[float, bool]] = []
    for said, boxes in zip(reports, labels, strict=True):
        free = list(boxes)
        for sure, box in sorted(said, key=lambda one: -one[0]):
            best = max(free, key=lambda label: overlap(box, label), default=None)
            right = best is not None and overlap(box, best) >= ENOUGH
            if right and best is not None:
                free.remove(best)
            rows.append((sure, right))
    drums = sum(map(len, labels))
    shown = [right for sure, right in rows if sure >= 0.5]
    return Score(drums, sum(shown), len(shown) - sum(shown), _average(rows, drums))


def _average(rows: Sequence[tuple[float, bool]], drums: int) -> float:
    """The area under precision by recall, precision taken as the best from there on."""
    ranked = [right for _, right in sorted(rows, key=lambda row: -row[0])]
    shares = [hits / place for place, hits in enumerate(accumulate(ranked), 1)]
    best = reversed(list(accumulate(reversed(shares), max)))
    area = sum(share for share, right in zip(best, ranked, strict=True) if right)
    return area / drums if drums else 0.0
