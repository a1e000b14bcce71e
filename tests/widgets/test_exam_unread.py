"""A line that cannot be read is not shown as answered, though only the key knows it."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from certlab.app.esm import STATIC
from certlab.course import Course
from certlab.study.exams import begin
from certlab.study.history import History
from certlab.widgets.exam_state import unread
from tests.study.exams.test_sitting import right

DESK = """
const { ExamDesk } = await import(process.argv[1]);
const state = JSON.parse(process.argv[2]);
const desk = new ExamDesk({ get: (name) => state[name], on() {}, set() {} });
const before = desk.standing(0);
desk.entries.set(0, "nvidia-smi -q");
console.log(JSON.stringify([before, desk.standing(0), desk.standing(1)]));
"""


def test_what_cannot_be_graded_is_listed(whole: Course, tmp_path: Path) -> None:
    sitting = begin(whole, History(tmp_path / "history.jsonl"), "NCA-AIIO", seed=1)
    sitting.respond(0, right(sitting, 0))
    sitting.respond(2, {"number": "many"})
    assert unread(sitting) == [2]


def test_it_stands_as_begun_until_it_is_changed() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    show = {"kind": "command", "may": []}
    line = "nvidia-smi --nobody-knows"
    state = {"shows": [show, show], "responses": {"0": line, "1": line}, "unread": [0]}
    path = (STATIC / "exam/desk.js").as_uri()
    command = [node, "--input-type=module", "-e", DESK, path, json.dumps(state)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == ["incomplete", "answered", "answered"]
