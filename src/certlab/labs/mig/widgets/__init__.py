"""The board of a partitioned GPU."""

from importlib import import_module
from typing import Any

__all__ = ["MigBoard", "mig_board"]


def __getattr__(name: str) -> Any:
    """What draws the notebook's board is read when it is asked for: a page takes the rest."""
    return getattr(import_module(f"{__name__}.board"), name)
