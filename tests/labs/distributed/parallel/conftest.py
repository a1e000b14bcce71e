"""One launch of four ranks for all that these tests look at; launches are slow."""

import fcntl
import os
import pickle
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from certlab.labs.distributed.real import parallel, ranks
from tests.bound import BOUND

from .launched import RANKS, every
from .ways import TASK

MODULES = ("checkpoint", "fsdp", "optim", "pipelining", "tensor.parallel")


@pytest.fixture(autouse=True)
def tried_anew() -> None:
    """In place of the one that hides torch: these tests are of nothing else."""
    pytest.importorskip("torch", reason="torch is not installed")


@pytest.fixture(scope="session")
def alone() -> parallel.Report:
    """One process, the whole batch."""
    return parallel.alone(TASK)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of the whole run of tests: its processes share one launch."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    found = shared / "parallel"
    found.mkdir(exist_ok=True)
    return found


@pytest.fixture(scope="session")
def saved(folder: Path, four: list[dict[str, Any]]) -> str:
    """Where the four ranks left a checkpoint."""
    assert four
    return str(folder / "checkpoint")


@pytest.fixture(scope="session")
def four(folder: Path) -> list[dict[str, Any]]:
    """What four ranks find, each way; a dictionary a rank."""
    answers = folder / "answers.pickle"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not answers.exists():
            # The ranks find imported what is imported here: once, and not once for each.
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # optim uses what torch will drop
                for name in MODULES:
                    import_module(f"torch.distributed.{name}")
            checkpoint = str(folder / "checkpoint")
            found = ranks.run(every, RANKS, checkpoint, timeout=BOUND)
            answers.write_bytes(pickle.dumps(found))
    return list(pickle.loads(answers.read_bytes()))


@pytest.fixture(scope="session")
def trained(four: list[dict[str, Any]]) -> list[dict[str, parallel.Report]]:
    """The trainings of the four."""
    return [one["trained"] for one in four]
