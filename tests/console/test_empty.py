"""A word that is empty names nothing, and is never taken for the current folder."""

from pathlib import Path

import pytest

from certlab.console.empty import refuse_empty
from certlab.course import location, workspace
from certlab.errors import CourseError
from tests.command_line import certlab


@pytest.mark.parametrize(
    ("words", "after"),
    [
        (["drill", "--workspace", ""], "--workspace"),
        (["drill", "--workspace="], "--workspace"),
        (["--course", "", "check"], "--course"),
        (["plan", "--svg", "", "--exam", "X"], "--svg"),
        (["import", ""], "import"),
        (["read", "-", ""], "-"),
        ([""], "the command"),
    ],
)
def test_an_empty_word_is_refused_by_what_stands_before_it(
    words: list[str], after: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = certlab(*words)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith(f"certlab: The word after {after} is empty; say what")
    assert run.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words", [[], ["."], [" "], ["--workspace", "."], ["a", "--", "", "--x="], ["x="]]
)
def test_other_words_are_let_through(words: list[str]) -> None:
    refuse_empty(words)


def test_a_word_that_looks_like_several_is_one() -> None:
    with pytest.raises(CourseError, match="after --a-b is empty"):
        refuse_empty(["--a-b="])


def test_a_variable_that_is_empty_is_one_that_is_not_set(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))  # Windows
    monkeypatch.setenv("CERTLAB_WORKSPACE", "")
    assert workspace.find() == tmp_path / "certlab"
    ours = location.find()
    monkeypatch.setenv("CERTLAB_COURSE", "")
    assert location.find() == ours
