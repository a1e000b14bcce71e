"""README, CONTRIBUTING, Makefile, CI and the start notebook say what is so."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typer.main

from certlab.cli import app
from certlab.course import Course
from certlab.course.contents import contents
from certlab.course.workspace import fill

ROOT = Path(__file__).parents[2]
# What is read by whoever adds something.
GUIDE = (
    *sorted(f"docs/authoring/{one.name}" for one in ROOT.glob("docs/authoring/*.md")),
    *("docs/architecture.md", "tests/README.md"),
)
DOCS = sorted(f"docs/{one.name}" for one in ROOT.glob("docs/*.md"))
PROSE = tuple(
    dict.fromkeys(["README.md", "CONTRIBUTING.md", "CHANGELOG.md", *DOCS, *GUIDE])
)
TEXTS = (*PROSE, ".ci/run", "environment.yml", "labs/00_start_here.ipynb")
START = ROOT / "labs" / "00_start_here.ipynb"
CODE = re.compile(r"^```\w*\n(.*?)^```|`([^`\n]+)`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!\w+:|#)([^)#]+)")


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def code(name: str) -> str:
    """What a text shows as code; all of it where it is no prose."""
    text = read(name)
    if name in PROSE or name.endswith(".ipynb"):
        return "\n".join("".join(found) for found in CODE.findall(text))
    if name.endswith(".yml"):
        return "\n".join(re.findall(r"^#   (.+)$", text, re.MULTILINE))
    return text


def targets() -> set[str]:
    (line,) = re.findall(r"^\.PHONY: (.+)$", read("Makefile"), re.MULTILINE)
    return set(line.split())


def verbs() -> dict[str, set[str]]:
    """Options by command line: {"lab open": {"--port", ...}, ...}."""
    found: dict[str, set[str]] = {}

    def walk(group: Any, before: str) -> None:
        for name, command in group.commands.items():
            found[before + name] = {word for one in command.params for word in one.opts}
            if hasattr(command, "commands"):
                walk(command, f"{before}{name} ")

    walk(typer.main.get_command(app), "")
    return found


@pytest.mark.parametrize("name", TEXTS)
def test_each_make_target_that_a_text_names_is_there(name: str) -> None:
    named = set(re.findall(r"(?:^|[\s`])make ([a-z]+)", code(name), re.MULTILINE))
    assert named <= targets()


@pytest.mark.parametrize("name", TEXTS)
def test_each_command_that_a_text_names_is_there(name: str) -> None:
    known = verbs()
    for words, rest in re.findall(
        r"\bcertlab ((?:(?:class|course|lab|sim|site) )?[a-z]+)((?: +(?:--)?[\w.-]+)*)",
        code(name),
    ):
        assert words in known
        assert set(re.findall(r"--[a-z-]+", rest)) <= known[words] | {"--help"}


def rows() -> dict[str, str]:
    """The tables of docs/commands.md: each first cell, and the row that it begins."""
    lines = re.findall(
        r"^\| (`certlab.*?`) \| .*$", read("docs/commands.md"), re.MULTILINE
    )
    whole = re.findall(r"^\| `certlab.*$", read("docs/commands.md"), re.MULTILINE)
    return dict(zip(lines, whole, strict=True))


@pytest.mark.parametrize(("cell", "row"), rows().items(), ids=lambda one: one[:30])
def test_each_option_in_the_tables_of_commands_is_there(cell: str, row: str) -> None:
    known = verbs()
    lines = re.findall(r"certlab ((?:[a-z-]+ ?)+)", cell)
    own = set().union(*(known.get(line.strip(), set()) for line in lines))
    says = set(re.findall(r"`(--[a-z-]+)", row)) - {"--help"}
    assert says <= own | whole_options()


def whole_options() -> set[str]:
    """Those of `certlab` itself."""
    return {word for one in typer.main.get_command(app).params for word in one.opts}


def test_the_tables_of_commands_have_each_command() -> None:
    said = "\n".join(rows())
    groups = {verb.split()[0] for verb in verbs() if " " in verb}
    assert not [
        verb
        for verb in verbs()
        if verb not in groups and not re.search(rf"`certlab {verb}\b(?! [a-z])", said)
    ]


def test_marks_stand_where_the_course_is_told() -> None:
    # certlab check holds what is between them, in a text that has them.
    assert "<!-- course in numbers -->\n|" in read("README.md")
    assert "<!-- labs by system -->\n|" in read("docs/systems.md")


@pytest.mark.parametrize("command", ["make study", "make test"])
def test_the_two_commands_stand_by_themselves_in_the_readme(command: str) -> None:
    assert f"\n```sh\n{command}\n```\n" in read("README.md")


def test_make_alone_says_what_there_is() -> None:
    said = subprocess.run(
        ["make", "-C", str(ROOT)], capture_output=True, text=True, check=True
    ).stdout
    told = set(re.findall(r"^make ([a-z]+)", said, re.MULTILINE))
    assert told == targets() - {"help"}


def test_without_python_make_says_what_to_do() -> None:
    run = subprocess.run(
        ["make", "-C", str(ROOT), "study", "PYTHON=no-such-python"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode != 0
    assert run.stderr.startswith("certlab: there is no no-such-python here; install")
    assert "make study PYTHON=/path/to/python3." in run.stderr


def test_each_verb_of_the_script_is_a_target() -> None:
    script = read("tools/environment.py")
    (table,) = re.findall(r"^VERBS = \{\n(.*?)^\}", script, re.MULTILINE | re.DOTALL)
    assert set(re.findall(r'^    "([a-z]+)":', table, re.MULTILINE)) <= targets()


def test_ci_runs_the_tests_in_the_environment_of_a_person() -> None:
    for name in ("run", "bare"):
        path = ROOT / ".ci" / name
        assert os.access(path, os.X_OK)
        subprocess.run(["bash", "-n", path], check=True)
    run = read(".ci/run")
    (given,) = re.findall(
        r"^env --ignore-environment ((?:.|\\\n)*) make test", run, re.MULTILINE
    )
    names = re.findall(r"\b([A-Z_]+)=", given)
    assert names == ["CI", "HOME", "PATH", "LANG", "CERTLAB_CACHE"], (
        "what tests need they set"
    )
    assert run.index("make test") < run.index("\n.ci/bare")


@pytest.mark.parametrize("name", PROSE)
def test_each_link_leads_to_a_file(name: str) -> None:
    for target in LINK.findall(read(name)):
        assert ((ROOT / name).parent / target).exists(), target


def test_readme_draws_the_folders_that_are_there() -> None:
    (tree,) = re.findall(
        r"^## What is where\n\n```\n(.*?)^```",
        read("README.md"),
        re.DOTALL | re.MULTILINE,
    )
    drawn = {line.split()[0].rstrip("/") for line in tree.splitlines()}
    assert not [name for name in drawn if not (ROOT / name).is_dir()]


def test_readme_says_which_python_and_licences(pyproject: dict[str, dict]) -> None:
    project = pyproject["project"]
    oldest = project["requires-python"].removeprefix(">=")
    assert f"You need Python {oldest} or newer." in read("README.md")
    assert project["license"] == "Apache-2.0 AND CC-BY-4.0 AND CC-BY-3.0-US"
    assert "Apache License\n" in read("LICENSE")
    for part in ("content/", "quizzes/", "labs/"):
        assert part in read("LICENSE-CONTENT").split("Attribution 4.0")[0]


def test_the_version_has_its_entry(pyproject: dict[str, dict]) -> None:
    assert f"\n## {pyproject['project']['version']}" in read("CHANGELOG.md")


def test_the_start_notebook_leads_to_what_is_there(
    whole: Course, tmp_path: Path
) -> None:
    fill(whole, tmp_path)
    cells = json.loads(START.read_text("utf-8"))["cells"]
    told = ["".join(cell["source"]) for cell in cells]
    for target in LINK.findall("\n".join([*told, contents(whole)])):
        assert (tmp_path / "labs" / target).exists(), target
