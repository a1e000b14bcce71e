"""cudf.pandas by contract: a stand-in of its two names, in a process of its own."""

import os
from pathlib import Path
from types import ModuleType

import pytest

from certlab.compute.interval import Interval
from certlab.errors import BackendError
from certlab.labs.rapids.real.etl import race, tables, zero_change
from certlab.labs.rapids.real.etl.store import Files
from certlab.labs.rapids.real.etl.zero_change import Calls, Unchanged

from . import paper_cudf
from .test_engines import expected

__all__ = ["expected"]

# What the wheel has: `install()`, to be called before pandas is imported, and a `Profiler`
# with `per_function_stats`: by function a dict of lists of seconds, "gpu" and "cpu".
STAND_IN = """
import sys
from collections import defaultdict

installed = False


def install():
    global installed
    assert "pandas" not in sys.modules, "pandas was imported first"
    installed = True


class Profiler:
    def __enter__(self):
        assert installed
        return self

    def __exit__(self, *told):
        pass

    @property
    def per_function_stats(self):
        found = defaultdict(lambda: defaultdict(list))
        found["DataFrame.merge"]["gpu"] += [0.25, 0.5]
        found["DataFrame.apply"]["cpu"] += [2.0]
        found["Series.map"]["gpu"] += [0.125]
        found["Series.map"]["cpu"] += [3.0]
        return found
"""


@pytest.fixture
def stand_in(cudf: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package `cudf` that a new process finds."""
    package = tmp_path / "packages" / "cudf"
    (package / "pandas").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "pandas" / "__init__.py").write_text(STAND_IN)
    paths = [str(package.parent), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    return package


def test_the_names_are_those_of_the_wheel() -> None:
    assert {
        "pandas.install",
        "Profiler.per_function_stats",
    } <= paper_cudf.listed().keys()
    assert "def install(" in STAND_IN
    assert "def per_function_stats(" in STAND_IN


def test_the_program_runs_unchanged_and_tells_what_fell_back(
    files: Files, expected: tables.Answer, stand_in: Path
) -> None:
    found = zero_change.run(files)
    assert found.functions["DataFrame.merge"] == Calls(2, 0, 0)
    assert found.functions["Series.map"] == Calls(1, 1, 3.0)
    assert found.fell_back == ["Series.map", "DataFrame.apply"]
    assert 0 < found.seconds.low <= found.seconds.value
    assert tables.differs(expected, race.written(files)) == ""


def test_nothing_fell_back_when_all_ran_on_the_gpu() -> None:
    functions = {"DataFrame.merge": Calls(2, 0, 0.0)}
    assert Unchanged(Interval(1, 1, 1), functions).fell_back == []


def test_a_process_that_fails_is_one_sentence(files: Files, stand_in: Path) -> None:
    (stand_in / "pandas" / "__init__.py").write_text("raise RuntimeError('no driver.')")
    with pytest.raises(BackendError) as told:
        zero_change.run(files)
    assert str(told.value) == (
        "The process with cudf.pandas failed: RuntimeError: no driver."
    )


def test_without_a_gpu_it_says_why(files: Files) -> None:
    with pytest.raises(
        BackendError, match=r"^cudf\.pandas cannot run: CuPy is not inst"
    ):
        zero_change.run(files)
