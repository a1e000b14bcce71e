"""CONTRIBUTING is short and leads on, and what the pages for authors name is there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from certlab.app.esm import SOURCE
from tests.project.test_authoring import EXAMPLE, MADE
from tests.project.test_texts import GUIDE

ROOT = Path(__file__).parents[2]
AUTHORING = ROOT / "docs" / "authoring"
# A path of ours in code: its first folder is one of the checkout or of the package.
PATH = re.compile(r"[\w.-]+(?:/[\w.*-]+)+/?|[\w.-]+/")
# What a run makes, such as build/, is there only after it.
MADE_BY_RUNS = {
    line.strip("/") for line in (ROOT / ".gitignore").read_text("utf-8").splitlines()
}
TOP = {path.name for folder in (ROOT, SOURCE) for path in folder.iterdir()}
TOP -= MADE_BY_RUNS
SPAN = re.compile(r"`([^`\n]+)`")


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def paths(text: str) -> Iterator[str]:
    """What a text names in code, but for the files of its own examples."""
    made = {file for file, _, _ in EXAMPLE.findall(text)}
    for span in SPAN.findall(
        re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    ):
        for word in span.split():
            one = word.rpartition("=")[2].rstrip(",;")
            if PATH.fullmatch(one) and one.partition("/")[0] in TOP and one not in made:
                yield one


def is_there(path: str, beside: Path) -> bool:
    """From the checkout, the package or the text; `app/store` is what stands in app/static."""
    folder, _, rest = path.rstrip("/").partition("/")
    scripts = SOURCE / folder / "static" / rest
    found = [
        one for root in (ROOT, SOURCE, beside) for one in root.glob(path.rstrip("/"))
    ]
    found += [scripts] if scripts.exists() else []
    return any(one.is_dir() for one in found) if path.endswith("/") else bool(found)


@pytest.mark.parametrize(
    "name", [one for one in (*GUIDE, "CONTRIBUTING.md") if Path(one).name not in MADE]
)
def test_each_path_that_a_text_names_is_there(name: str) -> None:
    beside = (ROOT / name).parent
    assert [one for one in paths(read(name)) if not is_there(one, beside)] == []


def test_contributing_is_read_in_three_minutes() -> None:
    assert len(read("CONTRIBUTING.md").encode()) <= 4_500


def test_a_wrong_fact_comes_first_and_takes_three_lines() -> None:
    first = read("CONTRIBUTING.md").split("\n## ")[1]
    assert "content/facts/" in first
    assert len(re.findall(r"^\d\. ", first, re.MULTILINE)) == 3


def test_contributing_leads_to_every_page_for_authors() -> None:
    index = (AUTHORING / "README.md").read_text("utf-8")
    assert "(docs/authoring/README.md)" in read("CONTRIBUTING.md")
    listed = set(re.findall(r"\(([\w-]+\.md)\)", index))
    there = {path.name for path in AUTHORING.glob("*.md")} - {"README.md"}
    assert there <= listed, "add a row to docs/authoring/README.md"
