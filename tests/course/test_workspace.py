"""Filling a learner's folder: nothing of theirs is lost."""

import hashlib
import json
import os
import sys
from pathlib import Path

import pytest

from certlab.course import Course, load
from certlab.course.notebook import canonical
from certlab.course.workspace import fill, find, introduce
from certlab.errors import WorkspaceError

LAB = "labs/small/10_try.ipynb"
MARK = '{"cells": [], "metadata": {"certlab": {"title": "%s", "paths": ["C"]}}}'


@pytest.fixture
def root(small: Path) -> Path:
    (small / LAB).parent.mkdir()
    (small / LAB).write_text(MARK % "First", "utf-8")
    return small


def edition(root: Path, title: str) -> Course:
    (root / LAB).write_text(MARK % title, "utf-8")
    return load(root)


def test_everything_is_there_and_filled_in(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "deep"
    fill(load(root), folder)
    page = (folder / "modules/small.md").read_text("utf-8")
    assert page.startswith("# A small module")
    assert "A warp is 32 threads. ![Warps](figures/small-warps.svg)" in page
    assert "| Threads in a warp | 32 threads | A | 1 |" in page
    assert "1. A guide. NVIDIA, opened 21 November 2026." in page
    assert "32 threads" in (folder / "modules/figures/small-warps.svg").read_text()
    assert (folder / LAB).exists()


def test_a_second_time_changes_nothing(root: Path, tmp_path: Path) -> None:
    fill(load(root), tmp_path / "w")
    done = fill(load(root), tmp_path / "w")
    assert (done.written, done.offered) == ([], [])


def test_an_untouched_notebook_takes_the_new_edition(
    root: Path, tmp_path: Path
) -> None:
    fill(load(root), tmp_path)
    done = fill(edition(root, "Second"), tmp_path)
    assert done.written == [LAB]
    assert "Second" in (tmp_path / LAB).read_text("utf-8")


def test_an_edited_notebook_stays_and_the_new_edition_is_offered_once(
    root: Path, tmp_path: Path
) -> None:
    fill(load(root), tmp_path)
    (tmp_path / LAB).write_text("mine", "utf-8")
    second = edition(root, "Second")
    offered = "labs/small/10_try.new.ipynb"
    assert fill(second, tmp_path).offered == [offered]
    assert fill(second, tmp_path).offered == []
    (tmp_path / offered).write_text("mine too", "utf-8")
    done = fill(edition(root, "Third"), tmp_path)
    assert done.offered == ["labs/small/10_try.new2.ipynb"]
    assert (tmp_path / LAB).read_text("utf-8") == "mine"
    assert (tmp_path / offered).read_text("utf-8") == "mine too"


def test_a_notebook_that_was_only_opened_is_not_edited(
    root: Path, tmp_path: Path
) -> None:
    (root / LAB).write_text(canonical(json.loads(MARK % "First")), "utf-8")
    fill(load(root), tmp_path)
    opened = json.loads((tmp_path / LAB).read_text("utf-8"))
    opened["metadata"]["language_info"] = {"name": "python", "version": "3.12.1"}
    (tmp_path / LAB).write_text(json.dumps(opened), "utf-8")
    done = fill(edition(root, "Second"), tmp_path)
    assert (done.written, done.offered) == ([LAB], [])


def shown(text: str) -> dict[str, object]:
    return {"output_type": "stream", "name": "stdout", "text": [text]}


def code(id: str, says: str, **about: str) -> dict[str, object]:
    asks = f'; prediction("{about["prediction"]}")' if "prediction" in about else ""
    return {
        "cell_type": "code",
        "id": id,
        "metadata": {"certlab": about} if about else {},
        # Each compares what the one above may have asked.
        "source": [f"above.compare(1){asks}"],
        "outputs": [shown(says)],
    }


PREDICTING = {
    "cells": [
        code("before", "three"),
        code("guess", "no prediction yet", prediction="small-guess"),
        code("measure", "eighteen"),
        code("second", "no prediction yet", prediction="small-second"),
        code("stub", "", exercise="small-one", role="stub"),
        {
            **code("late-check", "Not attempted yet."),
            "metadata": {
                "certlab": {"exercise": "small-one", "role": "check", "wrong": ["1"]}
            },
        },
        {
            "cell_type": "markdown",
            "id": "solution",
            "metadata": {"certlab": {"exercise": "small-one", "role": "solution"}},
            "source": ["```python\n", "2\n", "```"],
        },
        code("later", "eighteen again"),
    ],
    "metadata": {"certlab": {"title": "Predict", "paths": ["C"]}},
}


def test_nothing_below_a_prediction_shows_what_comes_out(
    root: Path, tmp_path: Path
) -> None:
    (root / LAB).write_text(canonical(PREDICTING), "utf-8")
    fill(load(root), tmp_path)
    copy = json.loads((tmp_path / LAB).read_text("utf-8"))
    said = {cell["id"]: cell.get("outputs", []) for cell in copy["cells"]}
    kept = {
        id for id in ("guess", "measure", "second", "late-check", "later") if said[id]
    }
    assert kept == {"guess", "second", "late-check"}
    assert said["before"] == [shown("three")]
    folded = [
        cell["id"]
        for cell in copy["cells"]
        if cell["metadata"].get("jupyter", {}).get("source_hidden")
    ]
    assert folded == ["guess", "measure", "second", "late-check", "later"]
    stored = (root / LAB).read_text("utf-8")
    assert stored == canonical(PREDICTING)  # what nbval compares


def test_a_copy_from_before_predictions_is_known_as_untouched(
    root: Path, tmp_path: Path
) -> None:
    """Its digest was taken of the notebook with all outputs."""
    (root / LAB).write_text(canonical(PREDICTING), "utf-8")
    course = load(root)
    fill(course, tmp_path)
    whole = canonical(PREDICTING)
    (tmp_path / LAB).write_text(whole, "utf-8")
    editions = tmp_path / ".certlab/editions.json"
    rows = json.loads(editions.read_text("utf-8"))
    rows[LAB] = hashlib.sha256(whole.encode()).hexdigest()
    editions.write_text(json.dumps(rows), "utf-8")
    assert fill(course, tmp_path).written == [LAB]
    assert "eighteen" not in (tmp_path / LAB).read_text("utf-8")


def test_a_lab_that_was_run_is_the_learners(root: Path, tmp_path: Path) -> None:
    (root / LAB).write_text(canonical(PREDICTING), "utf-8")
    fill(load(root), tmp_path)
    (tmp_path / LAB).write_text(canonical(PREDICTING), "utf-8")  # with its outputs
    assert fill(load(root), tmp_path).offered == []
    done = fill(edition(root, "Second"), tmp_path)
    assert done.offered == ["labs/small/10_try.new.ipynb"]
    assert "eighteen" in (tmp_path / LAB).read_text("utf-8")


def test_files_of_unknown_origin_are_not_overwritten(
    root: Path, tmp_path: Path
) -> None:
    (tmp_path / LAB).parent.mkdir(parents=True)
    (tmp_path / LAB).write_text("mine", "utf-8")
    (tmp_path / ".certlab").mkdir()
    (tmp_path / ".certlab/editions.json").write_text("torn {", "utf-8")
    assert fill(load(root), tmp_path).offered == ["labs/small/10_try.new.ipynb"]
    assert (tmp_path / LAB).read_text("utf-8") == "mine"


def test_a_folder_that_cannot_be_written_is_one_sentence(
    root: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(WorkspaceError, match=r"cannot be written.*--workspace"):
        fill(load(root), tmp_path / "file")


def test_find(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert find(tmp_path) == tmp_path
    monkeypatch.setenv("CERTLAB_WORKSPACE", str(tmp_path / "named"))
    assert find() == tmp_path / "named"
    monkeypatch.delenv("CERTLAB_WORKSPACE")
    assert find() == Path.home() / "certlab"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A learner's home, of somebody who has set nothing."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))  # Windows
    monkeypatch.delenv("CERTLAB_WORKSPACE")
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def test_the_workspace_is_in_ones_home(home: Path) -> None:
    assert find() == home / "certlab"
    (home / "certlab" / "content").mkdir(
        parents=True
    )  # a learner's own folder of that name
    assert find() == home / "certlab"
    assert introduce(find()) == f"Your folder is {home / 'certlab'}."


def test_a_course_cloned_into_ones_home_is_no_workspace(root: Path, home: Path) -> None:
    (root / "quizzes").mkdir(exist_ok=True)
    root.rename(home / "certlab")
    before = sorted((home / "certlab").rglob("*"))
    workspace = find()
    assert workspace == home / "certlab-work"
    fill(load(home / "certlab"), workspace)
    assert (workspace / LAB).exists()
    assert sorted((home / "certlab").rglob("*")) == before
    assert introduce(workspace).endswith(
        f"because {home / 'certlab'} holds the course itself."
    )


def test_a_history_that_was_kept_in_a_checkout_is_found_and_goes_on(
    root: Path, home: Path
) -> None:
    root.rename(home / "certlab")
    old = {
        "history.jsonl": b'{"a": 1}\n',
        ".certlab/device": b"0123abcd\n",
        "decks/mine.toml": b"title = 'Mine'\n",
    }
    for name, data in old.items():
        path = home / "certlab" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    workspace = find()
    assert {name: (workspace / name).read_bytes() for name in old} == old
    assert "The history that was in" in introduce(workspace)
    with (workspace / "history.jsonl").open("ab") as file:
        file.write(b'{"b": 2}\n')
    assert find() == workspace
    assert (workspace / "history.jsonl").read_bytes() == b'{"a": 1}\n{"b": 2}\n'
    assert {one.name for one in workspace.iterdir()} == {
        ".certlab",
        "decks",
        "history.jsonl",
    }


@pytest.mark.parametrize("inside", ["", "labs", "deep/er"])
def test_a_course_is_refused_as_a_workspace(
    inside: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(
        WorkspaceError, match=r"the course itself .* with --workspace\.$"
    ):
        find(root / inside)
    monkeypatch.setenv("CERTLAB_WORKSPACE", str(root / inside))
    with pytest.raises(
        WorkspaceError, match=r"the course itself .* in CERTLAB_WORKSPACE\.$"
    ):
        find()


def test_a_link_to_a_course_is_refused_too(root: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(root)
    with pytest.raises(WorkspaceError, match="the course itself"):
        find(tmp_path / "link")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes and devices")
def test_what_never_ends_stays_in_its_place(root: Path, tmp_path: Path) -> None:
    course = load(root)
    first = fill(course, tmp_path / "first").written
    page = next(name for name in first if name.endswith(".md"))
    second = tmp_path / "second"
    (second / ".certlab").mkdir(parents=True)
    (second / ".certlab" / "editions.json").symlink_to("/dev/zero")
    (second / page).parent.mkdir(parents=True)
    os.mkfifo(second / page)
    beside = page.replace(".md", ".new.md")
    assert fill(course, second).offered == [beside]
    assert fill(course, second).offered == []
    assert (second / page).is_fifo()
