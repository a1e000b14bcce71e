"""A workspace whose filling is stopped in the middle, or begun three times at once."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from certlab import whole_file
from certlab.course import load
from certlab.course.workspace import START, fill
from tests.bound import BOUND

SMALL = Path(__file__).parents[1] / "courses" / "small"
FILL = """
import sys
from pathlib import Path
from certlab.course import load
from certlab.course.workspace import fill
course = load(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.read()
for number in range(20):
    done = fill(course, Path(sys.argv[2]) / str(number))
    assert not done.offered, done.offered
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The small course, with a start notebook as ours has one."""
    root = tmp_path / "course"
    shutil.copytree(SMALL, root)
    return root


@pytest.mark.skipif(sys.platform == "win32", reason="it forks")
def test_a_fill_that_is_stopped_anywhere_leaves_nothing_torn(
    root: Path, tmp_path: Path
) -> None:
    (tmp_path / "scratch").mkdir()
    words = [sys.executable, "-m", "tests.course.stopped_fills"]
    run = subprocess.run(
        [*words, str(root), str(tmp_path / "scratch")],
        capture_output=True,
        text=True,
        timeout=BOUND,
        check=False,
    )
    assert run.stderr == ""
    assert run.stdout == ""


def test_three_fills_at_once_offer_nothing(root: Path, tmp_path: Path) -> None:
    """Twenty new folders, which three processes fill in the same order."""
    words = [sys.executable, "-c", FILL, str(root), str(tmp_path / "work")]
    runs = [
        subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for run in runs:
        assert run.stdout is not None
        assert run.stdout.readline() == "ready\n"
    for run in runs:
        assert run.stdin is not None
        run.stdin.close()
        run.stdin = None
    assert [run.communicate(timeout=BOUND)[1] for run in runs] == ["", "", ""]
    fill(load(root), tmp_path / "alone")
    alone = {
        path.relative_to(tmp_path / "alone") for path in (tmp_path / "alone").rglob("*")
    }
    for number in range(20):
        folder = tmp_path / "work" / str(number)
        assert {path.relative_to(folder) for path in folder.rglob("*")} == alone


def test_an_empty_page_is_not_the_learners(root: Path, tmp_path: Path) -> None:
    """A power cut may leave the name of a file, and nothing in it."""
    course = load(root)
    fill(course, tmp_path / "w")
    page = tmp_path / "w/modules/mig.md"
    said = page.read_bytes()
    page.write_bytes(b"")
    shutil.rmtree(tmp_path / "w/.certlab")
    assert fill(course, tmp_path / "w").written == ["modules/mig.md"]
    assert page.read_bytes() == said


@pytest.mark.parametrize(
    "text",
    [
        *("[" * 9000, '{"cells": 5}', '{"cells": [1]}', "5", "[]", "null"),
        *('{"cells": [{"outputs": 5}]}', '{"metadata": 5, "cells": []}'),
        '{"cells": [{"cell_type": [], "metadata": 3, "source": {}}], "metadata": {}}',
    ],
)
@pytest.mark.parametrize("name", [START, "labs/mig/10_slices.ipynb"])
def test_whatever_stands_in_a_notebooks_place_is_kept(
    text: str, name: str, root: Path, tmp_path: Path
) -> None:
    (root / START).write_text((root / "labs/mig/10_slices.ipynb").read_text("utf-8"))
    path = tmp_path / "w" / name
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")
    beside = name.replace(".ipynb", ".new.ipynb")
    assert fill(load(root), tmp_path / "w").offered == [beside]
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize("file", ["editions.json", "unfinished.json"])
@pytest.mark.parametrize(
    "rows",
    [
        *("[" * 9000, "5", '{"modules/mig.md": 5}', '{"": "x"}'),
        *('{"../../outside.txt": "x"}', '{"/etc/passwd": ["x"]}', "\udcff"),
    ],
)
def test_whatever_our_records_hold_the_folder_is_filled(
    rows: str, file: str, root: Path, tmp_path: Path
) -> None:
    outside = tmp_path / f".outside.txt.1{whole_file._PART}"
    outside.write_text("", "utf-8")
    path = tmp_path / "a" / "w" / ".certlab" / file
    path.parent.mkdir(parents=True)
    path.write_bytes(rows.encode("utf-8", "surrogateescape"))
    done = fill(load(root), tmp_path / "a" / "w")
    assert "modules/mig.md" in done.written
    assert done.offered == []
    assert outside.exists()


def test_an_interrupted_upgrade_is_known_by_its_record(
    root: Path, tmp_path: Path
) -> None:
    """What the record does not say of a file, the learner wrote."""
    fill(load(root), tmp_path / "w")
    page = tmp_path / "w/modules/mig.md"
    page.write_text("mine", "utf-8")
    (tmp_path / "w/.certlab/unfinished.json").write_text(
        json.dumps({"modules/mig.md": "0" * 64}), "utf-8"
    )
    course = root / "content/modules/mig.md"
    course.write_text(course.read_text("utf-8") + "\nMore.\n", "utf-8")
    assert fill(load(root), tmp_path / "w").offered == ["modules/mig.new.md"]
    assert page.read_text("utf-8") == "mine"
