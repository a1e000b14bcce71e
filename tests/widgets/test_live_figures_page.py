"""Every live figure of the course in Chromium: it draws, its controls move it, axe finds nothing."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from certlab.app import page_widgets
from certlab.app.esm import SOURCE
from certlab.course.figures import Figure
from tests.axe import violations
from tests.real_course import whole

HOST = "http://live.test"
LIVE = {one.id: one for one in whole().figures.values() if one.live[0]}
KINDS = {".js": "text/javascript", ".css": "text/css"}
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Figure</title>
<link rel="stylesheet" href="/app/static/theme/theme.css">
<link rel="stylesheet" href="/app/static/theme/widgets.css">
<body class="certlab"><main><h1>Figure</h1><div id="one" class="certlab"></div></main>
<script type="module">
const folder = new URL("/%s", location.href);
const { SHEETS, mount } = await import(new URL("page.js", folder).href);
for (const name of SHEETS) {
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href: new URL(name, folder).href });
  await new Promise((done) => { link.onload = done; document.head.append(link); });
}
const read = async (name) => (await fetch(`/data/${name}`)).json();
await mount(document.getElementById("one"), %s, read);
document.documentElement.dataset.ready = "";
</script></body></html>"""


@pytest.fixture(scope="module")
def stored() -> dict[str, Any]:
    """What the widgets read beside."""
    return page_widgets.files(whole())


@pytest.fixture
def page(chromium: Browser, stored: dict[str, Any]) -> Iterator[Page]:
    """A page of a phone's width on which nothing goes wrong."""
    made = chromium.new_page(viewport={"width": 390, "height": 800})
    errors: list[str] = []
    made.on("pageerror", lambda error: errors.append(str(error)))

    def data(route: Route) -> None:
        name = route.request.url.removeprefix(f"{HOST}/data/")
        route.fulfill(body=json.dumps(stored[name]), content_type="application/json")

    def file(route: Route) -> None:
        path = SOURCE / route.request.url.removeprefix(f"{HOST}/")
        route.fulfill(path=path, content_type=KINDS[path.suffix])

    made.route(f"{HOST}/**", file)
    made.route(f"{HOST}/data/*", data)
    yield made
    made.close()
    assert errors == []


def show(page: Page, figure: Figure) -> None:
    """Mount the widget of a figure, and wait until it is there."""
    begin = json.dumps(page_widgets.beginning(whole(), figure.live, figure.file))
    text = PAGE % (page_widgets.folder(figure.live[0]), begin)
    page.route(
        f"{HOST}/", lambda route: route.fulfill(body=text, content_type="text/html")
    )
    page.goto(f"{HOST}/")
    page.wait_for_selector("html[data-ready]", state="attached")


@pytest.mark.parametrize("id", LIVE)
def test_a_live_figure_is_drawn_and_moves_by_keys(page: Page, id: str) -> None:
    show(page, LIVE[id])
    fits_a_phone(page)
    says_what_sliders_do(page)


def fits_a_phone(page: Page) -> None:
    assert page.locator("#one [role=status]").count() >= 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []
    drawn = page.locator("#one svg").evaluate_all(
        "all => all.map((one) => one.outerHTML)"
    )
    assert not [one for one in drawn if "NaN" in one or "undefined" in one]


def says_what_sliders_do(page: Page) -> None:
    sliders = page.locator("#one .cl-live .cl-controls [type=range]")
    status = page.locator("#one [role=status]")
    said = {status.inner_text()}
    for slider in sliders.all():
        slider.focus()
        ends = []
        for key in ("Home", "End"):
            page.keyboard.press(key)
            ends.append(slider.get_attribute("aria-valuetext"))
            said.add(status.inner_text())
        fixed = slider.get_attribute("max") == slider.get_attribute("min")
        assert fixed or ends[0] != ends[1]
        expect(slider).to_be_focused()
    assert sliders.count() == 0 or len(said) > 1
