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
