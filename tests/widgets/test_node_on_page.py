"""The machine on a page: a game by its address, what is kept of it, and Python that does not come.

Its server and its history are stand-ins; tests/site has Python in the browser itself.
"""

import importlib
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from certlab.app.esm import SOURCE
from certlab.course import location
from certlab.errors import CourseError
from certlab.labs.operations.node import view
from certlab.labs.operations.node.scenarios import scenarios
from tests.axe import in_both_themes
from tests.real_course import whole

HOST = "http://node.test"
GAME = "off-the-bus"
LINE = "[data-key='line']"
KINDS = {".js": "text/javascript", ".css": "text/css"}
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Machine</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/app/static/theme/theme.css">
<link rel="stylesheet" href="/app/static/theme/widgets.css">
<link rel="stylesheet" href="/labs/operations/static/node/node.css">
<body class="certlab" style="background: var(--cl-paper)"><main><h1>Machine</h1><div id="one" class="certlab">
<ul><li>A row <span data-scenario="{exercise}"></span></li></ul></div></main>
<script type="module">
import {{ mount }} from "/labs/operations/static/node/page.js";
window.rows = JSON.parse(localStorage.getItem("rows") ?? "[]");
const store = {{
  follow: () => {{}},
  rows: async () => window.rows,
  add: async (row) => {{
    window.rows.push(row);
    localStorage.setItem("rows", JSON.stringify(window.rows));
  }},
}};
const site = {{ store, surface: "{surface}", root: new URL("/", location.href) }};
const read = async () => ({{ "{game}": [["root@head:~#", "hostname", "head"], ["root@head:~#", "exit", ""]] }});
await mount(document.getElementById("one"), {begin}, read, site);
document.documentElement.dataset.ready = "";
</script></body></html>"""


def served(route: Route) -> None:
    """A file of the package, or a line that is played."""
    path = route.request.url.removeprefix(f"{HOST}/").partition("?")[0]
    if path == "api/node":
        try:
            reply = view.reply(route.request.post_data_json)
        except CourseError as error:
            route.fulfill(status=400, json={"message": str(error)})
            return
        route.fulfill(json=reply)
    elif (file := SOURCE / path).is_file():
        route.fulfill(path=file, content_type=KINDS[file.suffix])
    else:
        route.fulfill(status=404)


Open = Callable[..., Page]


@pytest.fixture
def opened(chromium: Browser) -> Iterator[Open]:
    """Open a page of one browser's; an error in one fails the test."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    errors: list[str] = []
    context.on("weberror", lambda error: errors.append(str(error.error)))
    context.route(f"{HOST}/**", served)

    def open_(asks: str = f"?node={GAME}", surface: str = "app") -> Page:
        return _shown(context, asks, surface)

    yield open_
    context.close()
    assert errors == []


def _shown(context: BrowserContext, asks: str, surface: str) -> Page:
    one = scenarios(location.find())[GAME]
    begin = json.dumps({"machine": view.machine(), "scenarios": [view.shown(one)]})
    text = PAGE.format(exercise=one.exercise, surface=surface, begin=begin, game=one.id)
    page = context.new_page()
    page.route(
        f"{HOST}/{surface}.html**",
        lambda route: route.fulfill(body=text, content_type="text/html"),
    )
    page.goto(f"{HOST}/{surface}.html{asks}")
    page.wait_for_selector("html[data-ready]", state="attached")
    return page


def entered(page: Page, *lines: str) -> None:
    """Type lines; each has its answer before the next."""
    for line in lines:
        count = page.locator(".cl-turn").count()
        page.locator(LINE).fill(line)
        page.keyboard.press("Enter")
        expect(page.locator(".cl-turn")).to_have_count(count + 1)


def test_a_game_goes_on_where_it_stood_and_another_seed_is_another_game(
    opened: Open,
) -> None:
    page = opened()
    entered(page, "ssh node-a", "hostname")
    page.reload()
    expect(page.locator(".cl-turn")).to_have_count(2)
    expect(page.locator(".cl-prompt .cl-shell")).to_have_text("root@node-a:~#")
    other = opened(f"?node={GAME}&seed=4")
    expect(other.locator(".cl-prompt .cl-shell")).to_have_text("root@head:~#")
    assert other.locator(".cl-turn").count() == 0


