"""The run on a machine with a GPU, tried without one: what each end of a step means."""

import json
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from benchmarks.gpu import __main__ as command
from benchmarks.gpu import against, kernels, notebooks, plan
from benchmarks.gpu.step import Ended, Found, Result, Step, by_status, run
from certlab.compute import probe
from certlab.course import Course
from tests.device_arrays import COMPILER, cupy_of_numpy

ROOT = Path(__file__).parents[3]


def step(name: str, code: str, *, seconds: float = 60, alone: bool = True) -> Step:
    return Step(name, (sys.executable, "-c", code), seconds, by_status, alone)


def ends(*steps: Step, seconds: float = 300) -> dict[str, Result]:
    found = run(steps, time.monotonic() + seconds)
    return {one.step: one for one in found}


def test_a_step_that_fails_is_told_and_the_next_one_runs() -> None:
    missing = Step("missing", ("no-such-program",), 60, by_status)
    odd = Step("odd", (sys.executable, "-c", ""), 60, lambda one: Found(**vars(one)))
    found = ends(
        step("bad", "print('so'); exit(3)"), missing, odd, step("good", "print(1)")
    )
    assert {name: one.found.state for name, one in found.items()} == {
        "bad": "failed",
        "missing": "not possible there",
        "odd": "failed",
        "good": "passed",
    }
    assert found["bad"].found.says == "status 3: so"
    assert "cannot be read" in found["odd"].found.says


def test_a_step_without_an_end_is_ended_with_all_that_it_started(
    tmp_path: Path,
) -> None:
    forked = (
        "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', "
        f"'import time; time.sleep(600)']); open({str(tmp_path / 'begun')!r}, 'w'); time.sleep(600)"
    )
    (late,) = ends(step("late", forked, seconds=3)).values()
    assert (late.found.state, late.printed) == ("failed", "")
    first, second = ends(
        step("first", forked), step("second", "pass"), seconds=1
    ).values()
    assert [first.found.state, second.found.state] == ["cut off", "cut off"]


def test_what_does_not_measure_runs_side_by_side(tmp_path: Path) -> None:
    meet = (
        "import pathlib, time; here = pathlib.Path({0!r}); (here / '{1}').touch()\n"
        "while not (here / '{2}').exists(): time.sleep(0.05)"
    )
    folder = str(tmp_path)
    both = [
        step("one", meet.format(folder, "a", "b"), alone=False),
        step("two", meet.format(folder, "b", "a"), alone=False),
    ]
    assert {one.found.state for one in ends(*both).values()} == {"passed"}


def test_each_text_of_cuda_is_launched() -> None:
    files = [*ROOT.glob("src/certlab/labs/**/*.py"), *ROOT.glob("labs/**/*.ipynb")]
    text = "".join(one.read_text("utf-8") for one in files)
    named = set(re.findall(r"__global__\W*(?:\\n\W*)?void (\w+)\(", text))
    assert named
    assert named <= kernels.LAUNCHES.keys()


