"""Multi-Instance GPU: where instances fit, what nvidia-smi answers, and why not.

A `Gpu` is frozen; what changes it gives a new one, or raises a `Refusal` that says which
resource ran out where, who holds it and what would make room.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from certlab.labs.mig.names import *


# A module's former name, by which notebooks that learners have changed import it.
_FORMER = {"mig_layout": "parted_config"}


def __getattr__(name: str) -> Any:
    """What `names` lists, read when it is first asked for: `certlab --help` needs none."""
    if name in _FORMER:
        return import_module(f"{__name__}.{_FORMER[name]}")
    return getattr(import_module(f"{__name__}.names"), name)
