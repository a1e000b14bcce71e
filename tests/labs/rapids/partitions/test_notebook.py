"""The lab's first cell where something is missing: a sentence, and nothing was started."""

import nbformat
import pytest
from nbclient import NotebookClient

from certlab.course import load
from tests.bound import BOUND

LAB = "rapids/40_more_than_one_machine"
NO_DASK = """
import importlib.util

real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: (
    None if name in ("dask", "distributed") else real(name, *rest)
)
"""
NO_MEMORY = """
from certlab.labs.rapids.real.partitions import cluster

cluster.free_gib = lambda: 0.4
"""

ONE_WORKER = """
from certlab.labs.rapids.real import partitions

partitions.here = lambda: partitions.Here(
    "pandas", 1, 0.5, 60_000, "one GPU has one worker"
)
"""


# It has one worker on every machine, so that one more run of it would tell nothing.
SPILL = ("spill", "spill-facts")


def run(before: str, *, cells: int | None = None) -> list[nbformat.NotebookNode]:
    """The lab's first code cells, or all, after other code has run."""
    path = load().lab(LAB).path
    book = nbformat.read(path, as_version=4)
    code = [cell for cell in book.cells if cell.cell_type == "code"][:cells]
    code = [cell for cell in code if cell.id not in SPILL]
    book.cells = [nbformat.v4.new_code_cell(before), *code]
    resources = {"metadata": {"path": str(path.parent)}}
    NotebookClient(
        book, timeout=BOUND, allow_errors=cells is not None, resources=resources
    ).execute()
    return code


@pytest.mark.parametrize(
    ("before", "says"),
    [
        (
            NO_DASK,
            (
                "dask and distributed are not installed; run certlab lab prepare "
                "rapids/40_more_than_one_machine (about 44 MB), then restart the kernel."
            ),
        ),
        (
            NO_MEMORY,
            (
                "2 workers of 0.5 GiB take 1 GiB, and 0.4 GiB of memory are free; end "
                "what else runs, or ask for fewer or smaller workers."
            ),
        ),
    ],
)
def test_what_is_missing_is_one_sentence(before: str, says: str) -> None:
    (first,) = run(before, cells=1)
    (*_, error) = first.outputs
    assert error["output_type"] == "error"
    assert error["traceback"] == [says]


def test_with_one_worker_as_on_one_gpu_it_runs_to_its_end() -> None:
    """Nothing moves between workers then, and whoever dies takes all with it."""
    cells = {cell.id: cell for cell in run(ONE_WORKER)}
    (printed,) = cells["loss-facts"].outputs
    assert "gives the answer of the one process" in printed["text"]