def test_two_windows_never_mix_their_lines(opened: Open) -> None:
    one, two = opened(), opened()
    entered(one, "ssh node-a")
    entered(two, "ssh node-b")
    entered(one, "hostname")
    two.reload()  # what was kept last is whole
    expect(two.locator(".cl-typed")).to_have_text(
        ["root@head:~# ssh node-a", "root@node-a:~# hostname"]
    )


def test_a_game_that_is_torn_or_of_another_edition_begins_anew(opened: Open) -> None:
    page = opened()
    other = '{"edition": 0, "lines": ["exit"]}'
    for torn in ("{", "7", "null", other, '{"edition": 1, "lines": [7]}'):
        page.evaluate(
            "(torn) => localStorage.setItem('certlab-node off-the-bus 1', torn)", torn
        )
        page.reload()
        entered(page, "help")
        expect(page.locator(".cl-typed")).to_have_text(["root@head:~# help"])


def test_an_address_that_names_no_scenario_shows_the_list_and_what_is_solved(
    opened: Open,
) -> None:
    page = opened("?node=nothing-of-ours")
    mark = page.locator("[data-scenario]")
    expect(mark).to_be_empty()
    item = scenarios(location.find())[GAME].exercise
    row = {"item": item, "outcome": "correct"}
    page.evaluate("(row) => localStorage.setItem('rows', JSON.stringify([row]))", row)
    page.reload()
    expect(mark).to_have_text("solved")


def test_an_end_is_recorded_as_the_terminal_records_it(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists = ("parts", "evidence", "missed", "checks", "harms", "under_load", "wrong")
    report = {
        **{name: [] for name in lists},
        "load_hours": 1,
        "costs": {"minutes": 1},
        "passed": False,
        "score": 40,
        "diagnosis": {"given": ["nothing", "", 0], "truth": ["nothing", "", 0]},
    }
    shown = {"text": "", "prompt": "#", "clock": "", "spent": 0, "seconds": 0}

    def reply(asked: dict[str, Any]) -> dict[str, Any]:
        over = "submit" in asked["lines"]
        return {**shown, "state": "ended" if over else "open"} | {
            "report": report if over else None
        }

    monkeypatch.setattr(view, "reply", reply)
    page = opened(f"?node={GAME}&seed=3")
    entered(page, "submit", "hostname")
    page.reload()
    expect(page.get_by_role("region", name="Report")).to_be_visible()
    rows = page.evaluate("window.rows")
    assert rows == [
        {
            "item": scenarios(location.find())[GAME].exercise,
            "rev": 1,
            "outcome": "wrong",
            "score": 0.4,
            "seed": 3,
            "surface": "app",
            "mode": "exercise",
        }
    ]


def test_a_server_that_is_away_keeps_the_line(opened: Open) -> None:
    page = opened()
    page.route(f"{HOST}/api/node", lambda route: route.abort())
    page.locator(LINE).fill("hostname")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("does not answer")
    expect(page.locator(LINE)).to_have_value("hostname")
    page.unroute(f"{HOST}/api/node")
    entered(page, "hostname")


def test_where_python_does_not_come_the_recording_stays_and_a_terminal_is_named(
    opened: Open,
) -> None:
    page = opened(surface="site")
    turns = page.locator(".cl-turn")
    expect(turns).to_have_count(1)
    page.get_by_role("button", name="Next line").click()
    expect(turns).to_have_count(2)
    page.get_by_role("button", name="Next line").press("Enter")  # it is the last
    expect(turns).to_have_count(2)
    page.get_by_role("button", name="Back").click()
    expect(turns).to_have_count(1)
    assert in_both_themes(page) == []
    start = page.get_by_role("button", name="Start the machine")
    start.click()
    expect(page.get_by_role("status")).to_contain_text(
        f"In a terminal it is: certlab sim node {GAME}"
    )
    assert start.get_attribute("aria-disabled") is None  # to be tried again
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_page_lists_every_scenario_and_its_recordings_solve_none() -> None:
    part = importlib.import_module("certlab.labs.operations.page")  # not its function
    course = whole()
    (own,) = part.pages(course)
    recordings = part.files(course)["node.json"]
    for id in scenarios(course.root):
        assert f"node.html?node={id}" in own.text
        lines = [line for _, line, _ in recordings[id]]
        assert lines
        assert not [line for line in lines if line.startswith(("diagnose", "submit"))]
