"""What a Hub that crashes leaves, and what nothing leaves; in the Hub's place a small program.

The real Hub is killed in `test_a_class.py`.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import jupyterhub
import pytest
from jupyterhub.spawner import LocalProcessSpawner

from certlab.classroom.hub import keeper, spawners, starting
from certlab.servers.running import free_ports
from tests.bound import BOUND, until
from tests.classroom.hub.test_launch import asked

# It answers as the Hub and the service, and starts what a Hub starts: a learner's server, if
# there is none, a service and a proxy. Each writes down its number.
HUB = """
import http.server, os, pathlib, signal, subprocess, sys, threading, time
here = pathlib.Path.cwd()
if (here / "crash").exists():
    sys.exit("crashed")
SLEEP = "import os, pathlib, sys, time; pathlib.Path(sys.argv[1]).write_text(str(os.getpid())); time.sleep(9999)"
def begin(name, **told):
    path = here / name
    path.unlink(missing_ok=True)
    subprocess.Popen([sys.executable, "-c", SLEEP, path], env=told, start_new_session=True)
    while not (path.exists() and path.read_text()):
        time.sleep(0.01)
if not (here / "server").exists():
    begin("server", JUPYTERHUB_USER="ada")
if (here / "hang").exists():
    (here / "hangs").touch()
    time.sleep(9999)
begin("service", JUPYTERHUB_SERVICE_NAME="class")
begin("proxy", CONFIGPROXY_AUTH_TOKEN="t")
class Answers(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
for port in map(int, (here / "ports").read_text().split()):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
(here / "hub").write_text(str(os.getpid()))
signal.pause()
"""
SERVE = """
import pathlib, sys
from certlab.classroom.hub import launch, serving
from certlab.errors import ServerError
say = lambda line: print(line, flush=True)
try:
    serving.serve(launch.read(pathlib.Path(sys.argv[1])), lambda: say("up"), say)
except ServerError as error:
    say(str(error))
"""


@pytest.fixture
def served(tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    (tmp_path / "jupyterhub").mkdir()
    real = Path(jupyterhub.__file__).parent  # all but what is run is its own
    (tmp_path / "jupyterhub" / "__init__.py").write_text(
        f"__path__.append({str(real)!r})\n"
        f"exec(open({str(real / '__init__.py')!r}).read())\n",
        "utf-8",
    )
    (tmp_path / "jupyterhub" / "__main__.py").write_text(HUB, "utf-8")
    door, *ports = free_ports(4)
    program = tmp_path / "p"
    made = starting._launch(asked(tmp_path), tmp_path, tmp_path, program, False)
    replace(made, port=door, ports=(ports[0], ports[1], ports[2])).write()
    (tmp_path / "ports").write_text(f"{door} {ports[2]}", "utf-8")
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout
        assert process.stdout.readline() == "up\n"
        yield process
        process.kill()


def number(path: Path) -> int:
    return int(path.read_text("utf-8"))


def runs(pid: int) -> bool:
    """Whether there is such a process, and more of it than its end."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def heard(served: "subprocess.Popen[str]", wanted: str) -> None:
    assert served.stdout
    assert any(wanted in line for line in served.stdout), wanted


pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux lets a process adopt"
)


def test_a_crash_leaves_the_servers_and_a_killed_command_leaves_nothing(
    tmp_path: Path, served: "subprocess.Popen[str]"
) -> None:
    server, first = number(tmp_path / "server"), number(tmp_path / "hub")
    before = [number(tmp_path / name) for name in ("service", "proxy")]
    os.kill(first, signal.SIGKILL)
    heard(served, keeper.AGAIN)
    assert number(tmp_path / "hub") != first
    assert runs(server)
    assert not any(map(runs, before))
    # Now the command is killed while no Hub runs that could end anything.
    (tmp_path / "hang").touch()
    os.kill(number(tmp_path / "hub"), signal.SIGKILL)
    until((tmp_path / "hangs").exists, "the third Hub begins")
    served.kill()
    until(lambda: not runs(server), "the learner's server has ended")


def test_a_killed_keeper_leaves_nothing(
    tmp_path: Path, served: "subprocess.Popen[str]"
) -> None:
    hub, server = number(tmp_path / "hub"), number(tmp_path / "server")
    stat = Path(f"/proc/{hub}/stat").read_text("utf-8")
    os.kill(int(stat.rpartition(")")[2].split()[1]), signal.SIGKILL)
    heard(served, "keeper was killed")
    served.wait(BOUND)
    assert not any(map(runs, (hub, server, number(tmp_path / "proxy"))))


def test_a_hub_that_crashes_again_and_again_ends_the_class(
    tmp_path: Path, served: "subprocess.Popen[str]"
) -> None:
    server = number(tmp_path / "server")
    (tmp_path / "crash").touch()
    os.kill(number(tmp_path / "hub"), signal.SIGKILL)
    heard(served, f"ended by itself, {keeper.TRIES + 1} times: crashed")
    served.wait(BOUND)
    assert not runs(server)


def test_a_sentence_of_the_service_is_what_is_said(tmp_path: Path) -> None:
    made = starting._launch(asked(tmp_path), tmp_path, tmp_path, tmp_path / "p", False)
    own = keeper.Keeper(made)
    lines = ["INFO", "certlab: --kept-days: give whole days.", *["ECONNREFUSED"] * 99]
    (tmp_path / keeper.LOG).write_text("\n".join(lines), "utf-8")
    assert own._last() == "--kept-days: give whole days."


def test_a_process_that_has_a_servers_number_is_not_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = os.getpid()
    began = spawners.began(own)
    assert began
    assert began != spawners.began(1)
    one = spawners.FolderSpawner(user=SimpleNamespace(name="ada"))
    one.load_state({"pid": own, "began": began})
    assert one.pid == own
    assert one.get_state() == {"pid": own, "began": began}
    monkeypatch.setattr(spawners, "began", lambda _: "another")
    one.load_state({"pid": own, "began": began})
    assert one.pid == 0


class Plain(LocalProcessSpawner):  # type: ignore[misc]  # JupyterHub has no types
    """JupyterHub's, that has started a process of the test."""

    process: "subprocess.Popen[bytes]"

    async def start(self) -> tuple[str, int]:
        self.pid = self.process.pid
        return "127.0.0.1", self.port

    async def poll(self) -> int | None:
        return self.process.poll()


class Started(spawners.FoundAgain, Plain):
    """Ours on top of it."""


def started(code: str, port: int) -> Started:
    own = Started(user=SimpleNamespace(name="ada"), port=port)
    own.orm_spawner = SimpleNamespace(state=None, server=None)
    own.db = SimpleNamespace(commit=lambda: None)
    own.process = subprocess.Popen([sys.executable, "-c", code])
    return own


def test_a_server_that_ends_before_it_listens_is_told_and_not_waited_for() -> None:
    with socket.socket() as taken:  # so that nobody listens there
        taken.bind(("127.0.0.1", 0))
        own = started("raise SystemExit(3)", taken.getsockname()[1])
        with pytest.raises(spawners.EndedError, match="with status 3"):
            asyncio.run(own.start())


def test_a_server_that_listens_has_started_and_is_kept_before_that() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        own = started("import time; time.sleep(600)", port)
        try:
            assert asyncio.run(own.start()) == ("127.0.0.1", port)
            assert own.orm_spawner.state["pid"] == own.process.pid
        finally:
            own.process.kill()
            own.process.wait()
