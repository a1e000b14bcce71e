"""A new Python process, for what happens only once in one."""

import json
import subprocess
import sys
from typing import Any

from certlab.errors import BackendError


def read_json_from(code: str, what: str) -> Any:
    """The JSON that a new process prints when it runs this code.

    Args:
        code: run by the same Python.
        what: what it uses, for the sentence.

    Raises:
        BackendError: the process failed; with the last line it said.
    """
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        last = (run.stderr.strip().splitlines() or [f"exit {run.returncode}"])[-1]
        raise BackendError(f"A new process with {what} failed: {last}")
    return json.loads(run.stdout)
