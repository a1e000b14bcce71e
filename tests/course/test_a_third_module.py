"""A module is its files: added to a copy of a course, it is there on every surface."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from certlab.app.pages.sources import sources
from certlab.course import Course, check, load
from certlab.course.contents import contents
from certlab.course.notebook import canonical
from certlab.course.workspace import fill
from certlab.day.today import today
from certlab.planner.goal import Goal
from certlab.study.exams import begin, reports
from certlab.study.history import FILE, History
from certlab.study.item_tests import run_item_tests
from certlab.study.session import Session
from certlab.study.standing import Standing
from tests.command_line import certlab
from tests.conftest import FIXED
from tests.study.exams.test_sitting import NOON, right

FILES = {
    "content/facts/rivers.toml": """
[[source]]
id = "river-guide"
title = "A guide to rivers"
address = "https://example.org/rivers"
publisher = "NVIDIA"
opened = 2026-11-21

[[fact]]
id = "river.lanes"
what = "Lanes in a river"
value = 4
unit = "lanes"
tier = "A"
sources = ["river-guide"]
""",
    "content/modules/rivers.md": """+++
title = "Rivers of data"
short = "Rivers"
objectives = ["nca-aiio.1.1"]
minutes = 5
sources = ["river-guide"]
+++

## Lanes

A river carries its data in {fact:river.lanes}, and each lane is one way.
The lab [Cross a river](lab:rivers/10_cross_a_river) counts them.
""",
    "content/glossary/rivers.toml": """
[[term]]
id = "river"
term = "river"
text = "What carries data in {fact:river.lanes}."
section = "lanes"
""",
    "quizzes/rivers.toml": """
module = "rivers"

[[item]]
id = "rivers-lanes"
rev = 1
kind = "single"
objective = "nca-aiio.1.1"
level = "recall"
pool = "practice"
ask = "How many lanes has a river of data?"
section = "lanes"
sources = ["river-guide"]
option = [
  { id = "four", text = "{fact:river.lanes}", correct = true, why = "It has not changed." },
  { id = "two", text = "2 lanes", why = "That is half of it." },
]

[[item]]
id = "rivers-card"
rev = 1
kind = "card"
objective = "nca-aiio.1.1"
level = "recall"
pool = "practice"
ask = "Lanes of a river?"
back = "{fact:river.lanes}"
sources = ["river-guide"]
""",
}
LAB = {
    "cells": [
        {
            "id": "title",
            "cell_type": "markdown",
            "source": "# Cross a river",
            "metadata": {},
        },
        {
            "id": "lanes",
            "cell_type": "code",
            "source": "lanes = 4\nlanes * 2",
            "metadata": {},
            "outputs": [
                {
                    "output_type": "execute_result",
                    "data": {"text/plain": "8"},
                    "execution_count": 1,
                    "metadata": {},
                }
            ],
            "execution_count": 1,
        },
    ],
    "metadata": {
        "certlab": {
            "title": "Cross a river",
            "paths": ["C", "B"],
            "objectives": ["nca-aiio.1.1"],
            "minutes": 5,
        }
    },
    "nbformat": 4,
    "nbformat_minor": 5,
}


@pytest.fixture
def grown(tmp_path: Path) -> Path:
    """A copy of the fixed course with a third module; nothing else was touched."""
    root = tmp_path / "course"
    shutil.copytree(FIXED, root)
    for name, text in FILES.items():
        (root / name).write_text(text, "utf-8")
    lab = root / "labs/rivers/10_cross_a_river.ipynb"
    lab.parent.mkdir()
    lab.write_text(canonical(LAB), "utf-8")
    assert set(check.fix(root)) == {"content/ids.txt"}
    return root


@pytest.fixture
def course(grown: Path) -> Course:
    """That course, loaded."""
    return load(grown)


def test_the_check_passes(grown: Path) -> None:
    course, problems = check.check(grown)
    problems += run_item_tests(course)
    assert [str(one) for one in problems if not one.warning] == []
    assert [row["module"] for row in check.table(course)] == ["cuda", "mig", "rivers"]


def test_it_is_drilled_in_plain_lines(
    course: Course, taught: Callable[[Course], None]
) -> None:
    taught(course)
    result = certlab("drill", "--plain", "--module", "rivers", lines="1\nq\n")
    assert result.returncode == 0
    assert "How many lanes has a river of data?" in result.stdout


def test_its_questions_are_in_a_set_and_in_an_exam(
    course: Course, tmp_path: Path
) -> None:
    history = History(tmp_path / FILE)
    asked = {one.item for one in Session(course, history, module="rivers").questions}
    assert asked == {"rivers-lanes", "rivers-card"}
    sitting = begin(course, history, "nca-aiio", seed=1, now=lambda: NOON)
    asked = {one.item for one in sitting.questions}
    for place in range(len(sitting.questions)):
        sitting.respond(place, right(sitting, place))
    sitting.finish()
    (report,) = reports(course, history)
    assert report.percent == 100
    assert "rivers-lanes" in asked


def test_the_start_page_and_the_workspace_have_it(
    course: Course, tmp_path: Path
) -> None:
    table = contents(course)
    assert "[Rivers](../modules/rivers.md)" in table
    assert "[Cross a river](rivers/10_cross_a_river.ipynb)" in table
    goal = Goal("nca-aiio", NOON.date().replace(day=27), 600)
    tasks = today(Standing(course, []), goal, NOON).tasks
    assert "rivers-lanes" in {id for task in tasks for id in task.items}
    written = fill(course, tmp_path / "learner").written
    assert {"modules/rivers.md", "labs/rivers/10_cross_a_river.ipynb"} <= set(written)


def test_the_site_has_its_page_its_questions_and_its_lab(course: Course) -> None:
    pages = sources(course, "_static/assets", dict.fromkeys(course.labs, ""))
    assert "Rivers of data" in pages["library.md"]
    assert "4 lanes" in pages["modules/rivers.md"]
    assert any(name.startswith("labs/rivers/10_cross_a_river") for name in pages)
