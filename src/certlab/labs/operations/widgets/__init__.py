"""The machine that one can break, in a notebook."""

from importlib import import_module
from typing import Any

__all__ = ["NodeTerminal", "node"]


def __getattr__(name: str) -> Any:
    """What draws it is read when it is asked for: a page takes the rest."""
    return getattr(import_module(f"{__name__}.terminal"), name)
