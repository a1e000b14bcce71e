"""tools/address: the address stands once, and every file that says it follows."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest
from hatchling.metadata.core import ProjectMetadata

from certlab.course.settings import FILE
from tools.address.__main__ import repository_of
from tools.address.places import PLACES, Place, between, written
from tools.address.repository import Repository

ROOT = Path(__file__).parents[2]
EXAMPLE = Repository("https://github.com/Example/lab", "mailto:me@example.org", "1.2.3")


def test_the_checkout_says_what_the_course_says() -> None:
    old = [str(file) for file, _ in written(ROOT, repository_of(ROOT))]
    assert not old, "run python -m tools.address"


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.pattern)
def test_a_place_says_an_address_and_takes_it_back(place: Place) -> None:
    own, files = repository_of(ROOT), sorted(ROOT.glob(place.pattern))
    assert files
    for file in files:
        path, text = file.relative_to(ROOT).as_posix(), file.read_text("utf-8")
        said = place.write(text, path, EXAMPLE)
        assert "xample" in said, path
        assert place.write(said, path, EXAMPLE) == said
        assert place.write(said, path, own) == text


def test_addresses_follow_from_the_repository() -> None:
    assert EXAMPLE.name == "Example/lab"
    assert EXAMPLE.site == "https://example.github.io/lab/"
    assert EXAMPLE.file("labs/a b.ipynb").endswith("/blob/main/labs/a%20b.ipynb")
    released = "https://github.com/Example/lab/releases/download/v1.2.3/"
    assert EXAMPLE.wheel == f"{released}certlab-1.2.3-py3-none-any.whl"


def test_a_repository_named_as_its_owners_site_is_that_site() -> None:
    own = Repository("https://github.com/Example/Example.github.io", "", "1.2.3")
    assert own.site == "https://example.github.io/"


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("https://gitlab.com/Example/lab", "is not on https://github.com/"),
        ("https://github.com.example.org/a/lab", "is not on https://github.com/"),
        ("https://github.com/Example", "is not the address of one"),
    ],
)
def test_an_address_of_which_no_link_would_live_is_refused(
    tmp_path: Path, address: str, says: str
) -> None:
    (tmp_path / "content" / "modules").mkdir(parents=True)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / FILE).write_text(f'repository = "{address}"', "utf-8")
    with pytest.raises(SystemExit, match=f"{re.escape(says)}.*") as refused:
        repository_of(tmp_path)
    assert "\n" not in str(refused.value)
    (tmp_path / FILE).write_text(f'repository = "{EXAMPLE.address}.git"', "utf-8")
    found = repository_of(tmp_path)
    assert found
    assert found.address == EXAMPLE.address


@pytest.mark.parametrize("repository", [None, EXAMPLE])
def test_the_package_says_where_it_is_published(repository: Repository | None) -> None:
    """Read as who builds the package reads it; without an address it says nothing."""
    (place,) = (one for one in PLACES if one.pattern == "pyproject.toml")
    text = (ROOT / place.pattern).read_text("utf-8")
    config = tomllib.loads(place.write(text, place.pattern, repository))
    urls = ProjectMetadata(str(ROOT), None, config).core.urls
    if repository is None:
        assert urls == {}
    else:
        assert urls["Source"] == repository.address
        assert urls["Issues"] == f"{repository.address}/issues"


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.pattern)
def test_without_a_contact_none_is_named(place: Place) -> None:
    silent = Repository(EXAMPLE.address, "", EXAMPLE.version)
    for file in ROOT.glob(place.pattern):
        said = place.write(file.read_text("utf-8"), place.pattern, silent)
        assert "mailto:" not in said
        assert "]()" not in said


def test_a_page_without_the_marks_is_named() -> None:
    with pytest.raises(ValueError, match=r"^docs/a\.md: the marks"):
        between("badges", lambda _: "")("text", "docs/a.md", None)
