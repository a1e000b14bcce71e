"""A small data set on disk, made once."""

import shutil
from pathlib import Path

import pytest

from certlab.labs.rapids.real.etl import store
from certlab.labs.rapids.real.etl.dataset import Recipe
from certlab.labs.rapids.real.etl.store import Files


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The data set as it is made; tests take `files`."""
    return store.make(Recipe(6000), tmp_path_factory.mktemp("etl"))


@pytest.fixture
def files(made: Files, tmp_path: Path) -> Files:
    """The same, in a folder of the test's own."""
    for path in (made.jobs, made.users):
        shutil.copy(path, tmp_path)
    return Files(tmp_path, made.recipe)
