"""Where what can be made again is kept on this machine."""

import os
from pathlib import Path

VARIABLE = "CERTLAB_CACHE"


def folder(part: str) -> Path:
    """A part of the cache: below $CERTLAB_CACHE, else ~/.cache/certlab."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get(VARIABLE) or Path(base) / "certlab") / part
