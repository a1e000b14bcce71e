"""One set of vectors, two graders: Python's and the ES module's."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from certlab.study.grading import grade
from certlab.widgets.esm import STATIC

HERE = Path(__file__).parent
VECTORS = HERE.parent / "vectors" / "grading.json"
DATA = json.loads(VECTORS.read_text("utf-8"))
CASES: list[dict[str, Any]] = DATA["cases"]
NAMES = [f"{case['key']}:{json.dumps(case['response'])}" for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_python_says_what_the_vector_says(case: dict[str, Any]) -> None:
    verdict = grade(DATA["keys"][case["key"]], case["response"])
    said = (verdict.outcome, verdict.score, verdict.say)
    assert said == (case["outcome"], case["score"], case["say"])


@pytest.fixture(scope="module")
def from_node() -> list[dict[str, Any]]:
    """The ES module's verdicts, in the vectors' order."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    command = [node, HERE / "grading_run.mjs", STATIC / "grading.js", VECTORS]
    run = subprocess.run(command, capture_output=True, check=True)
    told: list[dict[str, Any]] = json.loads(run.stdout)
    return told


def test_the_module_says_what_the_vectors_say(from_node: list[dict[str, Any]]) -> None:
    parts = ("outcome", "score", "say")
    said = [tuple(one[part] for part in parts) for one in from_node]
    wanted = [tuple(case[part] for part in parts) for case in CASES]
    both = zip(NAMES, said, wanted, strict=True)
    assert [row for row in both if row[1] != row[2]] == []


def test_a_widget_without_the_key_refuses_just_what_grading_calls_invalid(
    from_node: list[dict[str, Any]],
) -> None:
    wanted = [case["say"] if case["outcome"] == "invalid" else "" for case in CASES]
    assert [one["refused"] for one in from_node] == wanted


def test_every_kind_has_each_outcome() -> None:
    found = {(DATA["keys"][case["key"]]["kind"], case["outcome"]) for case in CASES}
    kinds = ("single", "multi", "numeric", "card")
    outcomes = ("correct", "wrong", "invalid")
    assert found == {(kind, outcome) for kind in kinds for outcome in outcomes}
