"""What a page reckons without Python, run in Node, to be held against the simulators."""

import json
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from certlab import module_parts
from certlab.app.esm import SOURCE
from certlab.course.figures import Figure
from certlab.words import ENGLISH, Words
from tests.real_course import whole

RUN = Path(__file__).with_suffix(".mjs")


def begun(says: str) -> Any:
    """What the widget of a figure begins with on the real course, by its `data-live`."""
    name, settings = Figure("", f'<svg data-live="{says}">', "").live
    (begins,) = (
        part.BEGINS for part in module_parts.find("page") if name in part.BEGINS
    )
    return begins[name](whole(), settings)


def called(module: str, function: str, every: Iterable[Sequence[Any]]) -> list[Any]:
    """What a function of a module answers to each list of arguments.

    Args:
        module: its path in the package, "labs/systems/static/fabric/build.js".
    """
    return _ran(module, [{"call": function, "with": [*given]} for given in every])


def walked(
    module: str,
    model: str,
    begin: Sequence[Any],
    messages: Sequence[dict[str, Any]],
    traits: Sequence[str],
    words: Words = ENGLISH,
) -> list[dict[str, Any]]:
    """The traits of a model when it is made of `begin`, and after each message."""
    case = {"make": model, "begin": [*begin], "messages": messages, "traits": traits}
    (states,) = _ran(module, [case], words)
    return list(states)


def _ran(module: str, cases: list[dict[str, Any]], words: Words = ENGLISH) -> list[Any]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    given = {"words": words.page, "lang": words.tag, "cases": cases}
    done = subprocess.run(
        [node, RUN, SOURCE, module],
        input=json.dumps(given).encode(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return list(json.loads(done.stdout))
