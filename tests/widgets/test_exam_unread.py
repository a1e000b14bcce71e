"""A line that cannot be read is not shown as answered, though only the key knows it."""

import json
import shutil
import subprocess

import pytest

from certlab.app.esm import STATIC

DESK = """
const { ExamDesk } = await import(process.argv[1]);
const state = JSON.parse(process.argv[2]);
const desk = new ExamDesk({ get: (name) => state[name], on() {}, set() {} });
const before = desk.standing(0);
desk.entries.set(0, "nvidia-smi -q");
console.log(JSON.stringify([before, desk.standing(0), desk.standing(1)]));
"""


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
