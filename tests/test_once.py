"""tests/once.py: made once, whole or not at all."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.once import once


@dataclass
class Folders:
    """Those of a process."""

    own: Path

    def getbasetemp(self) -> Path:
        return self.own


@pytest.fixture
def workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The folders of two processes of a run."""
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw0")
    return [Folders(tmp_path / name) for name in ("gw0", "gw1")]


def test_the_second_process_takes_what_the_first_has_made(
    workers: list[Any], tmp_path: Path
) -> None:
    made: list[Path] = []

    def make(folder: Path) -> None:
        (folder / "a").write_text("a", "utf-8")
        made.append(folder)

    found = [once(one, "site", make) for one in workers]
    assert found == [tmp_path / "site"] * 2
    assert (tmp_path / "site" / "a").read_text("utf-8") == "a"
    assert len(made) == 1


def test_what_fails_on_its_way_is_made_anew(workers: list[Any], tmp_path: Path) -> None:
    def fail(folder: Path) -> None:
        (folder / "half").touch()
        raise RuntimeError

    with pytest.raises(RuntimeError):
        once(workers[0], "site", fail)
    assert not (tmp_path / "site").exists()
    found = once(workers[1], "site", lambda folder: (folder / "whole").touch())
    assert [one.name for one in found.iterdir()] == ["whole"]
