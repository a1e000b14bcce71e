"""The canonical form of a notebook."""

import copy
import json
from typing import Any

import nbformat
import pytest

from certlab.course.notebook import WIDGET_VIEW, canonical, faults

NOTEBOOK: dict[str, Any] = {
    "nbformat": 4,
    "nbformat_minor": 4,
    "metadata": {
        "widgets": {"state": {}},
        "language_info": {"name": "python", "version": "3.11.7"},
        "certlab": {"title": "A lab"},
    },
    "cells": [
        {"id": "a", "cell_type": "markdown", "source": "# Zwölf ×", "metadata": {}},
        {
            "id": "b",
            "cell_type": "code",
            "source": ["x = 1\n", "x"],
            "execution_count": 17,
            "metadata": {
                "tags": ["t"],
                "execution": {"iopub": "2026"},
                "trusted": True,
            },
            "outputs": [
                {
                    "output_type": "execute_result",
                    "execution_count": 17,
                    "metadata": {"z": 1},
                    "data": {WIDGET_VIEW: {"model_id": "f0"}, "text/plain": "1\n2"},
                }
            ],
        },
    ],
}


def form(notebook: dict[str, Any]) -> dict[str, Any]:
    return json.loads(canonical(notebook))


def test_it_is_its_own_canonical_form() -> None:
    once = canonical(NOTEBOOK)
    assert canonical(json.loads(once)) == once
    nbformat.validate(json.loads(once))


def test_what_differs_between_machines_is_gone() -> None:
    text = canonical(NOTEBOOK)
    for gone in ("3.11.7", "model_id", "iopub", "trusted", '"z"', "17"):
        assert gone not in text
    assert "Zwölf ×" in text
    code = form(NOTEBOOK)["cells"][1]
    assert code["execution_count"] == 1
    assert code["outputs"][0]["data"] == {"text/plain": ["1\n", "2"]}
    assert code["metadata"] == {"tags": ["t"]}


def test_what_the_learner_reads_stays() -> None:
    changed = copy.deepcopy(NOTEBOOK)
    changed["cells"][1]["outputs"][0]["data"]["text/plain"] = "3"
    assert canonical(changed) != canonical(NOTEBOOK)


@pytest.mark.parametrize("line", ["%matplotlib inline\n1", "!ls\n1", "await f()"])
def test_what_ipython_understands_is_no_fault(line: str) -> None:
    cell = {"id": "a", "cell_type": "code", "source": line, "metadata": {}}
    assert faults({"cells": [cell]}) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<module 'numpy' from '/srv/a/.venv/lib/numpy.py'>", "a folder of Python"),
        ("/opt/lib/python3.11/site-packages/x.py", "a folder of Python"),
        ("C:\\Users\\ada\\lab.csv", "a home folder"),
        ("in /home/ada/study", "a home folder"),
        ("/Users/ada", "a home folder"),
        ("cache: /root/.cache", "a home folder"),
        ("path='/tmp/tmp5s8hce5p/jobs.parquet'", "a temporary folder"),
        ("/private/var/folders/x1/T/lab", "a temporary folder"),
        ("ada@box-7:~/study$ ls", "a host"),
        ("running on adas-mac.local", "a host"),
    ],
)
def test_an_output_tells_nothing_of_the_machine_it_ran_on(text: str, says: str) -> None:
    for kept in (
        {"output_type": "stream", "text": ["first\n", text]},
        {"output_type": "display_data", "data": {"text/html": [text]}},
        {"output_type": "display_data", "data": {"application/json": {"a": [text]}}},
    ):
        cell = {"id": "a", "cell_type": "code", "source": "f()", "outputs": [kept]}
        (found,) = faults({"cells": [cell]})
        assert f"its output names {says} of the machine" in found[1]


@pytest.mark.parametrize(
    "text",
    [
        "/proc/driver/nvidia/version",
        "POST /v2/models/scale/infer",
        "http://www.w3.org/2000/svg",
        "#!/bin/bash",
        "/workspace/models/rooted",
        "srv/root/of/trees",
        "git@v1: conda, site packages and the temporary /data/tmp/x",
        "a local minimum; node.locality",
    ],
)
def test_what_any_machine_would_print_is_no_trace_of_one(text: str) -> None:
    stream = {"output_type": "stream", "text": [text]}
    cell = {"id": "a", "cell_type": "code", "source": "f()", "outputs": [stream]}
    assert faults({"cells": [cell]}) == []
