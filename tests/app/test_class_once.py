"""In JupyterLab one strip of the class shows, whichever of its two pages is there first."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, FrameLocator, Page, Route, expect

from certlab.servers.jupyterlab import _EXTENSIONS
from tests.app.conftest import Command, Served
from tests.app.test_class import received

EXTENSION = _EXTENSIONS / "certlab" / "static"
# JupyterLab in small: a shell, a tab for the app, and how often the eye sees a strip.
OUTER = """<!doctype html><title>JupyterLab</title><body><main id="main"></main>
<script type="module">
  const strips = () =>
    [document, document.querySelector("iframe")?.contentDocument].filter((one) => {
      const strip = one?.querySelector(".cl-strip");
      return strip && !strip.hidden;
    }).length;
  window.seen = [];
  const look = () => {
    const now = strips();
    if (window.seen.at(-1) !== now) window.seen.push(now);
    requestAnimationFrame(look);
  };
  look();
  window.openApp = () => {
    const frame = Object.assign(document.createElement("iframe"), { title: "certlab" });
    frame.style.cssText = "width: 100%; height: 500px";
    frame.src = "certlab/~word/"; // as app_tab.js opens it
    document.getElementById("main").append(frame);
  };
  window.openStrip = async () => {
    const { addClass } = await import("./extension/class_strip.js");
    const commands = { execute: async (id, sent) => { window.executed = { id, ...sent }; } };
    const app = { shell: { node: document.getElementById("main") }, commands };
    await addClass(app, { root: new URL("certlab/", location.href).pathname, read() {} });
  };
  window.ready = true;
</script>"""


@pytest.fixture
def lab(learner: BrowserContext, below: Served, stub: Command) -> Page:
    """A window as fresh as a learner's first, with nothing in it yet; they have joined."""

    def unframed(route: Route) -> None:
        """Only JupyterLab's own page may frame the app, and this one stands for it."""
        if route.request.resource_type != "document":
            route.fallback()
            return
        answer = route.fetch()
        headers = {
            k: v for k, v in answer.headers.items() if k != "content-security-policy"
        }
        route.fulfill(response=answer, headers=headers)

    def extension(route: Route) -> None:
        route.fulfill(path=EXTENSION / Path(route.request.url).name)

    stub(joined=True, nickname="Ada")
    stub("poll", item="cuda-warp-size")
    learner.route(f"{below.root}/certlab/**", unframed)
    learner.route(f"{below.root}/extension/*", extension)
    learner.route(
        f"{below.root}/outer",
        lambda route: route.fulfill(body=OUTER, content_type="text/html"),
    )
    page = learner.new_page()
    page.goto(f"{below.root}/outer")
    page.wait_for_function("window.ready")
    return page


def app(page: Page) -> FrameLocator:
    return page.frame_locator("iframe[title=certlab]")


def once(page: Page, stub: Command) -> None:
    """JupyterLab's strip shows with its poll, the app's does not, and never did both."""
    poll = page.get_by_role("region", name="Poll of the class")
    expect(poll).to_be_visible()
    expect(app(page).get_by_text("Joined as Ada")).to_be_visible()
    expect(app(page).locator("#cl-class")).to_be_attached()
    expect(app(page).locator("#cl-class")).to_be_hidden()
    poll.get_by_role("radio").first.check()
    poll.get_by_role("button", name="Vote").click()
    expect(poll).to_contain_text("Your vote counts.")
    assert max(page.evaluate("window.seen")) == 1
    assert [path for path, _ in received(stub)].count("vote") == 1
    assert stub("streams") == {"open": 1}  # for both


def test_the_app_is_there_first(lab: Page, stub: Command) -> None:
    lab.evaluate("window.openApp()")
    expect(app(lab).get_by_role("region", name="Poll of the class")).to_be_visible()
    lab.evaluate("window.openStrip()")
    once(lab, stub)


def test_jupyterlabs_strip_is_there_first(lab: Page, stub: Command) -> None:
    lab.evaluate("window.openStrip()")
    expect(lab.get_by_role("region", name="Poll of the class")).to_be_visible()
    lab.evaluate("window.openApp()")
    once(lab, stub)


def test_both_come_at_once(lab: Page, stub: Command) -> None:
    lab.evaluate("() => { window.openApp(); window.openStrip(); }")
    once(lab, stub)


def test_the_gate_opens_the_step_and_names_none_that_says_what_came_out(
    lab: Page, stub: Command
) -> None:
    lab.evaluate("window.openStrip()")
    gate = {"lab": "mig/10_slices", "step": "Seven it is"}
    stub("gate", **gate, text="")
    strip = lab.locator(".cl-strip")
    strip.get_by_role("link", name="Go on to Seven it is of Slices").click()
    assert lab.evaluate("window.executed") == {
        "id": "certlab:open-at",
        "path": "labs/mig/10_slices.ipynb",
        "heading": gate["step"],
    }
    stub("gate", **gate, text="", tells=True)
    expect(strip.get_by_role("link", name="Go on in Slices")).to_be_visible()
    expect(strip).not_to_contain_text("Seven")
