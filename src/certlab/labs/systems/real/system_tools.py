"""What this machine's own tools print of its links: nvidia-smi topo -m, nvlink -s, ibstat."""

import shutil
import subprocess

TOOLS = {
    "topo": ("nvidia-smi", "topo", "-m"),
    "nvlink": ("nvidia-smi", "nvlink", "-s"),
    "ibstat": ("ibstat",),
}
SECONDS = 20  # a driver in trouble can hang


def printed(kind: str) -> str | None:
    """The output of a tool, by its kind; None where it is missing, fails or hangs."""
    command = TOOLS[kind]
    if shutil.which(command[0]) is None:
        return None
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout
