"""`python -m benchmarks speed` with the smallest settings: its shape, never its times."""

import gc
import json
import sys
import tomllib
from dataclasses import replace
from functools import partial
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from benchmarks.speed import planner_speed, rows, self_speed, simulator_speed
from benchmarks.speed.bank_text import bank_text
from benchmarks.speed.etl_speed import etl_rows
from benchmarks.speed.rows import Row
from certlab import compute
from certlab.compute import probe
from certlab.compute.interval import Interval
from certlab.course.banks import read_bank
from certlab.course.problems import Problem
from certlab.errors import CourseError
from certlab.labs.distributed.pipeline import Pipeline


@pytest.fixture(scope="module")
def found() -> tuple[list[Row], list[str]]:
    """The rows of the CPU path, and what was said meanwhile."""
    said: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(
            "CERTLAB_BACKEND", raising=False
        )  # no fixture of a test runs before
        for name in ("cupy", "torch"):
            patch.setitem(sys.modules, name, None)
        patch.setattr(planner_speed, "_DAYS", 3)
        patch.setattr(
            simulator_speed, "_RING", replace(simulator_speed._RING, ranks=64)
        )
        patch.setattr(
            simulator_speed,
            "_GPIPE",
            Pipeline(schedule="gpipe", stages=4, micro_batches=8),
        )
        patch.setattr(self_speed, "etl_rows", partial(etl_rows, rows=2000))
        for name in ("command_rows", "answer_rows"):  # see test_command_speed.py
            patch.setattr(self_speed, name, lambda *_: iter(()))
        probe.forget()
        measured = [
            *self_speed.measure(rounds=2, seconds=0.01, items=5, say=said.append)
        ]
    probe.forget()
    return measured, said


def test_every_part_has_its_rows_and_says_when_it_begins(
    found: tuple[list[Row], list[str]],
) -> None:
    measured, said = found
    assert len(said) == 13
    assert said[0] == "1 of 13: imports, in new processes ..."
    assert [row.goal for row in measured] == [
        3.0,
        3.0,
        2.5,
        *[None] * 6,
        30.0,
        None,
        1.0,
        1.03,
        *[None] * 4,
    ]
    (foretold,) = (row for row in measured if row.unit == "% off")
    assert foretold.found is None
    assert foretold.note.startswith("Not run: ")
    assert "certlab lab prepare" in foretold.note
    for row in measured[:-2]:
        if row is foretold:
            continue
        assert row.found is not None
        assert row.found.low <= row.found.value <= row.found.high
    assert measured[-2].note.startswith("Not run: torch is not installed")
    assert measured[-1].found is None
    assert measured[-1].note == "No GPU here, not run: CuPy is not installed."


def test_the_rows_are_json_and_a_table(found: tuple[list[Row], list[str]]) -> None:
    measured, _said = found
    again = json.loads(json.dumps([row.as_dict() for row in measured]))
    keys = {"what", "against", "found", "unit", "goal", "note", "met"}
    assert all(row.keys() == keys for row in again)
    lines = rows.table(measured).splitlines()
    assert len(lines) == 1 + len(measured) + sum(bool(row.note) for row in measured)
    assert lines[0].split()[0] == "measured"


def test_a_row_is_printed_before_the_next_is_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = Row("ours", "plain", Interval(1.5, 1.0, 2.0), note="Here.")
    monkeypatch.setattr(self_speed, "_imports", lambda _: iter([row, row]))
    said: list[str] = []
    printed = rows.lines(self_speed.measure(say=said.append))
    assert next(printed).split()[0] == "measured"
    assert said == []
    assert next(printed).split()[:3] == ["ours", "plain", "1.50x"]
    assert next(printed) == "  Here."
    assert len(said) == 1


def test_the_collector_is_left_as_it_was(found: tuple[list[Row], list[str]]) -> None:
    assert found
    assert gc.isenabled()


def test_progress_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    self_speed._say("1 of 5")
    assert capsys.readouterr() == ("", "1 of 5\n")


def test_the_generated_bank_is_a_bank_without_a_problem() -> None:
    problems: list[Problem] = []
    items = read_bank(bank_text(20), "quizzes/speed.toml", problems)
    assert problems == []
    assert len({item.id for item in items}) == 20
    assert len(tomllib.loads(bank_text(3))["item"]) == 3


@pytest.mark.parametrize(
    ("low", "high", "goal", "met"),
    [
        (1.0, 2.0, 2.5, "yes"),
        (1.0, 3.0, 2.5, "unsure"),
        (2.6, 3.0, 2.5, "no"),
        (1.0, 2.0, None, ""),
    ],
)
def test_a_goal_is_met_when_the_whole_interval_is(
    low: float, high: float, goal: float | None, met: str
) -> None:
    row = Row("a", "b", Interval((low + high) / 2, low, high), goal=goal)
    assert row.met == met


def test_a_row_as_text() -> None:
    row = Row("ours", "plain", Interval(1.5, 1.0, 2.0), goal=2.5)
    blank = Row("ours", "plain", None, "ns more", note="Not here.")
    assert [line.split() for line in rows.table([row, blank]).splitlines()[1:]] == [
        ["ours", "plain", "1.50x", "1.00", "to", "2.00", "at", "most", "2.50x", "yes"],
        ["ours", "plain", "not", "run"],
        ["Not", "here."],
    ]


def test_an_import_that_fails_is_told() -> None:
    with pytest.raises(CourseError, match="no_such_module: ModuleNotFoundError"):
        self_speed._import_seconds("no_such_module")


def test_with_a_gpu_our_clock_meets_cupys(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a stand-in: the two are asked the same thing and a ratio comes out."""
    waited: list[bool] = []
    cupy = ModuleType("cupy")
    cupy.float32, cupy.ones = np.float32, lambda *_: np.ones((2, 2))
    runtime = SimpleNamespace(deviceSynchronize=lambda: waited.append(True))
    cupy.cuda = SimpleNamespace(runtime=runtime)
    profiler = ModuleType("cupyx.profiler")

    def benchmark(call: compute.timing.Call, n_repeat: int) -> SimpleNamespace:
        call()
        return SimpleNamespace(gpu_times=np.full((1, n_repeat), 1e-3))

    profiler.benchmark = benchmark
    monkeypatch.setitem(sys.modules, "cupy", cupy)
    monkeypatch.setitem(sys.modules, "cupyx", ModuleType("cupyx"))
    monkeypatch.setitem(sys.modules, "cupyx.profiler", profiler)
    probe.forget()
    (row,) = self_speed.device_clock_rows(seconds=0.01)
    probe.forget()
    assert row.found is not None
    assert row.found.value > 0
    assert waited
