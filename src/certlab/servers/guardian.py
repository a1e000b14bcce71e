"""The process between a notebook and what it starts: when the notebook goes, all of it goes.

What is started is a server or torchrun. The notebook's end of the guardian's standard input
closes with the notebook, however that ends, also by SIGKILL. It alone kills what is left
of a run and removes its files, and shared memory that is named as the folder is.

    python -m certlab.servers.guardian FOLDER COMMAND...
"""

import json
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from certlab import whole_file
from certlab.servers import lifeline

ENDED = b"ended\n"
LOG, STATUS = "log.txt", "status.txt"  # what the command printed, and how it ended
VARIABLES = "environment.json"  # the command's, where they are not this process's
_SHARED = Path("/dev/shm")  # where Linux has shared memory
_SECONDS = 0.02  # between two looks


def main() -> None:
    """Run the command; kill what is left of it; remove the folder when told nothing more."""
    folder, command = Path(sys.argv[1]), sys.argv[2:]
    # A handler, not SIG_IGN, which the ranks would inherit.
    for one in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(one, _leave)
    lifeline.adopt()
    try:
        _watch(folder, command)
        _sweep(folder)
        with suppress(BrokenPipeError):
            sys.stdout.buffer.write(ENDED)
            sys.stdout.buffer.flush()
        sys.stdin.buffer.read()
    finally:
        _sweep(folder)
        lifeline.clear(folder)


def _watch(folder: Path, command: list[str]) -> None:
    """Until the command ends, or the notebook says stop or is gone."""
    with (folder / LOG).open("wb") as log:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            # A server does not sign for itself. This process has one thread.
            preexec_fn=lambda: lifeline.sign(folder),  # noqa: PLW1509
            env=_variables(folder),
        )
    while child.poll() is None:
        if select.select([sys.stdin], [], [], _SECONDS)[0]:
            child.kill()
            return
    whole_file.write(folder / STATUS, str(child.returncode))


def _variables(folder: Path) -> dict[str, str] | None:
    with suppress(OSError):
        found: dict[str, str] = json.loads((folder / VARIABLES).read_text("utf-8"))
        return found
    return None


def _sweep(folder: Path) -> None:
    lifeline.sweep(folder)
    lifeline.reap()
    for part in _SHARED.glob(f"{folder.name}*"):
        part.unlink(missing_ok=True)


def _leave(*_: object) -> None:
    raise SystemExit(1)


if __name__ == "__main__":
    main()
