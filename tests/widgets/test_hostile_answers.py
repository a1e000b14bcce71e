"""Answers that mean harm: refused or wrong, in little time, and alike in both languages."""

import json
import resource
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from certlab.app.esm import STATIC
from certlab.course.items import ASKABLE
from tests.study.hostile import LONG, NEARLY, SECONDS, responses

HERE = Path(__file__).parent
DATA = json.loads((HERE.parent / "vectors" / "grading.json").read_text("utf-8"))
CASES: list[dict[str, Any]] = DATA["cases"]
RIGHT = {
    one["key"]: one["response"]
    for one in reversed(CASES)
    if one["outcome"] == "correct"
}


@pytest.fixture(scope="module")
def cases() -> list[dict[str, Any]]:
    """For each key of the vectors, and for one of each kind with long texts."""
    keys: dict[str, dict[str, Any]] = DATA["keys"]
    one_of_each = {keys[name]["kind"]: name for name in RIGHT}
    assert one_of_each.keys() == set(ASKABLE)
    asked = [(name, NEARLY) for name in RIGHT]
    asked += [(name, LONG) for name in one_of_each.values()]
    return [
        {"key": keys[name], "response": response}
        for name, times in asked
        for response in responses(keys[name], RIGHT[name], times)
    ]


def said(command: list[str | Path], cases: list[dict[str, Any]]) -> list[Any]:
    """What a child says of the cases, that is stopped when it takes too long."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))

    done = subprocess.run(
        command,
        input=json.dumps(cases).encode(),
        capture_output=True,
        check=False,
        cwd=HERE.parents[1],
        preexec_fn=limit,
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    told: list[Any] = json.loads(done.stdout)
    return told


@pytest.fixture(scope="module")
def by_python(cases: list[dict[str, Any]]) -> list[Any]:
    return said([sys.executable, "-m", "tests.study.hostile"], cases)


def test_python_takes_none_for_right(
    cases: list[dict[str, Any]], by_python: list[Any]
) -> None:
    taken = [
        (case["key"]["kind"], case["response"], told)
        for case, told in zip(cases, by_python, strict=True)
        if told[0] == "correct"
    ]
    assert taken == []
    found = Counter(
        (case["key"]["kind"], told[0])
        for case, told in zip(cases, by_python, strict=True)
    )
    assert {kind for kind, _ in found} == set(ASKABLE)
    assert sum(found.values()) > 3000


def test_the_module_says_the_same(
    cases: list[dict[str, Any]], by_python: list[Any]
) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    memory = "--max-old-space-size=512"
    command = [node, memory, HERE / "hostile_run.mjs", STATIC / "grading/grading.js"]
    both = zip(cases, by_python, said(command, cases), strict=True)
    differ = [
        (case["key"]["kind"], case["response"], python, module)
        for case, python, module in both
        if python != module
    ]
    assert differ == []
