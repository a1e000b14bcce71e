"""What a browser that was never here asks for until its first answer is judged."""

import gzip
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.site.conftest import Visit


def test_a_first_question_takes_few_requests_and_little(
    site: Path, visit: Callable[..., Visit]
) -> None:
    """Over HTTP/1.1, with gzip; the page's own text is among it."""
    one = visit()
    # No time passes: the rest of the set is asked for while the question is read.
    one.page.clock.install(time=0)
    one.page.clock.pause_at(1)
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url))
    one.open("modules/mig.html")
    item = one.page.locator("[data-certlab='quiz'] .cl-item")
    item.locator(".cl-choice").first.click()
    item.get_by_role("button", name="Check answer").click()
    expect(item.locator(".cl-verdict")).to_be_visible()
    one.page.wait_for_load_state("networkidle")  # and what is fetched ahead meanwhile
    paths = [site / url.removeprefix(one.root).partition("?")[0] for url in asked]
    sizes = {path: len(gzip.compress(path.read_bytes(), 6)) for path in paths}
    assert len(paths) <= 12, paths
    assert sum(sizes.values()) <= 120_000, sum(sizes.values())
