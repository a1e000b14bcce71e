"""The class service as a process of its own, which can be killed and started again."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.classroom.fake_hub import FakeHub
from certlab.errors import ServerError

SUFFICES = 120  # seconds to start
PREFIX = "/services/class/"


class ServiceProcess:
    """One service on a port that stays the same over its lives."""

    def __init__(self, hub: FakeHub, database: str, course: Path | None = None) -> None:
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = int(one.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}{PREFIX}"
        self._environment = os.environ | hub.environment
        words = ["--database", database, "--port", str(self.port)]
        words += ["--course", str(course)] if course else []
        self._command = [sys.executable, "-m", "certlab.classroom.service", *words]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        self._process = subprocess.Popen(self._command, env=self._environment)
        end = time.monotonic() + SUFFICES
        while time.monotonic() < end:
            if self._process.poll() is not None:
                raise ServerError(
                    "The class service does not start; it says why above."
                )
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise ServerError("The class service takes no connections.")

    def kill(self) -> None:
        """End it as a power cut would: it hears nothing."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> None:
        """End it as the Hub does; its exit status is 0 or that of the signal."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait()
