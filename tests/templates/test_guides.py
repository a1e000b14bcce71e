"""docs/authoring/a-lab.md and a-course.md: what they tell somebody to do is done here."""

import json
import os
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from certlab.course import load, notebook
from certlab.course.labs import read_lab
from certlab.course.table import Table
from certlab.study import exercises
from certlab.templates import new_lab
from tests.command_line import certlab
from tests.conftest import FIXED

FOLDER = Path(__file__).parents[2] / "docs" / "authoring"
LAB, COURSE = ((FOLDER / f"a-{one}.md").read_text("utf-8") for one in ("lab", "course"))
FENCE = re.compile(r"^(`{3,})(\w*)$")
NAMED = re.compile(r"`([\w.-]+(?:/[\w.-]+)+)`")
# A server, which would not end; and half a minute of building, which tests/site does.
ONLY_HELP = ("study", "class serve", "site build")


def steps(text: str) -> Iterator[tuple[str, str, str]]:
    """What a guide shows, in its order: the paragraph above, the language, the text."""
    above, shown, open_with = "", "", ("", "")
    for line in text.splitlines(keepends=True):
        fence = FENCE.match(line.rstrip())
        marks, kind = open_with
        if marks and fence and fence[1] == marks:
            yield above, kind, shown
            above, shown, open_with = "", "", ("", "")
        elif marks:
            shown += line
        elif fence:
            open_with = (fence[1], fence[2])
        elif line.strip():
            above += line
        elif not above.rstrip().endswith(":"):
            above = ""


def type_in(line: str) -> None:
    """One line of a guide, as a shell takes it."""
    words = shlex.split(os.path.expandvars(line), comments=True)
    match words:
        case ["cd", folder]:
            os.chdir(folder)
        case ["export", *variables]:
            os.environ |= dict(one.split("=", 1) for one in variables)
        case ["rm", *names]:
            found = [
                [*Path.cwd().glob(one)] for one in names if not one.startswith("-")
            ]
            assert all(found), line
            for path in (path for paths in found for path in paths):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        case ["certlab", *typed]:
            if " ".join(typed).startswith(ONLY_HELP):
                typed = [*typed, "--help"]
            run = certlab(*typed, lines="1\n" * 3)
            assert run.returncode == 0, (line, run.stdout, run.stderr)
        case _:
            pytest.fail(f"not tried: {line}")


def put(file: Path, text: str, *, at_the_end: bool) -> None:
    """A file of a guide, new or longer by some lines."""
    old = file.read_text("utf-8") + "\n" if at_the_end else ""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(old + text, "utf-8")


def edit(path: Path, cell: str, code: str) -> None:
    """Other code in a cell, as somebody types it in JupyterLab."""
    book = json.loads(path.read_text("utf-8"))
    (found,) = (one for one in book["cells"] if one["id"] == cell)
    assert found["source"] != code
    found["source"] = code.rstrip("\n")
    path.write_text(json.dumps(book), "utf-8")


def test_a_course_stands_after_its_guide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for variable in ("CERTLAB_COURSE", "CERTLAB_WORKSPACE", "PWD"):
        monkeypatch.setenv(variable, str(tmp_path / "morse"))
    done = 0
    for above, kind, text in steps(COURSE):
        if kind == "sh":
            for line in text.splitlines():
                type_in(line)
        elif kind in ("toml", "markdown"):
            (name,) = NAMED.findall(above)[-1:]
            put(Path(name), text, at_the_end="At the end" in above)
        elif kind == "python":
            (cell,) = re.findall(r"[Tt]he cell `(\w+)`", above)
            edit(Path("labs/morse/10_time_a_word.ipynb"), cell, text)
        done += 1
    assert done == len(re.findall("^```", COURSE, re.MULTILINE)) / 2, "none is lost"
    check = certlab("check")
    assert check.returncode == 0, check.stdout
    assert "warning" not in check.stdout
    course = load(tmp_path / "morse")
    assert [*course.modules] == ["morse"]
    assert (course.title, course.publisher) == ("Morse code", "")
    assert "CC BY" in course.licence
    assert [*course.labs] == ["morse/10_time_a_word"]
    assert not [one for one in course.items if not one.startswith("morse-")]
    assert '"27 dots\\n"' in course.lab("time_a_word").path.read_text("utf-8")


def rows(heading: str) -> set[str]:
    """What stands in the first column of a table below a heading of the lab's guide."""
    (part,) = re.findall(
        rf"^## {heading}\n(.*?)(?=^## |\Z)", LAB, re.MULTILINE | re.DOTALL
    )
    return set(re.findall(r"^\| `([\w-]+)` \|", part, re.MULTILINE))


def test_the_guide_names_each_key_of_a_lab(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: set[str] = set()
    monkeypatch.setattr(Table, "done", lambda table: read.update(table.taken))
    path = tmp_path / "lab.ipynb"
    path.write_text('{"cells": [], "metadata": {}}', "utf-8")
    read_lab(path, "mig/10_x", "labs/mig/10_x.ipynb", [])
    assert rows("What the notebook says of itself") == read


def test_the_guide_names_each_mark_of_a_cell() -> None:
    told = rows("What a cell says of itself")
    tags = {"nbval-ignore-output", "nbval-skip", "tells-result"}
    assert told == {*notebook._MARKS, "only", *tags}


def test_its_metadata_are_those_of_a_new_lab(tmp_path: Path) -> None:
    shown = json.loads(next(text for _, kind, text in steps(LAB) if kind == "json"))
    root = Path(shutil.copytree(FIXED, tmp_path / "course"))
    new = new_lab.write(load(root), "mig", "count_slices")
    written = json.loads(new.path.read_text("utf-8"))["metadata"]["certlab"]
    assert shown["certlab"].keys() == written.keys()
    assert shown["certlab"] | {"objectives": []} == written | {"objectives": []}


def test_its_exercise_is_one() -> None:
    """The stub says that nothing was tried, the solution is right, and the wrong answer is not."""
    _, part = LAB.split("## An exercise", 1)
    stub, check = [text for _, kind, text in steps(part) if kind == "python"][:2]
    (folded,) = [text for _, kind, text in steps(part) if kind == "markdown"]
    ((_, _, solution),) = steps(folded)
    mark = json.loads([text for _, kind, text in steps(LAB) if kind == "json"][-1])
    known: dict[str, object] = {"exercises": exercises}
    said = []
    for code in (stub, solution, *mark["certlab"]["wrong"]):
        exec(code, known)  # noqa: S102 -- the guide's own cells
        said.append(str(eval(check, known)))
    assert said[:2] == [str(exercises.NOT_ATTEMPTED), "Correct."]
    assert all(one.startswith("Not yet: ") for one in said[2:])
    assert mark["certlab"]["exercise"] in check


def test_its_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a checkout: those of certlab on the small course, and for the others what they name."""
    root = Path(shutil.copytree(FIXED, tmp_path / "course"))
    monkeypatch.setenv("CERTLAB_COURSE", str(root))
    lines = [
        line
        for _, kind, text in steps(LAB)
        if kind == "sh"
        for line in text.splitlines()
    ]
    typed = [line.partition(".venv/bin/certlab ")[2] for line in lines]
    for words in filter(None, typed):
        assert certlab(*shlex.split(words)).returncode == 0, words
    assert (root / "labs" / "mig" / "20_count_slices.ipynb").is_file()
    assert [line.split()[0] for line in lines if ".venv/bin/certlab" not in line] == [
        "CERTLAB_WORKSPACE=/tmp/author",
        "make",
    ]
