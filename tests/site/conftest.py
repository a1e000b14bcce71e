"""One site, built once, served at a root or below a path, in a browser without a net."""

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from certlab.app.assets import write_assets
from certlab.app.pages.output import write_pages
from certlab.course import Course
from certlab.errors import SiteError
from certlab.site import serve
from tests import bound
from tests.browser import CHROMIUM, browsing, driver, unhurried
from tests.browser import FLAGS as QUIET
from tests.once import once

# Every name but this machine's is unknown, for pages and workers alike, so that whatever
# a site asks of another host fails here; and the browser logs that it has asked.
NO_NAMES = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"
FLAGS = [*QUIET, NO_NAMES]
# What Chromium itself asks for, whatever page is open.
OWN = ("google.com", "googleapis.com", "gvt1.com", "gstatic.com")
SUB_PATH = "class/2027"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, whole: Course) -> Path:
    """The whole site, in a folder where a web server would have it below a path.

    It is built once a run, and a test that changes it takes a copy.
    """
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
    from certlab.site.build import build

    def make(folder: Path) -> None:
        build(whole, folder / SUB_PATH, say=lambda _: None)

    return once(tmp_path_factory, "web", make) / SUB_PATH


@dataclass
class Served:
    """A running server: its address, and the paths it did not have."""

    address: str
    missing: list[str] = field(default_factory=list)


@contextmanager
def serving(folder: Path) -> Iterator[Served]:
    """Serve a folder with the headers of the hosting guide."""
    found = Served("")

    class Noting(serve.Handler):
        def send_error(
            self, code: int, message: str | None = None, explain: str | None = None
        ) -> None:
            found.missing.append(self.path)
            super().send_error(code, message, explain)

    with serve.ThreadingHTTPServer(
        ("127.0.0.1", 0), lambda *args: Noting(*args, directory=str(folder))
    ) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        found.address = f"http://127.0.0.1:{server.server_port}"
        try:
            yield found
        finally:
            server.shutdown()
            thread.join()


@dataclass
class Visit:
    """A browser with a profile of its own at a site's address.

    Attributes:
        root: the site's address, with a slash at its end.
        errors: what pages threw, and what a policy or a server refused.
        away: where the test has taken the site from; "" where it stays.
    """

    context: BrowserContext
    page: Page
    root: str
    errors: list[str]
    away: str = ""

    def open(self, path: str) -> None:
        """Go to a page of the site."""
        self.page.goto(self.root + path)

    def again(self, page: Page) -> Page:
        """Another tab, watched like the first."""
        watch(page, self.errors)
        return page


def watch(page: Page, errors: list[str]) -> None:
    """Note what a page throws or is refused."""
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "console",
        # JupyterLab looks for the toolbar of a panel that has just been closed.
        lambda said: (
            errors.append(said.text)
            if said.type == "error" and "computing the ReactiveToolbar" not in said.text
            else None
        ),
    )


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """What starts browsers, for one file."""
    with driver() as started:
        yield started


@pytest.fixture
def visit(
    playwright: Playwright, site: Path, tmp_path: Path
) -> Iterator[Callable[..., Visit]]:
    """Begin a visit; at its end no other host was asked and nothing was missing.

    `folder` is what is served; the site's own by default, then it is at the root.
    `path` is where below it the site is.
    """
    with open_visits(playwright, site, tmp_path) as begin:
        yield begin


@contextmanager
def open_visits(
    playwright: Playwright, site: Path, scratch: Path
) -> Iterator[Callable[..., Visit]]:
    """What the fixture does, for one that lives longer."""
    closing: list[Callable[[], None]] = []

    def begin(folder: Path | None = None, path: str = "", **options: object) -> Visit:
        number = len(closing)
        log = scratch / f"net-{number}.json"
        served = serving(folder or site)
        running = served.__enter__()
        context = playwright.chromium.launch_persistent_context(
            scratch / f"profile-{number}",
            executable_path=CHROMIUM,
            args=[*FLAGS, f"--log-net-log={log}"],
            timeout=bound.MILLISECONDS,
            viewport={"width": 1280, "height": 1000},
            **{"color_scheme": "light", **options},
        )
        unhurried(context)
        page, errors = context.pages[0], []
        watch(page, errors)
        made = Visit(context, page, f"{running.address}/{path}", errors)

        def close() -> None:
            context.close()
            served.__exit__(None, None, None)
            assert outside(log) == []
            away = made.away or "/?"  # no address holds it
            assert [one for one in running.missing if not one.startswith(away)] == []
            assert errors == []

        closing.append(close)
        return made

    try:
        yield begin
    finally:
        for close in closing:
            close()


def outside(log: Path) -> list[str]:
    """Addresses on other hosts that the browser asked for, by its own log."""
    text = log.read_text("utf-8", "replace")
    try:
        events = json.loads(text)["events"]
    except ValueError:  # a browser that was stopped leaves the list open
        events = json.loads(text.rstrip().rstrip(",") + "]}")["events"]
    asked = {(event.get("params") or {}).get("url", "") for event in events}
    return sorted(
        url
        for url in asked
        if url.startswith(("http:", "https:", "ws:", "wss:"))
        and not url.startswith("http://127.0.0.1:")
        and not any(f"{host}/" in url or f"{host}:" in url for host in OWN)
    )


@pytest.fixture(scope="session")
def small_site(tmp_path_factory: pytest.TempPathFactory, fixed: Course) -> Path:
    """The pages of the small course alone."""
    to = tmp_path_factory.mktemp("small-pages")
    write_pages(fixed, to, write_assets(fixed, to), dict.fromkeys(fixed.labs, ""))
    return to


@pytest.fixture(scope="module")
def small_browser() -> Iterator[Browser]:
    """A browser for one file."""
    with browsing() as running:
        yield running


@pytest.fixture
def small_visit(
    small_browser: Browser, small_site: Path
) -> Iterator[Callable[..., Page]]:
    """Open a page of it, for somebody new; what it throws fails the test."""
    errors: list[str] = []
    with serving(small_site) as served:
        context = small_browser.new_context(viewport={"width": 1280, "height": 900})

        def begin(path: str) -> Page:
            page = context.new_page()
            watch(page, errors)
            page.goto(f"{served.address}/{path}")
            page.wait_for_selector("html[data-mounted]", state="attached")
            return page

        yield begin
        context.close()
    assert errors == []


@pytest.fixture
def refused() -> Callable[[Callable[[], object]], str]:
    """Call something that must fail, and hand back its sentence."""

    def call(act: Callable[[], object]) -> str:
        with pytest.raises(SiteError) as caught:
            act()
        text = str(caught.value)
        assert text.endswith(".")
        assert "\n" not in text
        return text

    return call
