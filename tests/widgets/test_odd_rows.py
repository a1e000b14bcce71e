"""Rows that another program wrote, or another edition: what was asked can still be read."""

import json
import shutil
import subprocess
from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, Route

from certlab.app.esm import SOURCE, STATIC


@pytest.fixture
def blank(page: Page) -> Page:
    """An empty page that serves the package's modules."""

    def serve(route: Route) -> None:
        name = route.request.url.removeprefix("http://odd.test/")
        if name.endswith(".js"):
            body = (SOURCE / name).read_text("utf-8")
            route.fulfill(body=body, content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html>", content_type="text/html")

    page.route("http://odd.test/**", serve)
    page.goto("http://odd.test/")
    return page


DRAW = """async ([show, answer]) => {
  const { drawAnswered } = await import("/app/static/question/answered.js");
  return drawAnswered(show, answer, "odd", "2026-11-27").textContent;
}"""
HEAD = {"item": "a", "module": "m", "objective": "X 1.1", "level": "apply", "ask": "?"}
FEEDBACK: dict[str, object] = {
    "whys": {},
    "correct": None,
    "answer": "5 GB",
    "working": "",
    "explain": "",
    "exam_era": "",
    "current": "",
    "sources": [],
    "asked": {"rev": 1, "seed": 0},
    "report": "",
}


def answered(show: Mapping[str, object], response: object) -> list[object]:
    verdict = {"outcome": "correct", "say": "", "parts": {}}
    answer = {"response": response, "verdict": verdict, "feedback": FEEDBACK}
    return [{**HEAD, **show}, {**answer, "confidence": None, "due": None}]


def test_a_number_that_came_as_a_number_is_shown(blank: Page) -> None:
    """Graded is `{"number": 5}` like `{"number": "5"}`, so it has to be drawn as well."""
    show = {"kind": "numeric", "given": [], "units": ["GB", "GiB"], "within": ""}
    drawn = blank.evaluate(DRAW, answered(show, {"number": 5, "unit": "GB"}))
    assert "5 GB" in drawn


@pytest.mark.parametrize("response", [{}, [], 7, {"line": "ls"}])
def test_a_command_that_is_no_text_leaves_its_line_out(
    blank: Page, response: object
) -> None:
    drawn = blank.evaluate(DRAW, answered({"kind": "command", "may": []}, response))
    assert "A right one" in drawn
    assert "Your command" not in drawn


MODEL = """
const { ExamModel } = await import(process.argv[1]);
const { plans, banks, rows } = JSON.parse(process.argv[2]);
const store = { all: async () => [], rows: async () => rows, refused: "" };
const load = async (modules) => modules.map((module) => banks[module]);
const model = new ExamModel(store, { plans, load, pages: "", surface: "site", title: "" });
await model.begin();
console.log(JSON.stringify(model.get("mocks").map(({ code, total }) => [code, total])));
"""


def plan(exam: str, item: str, module: str) -> dict[str, object]:
    candidate = {"item": item, "rev": 1, "module": module, "kept": False, "fits": True}
    candidates = [{**candidate, "enemies": [], "scenario": "", "kin": []}]
    pool = {"objective": f"{exam}.1.1", "candidates": candidates}
    field = {"domain": 1, "name": "All", "weight": 100, "pools": [pool]}
    size = {"questions": 1, "most": 1, "minutes": 10, "whole_minutes": 10}
    name = {"exam": exam, "code": exam.upper(), "alias": [], "name": exam}
    return {**name, **size, "hands_on_labs": 0, "fields": [field]}


def bank(module: str, item: str) -> dict[str, object]:
    key = {"correct": ["x"], "options": ["x", "y"]}
    entry = {
        "item": item,
        "rev": 1,
        "kind": "single",
        "exams": {},
        "kin": [],
        "key": key,
    }
    options = [{"id": id, "text": id} for id in key["options"]]
    show = {"objective": "", "ask": "?", "options": options}
    items = [{**entry, "show": show, "feedback": {}}]
    return {
        "module": module,
        "title": module,
        "report": "",
        "sources": [],
        "items": items,
    }


def test_a_sitting_is_read_though_its_item_counts_for_another_exam_now() -> None:
    """An objective of an item was mended since; the mock exams of the first stay open."""
    begun = {
        "exam": "one",
        "minutes": 10,
        "factor": None,
        "deadline": None,
        "asked": [["moved", 1, 0, 1]],
        "seats": [[1, 1, 1]],
        "lacks": [],
    }
    row = {
        "rev": 0,
        "score": 0,
        "seed": 1,
        "mode": "exam",
        "at": "2026-11-20T10:00:00Z",
    }
    rows = [
        {**row, "item": "", "outcome": "begun", "response": begun, "ulid": "1"},
        {**row, "item": "", "outcome": "ended", "sitting": "1", "ulid": "2"},
    ]
    plans = [plan("one", "stays", "first"), plan("two", "moved", "second")]
    banks = {"first": bank("first", "stays"), "second": bank("second", "moved")}
    told = json.dumps({"plans": plans, "banks": banks, "rows": rows})
    path = (STATIC / "exam" / "model.js").as_uri()
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    command = [node, "--input-type=module", "--eval", MODEL, path, told]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == [["ONE", 1]]
