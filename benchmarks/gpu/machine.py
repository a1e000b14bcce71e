"""What the machine is: the card, its driver and what is installed, as rows need it."""

import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from importlib import metadata
from typing import Any

from certlab import __version__

_ASKED = (
    *("name", "driver_version", "memory.total", "power.limit", "clocks.max.sm"),
    *("clocks.max.memory", "clocks.current.sm", "temperature.gpu", "mig.mode.current"),
)
_PACKAGES = (
    *("torch", "cupy-cuda13x", "numba-cuda", "numpy", "pandas", "scikit-learn"),
    *("matplotlib", "onnxruntime", "transformers", "peft", "nbval", "ipykernel"),
)


def describe() -> dict[str, Any]:
    """The machine as it is now; nothing of it is changed."""
    cards = [dict(zip(_ASKED, one, strict=True)) for one in _cards()]
    return {
        "card": cards[0]["name"] if cards else "no GPU",
        "driver": cards[0]["driver_version"] if cards else "",
        "day": datetime.now(UTC).date().isoformat(),
        "cards": cards,
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "versions": {
            "certlab": __version__,
            "python": sys.version.split()[0],
            **{name: _version(name) for name in _PACKAGES},
        },
    }


def _cards() -> list[list[str]]:
    """What nvidia-smi says of each GPU; [] where there is none."""
    words = ["nvidia-smi", f"--query-gpu={','.join(_ASKED)}", "--format=csv,noheader"]
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=30, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return []
    lines = done.stdout.splitlines()
    return [[cell.strip() for cell in line.split(",")] for line in lines if line]


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"
