"""All widgets on one page, with the sheets of all: each keeps the shape that it has alone."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from certlab.app.esm import style
from certlab.course import Course
from tests.widgets.conftest import ENTRIES, HOST, Wire, serve
from tests.widgets.showcase import showcase

# A model that says what it was given, and asks its Python; the sheet comes as in JupyterLab.
MOUNT = """async ([name, entry, state, css]) => {
  const { default: widget } = await import(`/${entry}`);
  const style = Object.assign(document.createElement("style"), { id: `css-${name}`, textContent: css });
  const el = Object.assign(document.createElement("div"), { id: name });
  el.style.cssText = "position: relative; overflow: auto"; // as an output of a cell
  document.head.append(style);
  document.querySelector("main").replaceChildren(...document.querySelector("main").children, el);
  const heard = [];
  const on = (event, hear) => event === "msg:custom" && heard.push(hear);
  const send = async (content) => {
    const replies = JSON.parse(await window.toPython(name, content));
    for (const reply of replies) for (const hear of heard) hear(reply);
  };
  const model = { get: (trait) => state[trait], set() {}, on, off() {}, save_changes() {}, send };
  await widget.render({ model, el });
}"""
SUMMARY = """async () => {
  const { mountProgress } = await import("/day/static/summary.js");
  const { openStore } = await import("/app/static/store/store.js");
  const el = Object.assign(document.createElement("div"), { id: "summary" });
  el.style.cssText = "position: relative; overflow: auto";
  document.querySelector("main").append(el);
  await mountProgress(el, { store: await openStore(), banks: [{ module: "small", title: "Small", items: [] }] });
}"""
SHEET = """(text) => document.head.append(
  Object.assign(document.createElement("style"), { id: "css-summary", textContent: text }))"""
# Leave these on the page, with their sheets; the rest is as if it were not there.
LEAVE = """(names) => {
  for (const el of document.querySelectorAll("main > div")) {
    el.hidden = !names.includes(el.id);
    document.querySelector(`#css-${el.id}`).disabled = el.hidden;
  }
}"""
TURN_SHEETS = (
    "document.head.append(...[...document.querySelectorAll('style')].reverse())"
)
# Each element with a class: its box, from the corner of its widget.
BOXES = """(name) => {
  const root = document.querySelector(`#${name}`);
  const { x, y } = root.getBoundingClientRect();
  return [...root.querySelectorAll("[class]")].map((el) => {
    const box = el.getBoundingClientRect();
    const seen = box.width || box.height; // what is defined for later use is nowhere
    return [el.getAttribute("class"), seen ? [box.x - x, box.y - y, box.width, box.height].map(Math.round) : []];
  });
}"""
HANGING = """() => [...document.querySelectorAll("main > div:not([hidden])")]
  .filter((el) => el.scrollWidth > el.clientWidth || el.scrollHeight > el.clientHeight).map((el) => el.id)"""
Boxes = dict[str, list[tuple[str, list[int]]]]


@pytest.fixture
def drawn(
    page: Page, bank: Course, fixed: Course, tmp_path: Path
) -> tuple[Page, list[str]]:
    """The page, and the names of the widgets on it."""
    bare = '<!doctype html><html lang="en"><body class="certlab"><main></main></body>'
    page.route(f"{HOST}/**", serve)
    page.route(
        f"{HOST}/", lambda route: route.fulfill(body=bare, content_type="text/html")
    )
    page.goto(f"{HOST}/")
    shown = showcase(bank, fixed, tmp_path)
    wires = {name: Wire() for name in shown}

    def hear(name: str, content: dict[str, Any]) -> str:
        shown[name]._handle_custom_msg(content, [])
        return json.dumps([one["content"] for one in wires[name].take()])

    page.expose_function("toPython", hear)
    for name, widget in shown.items():
        state = {k: v for k, v in widget.get_state().items() if not k.startswith("_")}
        entry = ENTRIES[type(widget).__name__]
        widget.comm = wires[name]
        page.evaluate(MOUNT, [name, entry, _plain(state), str(widget._css)])
        page.wait_for_selector(f"#{name} .cl-frame")
    page.locator("#report .cl-mocks button").first.click()
    page.locator("#report .cl-big").wait_for()
    page.locator("#start .cl-today").wait_for()
    page.locator("#exam [data-key=map]").click()
    page.wait_for_selector("#exam .cl-map")
    page.evaluate(SUMMARY)
    page.evaluate(SHEET, style("../../day/static/summary.css"))
    return page, [*shown, "summary"]


def _plain(state: dict[str, Any]) -> dict[str, Any]:
    kinds = (str, int, float, list, dict)
    return {name: value for name, value in state.items() if isinstance(value, kinds)}


@pytest.fixture(params=[1280, 390])
def width(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def test_each_widget_is_what_it_is_alone(
    drawn: tuple[Page, list[str]], width: int
) -> None:
    page, names = drawn
    page.set_viewport_size({"width": width, "height": 900})
    alone: Boxes = {}
    for name in names:
        page.evaluate(LEAVE, [name])
        alone[name] = page.evaluate(BOXES, name)
        assert page.evaluate(HANGING) == []
    page.evaluate(LEAVE, names)
    assert _words_on_words(page) == []
    for _ in range(2):  # the sheet of the first widget is the first, then the last
        for name in names:
            together = page.evaluate(BOXES, name)
            moved = [
                pair
                for pair in zip(alone[name], together, strict=True)
                if pair[0] != pair[1]
            ]
            assert moved == [], name
        page.evaluate(TURN_SHEETS)
    _holds_its_parts(page)


def _words_on_words(page: Page) -> list[str]:
    """Labels of a scale that stand on one another."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".cl-scale svg")].flatMap((svg) => {
          const seen = [...svg.querySelectorAll("text")]
            .map((one) => ({ says: one.textContent, ...one.getBoundingClientRect().toJSON() }))
            .filter((one) => one.width);
          return seen.slice(1).flatMap((one, n) => (one.left < seen[n].right + 2 ? [`${seen[n].says} ${one.says}`] : []));
        })"""
    )
    return found


def _holds_its_parts(page: Page) -> None:
    """What some of the shapes mean, which is not to rest on what they are alone."""

    def boxes(css: str) -> list[dict[str, float]]:
        found: list[dict[str, float]] = page.evaluate(
            "(css) => [...document.querySelectorAll(css)].map((one) => one.getBoundingClientRect().toJSON())",
            css,
        )
        return found

    columns = boxes("[data-section='0'] .cl-numbers:first-child > span")
    lane = boxes("[data-section='0'] .cl-where")[0]
    assert len(columns) == 8
    assert len({round(one["width"]) for one in columns}) == 1
    assert columns[0]["left"] == pytest.approx(lane["left"], abs=1)
    assert columns[-1]["right"] == pytest.approx(lane["right"], abs=1)
    for widget, below in (("exam", ".cl-legend"), ("report", ".cl-facts")):
        lowest = max(one["bottom"] for one in boxes(f"#{widget} .cl-map .cl-cell"))
        assert lowest <= boxes(f"#{widget} {below}")[0]["top"], widget
