"""The path on GPUs, which cannot run here: nothing is called that its packages lack.

`dask_cuda` is a stand-in that takes what the real one takes and starts workers without
GPUs; "cudf" is a backend of Dask's that makes pandas frames. So the very calls of the GPU
path run to their end.
"""

import ast
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from dask.dataframe.dask_expr._backends import dataframe_creation_dispatch
from dask.dataframe.io.parquet.arrow import ArrowDatasetEngine
from distributed import LocalCluster

from certlab.compute.backend import Choice
from certlab.compute.gpus import Gpu, Gpus
from certlab.labs.rapids.real import partitions
from certlab.labs.rapids.real.etl import tables
from certlab.labs.rapids.real.etl.store import Files
from certlab.labs.rapids.real.etl.tables import Answer
from certlab.labs.rapids.real.partitions import cluster, machine, steps

LIST = Path(__file__).parents[3] / "vectors" / "rapids" / "dask-cuda.txt"
NAMES: dict[str, set[str]] = {}
for line in LIST.read_text("utf-8").splitlines():
    if line and not line.startswith("#"):
        what, name = line.split()
        NAMES.setdefault(what, set()).add(name)
OF_GPUS = ("rmm_pool_size", "enable_cudf_spill")
CALLS = inspect.signature(LocalCluster.__init__).parameters


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the stand-in for LocalCUDACluster was called with."""
    found: dict[str, Any] = {}

    def local_cuda_cluster(**named: Any) -> LocalCluster:
        found.update(named)
        kept = {key: value for key, value in named.items() if key not in OF_GPUS}
        return LocalCluster(processes=True, **kept)

    module = ModuleType("dask_cuda")
    module.LocalCUDACluster = local_cuda_cluster  # type: ignore[attr-defined]  # a stand-in
    monkeypatch.setitem(sys.modules, "dask_cuda", module)
    real = cluster.find_spec
    monkeypatch.setattr(
        cluster, "find_spec", lambda name: name.startswith("dask_") or real(name)
    )
    monkeypatch.setattr(cluster, "_import", lambda _frames: None)
    # In the real one it reads into cuDF; workers find this one where Dask has it.
    for name in ("dask_cudf", "dask_cudf.io", "dask_cudf.io.parquet"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    parquet = sys.modules["dask_cudf.io.parquet"]
    monkeypatch.setattr(parquet, "CudfEngine", ArrowDatasetEngine, raising=False)
    pandas = dataframe_creation_dispatch.dispatch("pandas")
    monkeypatch.setitem(dataframe_creation_dispatch._lookup, "cudf", pandas)
    return found


def test_workers_of_gpus_give_the_answer_of_one_process(
    given: dict[str, Any], files: Files, right: Answer
) -> None:
    with partitions.Workers(2, memory_gib=0.5, frames="cudf") as workers:
        jobs, users = steps.load(files.jobs, files.users)
        lazy = steps.together(steps.bucketed(jobs), users, on="bucket")
        assert tables.differs(right, steps.answer(*lazy)) == ""
        assert workers.frames == "cudf"
    known = NAMES["LocalCUDACluster"]
    through = set(CALLS) if "**LocalCluster" in known else set()
    assert set(given) <= known | through
    assert given["threads_per_worker"] == 1
    assert 0 < given["rmm_pool_size"] < 1, "a part of the GPU, not bytes"


def test_what_the_stand_in_passes_on_is_not_what_the_real_one_keeps() -> None:
    """`processes`, `data` and `worker_class` it takes away from LocalCluster."""
    assert not {"processes", "data", "worker_class"} & set(
        cluster._options(1, 1.0, 0, None)
    )


def calls(name: str) -> list[ast.Call]:
    """Every call of a method or function of that name in the package."""
    found = []
    for path in Path(steps.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                of = node.func
                called = of.attr if isinstance(of, ast.Attribute) else ""
                if called == name:
                    found.append(node)
    return found


@pytest.mark.parametrize("name", ["read_parquet", "groupby"])
def test_no_keyword_is_used_that_dask_cudf_does_not_know(name: str) -> None:
    found = calls(name)
    assert found
    for one in found:
        assert {word.arg for word in one.keywords} <= NAMES[name]


def test_groups_are_summed_by_what_dask_cudf_does_in_one_task() -> None:
    assert set(steps.TOTALS.values()) <= NAMES["agg"]
    assert "nunique" not in NAMES["agg"], "else `together` could ask for it"


def test_with_cudf_there_is_a_worker_for_each_gpu(
    given: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    gpu = Gpu("H200", 141.0, "580.65.06", "9.0")
    monkeypatch.setattr(machine, "gpus", lambda: Gpus((gpu,) * 3))
    monkeypatch.setattr(
        machine, "choice", lambda: Choice("cupy", "cudf", "both computed")
    )
    monkeypatch.setattr(cluster, "free_gib", lambda: 64.0)
    found = partitions.here()
    assert (found.frames, found.workers) == ("cudf", 3)
    assert str(found).endswith("5,000,000 rows: cuDF works, one worker a GPU.")


def test_with_cudf_but_without_dask_cuda_the_cpu_is_taken_and_it_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        machine, "choice", lambda: Choice("cupy", "cudf", "both computed")
    )
    found = partitions.here()
    assert found.frames == "pandas"
    assert found.why == "dask_cuda and dask_cudf are not installed"


def test_on_the_cpu_the_reason_is_that_of_the_course() -> None:
    assert partitions.here().why == "CuPy is not installed"
