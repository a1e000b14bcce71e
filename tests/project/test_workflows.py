"""What runs on GitHub: it calls what is there, publishes what has passed, and may do no more."""

import ast
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.project.test_texts import targets, verbs

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".github" / "workflows"
FILES = sorted(FOLDER.glob("*.yml"))
#: What a job may write, and the file it stands in. Everything else may read only.
WRITES = {
    ("pages.yml", "publish"): {"pages", "id-token"},
    ("release.yml", "publish"): {"contents"},
}
Workflow = dict[str, Any]


def read(path: Path) -> Workflow:
    workflow: Workflow = yaml.safe_load(path.read_text("utf-8"))
    workflow["on"] = workflow.pop(True)  # YAML 1.1 reads "on" so
    return workflow


def steps() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path in FILES:
        for name, job in read(path)["jobs"].items():
            for step in job.get("steps", ()):
                yield path.name, name, step


def test_each_line_calls_what_is_there() -> None:
    lines = [line for *_, step in steps() for line in step.get("run", "").splitlines()]
    called = [faults for line in lines for faults in wrong(line)]
    assert called == []
    assert {"make lint", "make check", "make fast", ".ci/run"} <= set(lines)


def wrong(line: str) -> Iterator[str]:
    """What a command line names that is not there: a target, a verb, a module, a file of ours."""
    yield from {*re.findall(r"\bmake (?!python)([a-z]+)", line)} - targets()
    for words, rest in re.findall(r"^certlab ((?:site )?[a-z]+)(.*)", line):
        if words not in verbs():
            yield words
        else:
            yield from set(re.findall(r"--[a-z-]+", rest)) - verbs()[words]
    for module, rest in re.findall(r"python -m ([\w.]+)(.*)", line):
        if importlib.util.find_spec(module) is None:
            yield module
        elif module == "tools.release":
            given = set(re.findall(r"--[a-z-]+", rest))
            yield from given - options(ROOT / "tools/release/__main__.py")
    for path in re.findall(r"(?:^|\s)(\.ci/\w+|constraints\.txt)", line):
        if not (ROOT / path).is_file():
            yield path


def options(program: Path) -> set[str]:
    """The options that a program's parser knows."""
    calls = (
        node
        for node in ast.walk(ast.parse(program.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).endswith("add_argument")
    )
    return {ast.literal_eval(call.args[0]) for call in calls}


@pytest.mark.parametrize(
    "line",
    [
        "make lnt",
        "certlab site biuld --to a",
        "certlab site build --too a",
        "python -m tools.relase a",
        "python -m tools.release a --tga v1",
        ".ci/rnu",
    ],
)
def test_a_line_that_calls_nothing_is_found(line: str) -> None:
    assert [*wrong(line)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_it_has_a_bound_and_no_more_rights_than_it_needs(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    assert "cancel-in-progress" in workflow["concurrency"]
    for name, job in workflow["jobs"].items():
        rights = job.get("permissions", {})
        writes = {right for right, kind in rights.items() if kind == "write"}
        assert writes == WRITES.get((path.name, name), set()), name
        assert "uses" in job or job["timeout-minutes"] <= 360, name


def test_a_checkout_keeps_no_token_and_actions_have_a_version() -> None:
    for file, job, step in steps():
        uses = step.get("uses", "")
        assert not uses or re.fullmatch(r"[\w-]+/[\w-]+@v\d+", uses), (file, job)
        if uses.startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False, (file, job)


def needed(workflow: Workflow, job: str) -> set[str]:
    """The jobs that have to pass before one begins."""
    needs = workflow["jobs"][job].get("needs", [])
    names = {needs} if isinstance(needs, str) else set(needs)
    return names.union(*(needed(workflow, name) for name in names))


def test_what_is_published_has_passed() -> None:
    for file, job in WRITES:
        workflow = read(FOLDER / file)
        before = needed(workflow, job)
        called = {workflow["jobs"][name].get("uses") for name in before}
        if "./.github/workflows/ci.yml" in called:
            continue
        after = workflow["on"]["workflow_run"]
        assert workflow["on"].keys() == {"workflow_run"}, "nothing else starts it"
        assert after["workflows"] == [read(FOLDER / "ci.yml")["name"]]
        assert after["branches"] == ["main"]
        (first,) = (name for name in before if not needed(workflow, name))
        build = workflow["jobs"][first]
        assert "workflow_run.conclusion == 'success'" in build["if"]
        assert "workflow_run.event == 'push'" in build["if"]
        taken = build["steps"][0]["with"]["ref"]
        assert taken == "${{ github.event.workflow_run.head_sha }}"


def test_the_oldest_and_the_newest_python_are_tried(pyproject: dict[str, Any]) -> None:
    project = pyproject["project"]
    marks = "Programming Language :: Python :: "
    named = [one.removeprefix(marks) for one in project["classifiers"] if marks in one]
    tried = read(FOLDER / "ci.yml")["jobs"]["fast"]["strategy"]["matrix"]["python"]
    assert tried == [project["requires-python"].removeprefix(">="), named[-1]]


FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_a_form_asks_in_fields_of_its_own(path: Path) -> None:
    form = yaml.safe_load(path.read_text("utf-8"))
    if path.name == "config.yml":
        assert form["blank_issues_enabled"] is False
        return
    assert form["name"]
    assert form["description"]
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    ids = [field["id"] for field in fields]
    assert len(set(ids)) == len(ids)
    for field in fields:
        assert field["attributes"].get("label") or field["attributes"]["options"]


def test_dependabot_looks_where_there_are_versions() -> None:
    text = (ROOT / ".github/dependabot.yml").read_text("utf-8")
    kinds = {one["package-ecosystem"]: one for one in yaml.safe_load(text)["updates"]}
    assert kinds.keys() == {"pip", "npm", "github-actions"}
    for folder in kinds["npm"]["directories"]:
        assert (ROOT / folder.strip("/") / "package.json").is_file()
