"""The widgets' own page in Chromium, with the real Python side behind it."""

import errno
import json
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from certlab.app.esm import SOURCE, STATIC, joined, scope_name
from certlab.course import Course, load
from certlab.course.items import ASKABLE
from certlab.labs.gpu_architecture.widgets.numbers import number_bits
from certlab.labs.mig.widgets.board import MigBoard, mig_board
from certlab.study import history as history_module
from certlab.study.history import History
from certlab.widgets.decks import Deck, Flashcards, Quiz
from certlab.widgets.widget import Widget
from tests.bound import until
from tests.browser import browsing

HERE = Path(__file__).parent
HOST = "http://widget.test"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser, started once for each file."""
    with browsing() as browser:
        yield browser


@pytest.fixture
def bank(small: Path) -> Course:
    """The small course with the widgets' items added."""
    path = small / "quizzes" / "small.toml"
    more = (HERE / "bank.toml").read_text("utf-8")
    path.write_text(path.read_text("utf-8") + more, "utf-8")
    return load(small)


@pytest.fixture
def history(tmp_path: Path) -> History:
    """A learner's, with nothing in it."""
    return History(tmp_path / "workspace" / "history.jsonl")


class Wire:
    """Stands in for the kernel's comm: keeps what Python says for the page to fetch."""

    comm_id = "wire"

    def __init__(self) -> None:
        self.out: list[dict[str, Any]] = []

    def on_msg(self, _listener: object) -> None:
        """The page calls the widget itself."""

    def send(self, data: dict[str, Any], buffers: object = None) -> None:
        assert not buffers
        self.out.append(data)

    def take(self) -> list[dict[str, Any]]:
        out, self.out = self.out, []
        return out


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Let the history's disk be full, and have room again."""
    write = history_module.write

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def full(is_full: bool) -> None:
        monkeypatch.setattr(history_module, "write", refuse if is_full else write)

    return full


ENTRIES = {  # by class name: anywidget makes a class of its own for each widget
    "Quiz": "app/static/notebook/quiz.js",
    "Comparison": "app/static/notebook/comparison.js",
    "CollectiveSteps": "labs/distributed/static/collective/collective.js",
    "Flashcards": "app/static/notebook/flashcards.js",
    "MigBoard": "labs/mig/static/board/board.js",
    "MockExam": "app/static/notebook/exam.js",
    "NodeTerminal": "labs/operations/static/node/widget.js",
    "NumberBits": "labs/gpu_architecture/static/numberbits/numberbits.js",
    "PipelineSchedules": "labs/distributed/static/schedule/schedule.js",
    "Prediction": "app/static/notebook/prediction.js",
    "Start": "app/static/notebook/start.js",
}


class Bench:
    """A page that draws one widget, and the widget itself."""

    def __init__(self, page: Page, widget: Widget, html: str = "page.html") -> None:
        self.page, self.widget, self.wire = page, widget, Wire()
        widget.comm = self.wire
        page.route(f"{HOST}/**", serve)
        page.expose_function("widget", self._begin)
        page.expose_function("toPython", self._hear)
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(f"{HOST}/{html}")
        page.wait_for_selector("[data-ready]")

    def until(self, holds: Callable[[], object], what: str) -> None:
        """Wait until something holds on Python's side, which only then hears the page."""

        def look() -> object:
            self.page.wait_for_timeout(10)
            return holds()

        until(look, what)

    def part(self, name: str) -> Any:
        """What the page of a part of the app holds now."""
        return self.page.evaluate("(name) => window.part.get(name)", name)

    def _begin(self) -> dict[str, Any]:
        state = self.widget.get_state()
        entry = ENTRIES[type(self.widget).__name__]
        names = [name for name in state if not name.startswith("_")]
        plain = {
            n: state[n] for n in names if isinstance(state[n], str | int | list | dict)
        }
        return {"entry": entry, "state": plain}

    def _hear(self, message: dict[str, Any]) -> str:
        """As text, for Playwright looks at each part of what is no text: all banks take a second."""
        if message["method"] == "update":
            self.widget.set_state(message["state"])
        else:
            self.widget._handle_custom_msg(message["content"], [])
        return json.dumps(self.wire.take())


def serve(route: Route) -> None:
    """A file of the package, or of this one; a widget in one text, as notebooks load it."""
    name = route.request.url.removeprefix(f"{HOST}/")
    if name in ENTRIES.values():
        return route.fulfill(body=entry(name), content_type=KINDS[".js"])
    path = SOURCE / name if (SOURCE / name).exists() else HERE / name
    if not path.exists():
        return route.fulfill(status=404)
    return route.fulfill(body=path.read_bytes(), content_type=KINDS[path.suffix])


def entry(name: str) -> str:
    """A widget's one text, which also exports what tells its part, where it has one."""
    python = scope_name(STATIC / "notebook/python.js")
    text = joined(SOURCE / name)
    part = f"\nexport const {{ partOf }} = {python};\n"
    return text + (part if f"const {python} =" in text else "")


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A fresh page, 1280 pixels wide, on the light theme."""
    context = chromium.new_context(
        viewport={"width": 1280, "height": 900}, color_scheme="light"
    )
    yield context.new_page()
    context.close()


@pytest.fixture
def quiz(page: Page, bank: Course, history: History) -> Iterator[Callable[..., Bench]]:
    """Draw a quiz on chosen items; an error in the page fails the test."""
    yield from _drawn(page, bank, history, Quiz)


@pytest.fixture
def cards(page: Page, bank: Course, history: History) -> Iterator[Callable[..., Bench]]:
    """Draw flashcards on chosen items."""
    yield from _drawn(page, bank, history, Flashcards)


def _drawn(
    page: Page, bank: Course, history: History, kind: type[Deck]
) -> Iterator[Callable[..., Bench]]:
    benches = []

    def draw(
        *items: str, now: datetime | None = None, lang: str | None = None
    ) -> Bench:
        if now is not None:
            page.clock.set_fixed_time(now)
        chosen = {"module": "small", "items": items, "lang": lang}
        bench = Bench(page, kind(bank, history, ASKABLE, 100, **chosen))
        benches.append(bench)
        return bench

    yield draw
    for bench in benches:
        assert bench.errors == []


@pytest.fixture
def board(page: Page) -> Iterator[Callable[..., Bench]]:
    """Draw a MIG board; `then` prepares it in Python first."""
    benches = []

    def draw(then: Callable[[MigBoard], None] = lambda _: None, **made: Any) -> Bench:
        widget = mig_board(**made)
        then(widget)
        bench = Bench(page, widget, "board_page.html")
        benches.append(bench)
        return bench

    yield draw
    for bench in benches:
        assert bench.errors == []


@pytest.fixture
def bits(page: Page) -> Iterator[Callable[..., Bench]]:
    """Draw a number in its bits."""
    benches = []

    def draw(**made: Any) -> Bench:
        bench = Bench(page, number_bits(**made), "numbers_page.html")
        benches.append(bench)
        return bench

    yield draw
    for bench in benches:
        assert bench.errors == []
