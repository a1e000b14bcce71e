"""Our own pages in a browser that refuses something, and beside the notebook's."""

import json
from typing import Any

import pytest

from certlab.app.esm import SOURCE
from tests.widgets.test_esm import run_node

DAY = SOURCE / "day/static"

# A visitor's plan, where the browser has locks as `ask` gives them.
PLAN = """
const [{ BrowserModel }, { CourseIndex }] = await Promise.all([import(MODEL), import(INDEX)]);
const asked = [];
Object.defineProperty(globalThis, "navigator", { value: { locks: LOCKS }, configurable: true });
let read = 0;
const store = {
  rows: async () => { read += 1; if (FAILS) throw new Error("The disk is gone."); return []; },
  all: async () => [],
  follow: () => {},
  refused: "",
};
const course = new CourseIndex({ exams: [{ exam: "x", steps: [] }], modules: {}, labs: {} }, []);
const model = new BrowserModel(store, course, { load: async () => [], opens: new Set(), full: "" }, {});
let said;
try {
  const { phase, exams } = await model.plan();
  said = [phase, exams.map(({ exam }) => exam)];
} catch (error) {
  said = error.message;
}
console.log(JSON.stringify([said, read]));
"""
REFUSES = '{ request: async () => { throw new DOMException("no", "SecurityError"); } }'
GRANTS = "{ request: async (_name, work) => work({}) }"
NEWCOMER = ["goal", ["x"]]


@pytest.mark.parametrize(
    ("locks", "fails", "said"),
    [
        (GRANTS, "false", NEWCOMER),
        ("undefined", "false", NEWCOMER),
        (REFUSES, "false", NEWCOMER),  # Firefox where cookies are blocked
        (GRANTS, "true", "The disk is gone."),  # and it is read once
    ],
)
def test_a_browser_that_refuses_locks_has_a_plan_all_the_same(
    locks: str, fails: str, said: object
) -> None:
    model, index = (
        json.dumps((DAY / name).as_uri())
        for name in ("browser_model.js", "course_index.js")
    )
    consts = (
        f"const MODEL = {model}, INDEX = {index}, LOCKS = {locks}, FAILS = {fails};"
    )
    assert run(consts + PLAN) == [said, 1]


@pytest.mark.parametrize(
    ("dataset", "own"),
    [
        ({"content_root": "./"}, True),  # a visitor's page of the site
        ({"content_root": "../", "goal": "x"}, True),
        ({"content_root": "./", "home": "1"}, True),  # certlab study
        ({"jpTheme": "light"}, False),  # JupyterLab
    ],
)
def test_a_page_of_ours_is_told_from_a_notebook(
    dataset: dict[str, str], own: bool
) -> None:
    script = (
        f"globalThis.document = {{ documentElement: {{ dataset: {json.dumps(dataset)} }} }};"
        f"const {{ onOwnPages }} = await import({json.dumps((DAY / 'links.js').as_uri())});"
        "console.log(JSON.stringify(onOwnPages()));"
    )
    assert run(script) is own


def run(script: str) -> Any:
    """What a script of Node writes, as JSON."""
    ran = run_node("--input-type=module", "--eval", script)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)
