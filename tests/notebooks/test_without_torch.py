"""The labs of mixed precision where PyTorch is not installed: a sentence, or without it."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

from certlab.course import load
from tests.bound import BOUND

# What a kernel is told before the lab's own cells: there is no torch.
NO_IMPORT = "import sys; sys.modules['torch'] = None"
NOT_INSTALLED = """
import importlib.metadata as metadata

installed = metadata.version


def version(name):
    if name == "torch":
        raise metadata.PackageNotFoundError(name)
    return installed(name)


metadata.version = version
"""


def run(lab: str, before: str, *, first: int | None = None) -> dict[str, list]:
    """Outputs by cell of a lab, or of its first code cells, after other code has run."""
    path = Path(load().lab(lab).path)
    book = nbformat.read(path, as_version=4)
    code = [cell for cell in book.cells if cell.cell_type == "code"][:first]
    book.cells = [nbformat.v4.new_code_cell(before), *code]
    resources = {"metadata": {"path": str(path.parent)}}
    NotebookClient(
        book, timeout=BOUND, allow_errors=first is not None, resources=resources
    ).execute()
    return {cell.id: cell.outputs for cell in book.cells}


def test_training_asks_for_torch_by_name_in_one_sentence() -> None:
    (*_, error) = run("mixed-precision/10_amp_training", NOT_INSTALLED, first=1)[
        "preflight"
    ]
    assert error["output_type"] == "error"
    assert error["traceback"] == [
        (
            "torch is not installed; run certlab lab prepare NAME (about 800 MB), then "
            "restart the kernel."
        )
    ]


def test_loss_scaling_runs_to_its_end_without_torch() -> None:
    found = run("mixed-precision/20_loss_scaling", NO_IMPORT)
    (first,) = found["preflight"]
    assert first["text"].startswith("No PyTorch here: the comparison with its scaler")
    (compared,) = found["torch"]
    assert compared["text"] == "No PyTorch here: passed over.\n"
    assert found["torch-facts"] == []
