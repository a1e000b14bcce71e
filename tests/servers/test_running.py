"""A server of a lab: it answers, what it says is there, and nothing of it stays."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from certlab.errors import ServerError
from certlab.servers import running
from tests.bound import BOUND, until
from tests.labs.distributed.ranks.conftest import left, none_left, runs

__all__ = ["runs"]  # a fixture

# Serves, with a child of its own in another session, as daemons have.
SERVES = """
import http.server, subprocess, sys
print("begins", flush=True)
subprocess.Popen(["sleep", "3600"], start_new_session=True)
class Quiet(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers()
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Quiet).serve_forever()
"""


def command(port: int) -> list[str]:
    return [sys.executable, "-c", SERVES, str(port)]


def ready(port: int) -> Callable[[], bool]:
    return lambda: running.answers(f"http://127.0.0.1:{port}/")


def test_a_server_answers_and_stop_leaves_nothing(runs: Path) -> None:
    (port,) = running.free_ports(1)
    with running.start("Small", command(port), ready(port), seconds=BOUND) as server:
        assert server.runs
        assert "begins" in server.log()
        assert len(left(runs)) == 3  # guardian, server and its child
    assert not server.runs
    assert "begins" in server.log()
    with pytest.raises(ServerError, match=r"^Small was stopped; start it again\.$"):
        server.check()
    none_left(runs)


def test_a_crash_gives_the_last_lines_and_a_sentence(runs: Path) -> None:
    fails = "print('first'); print('no such model'); raise SystemExit(3)"
    says = r"(?s)^Small ended with exit status 3; its log ends with:\n.*no such model$"
    with pytest.raises(ServerError, match=says):
        running.start("Small", [sys.executable, "-c", fails], lambda: False)
    none_left(runs)


def test_a_port_in_use_is_told_by_the_server(runs: Path) -> None:
    with socket.socket() as taken:
        taken.bind((running.LOOPBACK, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ServerError, match="Address already in use"):
            running.start("Small", command(port), lambda: False, seconds=BOUND)
    none_left(runs)


def test_one_that_never_answers_is_ended(runs: Path) -> None:
    waits = [sys.executable, "-c", "import time; time.sleep(3600)"]
    with pytest.raises(
        ServerError, match=r"did not answer within 0\.2 s; .*:\nnothing"
    ):
        running.start("Small", waits, lambda: False, seconds=0.2)
    none_left(runs)


def test_one_that_is_killed_later_is_told(runs: Path) -> None:
    (port,) = running.free_ports(1)
    with running.start("Small", command(port), ready(port), seconds=BOUND) as server:
        os.kill(server_process(runs), signal.SIGKILL)
        until(lambda: not server.runs, "the guardian said nothing")
        with pytest.raises(ServerError, match="exit status -9"):
            server.check()
    none_left(runs)


NOTEBOOK = """
import sys, time
from certlab.servers import running
(port,) = running.free_ports(1)
server = running.start(
    "Small", [sys.executable, "-c", sys.argv[1], str(port)],
    lambda: running.answers(f"http://127.0.0.1:{port}/"),
    environment={"ONLY": "here"},
)
print("started", flush=True)
time.sleep(3600)
"""


def notebook(folder: Path, serves: str) -> "subprocess.Popen[bytes]":
    """A process that has started a server and now waits."""
    kernel = subprocess.Popen(
        [sys.executable, "-c", NOTEBOOK, serves],
        env=os.environ | {"TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
    )
    assert kernel.stdout is not None
    assert kernel.stdout.readline() == b"started\n"
    kernel.stdout.close()
    return kernel


def test_a_killed_kernel_leaves_nothing(runs: Path) -> None:
    kernel = notebook(runs, SERVES)
    kernel.kill()
    kernel.wait()
    none_left(runs)


def test_kernel_and_guardian_killed_leave_no_process(runs: Path) -> None:
    # Nobody is left to adopt a child, so this server has none.
    kernel = notebook(
        runs,
        SERVES.replace(
            'subprocess.Popen(["sleep", "3600"], start_new_session=True)', ""
        ),
    )
    kernel.send_signal(signal.SIGSTOP)  # so that it has no time to clear up
    os.kill(guardian_process(runs), signal.SIGKILL)
    kernel.kill()
    kernel.wait()
    until(lambda: left(runs) == [], "a process is left")
    for folder in runs.iterdir():  # its files are all that is left of it
        subprocess.run(["rm", "-r", str(folder)], check=True)


def test_variables_are_the_servers_and_not_the_guardians(runs: Path) -> None:
    tells = "import os; print(os.environ['PYTHONPATH']); raise SystemExit(1)"
    with pytest.raises(ServerError, match="/not/there"):
        running.start(
            "Small",
            [sys.executable, "-c", tells],
            lambda: False,
            environment={"PYTHONPATH": "/not/there"},
        )
    none_left(runs)


def test_another_system_is_told(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running.sys, "platform", "win32")
    with pytest.raises(ServerError, match="on Linux or macOS"):
        running.start("Small", ["true"], lambda: True)
    none_left(runs)


def guardian_process(folder: Path) -> int:
    return process(b"servers.guardian\0" + str(folder).encode())


def server_process(folder: Path) -> int:
    (found,) = (
        one
        for one in processes(b"serve_forever")
        if b"guardian" not in Path(f"/proc/{one}/cmdline").read_bytes()
        and str(folder) in str(Path(f"/proc/{one}/cwd").readlink())
    )
    return found


def process(holds: bytes) -> int:
    (found,) = processes(holds)
    return found


def processes(holds: bytes) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes()
        except OSError:
            continue
        if holds in line:
            found.append(int(path.parent.name))
    return found
