"""tools/release: the files of a release, made of a small course; what must not be published."""

import hashlib
import shutil
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.study.session import serves
from tests.conftest import FIXED
from tools.release import __main__ as command
from tools.release import parts
from tools.release.notes import Release, read, refusal, section

ADDRESS = "https://github.com/Example/lab"
LOG = """# What is new

## Unreleased

- Soon.

## 1.2.3, 2026-12-01

Words, and [a page](docs/a.md), [a site](https://example.org), [a place](#below).

### Below

- More.

## 1.2

- Old.
"""
PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "certlab"
version = "1.2.3"
requires-python = ">=3.11"
[tool.hatch.build.targets.wheel.force-include]
"content" = "certlab/content"
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A project with the small course, which says where it is published."""
    root = tmp_path / "checkout"
    shutil.copytree(FIXED, root)
    (root / "content/course.toml").write_text(f'repository = "{ADDRESS}"', "utf-8")
    (root / "pyproject.toml").write_text(PROJECT, "utf-8")
    (root / "CHANGELOG.md").write_text(LOG, "utf-8")
    return root


def write_site(course: Course, to: Path) -> None:
    to.mkdir()
    (to / "index.html").write_text(str(len(course.items)), "utf-8")


@pytest.fixture
def made(checkout: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "release"
    command.make(read(checkout), checkout, folder, write_site)
    return folder


def test_half_a_release_does_not_stay(checkout: Path, tmp_path: Path) -> None:
    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    folder = tmp_path / "release"
    with pytest.raises(OSError, match="No space"):
        command.make(read(checkout), checkout, folder, no_room)
    assert not folder.exists()


def test_it_holds_packages_the_site_anki_and_their_sums(
    made: Path, fixed: Course
) -> None:
    files = {file.name: file for file in (made / "files").iterdir()}
    decks = {name for name in files if name.endswith(".apkg")}
    assert files.keys() - decks == {
        "certlab-1.2.3-py3-none-any.whl",
        "certlab-1.2.3.tar.gz",
        "certlab-site-1.2.3.zip",
        "SHA256SUMS",
    }
    assert decks <= {f"certlab-{code}-1.2.3.apkg" for code in fixed.certifications}
    site = zipfile.ZipFile(files["certlab-site-1.2.3.zip"])
    assert site.read("certlab-site-1.2.3/index.html") == b"%d" % len(fixed.items)
    sums = files.pop("SHA256SUMS").read_text("utf-8").splitlines()
    assert sums == [
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {name}"
        for name, file in sorted(files.items())
    ]
    notes = (made / "notes.md").read_text("utf-8")
    assert notes.startswith("Words, and")
    assert notes.endswith("- More.\n")
    assert f"[a page]({ADDRESS}/blob/v1.2.3/docs/a.md)" in notes
    assert "[a site](https://example.org), [a place](#below)" in notes


def test_an_exam_has_a_package_where_something_is_asked(
    fixed: Course, tmp_path: Path
) -> None:
    one, *others = fixed.certifications
    items = {
        id: item
        for id, item in fixed.items.items()
        if serves(item, one) and not any(serves(item, other) for other in others)
    }
    parts.anki(replace(fixed, items=items), tmp_path, "1.2.3", 0)
    (file,) = tmp_path.iterdir()
    assert file.name == f"certlab-{one}-1.2.3.apkg"
    assert set(zipfile.ZipFile(file).namelist()) == {"collection.anki2", "media"}


@pytest.mark.parametrize(
    ("version", "heading", "begins"),
    [
        ("1.2.3", "2026-12-01", "Words"),
        ("1.2", "", "- Old."),
        ("1", "", ""),
        ("1.2.30", "", ""),
    ],
)
def test_a_version_has_its_own_part_of_the_log(
    version: str, heading: str, begins: str
) -> None:
    found = section(LOG, version)
    assert found[0] == heading
    assert found[1].startswith(begins)
    assert bool(found[1]) == bool(begins)


def test_what_a_tag_does_not_say_is_not_published(checkout: Path) -> None:
    release = read(checkout)
    assert refusal(release, "v1.2.3") == ""
    assert "the tag is v1.2.4" in refusal(release, "v1.2.4")
    assert "the tag is 1.2.3" in refusal(release, "1.2.3")
    assert "has no day" in refusal(replace(release, heading="not yet tagged"), "v1.2.3")
    assert "has no day" in refusal(Release("2", "", "", None), "v2")
    assert "repository is empty" in refusal(replace(release, repository=None), "v1.2.3")


def test_a_refusal_is_a_sentence_and_makes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "release"
    assert command.main([str(folder), "--tag", "no-version"]) == 1
    assert capsys.readouterr().err.startswith("certlab: the tag is no-version")
    assert not folder.exists()
    folder.mkdir()
    assert command.main([str(folder)]) == 1
    assert "is there already" in capsys.readouterr().err
    assert not any(folder.iterdir())
