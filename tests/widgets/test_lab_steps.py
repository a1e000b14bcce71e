"""The steps of a lab in JupyterLab, of labs as the course writes them and as somebody left them."""

import json
import shutil
import subprocess
import zlib
from pathlib import Path
from typing import Any

import pytest

from certlab.servers.jupyterlab import _EXTENSIONS

Cells = list[dict[str, Any]]


def text(id: str, source: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "type": "markdown", "source": source, **more}


def code(id: str, source: str = "1", **more: Any) -> dict[str, Any]:
    return {"id": id, "type": "code", "source": source, **more}


def exercise(name: str) -> Cells:
    return [
        code(f"{name}-stub", role="stub", exercise=name),
        code(f"{name}-check", role="check", exercise=name),
        text(f"{name}-solution", "## Solution", role="solution", exercise=name),
    ]


TITLE = text("title", "# A lab\n\nWhat it is about.")
IMPORTS = code("imports")
ASK = code("ask", prediction="p")
MEASURE = code("measure", shows=True)
TELLS = text("tells", "## It was seven", tags=["tells-result"])
LAB: Cells = [
    TITLE,
    IMPORTS,
    text("table", "## The table\n\nA *long* one."),
    code("shown", shows=True),
    text("say", "## Say how many"),
    ASK,
    MEASURE,
    code("more", shows=True),
    TELLS,
    text("one", "**Exercise 1.** Count."),
    *exercise("count"),
    text("two", "### Exercise 2: `name` them\n\nAnd so on."),
    *exercise("name"),
    text("exam", "## What the exam asks"),
]
OF_ALL = ["title", "table", "p", "tells", "count", "name", "exam"]
CASES: dict[str, dict[str, Any]] = {
    "whole": {"cells": LAB},
    "an exercise first": {
        "cells": [
            TITLE,
            IMPORTS,
            text("by-hand", "## By hand"),
            text("one", "**Exercise 1.** Count."),
            *exercise("count"),
            text("say", "## Say how many"),
            ASK,
            MEASURE,
        ],
    },
    "exercises alone": {
        "cells": [TITLE, text("one", "**Exercise 1.** Count."), *exercise("count")]
    },
    "read": {"cells": LAB, "done": ["title"], "current": 1},
    "at the prediction": {
        "cells": LAB,
        "done": ["title", "table"],
        "current": 2,
        "ran": ["imports", "shown", "ask"],
    },
    "before the prediction has run": {"cells": LAB, "done": ["title"], "current": 2},
    "predicted": {
        "cells": LAB,
        "done": ["title", "table", "p"],
        "current": 2,
        "ran": ["imports", "shown", "ask", "measure"],
    },
    "at an exercise": {
        "cells": LAB,
        "done": ["title", "table", "p", "tells"],
        "current": 4,
        "ran": ["imports", "shown", "ask", "measure", "more"],
    },
    "one was left out": {
        "cells": LAB,
        "done": [one for one in OF_ALL if one != "count"],
        "current": 6,
    },
    "at the end": {"cells": LAB, "done": OF_ALL[:-1], "current": 6},
    "done": {"cells": LAB, "done": OF_ALL, "current": 6},
    "empty": {"cells": []},
    "blank": {"cells": [code("a", " \n"), text("b", "")]},
    "no heading": {"cells": [code("a"), text("b", "Some words.")]},
    "a fence is no heading": {
        "cells": [text("a", "```\n# no\n```\n~~~~\n# no\n```\n~~~~\n\n## Yes")]
    },
    "without its check": {"cells": [text("a", "## A"), *exercise("x")[:1]]},
    "without its stub": {"cells": [text("a", "## A"), *exercise("x")[1:]]},
    "roles that nobody knows": {"cells": [code("a", role="other"), code("b", role="")]},
    "no minutes": {"cells": LAB, "minutes": "many"},
    "two predictions": {
        "cells": [
            text("a", "## A"),
            ASK,
            MEASURE,
            text("b", "More."),
            code("again", prediction="q"),
            code("measured"),
        ]
    },
    "the learner's own": {
        "cells": [
            TITLE,
            code("mine", edited=True),
            ASK,
            MEASURE | {"edited": True},
            code("late"),
        ]
    },
}
TEXTS = ["", "a = 1\n", "µ = 'é 尚未'\n"]
FOLDED = [
    ("measures", "a\nb\n", 0.21),
    ("measures", "a\nb\n", None),
    ("sets up", "one", 0.01),
    ("check", "a\n\nb", 75),
]


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    entry = _EXTENSIONS / "certlab" / "static" / "remoteEntry.js"
    ran = subprocess.run(
        [node, Path(__file__).with_name("lab_steps_run.mjs"), entry],
        input=json.dumps({"cases": CASES, "texts": TEXTS, "folded": FOLDED}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


@pytest.fixture
def found(told: dict[str, Any]) -> dict[str, Any]:
    rows: dict[str, Any] = told["found"]
    return rows


def test_headings_predictions_and_exercises_are_steps(found: dict[str, Any]) -> None:
    assert found["whole"]["steps"] == [
        ["text", "title", "Introduction", 0, -1, 2],
        ["text", "table", "The table", 2, -1, 4],
        ["prediction", "p", "Say how many", 4, 5, 8],
        ["text", "tells", "It was seven", 8, -1, 9],
        ["exercise", "count", "Exercise 1", 9, 10, 13],
        ["exercise", "name", "Exercise 2: name them", 13, 14, 17],
        ["text", "exam", "What the exam asks", 17, -1, 18],
    ]


def test_a_heading_that_tells_what_came_out_waits(found: dict[str, Any]) -> None:
    assert found["whole"]["titles"][3] == "What came of it"
    assert found["predicted"]["titles"][3] == "It was seven"


def test_the_dock_leads_from_one_thing_to_do_to_the_next(found: dict[str, Any]) -> None:
    go = {name: found[name]["next"] for name in CASES}
    assert go["whole"] == {
        "main": {"act": "go", "to": 2, "words": "Begin: Say how many"},
        "aside": {"act": "go", "to": 1, "words": "Read first: The table"},
    }
    assert go["an exercise first"] == {
        "main": {"act": "go", "to": 2, "words": "Begin: Exercise 1"},
        "aside": {"act": "go", "to": 1, "words": "Read first: By hand"},
    }
    assert go["exercises alone"] == {
        "main": {"act": "go", "to": 1, "words": "Begin: Exercise 1"},
        "aside": None,
    }
    assert go["read"]["main"] == {"act": "go", "to": 2, "words": "Go on: Say how many"}
    assert go["at the prediction"] == {
        "main": {"act": "compare", "to": 2, "words": "Run and compare"},
        "aside": {"act": "go", "to": 3, "words": "Skip it"},
    }
    here = {"act": "go", "to": 2, "words": "Go on: Say how many"}
    assert go["before the prediction has run"] == {"main": here, "aside": None}
    assert go["predicted"]["main"]["words"] == "Go on: It was seven"
    assert go["at an exercise"]["main"] == {"act": "check", "to": 4, "words": "Check"}
    assert go["at an exercise"]["aside"]["to"] == 5
    assert go["one was left out"]["main"]["to"] == 4
    assert go["at the end"]["main"]["act"] == "end"
    assert go["done"] == {"main": None, "aside": None}
    assert go["empty"] == {"main": None, "aside": None}


def test_what_runs_on_the_way_is_all_code_that_has_not_run(
    found: dict[str, Any],
) -> None:
    assert found["whole"]["waits"] == [
        ["imports"],
        ["imports", "shown"],
        ["imports", "shown", "ask"],
        ["imports", "shown", "ask", "measure", "more"],
        ["imports", "shown", "ask", "measure", "more"],
        ["imports", "shown", "ask", "measure", "more", "count-stub"],
        ["imports", "shown", "ask", "measure", "more", "count-stub", "name-stub"],
    ]
    assert found["predicted"]["waits"][2] == []
    assert found["predicted"]["rest"][2] == ["more"]


def test_the_minutes_are_shared_out_and_those_of_open_steps_are_left(
    found: dict[str, Any],
) -> None:
    assert found["whole"]["says"] == "0 of 7 steps · about 30 min left"
    assert found["read"]["left"] == 30  # 27.5, as fives
    assert found["at an exercise"]["left"] == 20  # seven of twelve: 17.5
    assert found["at the end"]["left"] == 3  # 2.5
    assert found["done"]["says"] == "7 of 7 steps"
    assert found["no minutes"]["says"] == "0 of 7 steps"


def test_what_somebody_edited_works_by_what_is_there(found: dict[str, Any]) -> None:
    steps = {name: found[name]["steps"] for name in CASES}
    for nothing in ("empty", "blank"):
        assert steps[nothing] == []
        assert found[nothing]["next"] == {"main": None, "aside": None}
        assert found[nothing]["says"] == "No steps"
    assert steps["no heading"] == [["text", "a", "Introduction", 0, -1, 2]]
    assert [one[2] for one in steps["a fence is no heading"]] == ["Yes"]
    assert [one[0] for one in steps["without its check"]] == ["text"]
    assert [one[0] for one in steps["without its stub"]] == ["text"]
    assert [one[0] for one in steps["roles that nobody knows"]] == ["text"]
    assert steps["two predictions"] == [
        ["prediction", "p", "A", 0, 1, 3],
        ["prediction", "q", "Predict: A", 3, 4, 6],
    ]


def test_code_is_folded_but_for_stubs_and_the_learners_own(
    found: dict[str, Any],
) -> None:
    kinds = [one for one in found["whole"]["kinds"] if one != "text"]
    folded = ["sets up", "behind", "ask", "measures", "behind"]
    assert kinds == [*folded, *["stub", "check"] * 2]
    own = found["the learner's own"]["kinds"]
    assert own == ["text", "own", "ask", "own", "sets up"]


def test_the_line_in_the_place_of_code(told: dict[str, Any]) -> None:
    assert told["lines"] == [
        "The code that measured it (2 lines, ran in 0.2 s)",
        "The code that measures it (2 lines)",
        "The code that sets this up (1 line, ran in under 0.1 s)",
        "The code that checks it (3 lines, ran in 1 min 15 s)",
    ]


def test_a_digest_is_the_one_that_a_copy_was_given(told: dict[str, Any]) -> None:
    assert told["digests"] == [f"{zlib.crc32(one.encode()):08x}" for one in TEXTS]
