"""Ranks that torchrun forks from itself in place of starting a Python for each.

It has imported torch by then, which takes every rank seconds of processor time. Where
there is a GPU the ranks are started as ever, for CUDA does not outlive a fork.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import IO, Any, NoReturn

from certlab.labs.distributed.real.ranks import rank

_LOOK = 0.02  # seconds between two looks at a rank that is waited for


def fork_ranks(modules: Iterable[str] = ()) -> None:
    """Let torchrun fork its ranks from now on; a torch of another make starts them.

    Args:
        modules: imported first, once for all ranks; one that cannot be is left to them.
    """
    from torch.distributed.elastic.multiprocessing import subprocess_handler

    for name in modules:
        with suppress(Exception):
            import_module(name)

    def fork(handler: Any, words: tuple[str, ...], env: Mapping[str, str]) -> Forked:
        return Forked(words, env, handler._stdout, handler._stderr)

    subprocess_handler.SubprocessHandler._popen = fork


class Forked:
    """A rank's process with what torchrun uses of `subprocess.Popen`.

    Attributes:
        pid: of the process, and of its group.
        returncode: None while it runs; below zero the signal that killed it.
    """

    def __init__(
        self,
        words: tuple[str, ...],
        env: Mapping[str, str],
        output: IO[str],
        errors: IO[str],
    ) -> None:
        self.returncode: int | None = None
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if not self.pid:
            _become(words, env, output, errors)
        with suppress(OSError):  # it has done so itself, or is gone
            os.setpgid(self.pid, self.pid)

    def poll(self) -> int | None:
        """Its exit status, if it has ended."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def wait(self, timeout: float = float("inf")) -> int:
        """Its exit status, when it has ended.

        Raises:
            subprocess.TimeoutExpired: it runs after so many seconds.
        """
        end = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() >= end:
                raise subprocess.TimeoutExpired("rank", timeout)
            time.sleep(_LOOK)
        return status


def _become(
    words: tuple[str, ...], env: Mapping[str, str], output: IO[str], errors: IO[str]
) -> NoReturn:
    """Go on as a rank: with its own group, environment and output, and fresh dice."""
    try:
        os.setpgid(0, 0)
        for one in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            signal.signal(one, signal.SIG_DFL)  # torchrun has handlers of its own
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.dup2(output.fileno(), 1)
        os.dup2(errors.fileno(), 2)
        os.environ.clear()
        os.environ.update(env)
        sys.argv = [rank.__file__, words[-1]]
        import numpy as np

        np.random.seed()  # noqa: NPY002 -- forked, all ranks would draw the same
        rank.main()
    finally:
        os._exit(1)
