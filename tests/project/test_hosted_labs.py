"""tools/address/labs.py: a lab that opens on a hosted machine, and what it installs there."""

import ast
import json
import os
import re
import shutil
import stat
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import nbformat
import pytest
from packaging.requirements import Requirement

from certlab.course.check import check
from certlab.course.notebook import as_python, canonical, learners_copy, source
from tests.real_course import whole
from tools.address.hosted_page import Wants, hosted_page, wants
from tools.address.labs import (
    BINDER,
    colab_link,
    lacks_in_binder,
    open_elsewhere,
    requirements,
)
from tools.address.repository import Repository

ROOT = Path(__file__).parents[2]
EXAMPLE = Repository("https://github.com/Example/lab", "", "1.2.3")
PATH = "labs/small/10_try.ipynb"


def cell(kind: str, id: str, text: str, **more: Any) -> dict[str, Any]:
    return {"cell_type": kind, "id": id, "metadata": {}, "source": text} | more


def lab(*needs: str) -> str:
    cells = [
        cell("markdown", "title", "# Try it\n\nSee."),
        cell("code", "first", "1 + 1", outputs=[]),
    ]
    about = {"title": "Try it", "paths": ["C"], "needs": needs}
    return canonical({"cells": cells, "metadata": {"certlab": about}})


def opened(*needs: str, repository: Repository = EXAMPLE) -> dict[str, Any]:
    return dict(json.loads(open_elsewhere(lab(*needs), PATH, repository)))


def set_up(*needs: str, repository: Repository = EXAMPLE) -> str:
    return source(opened(*needs, repository=repository)["cells"][2])


def test_badges_stand_first_and_the_set_up_below_the_title() -> None:
    notebook = opened()
    ids = [one["id"] for one in notebook["cells"]]
    assert ids == ["hosted-badges", "title", "hosted-set-up", "first"]
    nbformat.validate(notebook)
    folded = notebook["cells"][2]["metadata"]["jupyter"]
    assert folded == {"source_hidden": True}
    assert open_elsewhere(canonical(notebook), PATH, None) == lab()


def test_badges_lead_to_this_lab() -> None:
    badges = source(opened()["cells"][0])
    assert f"({colab_link(PATH, EXAMPLE)})" in badges
    assert (
        "(https://mybinder.org/v2/gh/Example/lab/v1.2.3"
        "?urlpath=lab%2Ftree%2Flabs%2Fsmall%2F10_try.ipynb)"
    ) in badges
    assert "/blob/v1.2.3/" in colab_link(PATH, EXAMPLE)  # as its wheel is
    assert EXAMPLE.file("docs/hosted.md") in badges


def test_there_is_no_badge_for_a_host_that_lacks_something() -> None:
    assert lacks_in_binder(["numpy", "torch"]) == ["torch"]
    assert "mybinder" not in source(opened("torch")["cells"][0])
    assert "colab" in source(opened("torch")["cells"][0])


def test_a_lab_installs_what_it_needs_and_nothing_more() -> None:
    asked = [f"certlab[lab] @ {EXAMPLE.wheel}", *requirements(["torch"])]
    written = re.findall(r'^ {8}"(.+)",$', set_up("numpy", "torch"), re.MULTILINE)
    assert written == asked
    (torch,) = requirements(["numpy", "torch"])
    assert Requirement(torch).name == "torch"
    assert Requirement(torch).specifier  # a host's older one would not do


def test_the_extra_for_labs_is_part_of_study(pyproject: dict) -> None:
    extras = pyproject["project"]["optional-dependencies"]
    assert set(extras["lab"]) <= set(extras["study"])


def test_where_certlab_is_the_set_up_does_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subprocess, "run", None)
    exec(set_up("torch"), {})  # noqa: S102 -- a cell of ours
    assert capsys.readouterr() == ("", "")


FOLDER = ModuleSpec("certlab", None)  # a learner's, which Python takes for a package


@pytest.mark.parametrize("found", [None, FOLDER], ids=["nothing", "a folder"])
def test_a_failure_says_what_pip_says(
    monkeypatch: pytest.MonkeyPatch, found: ModuleSpec | None
) -> None:
    def refuse(*words: object, **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], 1, "", "ERROR: there is no net\n")

    monkeypatch.setattr("importlib.util.find_spec", lambda _name: found)
    monkeypatch.setattr(subprocess, "run", refuse)
    with pytest.raises(RuntimeError, match=r"not installed: ERROR: there is no net$"):
        exec(set_up(), {})  # noqa: S102 -- as above


