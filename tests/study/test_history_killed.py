"""kill -9 at random moments loses no acknowledged answer, and counts none twice."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX")
@pytest.mark.parametrize("kills", [20, pytest.param(1000, marks=pytest.mark.soak)])
def test_kill_9_at_random_moments_loses_nothing_acknowledged(
    tmp_path: Path, kills: int
) -> None:
    # A process of its own: the writers are forks, and here other threads may run.
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.study.killed_writers", f"{kills}"],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert sum(one["kills"] for one in found.values()) == kills
    for name, one in found.items():
        assert one["kept"] >= one["acknowledged"] >= one["kills"], name
        assert (one["lost"], one["twice"]) == (0, 0), name
        assert one["torn"] <= one["kills"], name
