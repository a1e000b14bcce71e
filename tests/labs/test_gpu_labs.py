"""The GPU path of the labs, cell by cell, on the stand-in and on small data."""

import json
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace

import matplotlib as mpl
import pytest

from certlab.course import load
from certlab.course.notebook import source
from tests.device_arrays import COMPILER

pytestmark = pytest.mark.skipif(not COMPILER, reason="no C++ compiler")
# What a real GPU gets, and what takes a CPU less than seconds.
TIMED = ("strides-facts", "staircase-facts")  # a stand-in is no faster by its caches
SMALL = {
    "gpu-architecture/30_roofline": {
        '"vector": 2**27, "matrix": 16384, "small": 128, "large": 8192': (
            '"vector": 2**14, "matrix": 128, "small": 16, "large": 64'
        ),
        "2**30 if on_gpu": "2**20 if on_gpu",
        "[4096, 8192] if on_gpu": "[64] if on_gpu",
    },
    "gpu-architecture/40_memory_hierarchy": {
        "2**29 if on_gpu": "2**19 if on_gpu",
        "2**23 if on_gpu": "2**12 if on_gpu",
        "2**22 if on_gpu": "2**12 if on_gpu",
    },
}


@pytest.fixture
def gpu(computing_cupy: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The stand-in as the labs find it, and charts that no window shows."""
    monkeypatch.setenv("CERTLAB_BACKEND", "gpu")
    monkeypatch.setitem(sys.modules, "cudf", ModuleType("cudf"))
    computing_cupy.cuda.Device = lambda: SimpleNamespace(id=0, compute_capability="90")
    before = mpl.get_backend()
    mpl.use("agg")
    with mpl.rc_context():
        yield
    mpl.use(before)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("lab", SMALL)
def test_the_gpu_path_runs_to_its_end(
    lab: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = load().labs[lab]
    cells = json.loads(found.path.read_text("utf-8"))["cells"]
    run = [c for c in cells if c["cell_type"] == "code" and c["id"] not in TIMED]
    text = "\n\0\n".join(source(one) for one in run)
    for large, small in SMALL[lab].items():
        assert large in text
        text = text.replace(large, small)
    shared: dict[str, object] = {}
    for cell in text.split("\n\0\n"):
        exec(cell, shared)  # noqa: S102 -- a lab's own cells
    assert shared["on_gpu"] is True
    assert "CuPy on the GPU" in capsys.readouterr().out