def test_a_course_with_such_labs_passes_its_check(tmp_path: Path) -> None:
    root = tmp_path / "course"
    shutil.copytree(ROOT / "tests" / "courses" / "small", root)
    before = check(root)[1]
    files = sorted(root.glob("labs/*/*.ipynb"))
    assert files
    for file in files:
        text, path = file.read_text("utf-8"), file.relative_to(root).as_posix()
        file.write_text(open_elsewhere(text, path, EXAMPLE), "utf-8")
        assert text != file.read_text("utf-8")
    assert check(root)[1] == before


def test_a_learners_copy_has_none_of_it() -> None:
    copied = learners_copy(opened())["cells"]
    assert [one["id"] for one in copied] == ["title", "first"]


def test_binder_installs_what_the_badges_count_on() -> None:
    script = ROOT / "binder" / "postBuild"
    assert f'".[{",".join(BINDER)}]"' in script.read_text("utf-8")
    assert script.stat().st_mode & stat.S_IXUSR or os.name != "posix"
    version = (ROOT / "binder" / "runtime.txt").read_text("utf-8").strip()
    assert version.startswith("python-3.")


def test_wants_are_read_from_the_first_cell() -> None:
    code = "xp = compute.preflight(room_gib=2, needs=['torch'], bf16=True, ranks=4)"
    notebook = {"cells": [cell("code", "a", "%time 1"), cell("code", "b", code)]}
    assert wants(notebook) == Wants(room_gib=2, bf16=True, ranks=4)
    assert wants({"cells": [cell("code", "a", "print(1)")]}) == Wants()
    assert str(Wants()) == "1 GPU"


def test_a_page_without_the_marks_is_named() -> None:
    with pytest.raises(ValueError, match=r"^docs/a\.md: the marks of clone"):
        hosted_page("<!-- labs -->\n<!-- /labs -->", "docs/a.md", None)


@pytest.mark.parametrize("one", whole().labs.values(), ids=lambda one: one.id)
def test_a_lab_names_what_its_first_cell_asks_for(one: Any) -> None:
    """Or its set-up, and certlab lab prepare, would not install it."""
    notebook = json.loads(one.path.read_text("utf-8"))
    calls = [
        node
        for each in notebook["cells"]
        if each["cell_type"] == "code"
        for node in ast.walk(ast.parse(as_python(each)))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("preflight")
    ]
    asked = {
        name
        for call in calls
        for given in call.keywords
        if given.arg in ("needs", "cpu_needs")
        for name in ast.literal_eval(given.value)
    }
    missing = requirements(sorted(asked - set(one.needs)))
    assert missing == []


posix = pytest.mark.skipif(os.name != "posix", reason="it is a shell script")


@pytest.fixture
def machine(tmp_path: Path) -> dict[str, str]:
    """A rented machine: an empty home, and only the programs that the script wants."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "dirname").symlink_to("/usr/bin/dirname")
    return {"PATH": str(programs), "HOME": str(tmp_path / "home")}


def rent(machine: dict[str, str]) -> subprocess.CompletedProcess[str]:
    script = str(ROOT / ".brev" / "setup.sh")
    return subprocess.run(
        ["/bin/sh", script], env=machine, capture_output=True, text=True, check=False
    )


def put(machine: dict[str, str], name: str, text: str) -> None:
    program = Path(machine["PATH"], name)
    program.write_text(f"#!/bin/sh\n{text}")
    program.chmod(0o755)


@posix
def test_a_rented_machine_with_an_old_python(machine: dict[str, str]) -> None:
    put(machine, "python3", "exit 1  # python3.10 says so to the question\n")
    run = rent(machine)
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert "no Python 3.11 or newer" in run.stderr


@posix
def test_a_rented_machine_gets_an_environment_and_a_kernel(
    machine: dict[str, str], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    said = f'echo "$@" >> "{log}"\n'
    made = f'case "$2" in venv) /bin/mkdir -p "$3/bin"; /bin/cp "$0" "$3/bin/python";; esac\n{said}'
    put(machine, "python3.12", made)
    put(machine, "python3", "exit 1\n")
    run = rent(machine)
    assert run.returncode == 0, run.stderr
    question, venv, pip, kernel = log.read_text("utf-8").splitlines()
    there = f"{machine['HOME']}/certlab-env"
    assert question.startswith("-c import sys")
    assert venv == f"-m venv {there}"
    assert pip.endswith(f"--editable {ROOT}[study,torch,gpu]")
    assert kernel.startswith("-m ipykernel install --user --name certlab")
    assert f"{there}/bin/certlab doctor" in run.stdout
    assert sys.executable not in log.read_text("utf-8")
