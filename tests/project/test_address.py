"""tools/address: the address stands once, and every file that says it follows."""

from pathlib import Path

import pytest

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


def test_a_page_without_the_marks_is_named() -> None:
    with pytest.raises(ValueError, match=r"^docs/a\.md: the marks"):
        between("badges", lambda _: "")("text", "docs/a.md", None)
