"""Watching GPUs: a fleet to read, the text of an exporter, alert rules, a dashboard."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from certlab.labs.operations.names import *


def __getattr__(name: str) -> Any:
    """What `names` lists, read when it is first asked for: `certlab --help` needs none."""
    return getattr(import_module(f"{__name__}.names"), name)
