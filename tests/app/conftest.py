"""A real Jupyter server with the app's API, over a workspace of its own."""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from certlab.app.pages import edition
from certlab.servers.jupyterlab import environment
from tests.bound import end, until
from tests.browser import browsing

TOKEN = "a-token-of-the-tests"
STUB = "tools.gallery.class_stub"
Command = Callable[..., None]
SMALL = Path(__file__).parents[1] / "courses" / "small"


@dataclass(frozen=True)
class Served:
    """A server that runs.

    Attributes:
        root: its address, without the slash.
        history: the file that it keeps.
        course: the folder of its course, which a test may edit and put right again.
    """

    root: str
    history: Path
    course: Path


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Without JupyterLab, which the API does not need."""
    with serving(tmp_path_factory) as served:
        yield served


@contextmanager
def serving(
    tmp_path_factory: pytest.TempPathFactory, *more: str, **known: str
) -> Iterator[Served]:
    """A server, with more on its command line and in its environment."""
    workspace = tmp_path_factory.mktemp("workspace")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    course = tmp_path_factory.mktemp("course") / "small"
    shutil.copytree(SMALL, course)
    words = [f"--ServerApp.root_dir={workspace}", f"--ServerApp.port={port}"]
    words += ["--ServerApp.port_retries=0", "--ServerApp.open_browser=False"]
    words += [f"--IdentityProvider.token={TOKEN}", "--allow-root", *more]
    ours = {"CERTLAB_COURSE": str(course), "CERTLAB_CACHE": str(workspace / "cache")}
    with (
        (workspace / "server.log").open("wb") as log,
        subprocess.Popen(
            [sys.executable, "-m", "jupyter_server", *words],
            env={**os.environ, **environment(workspace), **ours, **known},
            stdout=subprocess.DEVNULL,
            stderr=log,
        ) as process,
    ):
        try:
            until(lambda: process.poll() is not None or _listens(port), "it listens")
            root = f"http://127.0.0.1:{port}"
            yield Served(root, workspace / "history.jsonl", course)
        finally:
            end(process)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser for one file."""
    with browsing() as browser:
        yield browser


@pytest.fixture
def page(chromium: Browser, server: Served) -> Iterator[Page]:
    """The first page of the app, for somebody new; an error in it fails the test."""
    server.history.unlink(missing_ok=True)
    context = chromium.new_context()
    found = context.new_page()
    faults: list[str] = []
    found.on("pageerror", lambda error: faults.append(str(error)))
    found.goto(f"{server.root}/certlab/?token={TOKEN}")
    # Until the front page is built it says so, and looks again by itself.
    found.wait_for_selector("html[data-mounted]")
    pages = server.history.parent / "cache" / "pages"
    until(lambda: list(pages.glob(f"*/*/{edition.DONE}")), "all pages are built")
    yield found
    context.close()
    assert faults == []


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server below a class."""
    loads = f"--ServerApp.jpserver_extensions={{'{STUB}': True}}"
    with serving(tmp_path_factory, loads) as served:
        yield served


@pytest.fixture
def stub(below: Served) -> Command:
    """Make the class as a test wants it; it begins anew."""

    def command(path: str = "stub", **given: Any) -> Any:
        request = Request(
            f"{below.root}/certlab/api/class/{path}",
            data=None
            if path in ("received", "streams")
            else json.dumps(given).encode(),
            headers={"Authorization": f"token {TOKEN}"},
        )
        with urlopen(request) as answer:
            return json.load(answer)

    command(reset=True)
    return command


@pytest.fixture
def learner(chromium: Browser, below: Served) -> Iterator[BrowserContext]:
    """Somebody new, signed in; an error on any of their pages fails the test."""
    below.history.unlink(missing_ok=True)
    context = chromium.new_context(reduced_motion="reduce")
    faults: list[str] = []
    context.on("weberror", lambda error: faults.append(str(error.error)))
    page = context.new_page()
    page.goto(f"{below.root}/certlab/?token={TOKEN}")
    page.wait_for_selector("html[data-mounted]")
    yield context
    context.close()
    assert faults == []
