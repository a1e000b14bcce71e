"""Two real worker processes for all tests of a file, and a small data set."""

from collections.abc import Iterator

import pandas as pd
import pytest

from certlab.labs.rapids.real import partitions
from certlab.labs.rapids.real.etl import dataset, store
from certlab.labs.rapids.real.etl.store import Files
from certlab.labs.rapids.real.etl.tables import Answer
from certlab.labs.rapids.real.partitions import steps, worker_loss

ROWS = 30_000


@pytest.fixture(scope="module")
def started() -> Iterator[partitions.Workers]:
    with partitions.Workers(2, memory_gib=0.5, near_data=True) as both:
        yield both


@pytest.fixture
def workers(started: partitions.Workers) -> partitions.Workers:
    """Both of them, also when the test before killed one."""
    worker_loss.back(started)
    return started


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return store.make(dataset.Recipe(ROWS), tmp_path_factory.mktemp("partitions"))


@pytest.fixture(scope="session")
def right(files: Files) -> Answer:
    """What one process of pandas finds."""
    return steps.answer(*steps.alone(pd, files.jobs, files.users))
