"""`make oracle`: what differs is shown, what is not installed is passed over, --store keeps it."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tools import oracle
from tools.oracle import Case, __main__


class Fake:
    """A referee whose tool prints what it is told."""

    name = "fake"

    def __init__(self, real: str, tool: str = "fake 1.0") -> None:
        self.real, self.tool = real, tool

    def version(self) -> str:
        return self.tool

    def cases(self) -> Mapping[str, Case]:
        masks = {
            "clock": lambda text: text.replace("12:00", "<time>").replace(
                "13:00", "<time>"
            )
        }
        return {"list": Case(lambda: "a 12:00\nb", lambda _folder: self.real, masks)}


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Fake:
    one = Fake("a 13:00\nb\n")
    monkeypatch.setattr(__main__, "referees", lambda: {"fake": one})
    monkeypatch.setattr(oracle, "GOLDENS", tmp_path)
    monkeypatch.setattr(__main__, "GOLDENS", tmp_path)
    return one


def test_what_only_a_mask_tells_apart_is_equal(
    fake: Fake, capsys: pytest.CaptureFixture[str]
) -> None:
    assert __main__.main([]) == 0
    assert capsys.readouterr().out == "fake (fake 1.0): 1 cases, 0 differ.\n"


def test_what_differs_is_shown(fake: Fake, capsys: pytest.CaptureFixture[str]) -> None:
    fake.real = "a 13:00\nc\n"
    assert __main__.main(["fake"]) == 1
    shown = capsys.readouterr().out
    assert "--- list: the real tool\n+++ list: ours\n" in shown
    assert "\n-c\n+b\n" in shown


def test_a_tool_that_is_not_installed_is_passed_over_and_its_goldens_stay(
    fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "fake" / "list.txt"
    kept.parent.mkdir()
    kept.write_text("as it was")
    fake.tool = ""
    assert __main__.main(["--store"]) == 0
    assert "not installed" in capsys.readouterr().out
    assert kept.read_text() == "as it was"


def test_what_the_tool_printed_is_kept_with_its_version(
    fake: Fake, tmp_path: Path
) -> None:
    old = tmp_path / "fake" / "gone.txt"
    old.parent.mkdir()
    old.write_text("of a case that is no more")
    assert __main__.main(["--store"]) == 0
    kept = {path.name: path.read_text() for path in (tmp_path / "fake").iterdir()}
    assert kept == {"list.txt": "a 13:00\nb\n", "versions.toml": 'tool = "fake 1.0"\n'}


def test_a_referee_that_is_none_is_named(
    fake: Fake, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        __main__.main(["nobody"])
    assert "There is no referee nobody; there are fake." in capsys.readouterr().err
