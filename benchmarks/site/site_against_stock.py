"""The site beside a stock JupyterLite site: how soon a question, how soon Python.

    python -m benchmarks site build/site [--runs 5]

Both are served by one server with gzip and the cache headers of GitHub Pages, and visited
in turn by a Chromium with an empty profile and no net. Medians, and their ratios.
"""

import gzip
import json
import platform
import re
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Playwright, TimeoutError, sync_playwright

from benchmarks.site.stock_site import build_stock
from tools.gallery.chromium import CHROMIUM

# As the tests of the site start Chromium; no name but this machine's is known.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
]
PATIENCE = 3_000  # milliseconds until it is pressed again
PACKED = {".html", ".js", ".mjs", ".css", ".json", ".ipynb", ".svg", ".wasm"}
KINDS = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
}
TARGETS = {
    "question": 0.05,
    "bytes": 120_000,
    "requests": 15,
    "cold": 1.0,
    "disk": 60e6,
}


@cache
def body(path: Path) -> bytes:
    """A file as it goes over the wire."""
    data = path.read_bytes()
    return gzip.compress(data, 6, mtime=0) if path.suffix in PACKED else data


class Handler(SimpleHTTPRequestHandler):
    """Counts what it is asked for and what it sends in its server's `asked` and `sent`."""

    protocol_version = "HTTP/1.1"
    extensions_map = SimpleHTTPRequestHandler.extensions_map | KINDS

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        self.server.asked += 1  # type: ignore[attr-defined]  # set where it is made
        if not path.is_file():
            self.send_error(404)
            return
        data = body(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "max-age=600")
        if path.suffix in PACKED:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(data)
        self.server.sent += len(data)  # type: ignore[attr-defined]  # set where it is made

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@contextmanager
def serving(folder: Path) -> Iterator[Any]:
    """A server of a folder, which counts."""

    def make(*args: Any) -> Handler:
        return Handler(*args, directory=str(folder))

    with ThreadingHTTPServer(("127.0.0.1", 0), make) as server:
        server.sent = server.asked = 0  # type: ignore[attr-defined]  # ours
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def cold(playwright: Playwright) -> Iterator[Page]:
    """A page of a browser that has never been anywhere."""
    with tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=CHROMIUM, args=FLAGS,
            viewport={"width": 1280, "height": 1000},
        )  # fmt: skip
        yield context.pages[0]
        context.close()


def run_all(page: Page, address: str) -> None:
    """Open a notebook and run it by the menu, as a learner does: again where nothing begins.

    JupyterLab drops what is run before it knows that there will be a kernel.
    """
    page.goto(address)
    page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=60_000)
    runs = page.locator(".jp-InputPrompt", has_text=re.compile(r"\[[*\d]+\]")).first
    while True:
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_text("Run All Cells", exact=True).click()
        try:
            runs.wait_for(timeout=PATIENCE)
        except TimeoutError:
            continue
        return


def stock_question(page: Page, root: str) -> None:
    run_all(page, f"{root}lab/index.html?path=quiz.ipynb")
    page.locator(".MCButton").first.click(timeout=120_000)
    page.locator(".Feedback").first.filter(has_text="e").wait_for()


def shown(page: Page, selector: str) -> None:
    """Wait for it in the page: from outside it would be looked for every half a second."""
    page.wait_for_function("(one) => document.querySelector(one)", arg=selector)


def our_question(page: Page, root: str) -> None:
    page.goto(f"{root}modules/mig.html")
    shown(page, "[data-certlab='quiz'] .cl-choice")
    item = page.locator("[data-certlab='quiz'] .cl-item")
    item.locator(".cl-choice").first.click()
    item.get_by_role("button", name="Check answer").click()
    shown(page, "[data-certlab='quiz'] .cl-verdict")


def front(page: Page, root: str) -> None:
    page.goto(f"{root}index.html")
    shown(page, ".cl-item")


def drill(page: Page, root: str) -> None:
    page.goto(f"{root}drill.html")
    shown(page, "[data-certlab='quiz'] .cl-item")


def output(page: Page, root: str) -> None:
    run_all(page, f"{root}lab/index.html?path=probe.ipynb")
    page.locator(".jp-OutputArea-output", has_text="first output").first.wait_for(
        timeout=120_000
    )


def visit(
    playwright: Playwright, server: Any, below: str, act: Callable[[Page, str], None]
) -> dict[str, float]:
    """Seconds, bytes and requests until `act` is done, from cold."""
    with cold(playwright) as page:
        page.goto("about:blank")
        server.sent, server.asked, began = 0, 0, time.perf_counter()
        act(page, f"http://127.0.0.1:{server.server_port}/{below}")
        seconds = time.perf_counter() - began
        return {"s": seconds, "bytes": server.sent, "requests": server.asked}


def with_probe(site: Path, stock: Path, to: Path) -> Path:
    """A copy of our site with the stock one's probe among its notebooks."""
    shutil.copytree(site, to)
    shutil.copy(stock / "files" / "probe.ipynb", to / "lite" / "files")
    ours, theirs = (
        folder / "api" / "contents" / "all.json" for folder in (to / "lite", stock)
    )
    listing = json.loads(ours.read_text("utf-8"))
    rows = json.loads(theirs.read_text("utf-8"))["content"]
    listing["content"] += [row for row in rows if row["name"] == "probe.ipynb"]
    ours.write_text(json.dumps(listing), "utf-8")
    return to


def measure(site: Path, runs: int, folder: Path) -> dict[str, dict[str, list[float]]]:
    """Seconds and bytes of each run, by measure and site."""
    began = time.perf_counter()
    stock = build_stock(folder)
    found: dict[str, dict[str, list[float]]] = {
        "build s": {"stock": [time.perf_counter() - began]},
        "disk": {"stock": [disk(stock)], "ours": [disk(site)]},
    }
    ours = with_probe(site, stock, folder / "ours")
    turns = [
        ("question", "stock", stock, "", stock_question),
        ("question", "ours", ours, "", our_question),
        ("front page", "ours", ours, "", front),
        ("drill", "ours", ours, "", drill),
        ("cold", "stock", stock, "", output),
        ("cold", "ours", ours, "lite/", output),
    ]
    with sync_playwright() as playwright:
        for _ in range(runs):
            for name, whose, root, below, act in turns:
                with serving(root) as server:
                    seen = visit(playwright, server, below, act)
                for unit, value in seen.items():
                    rows = found.setdefault(f"{name} {unit}", {})
                    rows.setdefault(whose, []).append(value)
    return found


def disk(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def compare(site: Path, runs: int) -> dict[str, Any]:
    """Visits of each kind to both, in turn; the stock site is built first."""
    with tempfile.TemporaryDirectory() as name:
        return measure(site, runs, Path(name))


def lines(found: dict[str, Any], runs: int) -> Iterator[str]:
    """Medians with what they lie between, and their ratios."""
    python = platform.python_version()
    yield f"{platform.platform()}, Python {python}, {runs} runs, medians"
    yield f"targets: {TARGETS}"
    for name, rows in found.items():
        cells = [
            f"{whose}: {statistics.median(values):.4g} "
            f"({min(values):.3g} to {max(values):.3g})"
            for whose, values in rows.items()
        ]
        if {"ours", "stock"} <= rows.keys():
            ours, stock = (statistics.median(rows[one]) for one in ("ours", "stock"))
            cells.append(f"{ours / stock:.3f}x")
        yield "  ".join([f"{name:19}", *cells])
