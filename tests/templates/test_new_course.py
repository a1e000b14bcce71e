"""`certlab course new`: a course where nothing was, and nothing where something is."""

import shlex
from pathlib import Path

import pytest

from certlab.course import load
from tests.command_line import certlab


@pytest.mark.parametrize("there", [False, True], ids=["a new folder", "an empty one"])
def test_a_course_is_written_and_its_next_steps_are_said(
    tmp_path: Path, there: bool
) -> None:
    root = tmp_path / "far" / "my course"
    if there:
        root.mkdir(parents=True)
    run = certlab("course", "new", str(root))
    assert (run.returncode, run.stderr) == (0, "")
    assert load(root).items
    assert not [*root.glob(".*")], "what it worked in is gone"
    steps = [
        shlex.split(line) for line in run.stdout.splitlines() if line.startswith("  ")
    ]
    assert len(steps) == 3
    for step in steps:
        assert step[:3] == ["certlab", "--course", str(root)]
        assert certlab(*step[3:], "--help").returncode == 0


def test_its_readme_names_files_that_are_there(tmp_path: Path) -> None:
    assert certlab("course", "new", str(tmp_path)).returncode == 0
    text = (tmp_path / "README.md").read_text("utf-8")
    named = [row.split("`")[1] for row in text.splitlines() if row.startswith("| `")]
    assert named
    assert not [name for name in named if not (tmp_path / name).exists()]
    told = {
        path.relative_to(tmp_path).as_posix()
        for path in tmp_path.rglob("*")
        if path.is_file() and path.name != "README.md"
    }
    assert not [one for one in told if not one.startswith(tuple(named))]


def test_what_is_there_stays(tmp_path: Path) -> None:
    mine = tmp_path / "thesis.txt"
    mine.write_text("my own", "utf-8")
    for folder, says in (
        (tmp_path, "there are files in this folder"),
        (mine, "a file"),
    ):
        run = certlab("course", "new", str(folder))
        assert run.returncode == 1
        assert says in run.stderr
        assert run.stderr.count("\n") == 1
    assert [*tmp_path.iterdir()] == [mine]
    assert mine.read_text("utf-8") == "my own"


def test_a_repository_without_files_is_empty(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    assert certlab("course", "new", str(tmp_path)).returncode == 0
