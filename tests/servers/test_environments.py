"""What a lab needs, installed by one command that goes on where it was."""

import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from certlab.errors import ServerError
from certlab.servers import environments
from certlab.servers.environments import Environment, requirement
from tests.command_line import certlab

LAB = "mig/10_slices"


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """In place of pip: what it was asked for, and what is there now."""
    state: dict[str, Any] = {"asked": [], "there": set(), "fails": set()}

    def run(words: list[str], **_: object) -> SimpleNamespace:
        name = words[-1].split(">")[0]
        state["asked"].append(name)
        if name in state["fails"]:
            return SimpleNamespace(returncode=1)
        state["there"].add(name)
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(environments.subprocess, "run", run)
    monkeypatch.setattr(
        "certlab.compute.device.libraries_missing",
        lambda needs: [name for name in needs if name not in state["there"]],
    )
    return state


@pytest.fixture
def lab(small: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A course with a lab that needs two libraries."""
    path = small / f"labs/{LAB}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    about = '{"title": "Slices", "paths": ["C"], "needs": ["numba", "torch"]}'
    path.write_text(f'{{"cells": [], "metadata": {{"certlab": {about}}}}}', "utf-8")
    monkeypatch.setenv("CERTLAB_COURSE", str(small))
    return path


@pytest.mark.usefixtures("lab")
def test_an_install_that_was_interrupted_goes_on(pip: dict[str, Any]) -> None:
    pip["fails"] = {"torch"}
    first = certlab("lab", "prepare", LAB)
    assert first.returncode == 1
    assert "needs numba and torch, about 1,010 MB." in first.stderr
    assert "2 of 2: torch" in first.stderr
    assert "certlab: torch was not installed: pip says why" in first.stderr
    pip["fails"] = set()
    second = certlab("lab", "prepare", LAB)
    assert (second.returncode, pip["asked"]) == (0, ["numba", "torch", "torch"])
    assert "1 of 1: torch" in second.stderr
    third = certlab("lab", "prepare", LAB, "--json")
    assert third.stdout.replace(" ", "").replace("\n", "") == (
        '{"lab":"mig/10_slices","installed":[]}'
    )
    assert len(pip["asked"]) == 3


def test_versions_are_those_that_certlab_asks_for() -> None:
    assert requirement("torch").startswith("torch>=")
    assert requirement("no-such-thing") == "no-such-thing"


def test_a_pip_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\nexit 1\n", "ascii")
    python.chmod(0o755)
    with pytest.raises(ServerError, match="torch was not installed"):
        Environment(python).install(["torch"], lambda _: None)
    assert subprocess.run([python], check=False).returncode == 1
