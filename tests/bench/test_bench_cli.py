"""`certlab bench` as somebody types it: in a terminal, in a pipe, stopped, and in error."""

import json
import os
import pty
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import certlab.course
from certlab.bench import registry
from certlab.cli import app
from certlab.compute.contest import Contest
from certlab.course import Course
from tests.bench.made import ROW, contest, weighing

QUICK = ("--seconds", "0.01")


def certlab_bench(*words: str, columns: int = 80) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "certlab", "bench", *words],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"COLUMNS": str(columns)},
    )


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, course: Course) -> dict[str, Contest]:
    """The small course with one claim, and contests that need nothing."""
    claimed = replace(course, speedups={ROW.id: ROW})
    known = {"sums": contest(), "halves": weighing()}
    monkeypatch.setattr(certlab.course, "load", lambda: claimed)
    monkeypatch.setattr(registry, "contests", lambda: known)
    return known


def run(*words: str) -> tuple[int, str]:
    found = CliRunner().invoke(app, ["bench", *QUICK, *words])
    return found.exit_code, found.output


@pytest.mark.usefixtures("made")
def test_claimed_measured_and_limit_stand_side_by_side() -> None:
    code, text = run()
    assert code == 0
    line = next(one for one in text.splitlines() if one.startswith(ROW.id))
    assert "5x to 9x" in line
    assert " to " in line.partition("9x")[2]
    assert "beside   halves: 2x" in text


def test_a_contest_that_fails_leaves_the_others(made: dict[str, Contest]) -> None:
    made["sums"] = contest(new=lambda: 1 // 0)
    code, text = run()
    assert code == 1
    assert "failed: ZeroDivisionError" in text
    assert "halves: 2x" in text


def test_different_answers_are_refused_and_fail(made: dict[str, Contest]) -> None:
    made["sums"] = contest(same=lambda: "7 is not 8")
    code, text = run()
    assert code == 1
    assert "refused: different answers (7 is not 8)" in text


def test_ctrl_c_leaves_what_was_measured(
    made: dict[str, Contest], tmp_path: Path
) -> None:
    def stop() -> object:
        raise KeyboardInterrupt

    made["halves"] = contest("halves", new=stop)
    made["halves"] = replace(
        made["halves"], new=replace(contest().old, dtype="float32")
    )
    code, text = run("--report", str(tmp_path / "report"))
    assert code == 130
    assert "stopped before it was measured" in text
    (row,) = json.loads((tmp_path / "report" / "bench.json").read_text("utf-8"))[
        "claims"
    ]
    assert row["here"]["state"] == "measured"
    assert row["beside"][0]["state"] == "stopped"


@pytest.mark.usefixtures("made")
def test_a_report_is_not_written_over_unless_told(tmp_path: Path) -> None:
    folder = str(tmp_path / "report")
    assert run("--report", folder)[0] == 0
    again = CliRunner().invoke(app, ["bench", *QUICK, "--report", folder])
    assert "already holds a report" in str(again.exception)
    assert run("--report", folder, "--replace")[0] == 0


@pytest.mark.usefixtures("made")
def test_json_is_all_that_stands_on_standard_output() -> None:
    code, text = run("--json")
    assert code == 0
    found = json.loads(text)
    assert [row["id"] for row in found["claims"]] == [ROW.id]


def test_in_a_pipe_it_is_80_columns_and_nothing_on_standard_error() -> None:
    found = certlab_bench("amp-training-memory", "nvlink-over-pcie", *QUICK)
    assert found.returncode == 0, found.stderr
    assert found.stderr == ""
    assert max(map(len, found.stdout.splitlines())) <= 80
    assert "7.03x, worked out" in found.stdout
    assert "\x1b" not in found.stdout


def test_a_bar_is_drawn_on_a_terminals_standard_error_only() -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "certlab", "bench", "fp16-memory", *QUICK],
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "80"},
    )
    out, _ = process.communicate()
    os.close(theirs)
    drawn = os.read(ours, 100_000).decode("utf-8", "replace")
    os.close(ours)
    assert process.returncode == 0
    assert "half-memory" in drawn
    assert "\x1b" not in out
    assert "fp16-memory" in out


def test_an_unknown_claim_is_one_sentence_with_near_names() -> None:
    found = certlab_bench("amp-trainng-time")
    assert found.returncode == 1
    assert found.stdout == ""
    assert found.stderr.count("\n") == 1
    assert "did you mean amp-training-time?" in found.stderr


def test_bad_usage_is_two() -> None:
    assert certlab_bench("--seconds", "0").returncode == 2
    assert certlab_bench("--no-such").returncode == 2


def test_the_list_names_every_claim(whole: Course) -> None:
    found = certlab_bench("--list")
    assert found.returncode == 0
    assert all(id in found.stdout for id in whole.speedups)
    rows = json.loads(certlab_bench("--list", "--json").stdout)
    assert [row["id"] for row in rows] == list(whole.speedups)
