"""How long a test waits at most, for what is done by others: browsers, kernels, ranks.

A test waits for a state and never for a time, so this bound has one job: to end a hang.
It goes where a call demands a number; everywhere else --timeout in pyproject.toml,
a little above it, ends the test. CERTLAB_BOUND=20 shows sooner that a state never comes.
"""

import os
import subprocess
import time
from collections.abc import Callable

BOUND = int(os.environ.get("CERTLAB_BOUND", "900"))  # seconds
MILLISECONDS = 1000 * BOUND  # as browsers count
_TO_END = 30  # seconds, after which a server is ended by force: nothing is asked of how it ends


def until(holds: Callable[[], object], what: str) -> None:
    """Wait until something holds; `what` is said when it never does."""
    end = time.monotonic() + BOUND
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def end(server: subprocess.Popen[bytes]) -> None:
    """End a server of Jupyter's.

    One that is told to may stay: a thread of anyio that waits for work is never told.
    """
    server.terminate()
    try:
        server.wait(_TO_END)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait(BOUND)
