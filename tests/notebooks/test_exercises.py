"""The plugin that tries exercises: what is not as an exercise should be fails by its name."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from certlab.study.exercises import NOT_ATTEMPTED

CHECK = f"""
if answer is None:
    print({NOT_ATTEMPTED.says!r})
else:
    print("Correct." if answer == 4 else "Not yet: add them.")
"""


def cells(id: str, *, solution: str, wrong: str, stub: str) -> list[dict[str, Any]]:
    """An exercise as a notebook has it: what to edit, a solution, the check."""
    printed = f"{NOT_ATTEMPTED}\n" if "None" in stub else "Correct.\n"
    output = {"output_type": "stream", "name": "stdout", "text": printed}
    code = {"cell_type": "code", "execution_count": 1}
    parts = {
        "stub": {**code, "source": stub, "outputs": []},
        "solution": {
            "cell_type": "markdown",
            "source": f"```python\n{solution}\n```",
        },
        "check": {**code, "source": CHECK, "outputs": [output]},
    }
    return [
        {
            **part,
            "id": f"{id}-{role}",
            "metadata": {"certlab": {"exercise": id, "role": role, "wrong": [wrong]}},
        }
        for role, part in parts.items()
    ]


def test_an_exercise_that_is_not_one_fails_by_its_name(tmp_path: Path) -> None:
    exercises = {
        "good": {"solution": "answer = 4", "wrong": "answer = 3"},
        "unsolved": {"solution": "answer = 5", "wrong": "answer = 3"},
        "too-kind": {"solution": "answer = 4", "wrong": "answer = 2 + 2"},
        "broken": {"solution": "answer = no_such_name", "wrong": "answer = 3"},
        "touched": {"solution": "answer = 4", "wrong": "answer = 3"},
    }
    stubs = {"touched": "answer = 4"}
    book = {
        "cells": [
            cell
            for id, parts in exercises.items()
            for cell in cells(id, **parts, stub=stubs.get(id, "answer = None"))
        ],
        "metadata": {"certlab": {"title": "Small", "paths": ["C"], "objectives": []}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (tmp_path / "small.ipynb").write_text(json.dumps(book), "utf-8")
    words = ["-m", "pytest", "--nbval", "-p", "tests.notebooks.exercises", "-rA"]
    run = subprocess.run(
        [sys.executable, *words, "-c", os.devnull, f"--rootdir={tmp_path}", tmp_path],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    passed = set(re.findall(r"^PASSED .*::(.*)$", run.stdout, re.MULTILINE))
    failed = set(re.findall(r"^FAILED .*?::(.*?)(?: - |$)", run.stdout, re.MULTILINE))
    names = {id: f"exercise {id}" for id in exercises}
    assert failed == {*names.values()} - {names["good"]}, run.stdout
    assert passed == {names["good"], *(f"Cell {n}" for n in range(10))}, run.stdout
