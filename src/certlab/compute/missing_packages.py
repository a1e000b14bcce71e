"""What a lab wants that is not installed, in the words of its first cell, doctor and README."""

import os
import re
from collections.abc import Iterable, Sequence

# Megabytes on disk with all they bring that study does not: Linux, Python 3.11, pip,
# 2026-11-23. PyTorch is its build for CPUs; that for CUDA takes several times as much.
SIZES = {
    **dict.fromkeys(("cloudpickle", "starlette", "threadpoolctl", "uvicorn"), 1),
    **dict.fromkeys(("alembic", "skops"), 4),
    **dict.fromkeys(("onnx", "sqlalchemy"), 34),
    "dask": 24,
    "distributed": 20,
    "duckdb": 69,
    "mitsuba": 206,
    "mlflow-skinny": 110,
    "networkx": 17,
    "numba": 210,
    "onnxruntime": 81,
    "onnxscript": 44,
    "openai": 46,
    "polars": 182,
    "pyarrow": 176,
    "scikit-learn": 200,
    "scipy": 143,
    "torch": 800,
    "umap-learn": 420,
    "usd-core": 157,
}
_LAB = re.compile(r"labs/([\w-]+/\w+)[.\w]*\.ipynb$")


def install_hint(missing: Sequence[str], lab: str = "") -> str:
    """What is missing, and the command that brings it.

    Args:
        missing: distributions, one or more.
        lab: its id; the one whose notebook this is when "".
    """
    verb = "is" if len(missing) == 1 else "are"
    size = f" ({size_hint(missing)})" if size_hint(missing) else ""
    run = f"certlab lab prepare {lab or current_lab() or 'NAME'}{size}"
    return f"{' and '.join(missing)} {verb} not installed; run {run}"


def size_hint(names: Iterable[str]) -> str:
    """How much room distributions take at the most; "" where it is not known."""
    sizes = [SIZES.get(name, 0) for name in names]
    return f"about {sum(sizes):,} MB" if sizes and all(sizes) else ""


def current_lab() -> str:
    """The lab that runs here, by the name that Jupyter gives its kernel; "" if unknown."""
    found = _LAB.search(os.environ.get("JPY_SESSION_NAME", "").replace("\\", "/"))
    return found.group(1) if found else ""
