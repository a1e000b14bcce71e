"""`certlab lab new`: a lab that passes everything as it is, and takes the place of none."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from certlab import whole_file
from certlab.cli import reruns
from certlab.course import load
from certlab.errors import ContentError
from certlab.templates import new_course, new_lab
from tests.command_line import certlab as typed

ROOT = Path(__file__).parents[2]


@pytest.fixture
def theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A course of somebody else, which commands take."""
    root = tmp_path / "theirs"
    new_course.write(root)
    monkeypatch.setenv("CERTLAB_COURSE", str(root))
    return root


def files(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file()
    }


def test_it_passes_the_checks_and_runs_as_it_is_stored(theirs: Path) -> None:
    """nbval compares the outputs; exercises are tried with their solution and wrong answers.

    One run of it for all that is shipped: the labs of each path, and that of the tiny course.
    """
    before = load(theirs).labs.keys()
    for paths in new_lab.PATHS:
        run = typed(
            "lab", "new", "leap-years", f"count_for_{paths.lower()}", "--paths", paths
        )
        assert (run.returncode, run.stderr) == (0, "")
    new = [lab for id, lab in load(theirs).labs.items() if id not in before]
    assert [lab.id for lab in new] == [
        "leap-years/20_count_for_cb",
        "leap-years/30_count_for_c",
        "leap-years/40_count_for_gc",
    ]
    assert [(lab.title, "".join(lab.paths)) for lab in new] == [
        ("Count for cb", "CB"),
        ("Count for c", "C"),
        ("Count for gc", "GC"),
    ]
    assert all(lab.predictions and lab.exercises and lab.objectives for lab in new)
    check = typed("check")
    assert check.returncode == 0, check.stdout
    assert "count_for" not in check.stdout, "not even a warning"
    words = ["-m", "pytest", "--nbval", "-p", "tests.notebooks.exercises", "-rA"]
    run = subprocess.run(
        [
            *(sys.executable, *words, "-c", os.devnull, f"--rootdir={theirs}"),
            *(lab.path for lab in new if "".join(lab.paths) != "C"),
            *(theirs / "labs").glob("*/10_*"),
        ],
        cwd=ROOT,
        env={**os.environ, "CERTLAB_BACKEND": "cpu"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    tried = [line for line in run.stdout.splitlines() if "::exercise " in line]
    assert len(tried) == 3


def test_what_is_to_be_written_is_named(theirs: Path) -> None:
    new = new_lab.write(load(theirs), "leap-years", "count_things")
    text = new.path.read_text("utf-8")
    assert "<<" not in text
    assert {"title", "predict", "exercise-check", "exam"} < {*new.cells}
    assert all(f'"id": "{cell}"' in text for cell in new.cells)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("leap-year", "count_things"), "did you mean leap-years?"),
        (("leap-years", "CountSlices"), "CountSlices is no name for a lab"),
        (("leap-years", "slices"), "slices is no name for a lab"),
        (("leap-years", "../out_of_it"), "is no name for a lab"),
        (("leap-years", "count_things", "--paths", "X"), "choose one of CB, C, GC"),
        (("leap-years", "count_things"), "is there already"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_changes_nothing(
    theirs: Path, words: tuple[str, ...], says: str
) -> None:
    (theirs / "labs" / "leap-years" / "70_count_things.ipynb").write_text("{}", "utf-8")
    lab = theirs / "labs" / "leap-years" / "70_count_things.ipynb"
    shutil.copyfile(theirs / "labs" / "leap-years" / "10_count_leap_days.ipynb", lab)
    lab.write_text(
        lab.read_text("utf-8").replace('"leap-years-', '"leap-years-x-'), "utf-8"
    )
    before = files(theirs)
    run = typed("lab", "new", *words)
    assert run.returncode == 1
    assert says in run.stderr
    assert run.stderr.count("\n") == 1
    assert files(theirs) == before


def test_an_id_that_was_retired_is_not_used_again(theirs: Path) -> None:
    with (theirs / "content" / "ids.txt").open("a", encoding="utf-8") as ledger:
        ledger.write("exercise leap-years-count-things retired\n")
    before = files(theirs)
    with pytest.raises(ContentError, match="leap-years-count-things was used before"):
        new_lab.write(load(theirs), "leap-years", "count_things")
    assert files(theirs) == before


def test_the_course_of_an_installed_certlab_is_not_written_to(
    theirs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_lab, "_PACKAGE", theirs.parent)
    before = files(theirs)
    for words in (
        ("new", "leap-years", "count_things"),
        ("run", "10_count", "--store"),
    ):
        run = typed("lab", *words)
        assert run.returncode == 1
        assert "came with the installed certlab" in run.stderr
    assert files(theirs) == before


def test_where_it_cannot_be_written_is_one_sentence(theirs: Path) -> None:
    folder = theirs / "labs" / "leap-years"
    shutil.rmtree(folder)
    folder.write_text("no folder", "utf-8")
    before = files(theirs)
    run = typed("lab", "new", "leap-years", "count_things")
    assert run.returncode == 1
    assert "the lab was not written" in run.stderr
    assert run.stderr.count("\n") == 1
    assert files(theirs) == before


def test_where_its_ids_cannot_be_written_there_is_no_lab(
    theirs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, write = files(theirs), whole_file.write

    def refuse(path: Path, data: str) -> None:
        if path.name == "ids.txt":
            raise OSError(errno.EROFS, "Read-only file system")
        write(path, data)

    monkeypatch.setattr(whole_file, "write", refuse)
    with pytest.raises(ContentError, match="the lab was not written"):
        new_lab.write(load(theirs), "leap-years", "count_things")
    assert files(theirs) == before


def test_what_is_typed_while_it_runs_is_kept(
    theirs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = theirs / "labs" / "leap-years" / "10_count_leap_days.ipynb"

    def edit(lab: Path) -> dict[str, list[object]]:
        text = lab.read_text("utf-8").replace("Count leap days", "Count them")
        lab.write_text(text, "utf-8")
        return {}

    monkeypatch.setattr(reruns, "_outputs", edit)
    run = typed("lab", "run", "10_count", "--store")
    assert run.returncode == 1
    assert "was changed while it ran" in run.stderr
    assert "Count them" in path.read_text("utf-8")


def test_its_author_has_it_run_and_its_outputs_kept(theirs: Path) -> None:
    new = new_lab.write(load(theirs), "leap-years", "count_things")
    text = new.path.read_text("utf-8")
    assert "]: 45" in text
    new.path.write_text(text.replace("GUESTS = 10", "GUESTS = 12"), "utf-8")
    run = typed("lab", "run", new.id, "--store")
    assert run.returncode == 0, run.stderr
    stored = new.path.read_text("utf-8")
    for old, now in (
        ("GUESTS = 10", "GUESTS = 12"),
        ("]: 10 guests", "]: 12 guests"),
        ("]: 45", "]: 66"),
        ("measured 45", "measured 66"),
    ):
        text = text.replace(old, now)
    assert stored == text
