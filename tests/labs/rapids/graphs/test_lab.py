"""The lab where something is not installed, and where NetworkX was imported first."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from certlab.course import load
from tests.bound import BOUND

ASKED_TOO_LATE = (
    "NetworkX was imported before our backend was stated, and it asks only once; restart "
    "the kernel and run the first cell first."
)


@pytest.mark.parametrize(
    ("before", "says"),
    [
        (
            "import sys; sys.modules['networkx'] = None",
            (
                "networkx is not installed; run certlab lab prepare rapids/30_graphs "
                "(about 17 MB)."
            ),
        ),
        ("import networkx", ASKED_TOO_LATE),
    ],
)
def test_the_first_cell_says_in_a_sentence_what_is_amiss(
    before: str, says: str
) -> None:
    path = Path(load().lab("rapids/30_graphs").path)
    book = nbformat.read(path, as_version=4)
    first = next(cell for cell in book.cells if cell.cell_type == "code")
    book.cells = [nbformat.v4.new_code_cell(before), first]
    NotebookClient(book, timeout=BOUND, allow_errors=True).execute()
    (*_, error) = book.cells[-1].outputs
    assert error["output_type"] == "error"
    assert error["traceback"] == [says]
