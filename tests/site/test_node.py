"""The machine on the site, played by the browser's own Python."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from certlab.labs.operations.node import view
from tests.site.conftest import Visit

GAME = "off-the-bus"


def test_python_in_the_browser_prints_what_ours_prints(
    visit: Callable[..., Visit],
) -> None:
    """Nothing is asked of another host, and no policy is broken: the visit sees to it."""
    seen = visit()
    seen.open(f"node.html?node={GAME}&seed=2")
    page = seen.page
    expect(page.locator(".cl-recording .cl-turn")).to_have_count(1)
    page.get_by_role("button", name="Start the machine").click()
    expect(page.locator(".cl-prompt .cl-shell")).to_have_text("root@head:~#")
    expect(page.get_by_label("Command line")).to_be_focused()
    lines = ["ssh node-a", "nvidia-smi -L", "help"]
    for line in lines:
        page.get_by_label("Command line").fill(line)
        page.keyboard.press("Enter")
    for n, text in enumerate(page.locator(".cl-turn").all()[1:], 2):
        asked = {"scenario": GAME, "seed": 2, "lines": lines[:n]}
        expect(text.locator("pre")).to_have_text(
            str(view.reply(asked)["text"]), use_inner_text=True
        )
    page.get_by_label("Command line").fill("diagn")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Command line")).to_have_value("diagnose ")


def test_the_library_and_its_module_lead_to_it(site: Path) -> None:
    assert 'href="node.html"' in (site / "library.html").read_text("utf-8")
    module = (site / "modules" / "operations.html").read_text("utf-8")
    assert 'href="../node.html"' in module
