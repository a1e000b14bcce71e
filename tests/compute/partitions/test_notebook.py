"""The lab's first cell where something is missing: a sentence, and nothing was started."""

import nbformat
import pytest
from nbclient import NotebookClient

from certlab.course import load

LAB = "rapids/40_more_than_one_machine"
NO_DASK = """
import importlib.util

real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: (
    None if name in ("dask", "distributed") else real(name, *rest)
)
"""
NO_MEMORY = """
from certlab.compute.partitions import cluster

cluster.free_gib = lambda: 0.4
"""


@pytest.mark.parametrize(
    ("before", "says"),
    [
        (
            NO_DASK,
            'dask and distributed are not installed; run pip install "certlab[data]", '
            "then restart the kernel.",
        ),
        (
            NO_MEMORY,
            "2 workers of 0.5 GiB take 1 GiB, and 0.4 GiB of memory are free; end what "
            "else runs, or ask for fewer or smaller workers.",
        ),
    ],
)
def test_what_is_missing_is_one_sentence(before: str, says: str) -> None:
    path = load().lab(LAB).path
    book = nbformat.read(path, as_version=4)
    first = next(cell for cell in book.cells if cell.cell_type == "code")
    book.cells = [nbformat.v4.new_code_cell(before), first]
    resources = {"metadata": {"path": str(path.parent)}}
    NotebookClient(book, timeout=120, allow_errors=True, resources=resources).execute()
    (*_, error) = first.outputs
    assert error["output_type"] == "error"
    assert error["traceback"] == [says]