@pytest.fixture
def cupy(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A GPU on paper."""
    module = ModuleType("cupy")
    for name, part in cupy_of_numpy([]).items():
        setattr(module, name, part)
    monkeypatch.setitem(sys.modules, "cupy", module)
    monkeypatch.setenv("CERTLAB_BACKEND", "gpu")
    probe.forget()
    yield module
    probe.forget()


@pytest.mark.skipif(not COMPILER, reason="no C++ compiler")
@pytest.mark.parametrize("name", ["skip", "chase", "scale", "expressions"])
def test_a_launch_is_right_on_the_stand_in(name: str, cupy: ModuleType) -> None:
    kernels.LAUNCHES[name](cupy)


def test_what_dispatch_adds_to_cupys_own_addition(cupy: ModuleType) -> None:
    (row,) = against.dispatch_rows(0.01)
    assert row.found is not None
    assert (row.against, row.unit) == ("cupy.add", "ns more")


def test_each_lab_with_a_gpu_part_is_a_step_or_left_out_by_name(whole: Course) -> None:
    named = [one.name.removeprefix("lab ") for one in notebooks.steps(whole)]
    both = [*named, *notebooks.left_out(whole)]
    assert sorted(both) == sorted(
        one.id for one in whole.labs.values() if "G" in one.paths
    )
    assert set(notebooks.MEASURING) <= set(named)


def test_the_order_keeps_what_measures_apart(whole: Course, tmp_path: Path) -> None:
    steps = list(plan.steps(whole, tmp_path))
    assert len({one.name for one in steps}) == len(steps)
    assert all(one.alone for one in steps if not one.name.startswith("lab "))
    assert [one.alone for one in steps].index(False) > 4  # what measures is worth most


def notebook(path: Path, *cells: str) -> Path:
    made: list[dict[str, Any]] = [
        {
            "cell_type": "code",
            "id": f"c{n}",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": text,
        }
        for n, text in enumerate(cells)
    ]
    whole = {"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(whole), "utf-8")
    return path


def test_a_lab_fails_by_its_first_cell_that_does(tmp_path: Path, whole: Course) -> None:
    path = notebook(
        tmp_path / "lab.ipynb", "print(1)", "assert 1 == 2, 'so it is'", "2"
    )
    one = next(notebooks.steps(whole))
    words = [*one.words[:-1], str(path)]
    words[words.index("--rootdir") + 1] = str(tmp_path)
    (result,) = ends(Step("lab", words, 300, one.judge)).values()
    assert result.found.state == "failed", result.printed
    assert "1 of 3 cells failed" in result.found.says
    assert "AssertionError" in result.found.says


@pytest.mark.parametrize(
    ("printed", "status", "state"),
    [
        ("========= Device not supported\n", 255, "not possible there"),
        ("========= ERROR SUMMARY: 2 errors\n", 9, "failed"),
        ("========= ERROR SUMMARY: 0 errors\n", 0, "passed"),
    ],
)
def test_a_sanitizer_that_refuses_the_machine_is_no_failure(
    whole: Course, tmp_path: Path, printed: str, status: int, state: str
) -> None:
    (one,) = (s for s in plan.steps(whole, tmp_path) if s.name == "compute-sanitizer")
    assert one.judge(Ended(status, printed)).state == state


def test_the_contests_rows_have_their_spread(whole: Course, tmp_path: Path) -> None:
    (one,) = (s for s in plan.steps(whole, tmp_path) if s.name == "contests")
    here: dict[str, Any] = {
        "state": "measured",
        "ratio": {"value": 3.0, "low": 2.0, "high": 4.0},
    }
    claims = [
        {"id": "a", "claimed": "20x", "here": here},
        {"id": "b", "claimed": "2x", "here": {"state": "left out", "ratio": None}},
    ]
    found = one.judge(
        Ended(0, "a warning\n" + json.dumps({"claims": claims}, indent=1))
    )
    assert found.says == "1 of 2 claims measured"
    (row,) = found.rows
    assert (row["what"], row["value"], row["low"], row["unit"]) == ("a", 3.0, 2.0, "x")


def test_a_lab_that_wants_what_is_not_there_is_not_possible_there(
    tmp_path: Path, whole: Course
) -> None:
    says = "raise ImportError('torch is not installed; run certlab lab prepare.')"
    path = notebook(tmp_path / "lab.ipynb", says)
    step = next(notebooks.steps(whole))
    words = [*step.words[:-1], str(path)]
    words[words.index("--rootdir") + 1] = str(tmp_path)
    (result,) = ends(Step("lab", words, 300, step.judge)).values()
    assert result.found.state == "not possible there", result.printed


@pytest.fixture
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the command sets is set back; a folder for programs and one for libraries."""
    for name in ("BACKEND", "WORKSPACE"):
        monkeypatch.setenv(f"CERTLAB_{name}", "")
    for name in ("IPYTHON", "MPLCONFIG", "JUPYTER_CONFIG_", "JUPYTER_DATA_"):
        monkeypatch.setenv(f"{name}DIR", "")
    return tmp_path


@pytest.mark.skipif(not COMPILER, reason="no C++ compiler")
def test_a_lab_is_run_on_its_gpu_path(
    own_settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = (
        "from tests.device_arrays import cupy_of_numpy\n"
        "globals().update(cupy_of_numpy([]))\n"
    )
    (own_settings / "cupy.py").write_text(module, "utf-8")
    path = f"{own_settings}:{ROOT}:{ROOT / 'src'}"
    monkeypatch.setenv("PYTHONPATH", path)
    out = own_settings / "out"
    status = command.main([str(out), "--only", "cuda/20_first_kernels"])
    log = (out / "gpu.log").read_text("utf-8")
    (step,) = json.loads((out / "gpu.json").read_text("utf-8"))["steps"]
    assert (status, step["state"]) == (0, "passed"), log


def test_the_whole_writes_rows_of_the_card(
    own_settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs, out = own_settings / "bin", own_settings / "out"
    programs.mkdir()
    smi = programs / "nvidia-smi"
    says = "NVIDIA Paper, 600.1, 80 GiB, 700 W, 1, 2, 3, 40, [N/A]"
    smi.write_text(f"#!/bin/sh\necho '{says}'\n")
    smi.chmod(0o755)
    monkeypatch.setenv("PATH", str(programs), prepend=":")
    status = command.main([str(out), "--only", "compute"])
    found = json.loads((out / "gpu.json").read_text("utf-8"))
    assert status == 0
    assert (found["machine"]["card"], found["machine"]["driver"]) == (
        "NVIDIA Paper",
        "600.1",
    )
    assert [one["state"] for one in found["steps"]] == ["not possible there"]
    assert "NVIDIA Paper" in (out / "gpu.md").read_text("utf-8")
    assert len(list(out.iterdir())) <= 8
