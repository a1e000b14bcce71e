"""What takes long to make is made once a run of tests, by the first of its processes that asks."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from certlab.whole_file import alone


def once(
    folders: pytest.TempPathFactory, name: str, make: Callable[[Path], object]
) -> Path:
    """A folder of the run with what `make` puts into it; the other processes wait for that.

    It belongs to all of them: a test that changes it takes a copy.
    """
    run = folders.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # then each has a folder in the run's
        run = run.parent
    to, part = run / name, run / f"{name}.part"
    with alone(run / f"{name}.lock"):
        if not to.exists():  # it appears when it is whole
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir()
            make(part)
            part.rename(to)
    return to
