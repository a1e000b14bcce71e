"""`certlab study` in a workspace of its own."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_ADDRESS = re.compile(r"http://\S+token=\w+")


@contextmanager
def studying(folder: Path, patience: float) -> Iterator[str]:
    """Serve the workspace `folder/certlab`; the address that a learner would open.

    Nothing of this machine's own Jupyter is read or written.

    Raises:
        RuntimeError: it does not start; with what it said.
    """
    own = {f"JUPYTER_{name}_DIR": str(folder / name) for name in ("DATA", "CONFIG", "RUNTIME")}  # fmt: skip
    words = ["study", "--no-browser", "--workspace", str(folder / "certlab")]
    log = folder / "study.log"
    with log.open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "certlab", *words],
            env=os.environ | own,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield _address(process, log, patience)
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait()


def _address(process: subprocess.Popen[bytes], log: Path, patience: float) -> str:
    end = time.monotonic() + patience
    while process.poll() is None and time.monotonic() < end:
        if found := _ADDRESS.search(log.read_text("utf-8")):
            return found.group()
        time.sleep(0.1)
    raise RuntimeError(f"certlab study did not start: {log.read_text('utf-8')}")
