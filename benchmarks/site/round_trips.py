"""Pages of one or two sites on a plain web server: what they ask for, and how soon they are live.

    python -m benchmarks round-trips build/site [--before OTHER] [--delay 50]

The server speaks HTTP/1.1 without gzip and answers each request after a delay, as one far away
does. Every visit is the first of its browser's profile; two sites are visited in turn.
"""

import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from benchmarks.site.site_against_stock import FLAGS
from certlab.site import serve
from tools.gallery.chromium import CHROMIUM

PAGES = ("index.html", "modules/mig.html", "mock-exam.html")
LIVE = "html[data-mounted]"
Found = dict[str, dict[str, float]]  # by page its requests, scripts and seconds


class _Far(serve.Handler):
    protocol_version = "HTTP/1.1"
    delay = 0.0

    def do_GET(self) -> None:
        time.sleep(self.delay)
        super().do_GET()


@contextmanager
def _serving(folder: Path, delay: float) -> Iterator[str]:
    kind = type("_Far", (_Far,), {"delay": delay})
    make = partial(kind, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), make) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def _visit(browser: Browser, address: str) -> dict[str, float]:
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    began = time.perf_counter()
    page.goto(address)
    page.wait_for_selector(LIVE, state="attached")
    seconds = time.perf_counter() - began
    context.close()
    scripts = sum(one.endswith(".js") for one in asked)
    return {"requests": len(asked), "scripts": scripts, "seconds": seconds}


def measure(folders: list[Path], delay: float, runs: int) -> list[Found]:
    """For each site its pages: the medians of some visits, the delay in milliseconds."""
    seen: list[dict[str, list[dict[str, float]]]] = [
        {page: [] for page in PAGES} for _ in folders
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for _ in range(runs):
            for folder, visits in zip(folders, seen, strict=True):
                with _serving(folder, delay / 1000) as root:
                    for page in PAGES:
                        visits[page].append(_visit(browser, root + page))
        browser.close()
    return [{page: _medians(own) for page, own in visits.items()} for visits in seen]


def _medians(visits: list[dict[str, float]]) -> dict[str, float]:
    return {name: statistics.median(one[name] for one in visits) for name in visits[0]}


def lines(found: list[Found]) -> Iterator[str]:
    """A line a page; with a second site its share of the first's seconds."""
    for page, now in found[0].items():
        line = f"{page:20} {now['requests']:4.0f} requests, {now['scripts']:3.0f} scripts, live after {now['seconds']:.2f} s"
        for other in found[1:]:
            was = other[page]
            ratio = now["seconds"] / was["seconds"]
            line += f"; before {was['requests']:.0f}, {was['scripts']:.0f}, {was['seconds']:.2f} s: {ratio:.2f} of it"
        yield line
