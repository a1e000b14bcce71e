"""A course that somebody edits: what was kept of the build before gives the bytes of a new one."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from certlab import cache_folder
from certlab.app.pages import page_cache
from certlab.app.pages.earlier_results import EarlierResults
from tests.conftest import SMALL

LARGE = """+++
title = "A large module"
short = "Large"
objectives = ["nca-test.1.1"]
minutes = 5
sources = ["guide"]
+++

## Blocks

A block has several warps of {fact:warp.threads} threads; see [warps](module:small#warps).
The grid is next.

> **Trap** A block is no warp.
"""
LAST = LARGE.replace("large", "last").replace("Large", "Last")
TERM = """
[[term]]
id = "{name}"
term = "{name}"
section = "warps"
text = "What the word {name} means."
sources = ["guide"]
"""
FILES = {
    **SMALL,
    "content/modules/large.md": LARGE,
    "content/modules/last.md": LAST.replace("## Blocks", "## Clusters"),
    "content/glossary/small.toml": TERM.format(name="block"),
}


@dataclass
class Course:
    """A course on disk, and the pages of its last build."""

    root: Path
    pages: Path

    def change(self, file: str, old: str, new: str) -> None:
        """Put other words into a file."""
        path = self.root / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    def built_as_anew(self, anew: Path) -> dict[str, str]:
        """The pages after an edit that have changed; all are as a build of its own has them."""
        before = _bytes(self.pages)
        self.pages = page_cache.build(self.root)
        page_cache.write(self.root, anew)
        now = _bytes(self.pages)
        assert now == _bytes(anew)
        return {
            name: data.decode()
            for name, data in now.items()
            if name.endswith(".html") and before.get(name) != data
        }


def _bytes(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Course]:
    """Built once; each test edits what the one before has left."""
    folder = tmp_path_factory.mktemp("edited")
    root = folder / "course"
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (root / "labs").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(cache_folder.VARIABLE, str(folder / "cache"))
        yield Course(root, page_cache.build(root))


def test_an_edited_sentence_changes_its_page(course: Course, tmp_path: Path) -> None:
    course.change("content/modules/large.md", "The grid", "What comes then: the grid")
    changed = course.built_as_anew(tmp_path / "anew")
    assert "What comes then" in changed["modules/large.html"]
    assert "modules/small.html" not in changed
    assert "questions/large.html" not in changed


def test_an_edited_question_changes_no_page_of_another_module(
    course: Course, tmp_path: Path
) -> None:
    """Though the folder with the questions has another name, which every page says."""
    before = next((course.pages / "_static").glob("certlab-*")).name
    course.change("quizzes/small.toml", "Rounded down.", "It was rounded down.")
    changed = course.built_as_anew(tmp_path / "anew")
    after = next((course.pages / "_static").glob("certlab-*")).name
    assert after != before
    assert f"{after}/app" in changed["modules/large.html"]


def test_a_heading_that_is_written_otherwise_is_so_where_it_is_named(
    course: Course, tmp_path: Path
) -> None:
    """By the questions about it, though their file stays as it is."""
    course.change("content/modules/small.md", "## Warps", "## WARPS")
    course.built_as_anew(tmp_path / "anew")
    (bank,) = course.pages.glob("_static/certlab-*/banks/small.json")
    assert '"title":"WARPS"' in bank.read_text("utf-8")


def test_a_renamed_heading_changes_what_links_to_it(
    course: Course, tmp_path: Path
) -> None:
    course.change("content/modules/small.md", "## WARPS", "## Warps of threads")
    for file in ("quizzes/small.toml", "content/glossary/small.toml"):
        course.change(file, '"warps"', '"warps-of-threads"')
    for file in ("content/modules/large.md", "content/modules/last.md"):
        course.change(file, "small#warps", "small#warps-of-threads")
    changed = course.built_as_anew(tmp_path / "anew")
    assert 'id="warps-of-threads"' in changed["modules/small.html"]
    for page in ("modules/large.html", "glossary.html"):
        assert "small.html#warps-of-threads" in changed[page]


def test_a_new_term_is_said_on_the_pages_of_other_modules(
    course: Course, tmp_path: Path
) -> None:
    path = course.root / "content/glossary/large.toml"
    path.write_text(TERM.format(name="grid").replace("warps", "blocks"), "utf-8")
    changed = course.built_as_anew(tmp_path / "anew")
    assert "What the word grid means." in changed["glossary.html"]
    assert "What the word grid means." in changed["modules/last.html"]


def test_a_changed_fact_changes_all_pages_that_show_it(
    course: Course, tmp_path: Path
) -> None:
    course.change("content/facts/small.toml", "value = 32", "value = 40")
    changed = course.built_as_anew(tmp_path / "anew")
    shown = ("modules/small", "modules/large", "questions/small", "facts/small")
    for page in shown:
        assert "40 threads" in changed[f"{page}.html"]


def test_a_page_that_is_gone_is_gone_from_all_lists(
    course: Course, tmp_path: Path
) -> None:
    (course.root / "content/modules/last.md").unlink()
    changed = course.built_as_anew(tmp_path / "anew")
    assert not (course.pages / "modules/last.html").exists()
    assert "modules/last.html" not in changed["library.html"]


def test_results_that_are_damaged_or_of_another_certlab_are_made_anew(
    tmp_path: Path,
) -> None:
    path = tmp_path / "results"

    def taken(by: str) -> str:
        results = EarlierResults(path, by)
        found = results("key", lambda: f"made by {by}")
        results.write()
        return found

    assert taken("one") == "made by one"
    assert taken("two") == "made by two"
    assert EarlierResults(path, "two")("key", lambda: "made again") == "made by two"
    for damaged in (path.read_bytes()[:-1] + b"?", b"", b"no results"):
        path.write_bytes(damaged)
        assert EarlierResults(path, "two")("key", lambda: "anew") == "anew"


def test_what_nobody_asks_for_any_more_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "results"
    first = EarlierResults(path, "me")
    assert [first(key, lambda: "once") for key in ("a", "b")] == ["once"] * 2
    first.write()
    second = EarlierResults(path, "me")
    assert second("a", lambda: "twice") == "once"
    second.write()
    assert EarlierResults(path, "me")("b", lambda: "twice") == "twice"
