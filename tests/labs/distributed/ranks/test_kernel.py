"""Runs from a notebook's kernel: interrupted by its button, and killed with it."""

import os
import time
from pathlib import Path
from typing import Any

from jupyter_client.blocking import BlockingKernelClient
from jupyter_client.manager import KernelManager

from tests.bound import BOUND
from tests.labs.distributed.ranks.conftest import left, none_left

CELL = """
import time
from pathlib import Path
from certlab.labs.distributed.real import ranks

def waits(info, folder):
    Path(folder, f"ready-{{info.rank}}").touch()
    time.sleep(3600)

ranks.run(waits, 1, {folder!r}, timeout=3600)
"""


def started(client: BlockingKernelClient, signs: Path) -> str:
    """Run the cell until its rank has signed; the request's id."""
    for sign in signs.glob("ready-*"):
        sign.unlink()
    asked: str = client.execute(CELL.format(folder=str(signs)))
    end = time.monotonic() + BOUND
    while not any(signs.glob("ready-*")):
        assert time.monotonic() < end, "the rank did not start"
        time.sleep(0.05)
    return asked


def reply(client: BlockingKernelClient, asked: str) -> dict[str, Any]:
    while True:
        message = client.get_shell_msg(timeout=BOUND)
        if message["parent_header"].get("msg_id") == asked:
            return dict(message["content"])


def test_neither_the_button_nor_a_killed_kernel_leaves_a_rank(
    runs: Path, tmp_path: Path
) -> None:
    manager = KernelManager(transport="ipc")
    manager.start_kernel(env=os.environ | {"TMPDIR": str(runs)})
    client = manager.blocking_client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=BOUND)
        asked = started(client, tmp_path)
        manager.interrupt_kernel()
        answer = reply(client, asked)
        assert (answer["status"], answer["ename"]) == ("error", "KeyboardInterrupt")
        gone(runs)
        started(client, tmp_path)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)  # SIGKILL, as "restart" may do
        manager.cleanup_resources()
    none_left(runs)


def gone(runs: Path) -> None:
    """Of the first run nothing is left; the kernel itself has the folder in its own."""
    end = time.monotonic() + BOUND
    while any(runs.glob("certlab-ranks-*")) or any("ranks" in x for x in left(runs)):
        assert time.monotonic() < end, left(runs)
        time.sleep(0.05)
