"""A report: what it holds, and that none is lost."""

import json
import os
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from certlab.bench import report
from certlab.bench.entries import entry
from certlab.course import Course
from certlab.course.speedups import ClaimSide
from certlab.errors import WorkspaceError
from tests.bench.made import ROW
from tests.bench.test_entries import TRIALS

NOW = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)


@pytest.fixture
def written(course: Course, tmp_path: Path) -> Path:
    """A folder with a report of one claim."""
    folder = tmp_path / "new" / "report"
    report.claim_place(folder, replace=False)
    report.write(folder, [entry(course, ROW, TRIALS)], "certlab bench sums", NOW)
    return folder


def test_it_is_markdown_json_and_a_chart(written: Path) -> None:
    assert sorted(one.name for one in written.iterdir()) == sorted(report.NAMES)
    text = (written / "bench.md").read_text("utf-8")
    assert "| builtin-over-loop | 5x to 9x | 2x (1.5 to 2.5) |" in text
    assert "`certlab bench sums` on 2026-11-21T18:30+00:00" in text
    assert "](bench.svg)" in text
    assert "Next to it: halves 2x" in text
    assert "*limit*: So many, times ten." in text
    for word in ("cpu", "numpy", "certlab", "python"):
        assert f"| {word} | " in text
    assert (written / "bench.svg").read_text("utf-8").startswith("<svg")


def test_what_stands_next_to_a_refusal_is_a_sentence_of_its_own(
    course: Course, tmp_path: Path
) -> None:
    row = replace(ROW, old=ClaimSide(dtype="FP16"), new=ClaimSide(dtype="FP8"))
    report.write(tmp_path, [entry(course, row, TRIALS)], "certlab bench", NOW)
    text = (tmp_path / "bench.md").read_text("utf-8")
    assert "the same sum. Next to it: halves 2x" in text


def test_the_json_says_what_the_markdown_says(written: Path) -> None:
    found = json.loads((written / "bench.json").read_text("utf-8"))
    assert found["about"]["date"] == "2026-11-21T18:30+00:00"
    assert found["about"]["command"] == "certlab bench sums"
    (row,) = found["claims"]
    assert (row["id"], row["low"], row["high"], row["of"]) == (ROW.id, 5, 9, "time")
    assert row["here"]["ratio"] == {"value": 2.0, "low": 1.5, "high": 2.5}
    assert row["here"]["state"] == "measured"
    assert row["beside"][0]["measures"] == "memory"
    assert row["worked"] == [3.0]
    assert row["sides"]["old"]["dtype"] == ""


def test_a_report_that_is_there_is_not_written_over(written: Path) -> None:
    before = (written / "bench.md").read_bytes()
    with pytest.raises(WorkspaceError, match="already holds a report") as caught:
        report.claim_place(written, replace=False)
    assert "--replace" in str(caught.value)
    report.claim_place(written, replace=True)
    assert (written / "bench.md").read_bytes() == before


def test_a_folder_that_takes_no_file_is_told_before_anything_is_measured(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(WorkspaceError, match="cannot be written there"):
        report.claim_place(tmp_path / "file" / "report", replace=False)


def test_a_disk_that_fills_up_is_a_sentence(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WorkspaceError, match="No space left"):
        report.write(tmp_path, [entry(course, ROW, TRIALS)], "certlab bench", NOW)


def test_what_was_only_worked_out_says_that_it_was_not_run(course: Course) -> None:
    row = replace(ROW, contest="", beside=())
    text = report.markdown([entry(course, row, {})], report.about("x", NOW), "")
    assert "| 3x, worked out | " in text
    assert "not run: worked out from the claim's figures" in text


def test_without_matplotlib_there_is_no_chart(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    paths = report.write(tmp_path, [entry(course, ROW, {})], "certlab bench", NOW)
    assert [Path(one).name for one in paths] == ["bench.json", "bench.md"]
    assert "bench.svg" not in (tmp_path / "bench.md").read_text("utf-8")


def test_what_another_machine_measured_stands_beside(
    course: Course, written: Path
) -> None:
    found = json.loads((written / "bench.json").read_text("utf-8"))
    found["about"] |= {
        "gpu 0": "NVIDIA Paper, driver 600.1",
        "date": "2026-12-01T09:00",
    }
    found["claims"][0]["here"]["ratio"] = {"value": 40.0, "low": 39.0, "high": 41.0}
    (written / "bench.paper.json").write_text(json.dumps(found), "utf-8")
    report.claim_place(written, replace=True)
    report.write(written, [entry(course, ROW, TRIALS)], "certlab bench sums", NOW)
    text = (written / "bench.md").read_text("utf-8")
    head = "| claim | claimed | measured here | on NVIDIA Paper, 2026-12-01 | limit |"
    assert head in text
    assert "| 5x to 9x | 2x (1.5 to 2.5) | 40x (39 to 41) | " in text
    assert "## NVIDIA Paper, 2026-12-01" in text


@pytest.mark.parametrize(
    "text", ["", "[]", '{"about": {}}', '{"about": 1, "claims": 2}']
)
def test_what_is_no_report_is_told_before_anything_is_measured(
    written: Path, text: str
) -> None:
    (written / "bench.paper.json").write_text(text, "utf-8")
    with pytest.raises(WorkspaceError, match="no report of certlab bench"):
        report.claim_place(written, replace=True)
