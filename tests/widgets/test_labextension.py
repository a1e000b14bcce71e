"""What the extension runs by itself in JupyterLite, and that it runs nothing in JupyterLab."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from certlab import words
from certlab.course.workspace import START
from certlab.servers.jupyterlab import _EXTENSIONS

CELL, SOURCE = "today", "from certlab import widgets\n\nwidgets.start()"
OURS = {"path": START, "id": CELL, "source": SOURCE}
CASES = {
    "as shipped": OURS,
    "in a folder of the server": {**OURS, "path": f"my/certlab/{START}"},
    "in JupyterLab": {**OURS, "name": "JupyterLab"},
    "with our name beside it": {**OURS, "beside": ["labs/certlab.py"]},
    "with a package beside it": {**OURS, "beside": ["labs/anywidget/"]},
    "with a library beside it": {**OURS, "beside": ["labs/zmq.cpython-314.so"]},
    "with files beside it": {**OURS, "beside": ["labs/a.csv", "labs/mine.ipynb"]},
    "edited": {**OURS, "source": f"{SOURCE}\nimport shutil"},
    "another cell": {**OURS, "id": "mine"},
    "another notebook": {**OURS, "path": "labs/mig/10_place_profiles.ipynb"},
    "a name that ends alike": {**OURS, "path": f"my{START}"},
    "edited while Python starts": {**OURS, "then": "typed"},
    "run while Python starts": {**OURS, "then": "ran"},
    "left while Python starts": {**OURS, "then": "left"},
    "edited while it runs": {**OURS, "then": "typed later"},
}
RUNS = ("as shipped", "with files beside it", "edited while it runs")


@pytest.fixture(scope="module")
def found() -> list[Any]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    entry = _EXTENSIONS / "certlab" / "static" / "remoteEntry.js"
    script = Path(__file__).with_name("labextension_run.mjs")
    ran = subprocess.run(
        [node, script, entry],
        input=json.dumps(CASES),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""
    told: list[Any] = json.loads(ran.stdout)
    return told


@pytest.mark.parametrize("case", CASES)
def test_only_the_cell_that_was_shipped_is_run(found: list[Any], case: str) -> None:
    wanted = [["notebook:run-cell", 1]] if case in RUNS else []
    assert found[2][case]["ran"] == wanted


@pytest.mark.parametrize("case", CASES)
def test_what_the_learner_typed_stays_to_be_saved(found: list[Any], case: str) -> None:
    clean = case in ("as shipped", "with files beside it")
    assert found[2][case]["dirty"] is not clean


def test_what_jupyterlab_notes_of_a_kernel_is_nothing_to_save(found: list[Any]) -> None:
    assert found[3] == {
        "its language": False,
        "its kernel": False,
        "a browser's only kernel": False,
        "another kernel that was taken": True,
        "a tag of the learner's": True,
        "its language after an edit": True,
    }


def test_a_stored_prediction_says_nothing_against_what_stands_below_it(
    found: list[Any],
) -> None:
    asks = "Prediction: How many?\n  A  one"
    assert found[4] == {
        "above a comparison": asks,
        "in lines": "Prediction: How many?",
        "in another language": "預測: 多少?",
        "above nothing": f"{asks}\nno prediction yet",
        "above a measurement without it": f"{asks}\nno prediction yet",
        "above one that says what was measured": f"{asks}\nno prediction yet",
        "of another cell": f"{asks}\nno prediction yet",
    }


def test_a_cell_that_only_asserts_uncovers_no_text(found: list[Any]) -> None:
    assert found[5] == {
        "an assertion": True,
        "one in a loop": True,
        "with a line that prints": False,
        "a comparison": False,
        "a word in a text": False,
    }


def test_the_line_of_a_stored_prediction_is_known_in_each_language() -> None:
    script = _EXTENSIONS / "certlab" / "static" / "predictions.js"
    catalogues = Path(words.__file__).parent.glob("*.po")
    tags = ["en", *(one.stem.replace("_", "-") for one in catalogues)]
    lines = {words.text(tag)("no prediction yet") for tag in tags}
    assert len(lines) == len(tags)
    assert [one for one in lines if f'"{one}"' not in script.read_text("utf-8")] == []


def test_jupyterlab_finds_it(found: list[Any]) -> None:
    about = json.loads((_EXTENSIONS / "certlab" / "package.json").read_text("utf-8"))
    build = about["jupyterlab"]["_build"]
    assert about["name"] == "certlab"
    assert (_EXTENSIONS / "certlab" / build["load"]).is_file()
    assert found[:2] == ["certlab:today", True]
