"""A real small data set, and a larger one made from it by a stated rule.

The digits that come with scikit-learn: 1,797 pictures of 8 by 8 pixels, each pixel a whole
number from 0 to 16. They are the test part of the UCI data set, written by 13 people.
https://archive.ics.uci.edu/dataset/80/optical+recognition+of+handwritten+digits
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from certlab.compute.processor import GIB, cpu
from certlab.errors import BackendError
from certlab.labs.rapids.real.required_library import needed

HELD_OUT = 360
PIXELS = 64
NOISE = 1.0  # standard deviation, in steps of grey, of which a picture has 16
_SPLIT = 0  # seed of the split: the same for every method, engine and seed of training
_PIECES = 8  # arrays of the size of the result that making it holds at once, at most


@dataclass(frozen=True)
class Pictures:
    """Pictures and what they show, apart for training and for judging.

    Attributes:
        rows: float32, a row of 64 pixels from 0 to 16 for each picture to train on.
        labels: int32, 0 to 9.
        held: pictures that no training sees.
        held_labels: what those show.
    """

    rows: Any
    labels: Any
    held: Any
    held_labels: Any


def pictures() -> Pictures:
    """The 1,797 pictures, 360 of them held out, with the same share of each digit.

    Raises:
        BackendError: scikit-learn is not installed.
    """
    data = needed("sklearn.datasets").load_digits()
    rows, held, labels, held_labels = needed(
        "sklearn.model_selection"
    ).train_test_split(
        data.data.astype("float32"),
        data.target.astype("int32"),
        test_size=HELD_OUT,
        stratify=data.target,
        random_state=_SPLIT,
    )
    return Pictures(rows, labels, held, held_labels)


def enlarged(original: Pictures, rows: int, seed: int = 0) -> Pictures:
    """More or fewer pictures to train on; those held out stay as they are.

    The first are the originals, in their order. Each further one is a copy of one of
    them, in the same order again and again, moved by -1, 0 or 1 pixels both ways, with
    noise of one step of grey added, and cut off at 0 and 16. Copies come from pictures to
    train on only: none shows what is held out.

    Args:
        rows: pictures to train on.
        seed: of the moves and the noise.

    Raises:
        BackendError: the memory of this machine is too small for so many.
    """
    import numpy as np

    _refuse_too_many(rows)
    count = len(original.rows)
    chosen = np.arange(rows) % count
    found = original.rows[chosen]
    found[count:] = moved(found[count:], np.random.default_rng(seed))
    return replace(original, rows=found, labels=original.labels[chosen])


def moved(rows: Any, random: Any) -> Any:
    """Each picture moved by up to a pixel and with noise, as `enlarged` says."""
    import numpy as np

    padded = np.pad(rows.reshape(-1, 8, 8), ((0, 0), (1, 1), (1, 1)))
    down, right = random.integers(0, 3, (2, len(rows)))
    found = np.empty((len(rows), 8, 8), "float32")
    for by in range(9):
        y, x = divmod(by, 3)
        here = (down == y) & (right == x)
        found[here] = padded[here, y : y + 8, x : x + 8]
    found += random.normal(0, NOISE, found.shape).astype("float32")
    return found.clip(0, 16).reshape(-1, PIXELS)


def _refuse_too_many(rows: int) -> None:
    wanted, free = rows * PIXELS * 4 * _PIECES / GIB, free_gib()
    if free is not None and wanted > free:
        raise BackendError(
            f"{rows:,} pictures take {wanted:.3g} GiB while they are made and "
            f"{free:.3g} GiB are free; take fewer rows, or end what else runs."
        )


def free_gib(path: Path = Path("/proc/meminfo")) -> float | None:
    """Memory that can be had without swapping, in GiB; all of it where nobody says."""
    try:
        lines = path.read_text("utf-8").splitlines()
        (kib,) = (one.split()[1] for one in lines if one.startswith("MemAvailable:"))
    except (OSError, ValueError, IndexError):
        return cpu().memory_gib
    return int(kib) * 1024 / GIB
