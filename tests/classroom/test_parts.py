"""The classroom brings its parts by name, as the wings do; a browser does without it."""

import importlib.util
from pathlib import Path

import pytest

from certlab import classroom, module_parts
from certlab.app.esm import SOURCE
from certlab.classroom.handlers import SCRIPTS


@pytest.fixture
def novelty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of the classroom that no wing has."""
    (tmp_path / "novelty.py").write_text("VERBS = {'class greet': print}\n", "utf-8")
    monkeypatch.setattr(classroom, "__path__", [*classroom.__path__, str(tmp_path)])


@pytest.mark.usefixtures("novelty")
def test_a_part_of_the_classroom_is_found_and_belongs_to_no_module() -> None:
    (part,) = module_parts.find("novelty")
    assert part.VERBS["class greet"] is print
    assert module_parts.slug(part) == ""


def test_a_part_of_a_wing_belongs_to_its_module() -> None:
    found = {module_parts.slug(part) for part in module_parts.find("verbs")}
    assert "mig" in found


def test_without_the_classroom_the_wings_are_still_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = importlib.util.find_spec

    def find(name: str) -> object:
        assert name == module_parts.CLASSROOM or not name.startswith(
            module_parts.CLASSROOM
        )
        return None if name == module_parts.CLASSROOM else real(name)

    monkeypatch.setattr(importlib.util, "find_spec", find)
    assert list(module_parts.find("verbs"))


def test_the_scripts_that_pages_are_told_of_are_there() -> None:
    assert {name: (SOURCE / path).is_file() for name, path in SCRIPTS.items()} == {
        "page": True,
        "lab": True,
    }
