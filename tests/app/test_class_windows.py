"""Windows of one browser in a class: as many as one likes, with one stream for all of them."""

import asyncio
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from random import Random
from threading import Thread
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Locator,
    Page,
    expect,
)

from benchmarks.classroom.fake_hub import FakeHub
from certlab.course import load
from tests.app.conftest import SMALL, TOKEN, serving
from tests.bound import MILLISECONDS, until
from tests.classroom.service.conftest import Class, running
from tests.late import Late
from tests.site.test_firefox import FIREFOX
from tests.site.test_firefox import HERE as FOLDER

uvicorn = Late("uvicorn")
MORE = 7  # a browser opens six connections to one server
LEARNERS = ("ada", "bo")
NO_WORKERS = "delete window.SharedWorker;"
# In place of the worker another address; `{}` holds what stands for the worker's own name.
ANOTHER = """const Own = window.SharedWorker;
window.SharedWorker = function (address, options) {{
  return new Own(address.replace("stream_worker.js", "{}"), options);
}};"""
NOT_THERE, SILENT = ANOTHER.format("none.js"), ANOTHER.format("stream.js")
LOOKED_AT = """seen => {
  Object.defineProperty(document, "visibilityState", {
    configurable: true, get: () => (seen ? "visible" : "hidden"),
  });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@dataclass
class Teaching:
    """A class that can be begun again at its address, and the learners' servers, at one origin."""

    database: Path
    hub: FakeHub
    origin: str = ""
    stack: ExitStack = field(default_factory=ExitStack)

    def begin(self, port: int = 0) -> None:
        course = load(SMALL)
        running_ = running(str(self.database), course, self.hub, port)
        self.room: Class = self.stack.enter_context(running_)
        self.teacher = self.room.user("teacher", admin=True)

    def end(self) -> None:
        self.stack.close()

    def ask(self) -> None:
        """A poll of which nobody has heard."""
        answer = self.teacher.post("api/poll", json={"item": "cuda-warp-size"})
        assert answer.status_code == 200, answer.text

    def heard_by(self) -> list[str]:
        """Whose streams are open."""
        return sorted(one.person.account for one in self.room.service.live._listeners)

    def window(self, context: BrowserContext, name: str = "ada") -> Page:
        """One more, in which the class is heard."""
        page = context.new_page()
        self.open(page, name)
        return page

    def open(self, page: Page, name: str = "ada") -> None:
        page.goto(f"{self.origin}/user/{name}/certlab/modules/mig.html?token={TOKEN}")
        expect(strip(page)).to_contain_text("Connected")


