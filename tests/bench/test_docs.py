"""docs/bench.md is a report of the claims that are there now, and says of which machine."""

import re
from pathlib import Path

from certlab.course import Course

ROOT = Path(__file__).parents[2]


def test_the_page_has_a_row_for_every_claim(whole: Course) -> None:
    text = (ROOT / "docs/bench.md").read_text("utf-8")
    rows = re.findall(r"^\| ([a-z0-9-]+) \| (?:up to )?[\d.]+x ", text, re.MULTILINE)
    assert rows == list(whole.speedups), "run certlab bench --report docs --replace"
    claimed = {id: row.claimed for id, row in whole.speedups.items()}
    assert all(f"| {id} | {words} |" in text for id, words in claimed.items())


def test_the_page_says_on_what_and_how_it_was_measured() -> None:
    text = (ROOT / "docs/bench.md").read_text("utf-8")
    assert "By `certlab bench" in text
    for name in ("date", "command", "certlab", "cpu", "gpu", "numpy", "torch"):
        assert re.search(rf"^\| {name} \| \S", text, re.MULTILINE), name
    assert (ROOT / "docs/bench.svg").exists()
