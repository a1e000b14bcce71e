"""The raw log, and rows of it as arrays and as plain Python.

The measurements are those of *Breast Cancer Wisconsin (Diagnostic)*, as scikit-learn brings
them: the means of ten measures of cell nuclei in a picture, and whether a tumour was malignant.
"""

import math
import zlib
from pathlib import Path
from typing import Any

from certlab.compute import frames, to_host
from certlab.errors import Refusal
from certlab.labs.mlops.pipeline.contracts import Table, repeated
from certlab.labs.mlops.pipeline.dirt import MEASURES, MISSING, PATIENT, POWERS, raw_csv


def csv(patients: int | None = None, seed: int = 0) -> str:
    """The log as text, of so many patients; of all 569 when None.

    Raises:
        Refusal: there are not so many.
    """
    from sklearn.datasets import load_breast_cancer

    known = load_breast_cancer()
    if patients is not None and not 0 < patients <= len(known.target):
        raise Refusal(f"The log has 1 to {len(known.target)} patients, not {patients}.")
    measured = known.data[:patients, : len(MEASURES)].tolist()
    labels = [1 - int(one) for one in known.target[:patients]]  # there 0 is malignant
    return raw_csv(measured, labels, seed)


def read(path: Path) -> Any:
    """The log as a frame of cuDF where a GPU works, and of pandas elsewhere."""
    return frames().read_csv(path, na_values=[MISSING])


def one_unit(raw: Any) -> Any:
    """The log with each length and area in whole units; `unit` says what a number counts."""
    for name, power in POWERS.items():
        for _ in range(power):
            raw = raw.assign(**{name: raw[name] * raw["unit"]})
    return raw


def sent(raw: Any) -> dict[str, list[float]]:
    """Of each patient the measures in whole units and the label; NaN where there is none."""
    label = {"malignant": 1.0, "benign": 0.0}
    found = {}
    for row in records(one_unit(raw)):
        word = str(row["diagnosis"]).strip().lower()
        values = [float(row[name]) for name in MEASURES]
        found[row[PATIENT]] = [*values, label.get(word, math.nan)]
    return found


def part_of(patient: str) -> str:
    """The part of a patient, by a hash of the name: the same on each day and machine."""
    place = zlib.crc32(patient.encode()) % 10
    return "test" if place < 2 else "calibration" if place < 3 else "train"


class NextRun(str):
    """A name as the next run of Python has it: the same text, with another hash.

    Python salts the hash of a text anew each time it starts, so whoever relies on it sees
    this only tomorrow.
    """

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(f"{self} of the next run")


def numbers(rows: Any) -> Any:
    """The ten measures of a frame as a NumPy array of FP32, of the shape (n, 10)."""
    return to_host(rows[[*MEASURES]]).to_numpy(dtype="float32", copy=True)


def records(rows: Any) -> list[dict[str, Any]]:
    """The rows of a frame, each by column, as Python's own values."""
    return [*to_host(rows).to_dict("records")]


def plain(frame: Any) -> Table:
    """A frame as plain lists.

    Raises:
        TypeError: it is no frame, or two of its columns have one name.
    """
    here = to_host(frame)
    if not hasattr(here, "dtypes"):
        raise TypeError(f"a frame was expected, and {type(frame).__name__} came")
    if more := repeated(here.columns):
        raise TypeError(f"two columns are called {more}")
    types = {name: str(kind) for name, kind in here.dtypes.items()}
    return Table({name: here[name].tolist() for name in here.columns}, types)
