"""Running a notebook from top to bottom without anybody watching."""

from collections.abc import Iterable
from pathlib import Path

from certlab.errors import ServerError
from certlab.servers.encryption import encryption

_LONGEST = 600  # seconds that one cell may take
_LOOK = "Run it cell by cell in JupyterLab to see which one it is."


def execute(notebook: Path, result: Path, cells: Iterable[str]) -> dict[str, str]:
    """Run a notebook in its own folder and save it, with its outputs, elsewhere.

    Args:
        notebook: what to run; it is not changed.
        result: where the executed copy goes.
        cells: ids of cells whose text output is wanted.

    Returns:
        Text output by cell id.

    Raises:
        ServerError: a library is missing, or a cell stopped with an error.
    """
    try:
        import nbformat
        from nbclient import NotebookClient
        from nbclient.exceptions import (
            CellExecutionError,
            CellTimeoutError,
            DeadKernelError,
        )
        from traitlets.config import Config
    except ImportError as error:
        raise ServerError(
            f"Running a lab needs {error.name}; run pip install 'certlab[study]'."
        ) from error
    book = nbformat.read(notebook, as_version=4)
    client = NotebookClient(
        book,
        timeout=_LONGEST,
        resources={"metadata": {"path": str(notebook.parent)}},
        config=Config(KernelManager=encryption()),
    )
    try:
        client.execute()
    except CellExecutionError as error:
        says = f"{error.ename}: {error.evalue}".rstrip(".")
        raise ServerError(f"{notebook}: a cell stopped with {says}. {_LOOK}") from error
    except CellTimeoutError as error:
        raise ServerError(
            f"{notebook}: a cell ran for {_LONGEST} s and was stopped. Run it on an idle "
            f"machine, or give the cell less to do. {_LOOK}"
        ) from error
    except DeadKernelError as error:
        raise ServerError(
            f"{notebook}: Python ended in one of its cells, most often for want of memory. "
            f"Close other programs and run it again. {_LOOK}"
        ) from error
    finally:
        result.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(book, result)
    wanted = set(cells)
    return {cell.id: _text(cell) for cell in book.cells if cell.id in wanted}


def _text(cell: object) -> str:
    outputs = getattr(cell, "outputs", [])
    pieces = [
        one.get("data", {}).get("text/plain", one.get("text", "")) for one in outputs
    ]
    return " ".join(piece.strip() for piece in pieces)
