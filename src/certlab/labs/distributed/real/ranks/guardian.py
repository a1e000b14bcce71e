"""The process between a notebook and torchrun: when the notebook goes, all of it goes.

It imports no torch, so that nothing holds it up. The notebook's end of its standard input
closes with the notebook, however that ends, also by SIGKILL. It alone kills what is left
of a run and removes its files.

    python -m certlab.labs.distributed.real.ranks.guardian FOLDER COMMAND...
"""

import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from certlab.servers import lifeline

ENDED = b"ended\n"
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
    """Until torchrun ends, or the notebook says stop or is gone."""
    with (folder / "launch.txt").open("wb") as log:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    while child.poll() is None:
        if select.select([sys.stdin], [], [], _SECONDS)[0]:
            child.kill()
            return


def _sweep(folder: Path) -> None:
    lifeline.sweep(folder)
    lifeline.reap()


def _leave(*_: object) -> None:
    raise SystemExit(1)


if __name__ == "__main__":
    main()
