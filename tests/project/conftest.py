"""The sdist and the wheel, built once for all tests."""

from pathlib import Path

import pytest

from tests.once import once
from tools.release.parts import packages

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both, as a release has them: the wheel is built out of the sdist, without the checkout."""
    return once(tmp_path_factory, "built", lambda folder: packages(ROOT, folder))


@pytest.fixture(scope="session")
def sdist(built: Path) -> Path:
    (path,) = built.glob("certlab-*.tar.gz")
    return path


@pytest.fixture(scope="session")
def wheel(built: Path) -> Path:
    (path,) = built.glob("certlab-*.whl")
    return path
