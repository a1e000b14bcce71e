"""Pages in the cache: built anew where the course has changed, and only there."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from certlab import cache_folder
from certlab.app.pages import edition, in_use, page_cache
from certlab.errors import SiteError
from tests.conftest import SMALL

PAGE = "content/modules/small.md"
CHINESE = """+++
title = "一個小模組"
of = "000000000000"
+++

## 線程束

一個線程束有 {fact:warp.threads}。
"""


@dataclass
class Course:
    """A small course on disk, and what its builds have said.

    Attributes:
        early: pages that were there before the others, in the first build.
    """

    root: Path
    said: list[str] = field(default_factory=list)
    early: set[str] = field(default_factory=set)

    def build(self) -> Path:
        """Its pages, after `said` was emptied."""
        self.said.clear()
        return page_cache.build(self.root)

    @property
    def page(self) -> str:
        """The source of its page."""
        return (self.root / PAGE).read_text("utf-8")

    def write(self, text: str) -> None:
        """Another source of its page."""
        (self.root / PAGE).write_text(text, "utf-8")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Course]:
    """Built once; each test builds on what the one before has left."""
    folder = tmp_path_factory.mktemp("built")
    made = Course(folder / "course")
    pages = {**SMALL, "content/translations/zh_TW/modules/small.md": CHINESE}
    for name, text in pages.items():
        path = made.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (made.root / "labs").mkdir()

    def note(_path: Path, progress: str) -> None:
        made.said.append(progress)
        made.early |= {
            path.relative_to(early).as_posix() for path in early.rglob("*.html")
        }

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(cache_folder.VARIABLE, str(folder / "cache"))
        early = edition.first(made.root, edition.edition(made.root))
        early.parent.mkdir(parents=True)
        (early.parent / page_cache.ASKED).write_text("modules/small.md", "utf-8")
        patch.setattr(page_cache, "_write_progress", note)
        made.build()
        yield made


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_page_that_is_asked_for_and_the_front_page_are_there_first(
    course: Course,
) -> None:
    assert course.early >= {"index.html", "modules/small.html"}
    assert "progress.html" not in course.early
    (first,) = edition.home(course.root).glob("first-*")
    assert (first / "modules" / "small.html").is_file()  # it may be open still


def test_of_an_edited_page_only_that_page_is_read_and_written(course: Course) -> None:
    """And its translation, which has its anchors."""
    course.write(course.page + "\nA new sentence.\n")
    pages = course.build()
    assert course.said == [
        f"{done} of 2 pages {what}" for what in ("read", "written") for done in (1, 2)
    ]
    assert not list(edition.home(course.root).glob("first-*"))
    text = (pages / "modules" / "small.html").read_text("utf-8")
    assert "A new sentence." in text
    assert text.count('data-home="workspace"') == 1


def test_what_was_kept_gives_the_bytes_of_a_new_build(
    course: Course, tmp_path: Path
) -> None:
    """Where anchors, the frame of each page and the list of pages change."""
    course.write(course.page.replace("## Warps", "## Warps of threads"))
    bank = course.root / "quizzes" / "small.toml"
    text = bank.read_text("utf-8")
    bank.write_text(text.replace('section = "warps"', 'section = "warps-of-threads"'))
    facts = course.root / "content" / "facts" / "small.toml"
    facts.rename(facts.with_name("other.toml"))
    pages = course.build()
    page_cache.write(course.root, tmp_path / "anew")
    assert bytes_of(pages) == bytes_of(tmp_path / "anew")
    text = (pages / "zh_TW" / "modules" / "small.html").read_text("utf-8")
    assert 'id="warps-of-threads"' in text
    assert len(edition.newest(course.root)) == 2  # the one before may be open still


def test_a_build_that_fails_leaves_the_older_pages(course: Course) -> None:
    older, text = course.build(), course.page
    course.write(text + "\n```nonsense\nx\n```\n")
    with pytest.raises(SiteError, match=r"modules/small\.md:"):
        course.build()
    assert edition.newest(course.root)[0] == older
    with pytest.raises(SiteError, match="nonsense"):
        course.build()  # also where Sphinx has read it before
    course.write(text)
    assert course.build() == older


def test_what_nobody_changed_is_not_built(course: Course) -> None:
    pages = course.build()
    os.utime(course.root / PAGE)
    assert course.build() == pages
    assert course.said == []


def test_pages_in_the_wheel_are_taken_while_the_course_is_as_it_was(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = course.build()
    monkeypatch.setattr(edition, "CARRIED", tmp_path / "_pages")
    shutil.copytree(pages, tmp_path / "_pages" / pages.name)
    monkeypatch.setenv(cache_folder.VARIABLE, str(tmp_path / "empty"))
    assert course.build() == tmp_path / "_pages" / pages.name
    course.write(course.page + "\n")
    assert edition.find(course.root, edition.edition(course.root)) is None


def made(home: Path, name: str) -> Path:
    """A folder of whole pages that stands for those of an edition."""
    folder = home / name
    folder.mkdir(parents=True)
    (folder / edition.DONE).touch()
    return folder


def installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Path, Path, Path]:
    """A course as a wheel brings it: its folder, its home in the cache, its pages there."""
    root = tmp_path / "_course"
    monkeypatch.setattr(edition, "OURS", root)
    monkeypatch.setenv(cache_folder.VARIABLE, str(tmp_path / "cache"))
    home = edition.home(root)
    made(home, "former")
    return root, home, made(home, edition.edition(root))


def test_of_an_installed_course_nothing_is_kept_for_an_edit(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course.build()
    kept = edition.home(course.root) / "kept"
    assert kept.is_dir()  # this one is edited
    monkeypatch.setenv(cache_folder.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(edition, "OURS", course.root)
    pages = course.build()
    folders = {one for one in pages.parent.iterdir() if one.is_dir()}
    first = edition.first(course.root, pages.name)
    assert folders == {pages, first}
    script = next((pages / "_static").glob("certlab-*/**/*.js")).relative_to(pages)
    assert (pages / script).samefile(first / script)  # it takes no room of its own


def test_former_editions_of_an_installed_course_are_cleaned_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, home, today = installed(tmp_path, monkeypatch)
    (home / "kept" / "doctrees").mkdir(parents=True)
    page_cache.clean(root)
    assert [one for one in home.iterdir() if one.is_dir()] == [today]
    shutil.rmtree(today)
    former = made(home, "former")
    page_cache.clean(root)
    assert former.is_dir()  # it is shown until those of today are built


def test_pages_that_a_running_server_shows_are_not_cleaned_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, home, _ = installed(tmp_path, monkeypatch)
    other = made(home.parent / "of-another-course", "former")
    servers = [in_use.hold(one) for one in (home, other.parent)]
    os.utime(other.parent, (0, 0))
    page_cache.clean(root)
    assert (home / "former").is_dir()
    for one in servers:
        os.close(one)
    page_cache.clean(root)
    assert not (home / "former").exists()
    assert not other.parent.exists()
