"""A log of patients as two hospitals send it, made of clean rows: the same dirt for a seed.

The measurements are real and only the dirt is ours, so that it is known what cleaning
has to bring back.
"""

import random
from collections.abc import Iterator, Sequence

PATIENT, LABEL = "patient", "malignant"
MEASURES = (
    *("radius", "texture", "perimeter", "area", "smoothness", "compactness"),
    *("concavity", "concave_points", "symmetry", "fractal_dimension"),
)
# By how much a length and an area are too large when they come in thousandths.
POWERS = {"radius": 1, "perimeter": 1, "area": 2}
WHOLE, THOUSANDTHS = "1", "0.001"  # what stands under `unit`
MISSING = "-"
LATE = "surgery"  # a column that nobody knows when the question is asked
RAW = (PATIENT, "hospital", "unit", *MEASURES, "diagnosis", LATE)
_SPELLINGS = {0: ("benign", "Benign ", "BENIGN"), 1: ("malignant", "Malignant")}
_SOUTH, _TWICE, _NO_MEASURE, _NO_DIAGNOSIS = (
    0.3,
    0.06,
    0.04,
    0.015,
)  # shares of patients


def raw_csv(
    rows: Sequence[Sequence[float]], labels: Sequence[int], seed: int = 0
) -> str:
    """The log as CSV, one line a message.

    Args:
        rows: the measurements of each patient, in the order of `MEASURES`.
        labels: 1 for malignant, 0 for benign.
        seed: of the dirt.
    """
    draw = random.Random(seed)
    lines = [",".join(RAW)]
    for number, (row, label) in enumerate(zip(rows, labels, strict=True)):
        lines += _messages(f"p{number:03}", row, label, draw)
    return "\n".join(lines) + "\n"


def _messages(
    patient: str, row: Sequence[float], label: int, draw: random.Random
) -> Iterator[str]:
    """What is sent of one patient: one line, or one from each hospital."""
    gap = draw.randrange(len(MEASURES)) if draw.random() < _NO_MEASURE else None
    word = draw.choice(_SPELLINGS[label]) if draw.random() > _NO_DIAGNOSIS else ""
    surgery = "yes" if label and draw.random() < 0.98 else "no"
    south = draw.random() < _SOUTH
    hospitals = [south, not south] if draw.random() < _TWICE else [south]
    for from_south in hospitals:
        values = [
            MISSING if place == gap else _text(name, value, thousandths=from_south)
            for place, (name, value) in enumerate(zip(MEASURES, row, strict=True))
        ]
        where = ("south", THOUSANDTHS) if from_south else ("north", WHOLE)
        yield ",".join([patient, *where, *values, word, surgery])


def _text(name: str, value: float, *, thousandths: bool) -> str:
    factor = 1000 ** POWERS.get(name, 0) if thousandths else 1
    return f"{value * factor:.6g}"
