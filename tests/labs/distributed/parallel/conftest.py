"""One launch of four ranks for all that a file of tests looks at; launches are slow."""

from typing import Any

import pytest

from certlab.labs.distributed.real import parallel, ranks
from tests.bound import BOUND

from .ways import DOUBLE, TASK, every


@pytest.fixture(autouse=True)
def tried_anew() -> None:
    """In place of the one that hides torch: these tests are of nothing else."""
    pytest.importorskip("torch", reason="torch is not installed")


@pytest.fixture(scope="session")
def alone() -> parallel.Report:
    """One process, the whole batch."""
    return parallel.alone(TASK)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where the four ranks leave a checkpoint."""
    return str(tmp_path_factory.mktemp("checkpoint"))


@pytest.fixture(scope="session")
def four(folder: str) -> list[dict[str, Any]]:
    """What four ranks find, each way; a dictionary a rank."""
    return ranks.run(every, 4, TASK, DOUBLE, folder, timeout=BOUND)


@pytest.fixture(scope="session")
def trained(four: list[dict[str, Any]]) -> list[dict[str, parallel.Report]]:
    """The trainings of the four."""
    return [one["trained"] for one in four]
