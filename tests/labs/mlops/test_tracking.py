"""What a record holds beside its numbers: a digest, versions, a commit."""

import os
import subprocess
from pathlib import Path

import pytest

from certlab.errors import Refusal
from certlab.labs.mlops import tracking


def refusal(action: str, *given: object) -> str:
    """The one sentence with which a function refuses what it was given."""
    with pytest.raises(Refusal) as caught:
        getattr(tracking, action)(*given)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def repository(folder: Path) -> Path:
    """A file that is committed in a repository of its own."""
    train = folder / "train.py"
    train.write_text("strength = 1\n", "utf-8")
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    tracking.git(folder, "init", "--quiet")
    tracking.git(folder, "add", ".")
    tracking.git(
        folder, *who, "-c", "commit.gpgsign=false", "commit", "--quiet", "-m", "Train"
    )
    return train


@pytest.fixture(autouse=True)
def no_repository_around(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Git takes the repository of the folder, and not one that a hook or a parent names."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))


def test_a_digest_covers_every_byte_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    rows = b"7.5,1\n" * 400_000
    file.write_bytes(rows)
    before = tracking.digest(file)
    file.write_bytes(rows[:-2] + b"0\n")
    assert tracking.digest(file) != before
    file.write_bytes(rows)
    assert tracking.digest(file) == before


def test_a_digest_is_the_one_that_other_programs_make(tmp_path: Path) -> None:
    (tmp_path / "abc").write_bytes(b"abc")  # FIPS 180-2, appendix B.1
    wanted = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert tracking.digest(tmp_path / "abc") == wanted


def test_a_file_that_cannot_be_read_is_told_in_a_sentence(tmp_path: Path) -> None:
    assert "gone.csv" in refusal("digest", tmp_path / "gone.csv")
    assert tmp_path.name in refusal("digest", tmp_path)


def test_versions_are_those_that_are_installed() -> None:
    import platform

    import typer

    assert tracking.versions(["typer"]) == {
        "python": platform.python_version(),
        "typer": typer.__version__,
    }
    assert "no-such-thing" in refusal("versions", ["typer", "no-such-thing"])


def test_two_records_differ_in_fields_that_one_of_them_lacks_too() -> None:
    one = {"seed": 42, "data": "b24c", "who": "Ann"}
    other = {"data": "fc0e", "seed": "42", "strength": 1.0}
    assert tracking.differences(one, other) == [
        ("data", "b24c", "fc0e"),
        ("who", "Ann", "-"),
        ("strength", "-", "1.0"),
    ]
    assert tracking.differences(one, dict(reversed(one.items()))) == []


def test_a_commit_is_dirty_from_the_first_change_on(tmp_path: Path) -> None:
    train = repository(tmp_path)
    clean = tracking.state(tmp_path)
    assert not clean.dirty
    train.write_text("strength = 100\n", "utf-8")
    (tmp_path / "new file.py").touch()
    changed = tracking.state(tmp_path)
    assert changed.dirty
    assert changed.commit == clean.commit
    assert set(changed.changed) == {"train.py", "new file.py"}
    train.write_text("strength = 1\n", "utf-8")
    (tmp_path / "new file.py").unlink()
    assert tracking.state(tmp_path) == clean


def test_a_renamed_file_is_named_as_it_is(tmp_path: Path) -> None:
    train = repository(tmp_path)
    train.rename(tmp_path / "fit.py")
    tracking.git(tmp_path, "add", "--all")
    assert set(tracking.state(tmp_path).changed) == {"train.py", "fit.py"}


def test_a_folder_without_a_commit_is_told_in_a_sentence(tmp_path: Path) -> None:
    assert tmp_path.name in refusal("state", tmp_path)
    tracking.git(tmp_path, "init", "--quiet")
    assert tmp_path.name in refusal("state", tmp_path)


def test_a_machine_without_git_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert refusal("state", tmp_path).startswith("Git is not installed here")


def test_a_git_that_hangs_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hangs(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("git", 20)

    monkeypatch.setattr(subprocess, "run", hangs)
    assert "did not answer" in refusal("state", tmp_path)
