"""A disk that refuses, for real: nothing is told before it is recorded, on any surface."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.study.refusing_disk import SURFACES

ROOT = Path(__file__).parents[2]
OWN_MOUNTS = ["unshare", "--mount"]
MODULE = ["-W", "error", "-m", "tests.study.refusing_disk"]
AS_ROOT = ["unshare", "--map-root-user", "--mount"]


def mounting() -> list[str]:
    """What lets a command mount a disk that nobody else sees."""
    way = OWN_MOUNTS if sys.platform == "linux" and os.getuid() == 0 else AS_ROOT
    trial = [*way, "mount", "-t", "tmpfs", "none", tempfile.gettempdir()]
    try:
        subprocess.run(trial, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no disk can be mounted here")
    return way


@pytest.mark.parametrize("how", ["full", "read-only", "right"])
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX rights and mounts")
def test_what_a_disk_refuses_is_not_told(how: str) -> None:
    way = [] if how == "right" else mounting()
    # Not tmp_path, which is root's alone.
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        done = subprocess.run(
            [*way, sys.executable, *MODULE, how, folder],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == [one.__name__ for one in SURFACES]
