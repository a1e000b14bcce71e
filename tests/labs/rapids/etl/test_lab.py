"""The lab, cell by cell on a small log: without some engines, and with a GPU on paper."""

import json
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import matplotlib as mpl
import pytest

from certlab.compute import probe
from certlab.course import load
from certlab.course.notebook import source
from certlab.errors import BackendError
from certlab.labs.rapids.real.etl import data_size
from certlab.labs.rapids.real.etl.data_size import Size
from tests.device_arrays import COMPILER

from . import paper_cudf

# What holds for a log of a million rows, and for a small one by chance.
TIMED = ("load-facts", "apply-facts", "amdahl-facts")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A small log, a workspace of the test's own, and charts that no window shows."""
    size = Size(20_000, "20,000 rows.")
    monkeypatch.setattr(data_size, "pick", lambda **_: size)
    monkeypatch.setenv("CERTLAB_WORKSPACE", str(tmp_path))
    before = mpl.get_backend()
    mpl.use("agg")
    with mpl.rc_context():
        yield
    mpl.use(before)


def run_cells() -> dict[str, Any]:
    """What the lab's cells leave behind."""
    path = load().labs["rapids/10_etl"].path
    shared: dict[str, Any] = {}
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code" and cell["id"] not in TIMED:
            exec(source(cell), shared)  # noqa: S102 -- a lab's own cells
    shared["home"].cleanup()
    return shared


@pytest.mark.parametrize("missing", ["polars", "duckdb"])
def test_without_an_engine_the_lab_goes_on_with_the_others(
    missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    shared = run_cells()
    left = [one for one in ("pandas", "polars", "duckdb") if one != missing]
    assert shared["names"] == left
    says = f"{missing} is not installed; run certlab lab prepare rapids/10_etl (about "
    assert says in capsys.readouterr().out


def test_without_pyarrow_the_first_cell_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed = metadata.version

    def version(name: str) -> str:
        if name == "pyarrow":
            raise metadata.PackageNotFoundError(name)
        return installed(name)

    monkeypatch.setattr(metadata, "version", version)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BackendError) as told:
        run_cells()
    says = str(told.value)
    assert says.startswith("pyarrow is not installed; run certlab lab prepare ")
    assert says.endswith(", then restart the kernel.")


@pytest.mark.skipif(not COMPILER, reason="no C++ compiler")
def test_with_a_gpu_cudf_takes_part(
    computing_cupy: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    used: set[str] = set()
    monkeypatch.setitem(sys.modules, "cudf", paper_cudf.library(used))
    monkeypatch.setenv("CERTLAB_BACKEND", "gpu")
    computing_cupy.cuda.Device = lambda: SimpleNamespace(id=0, compute_capability="90")
    probe.forget()
    shared = run_cells()
    assert shared["on_gpu"] is True
    assert shared["names"] == ["pandas", "cudf", "polars", "duckdb"]
    assert "DataFrame.merge" in used
    assert set(shared["result"].steps["window"]) == set(shared["names"])
    # The new process finds no cudf: that is told, and the lab goes on.
    assert (
        "Not run here. The process with cudf.pandas failed: " in capsys.readouterr().out
    )