def strip(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Class")


def poll(page: Page) -> Locator:
    return page.get_by_role("region", name="Poll of the class")


@contextmanager
def one_origin(ports: dict[str, int]) -> Iterator[str]:
    """The learners' servers at one address, as the Hub's proxy has them."""

    async def copy(source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while part := await source.read(2**16):
                to.write(part)
                await to.drain()

    async def answer(
        asked: asyncio.StreamReader, answers: asyncio.StreamWriter
    ) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            head = await asked.readuntil(b"\r\n\r\n")
            _, _, name, *_ = [*head.split(b" ")[1].decode().split("/"), "", ""]
            if name in ports:
                told, tell = await asyncio.open_connection("127.0.0.1", ports[name])
                last = re.sub(rb"(?i)\nconnection:[^\r]*", b"\nConnection: close", head)
                tell.write(last)  # one request a connection
                both = [copy(asked, tell), copy(told, answers)]
                tasks = [asyncio.ensure_future(one) for one in both]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    task.cancel()
                tell.close()
        answers.close()

    at: Queue[tuple[int, Callable[[], object]]] = Queue()

    async def run() -> None:
        ended, loop = asyncio.Event(), asyncio.get_running_loop()
        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            at.put((port, lambda: loop.call_soon_threadsafe(ended.set)))
            await ended.wait()

    thread = Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    port, end = at.get()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        end()
        thread.join()


@pytest.fixture(scope="module")
def teaching(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Teaching]:
    hub = FakeHub()
    cache = tmp_path_factory.mktemp("cache")
    made = Teaching(tmp_path_factory.mktemp("class") / "class.sqlite", hub)
    made.begin()
    with ExitStack() as servers:
        ports: dict[str, int] = {}
        for name in LEARNERS:
            made.room.learner(name)
            known = {"CERTLAB_COURSE": str(SMALL), "CERTLAB_CACHE": str(cache)}
            known |= {"CERTLAB_CLASS_URL": made.room.url}
            known |= {"JUPYTERHUB_API_TOKEN": hub.add(name)}
            base = f"--ServerApp.base_url=/user/{name}/"
            served = servers.enter_context(serving(tmp_path_factory, base, **known))
            ports[name] = urlsplit(served.root).port or 0
        made.origin = servers.enter_context(one_origin(ports))
        yield made
        made.end()
    hub.close()


Open = Callable[..., BrowserContext]


@pytest.fixture
def browser(chromium: Browser, teaching: Teaching) -> Iterator[Open]:
    """A browser of a learner's, with a script that comes before all others; it knows no fault."""
    stack, faults = ExitStack(), []

    def opened(script: str = "") -> BrowserContext:
        context = chromium.new_context()
        stack.callback(context.close)
        context.on("weberror", lambda error: faults.append(str(error.error)))
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.goto(f"{teaching.origin}/user/ada/certlab/?token={TOKEN}")
        page.wait_for_selector("html[data-mounted]")
        page.close()
        return context

    yield opened
    stack.close()
    assert faults == []
    until(lambda: not teaching.heard_by(), "all streams are closed")
    teaching.teacher.post("api/poll/end", json={})


def test_more_windows_than_a_browser_has_connections(
    browser: Open, teaching: Teaching
) -> None:
    context = browser()
    windows = [teaching.window(context) for _ in range(MORE)]
    teaching.ask()
    for one in windows:
        expect(poll(one)).to_be_visible()
    poll(windows[-1]).get_by_role("radio").first.check()
    poll(windows[-1]).get_by_role("button", name="Vote").click()
    for one in windows:
        expect(poll(one)).to_contain_text("Your vote counts.")
    late = teaching.window(context)
    expect(strip(late)).to_contain_text("Poll: voted")
    assert teaching.heard_by() == ["ada"]


def test_who_goes_before_the_class_has_answered_leaves_no_stream(
    teaching: Teaching,
) -> None:
    """At any moment: some go before the request is read, some when the stream is there."""
    place, moment = urlsplit(teaching.origin), Random(1)
    path = f"/user/ada/certlab/api/class/events?token={TOKEN}"
    asks = f"GET {path} HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode()
    for _ in range(200):
        with socket.create_connection((place.hostname, place.port)) as line:
            line.sendall(asks)
            time.sleep(moment.uniform(0, 0.02))
    until(lambda: not teaching.heard_by(), "all streams are closed")


@pytest.mark.parametrize("script", [NO_WORKERS, NOT_THERE], ids=["none", "not there"])
def test_without_the_worker_each_page_listens_itself(
    browser: Open, teaching: Teaching, script: str
) -> None:
    context = browser(script)
    windows = [teaching.window(context) for _ in range(2)]
    teaching.ask()
    for one in windows:
        expect(poll(one)).to_be_visible()
    assert teaching.heard_by() == ["ada", "ada"]


def test_a_worker_that_says_nothing_is_not_waited_for(
    browser: Open, teaching: Teaching
) -> None:
    page = browser(SILENT).new_page()
    page.clock.install()
    page.goto(f"{teaching.origin}/user/ada/certlab/modules/mig.html")
    page.wait_for_selector("html[data-mounted]")
    while not teaching.heard_by():
        page.clock.run_for(1_000)
    teaching.ask()
    expect(poll(page)).to_be_visible()


def test_two_learners_in_one_browser_hear_each_their_own(
    browser: Open, teaching: Teaching
) -> None:
    context = browser()
    windows = {name: teaching.window(context, name) for name in LEARNERS}
    teaching.ask()
    ada, bo = (poll(windows[name]) for name in LEARNERS)
    bo.get_by_role("radio").first.check()
    bo.get_by_role("button", name="Vote").click()
    expect(bo).to_contain_text("Your vote counts.")
    expect(ada).to_contain_text("1 vote so far")
    expect(ada).not_to_contain_text("Your vote counts.")
    assert teaching.heard_by() == ["ada", "bo"]


def test_the_stream_lasts_while_a_window_is_looked_at(
    browser: Open, teaching: Teaching
) -> None:
    context = browser()
    first, second = teaching.window(context), teaching.window(context)
    first.evaluate(LOOKED_AT, False)
    expect(strip(first)).not_to_contain_text("Connected")
    teaching.ask()
    expect(poll(second)).to_be_visible()
    second.evaluate(LOOKED_AT, False)
    until(lambda: not teaching.heard_by(), "the stream is closed")
    first.evaluate(LOOKED_AT, True)
    expect(poll(first)).to_be_visible()
    assert teaching.heard_by() == ["ada"]
    first.close()
    until(lambda: not teaching.heard_by(), "the stream is closed")
    second.evaluate(LOOKED_AT, True)
    expect(poll(second)).to_be_visible()


@pytest.mark.parametrize("which", [0, 1])
def test_a_window_that_crashes_is_noticed_and_takes_nothing_from_the_other(
    browser: Open, teaching: Teaching, which: int
) -> None:
    """Not even the first, in whose process the worker runs."""
    context = browser()
    windows = [teaching.window(context) for _ in range(2)]
    crashes, stays = windows[which], windows[1 - which]
    crashed: list[Page] = []
    crashes.on("crash", lambda page: crashed.append(page))  # noqa: PLW0108 -- it wants a function of Python
    with suppress(Error):
        crashes.goto("chrome://crash")
    if not crashed:
        crashes.wait_for_event("crash")
    teaching.ask()
    expect(poll(stays)).to_be_visible()
    assert teaching.heard_by() == ["ada"]
    stays.evaluate(LOOKED_AT, False)
    until(lambda: not teaching.heard_by(), "the stream is closed")


@pytest.mark.skipif(FIREFOX is None, reason="Firefox is not installed")
@pytest.mark.skipif(
    not (FOLDER / "node_modules" / "puppeteer-core").exists(),
    reason="puppeteer-core is not installed: npm install --prefix tests/site/firefox",
)
def test_firefox_has_one_stream_for_its_windows_too(teaching: Teaching) -> None:
    address = f"{teaching.origin}/user/ada/certlab/modules/mig.html?token={TOKEN}"
    words = ["windows.mjs", str(FIREFOX), address, str(MORE), str(MILLISECONDS)]
    with subprocess.Popen(
        ["node", *words],
        cwd=FOLDER,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stdin
        assert run.stdout
        assert run.stdout.readline() == "connected\n"
        assert teaching.heard_by() == ["ada"]
        teaching.ask()
        run.stdin.write("\n")
        run.stdin.flush()
        assert run.stdout.readline() == "heard\n"
    assert run.returncode == 0
    until(lambda: not teaching.heard_by(), "all streams are closed")
    teaching.teacher.post("api/poll/end", json={})


def test_a_class_that_ends_and_begins_again_is_heard_by_one_stream(
    browser: Open, teaching: Teaching
) -> None:
    context = browser()
    windows = [teaching.window(context) for _ in range(MORE)]
    port = urlsplit(teaching.room.url).port or 0
    teaching.end()
    for one in windows:
        expect(strip(one)).not_to_contain_text("Connected")
    teaching.begin(port)
    for one in windows:
        expect(strip(one)).to_contain_text("Connected")
    teaching.ask()
    for one in windows:
        expect(poll(one)).to_be_visible()
    assert teaching.heard_by() == ["ada"]
