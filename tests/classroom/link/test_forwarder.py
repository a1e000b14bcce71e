"""A real Jupyter server between a page and a class: what goes through, and what does not."""

import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from certlab.classroom.handlers import ADDRESS
from certlab.classroom.handlers import TOKEN as TOKEN_VARIABLE
from certlab.course import load
from certlab.course.workspace import fill
from certlab.servers.jupyterlab import environment
from certlab.study.answers import Answer
from certlab.study.history import History
from tests.bound import BOUND, until
from tests.classroom.link.stand_in_service import TOKEN, StandIn

SMALL = Path(__file__).parents[2] / "courses" / "small"
SIGNED_IN = {"Authorization": "token of-the-page"}


@dataclass(frozen=True)
class Learner:
    """A learner's server that runs, and the class below it."""

    page: httpx.Client
    history: History
    class_: StandIn
    run: Callable[[Coroutine[Any, Any, None]], None]
    restart: Callable[[], None]


@contextmanager
def a_loop() -> Iterator[Callable[[Coroutine[Any, Any, None]], None]]:
    """Where the class runs: a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield lambda work: asyncio.run_coroutine_threadsafe(work, loop).result(BOUND)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def begin(stand_in: StandIn) -> None:
    stand_in.start()


@pytest.fixture(scope="module")
def learner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Learner]:
    workspace = tmp_path_factory.mktemp("workspace")
    course = tmp_path_factory.mktemp("course") / "small"
    shutil.copytree(SMALL, course)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    stand_in, servers = StandIn(), list[subprocess.Popen[bytes]]()

    def start() -> None:
        for one in servers:
            one.kill()
            one.wait()
        servers[:] = [_jupyter_server(workspace, course, port, stand_in.address)]
        until(lambda: listens(port), "it listens")

    root = f"http://127.0.0.1:{port}/certlab/api/"
    with a_loop() as run, httpx.Client(base_url=root, headers=SIGNED_IN) as page:
        run(begin(stand_in))
        try:
            start()
            history = History(workspace / "history.jsonl")
            yield Learner(page, history, stand_in, run, start)
        finally:
            for one in servers:
                one.kill()
                one.wait()
            run(stand_in.stop())


def _jupyter_server(
    workspace: Path, course: Path, port: int, address: str
) -> "subprocess.Popen[bytes]":
    words = [f"--ServerApp.root_dir={workspace}", f"--ServerApp.port={port}"]
    words += ["--ServerApp.port_retries=0", "--ServerApp.open_browser=False"]
    words += ["--IdentityProvider.token=of-the-page", "--allow-root"]
    ours = {"CERTLAB_COURSE": str(course), "CERTLAB_CACHE": str(workspace / "cache")}
    ours |= {ADDRESS: address, TOKEN_VARIABLE: TOKEN}
    with (workspace / "server.log").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "jupyter_server", *words],
            env={**os.environ, **environment(workspace), **ours},
            stdout=subprocess.DEVNULL,
            stderr=log,
        )


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_what_a_page_asks_reaches_the_class_with_the_learners_token(
    learner: Learner,
) -> None:
    assert learner.page.get("class/class").json() == learner.class_.about
    learner.page.get("class/map?by=exercise")
    # The server itself asks for the class now and then, so it may not be the last.
    assert ("GET", "/services/class/api/map?by=exercise") in learner.class_.asked
    file = learner.page.get("class/items.csv")
    assert file.text == "item,n\n"
    assert "items.csv" in file.headers["Content-Disposition"]
    assert file.headers["Content-Type"].startswith("text/csv")


@pytest.mark.parametrize(
    "path",
    [
        *("class/rows", "class/", "class/nothing"),
        *("class/%2e%2e/%2e%2e/hub/api", "class/..%2fmap", "class/map/../rows"),
        *("class//127.0.0.1:1/", "class/http:%2f%2f127.0.0.1"),
    ],
)
def test_no_other_address_is_handed_on(learner: Learner, path: str) -> None:
    asked = list(learner.class_.asked)
    for method in ("GET", "POST"):
        assert learner.page.request(method, path).status_code == 404
    assert [one for one in learner.class_.asked if one not in asked] == []


def test_only_the_learners_own_page_may_ask(learner: Learner) -> None:
    asked = len(learner.class_.asked)
    with httpx.Client(base_url=learner.page.base_url) as nobody:
        nobody.headers["Authorization"] = "token wrong"
        assert nobody.get("class/class").status_code == 403
        assert nobody.post("class/leave").status_code == 403
    with httpx.Client(base_url=learner.page.base_url) as browser:  # by its cookie
        browser.get("history?token=of-the-page")
        assert browser.post("class/leave", json={}).status_code == 403  # without XSRF
        forged = {"Origin": "http://elsewhere.example"}
        assert browser.get("class/class", headers=forged).is_error
        own = ("GET", "/services/class/api/class")
        assert not [one for one in learner.class_.asked[asked:] if one != own]
        assert browser.get("class/class").is_success


def test_a_large_request_is_refused(learner: Learner) -> None:
    answer = learner.page.post("class/stuck", content=b"x" * 2**17)
    assert (answer.status_code, "large" in answer.json()["error"]) == (413, True)


def test_events_come_as_they_are_sent_and_end_with_the_page(learner: Learner) -> None:
    with learner.page.stream("GET", "class/events") as stream:
        assert stream.headers["Content-Type"] == "text/event-stream"
        lines = stream.iter_lines()
        assert [next(lines) for _ in range(2)] == ["event: state", "data: 0"]
        assert learner.class_.streams == 1
    until(lambda: learner.class_.streams == 0, "the stream to the class ends too")


def test_answers_come_to_the_class_through_what_happens_to_both(
    learner: Learner,
) -> None:
    def rows() -> list[str]:
        return [row["item"] for row in learner.class_.rows.values()]

    assert learner.page.post("class/join", json={"nickname": "ada"}).json()["joined"]
    learner.history.append(Answer("a", 1, "correct", 1.0))
    until(lambda: rows() == ["a"], "the class has it")
    learner.run(learner.class_.stop())
    answer = learner.page.get("class/class")
    assert (answer.status_code, "kept" in answer.json()["error"]) == (503, True)
    learner.history.append(Answer("b", 1, "wrong", 0.0))
    learner.run(begin(learner.class_))
    learner.restart()  # with the service's new address
    until(lambda: rows() == ["a", "b"], "the class has both, each once")
    learner.page.post("class/leave")
    learner.history.append(Answer("private", 1, "correct", 1.0))
    assert learner.page.get("class/class").json()["joined"] is False
    folder = learner.history.path.parent
    assert not (folder / ".certlab" / "class.json").exists()
    assert json.dumps(rows()) == '["a", "b"]'


def test_a_lab_asks_for_the_editions_of_its_own_folder(learner: Learner) -> None:
    address, name = "editions", "labs/mig/10_slices.ipynb"
    workspace = learner.history.path.parent
    fill(load(SMALL), workspace)
    said = learner.page.get(address, params={"path": name, "loaded": "another"})
    assert said.json() == {"where": "place"}
    assert learner.page.get(address, params={"path": "../x"}).json() == {"where": ""}
    for act, sent, status in (
        ("take", {"path": name}, 200),  # it is in its place
        ("take", {"path": "labs/mig/mine.ipynb"}, 409),
        ("take", {"path": 3}, 400),
        ("burn", {"path": name}, 400),
        ("keep", {"path": "../x"}, 200),  # of which there is none
    ):
        answer = learner.page.post(f"{address}/{act}", json=sent)
        assert (answer.status_code, "error" in answer.json()) == (status, status != 200)
    over = learner.page.post(f"{address}/aside", json={"path": name, "loaded": "x"})
    assert len(over.json()["over"]) == 64
    assert (workspace / name.replace(".ipynb", ".new.ipynb")).exists()
