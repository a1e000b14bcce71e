"""How soon an instructor sees a whole class: a heat map of 200 learners by 150 columns.

    python -m benchmarks heat-map [--runs 6]

From the moment that the last byte of the map has come to the frame that shows the table, in a
Chromium with an empty profile for each run. The class is the gallery's stand-in, so no
database is in the figure.
"""

import json
import tempfile
from pathlib import Path
from urllib.request import Request, urlopen

from playwright.sync_api import sync_playwright

from benchmarks.site.site_against_stock import cold
from benchmarks.speed.rows import Row
from certlab.app.pages import page_cache
from certlab.compute.interval import of_median
from certlab.course import location
from tools.gallery.classes import below_a_class

LEARNERS, COLUMNS = 200, 150
GOAL = 2_000  # milliseconds
_PATIENCE = 120.0  # seconds, to end a hang
# A page's policy forbids to evaluate texts later on, so this is there from the start.
_SEEN = """new MutationObserver((_, watch) => {
  if (!document.querySelector(".cl-heat-table")) return;
  watch.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const [map] = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/map?"));
    document.documentElement.dataset.took = performance.now() - map.responseEnd;
    document.documentElement.dataset.cells = document.querySelectorAll(".cl-heat-table td").length;
  }));
}).observe(document, { childList: true, subtree: true });"""


def measure(runs: int) -> list[Row]:
    """Median of `runs` openings."""
    page_cache.build(location.find())
    took = []
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        below_a_class(Path(folder), _PATIENCE) as address,
    ):
        _fill(address)
        for _ in range(runs):
            with cold(playwright) as page:
                page.set_default_timeout(1000 * _PATIENCE)
                page.add_init_script(_SEEN)
                page.goto(address.replace("/?", "/class.html?"))
                shown = page.locator("html[data-took]")
                shown.wait_for()
                assert shown.get_attribute("data-cells") == str(LEARNERS * COLUMNS)
                took.append(float(shown.get_attribute("data-took") or "nan"))
    what = f"the heat map of {LEARNERS} learners by {COLUMNS} columns, once its data is there"
    return [Row(what, "", of_median(took), "ms", GOAL)]


def _fill(address: str) -> None:
    root, token = address.split("?token=")
    sent = {"instructor": True, "lively": LEARNERS, "columns": COLUMNS}
    request = Request(
        f"{root}api/class/stub",
        data=json.dumps(sent).encode(),
        headers={"Authorization": f"token {token}"},
    )
    urlopen(request).close()
