"""The commands as somebody at a terminal types them."""

import json
import os
import subprocess
import sys

import pytest

from certlab import __version__
from certlab.course import Course


def certlab(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "certlab", *words],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"COLUMNS": "100"},
    )


ON = ("--on", "2026-11-21")  # reviews are held against a day, and a test against one


def test_version() -> None:
    assert certlab("--version").stdout == f"{__version__}\n"


def test_check_prints_what_is_there(whole: Course) -> None:
    run = certlab("check", *ON)
    assert run.returncode == 0, run.stdout
    lines = [line for line in run.stdout.splitlines() if "warning:" not in line]
    (head, *rows), (choices, *banks) = (
        part.splitlines() for part in "\n".join(lines).split("\n\n")
    )
    assert head.split()[:4] == ["module", "words", "items", "cards"]
    assert [row.split()[0] for row in rows] == sorted(whole.modules)
    assert choices.split()[:4] == ["choices", "of", "items", "chance"]
    assert [row.split()[0] for row in banks] == [*sorted(whole.modules), "all"]


def test_check_as_json(whole: Course) -> None:
    found = json.loads(certlab("check", "--json", *ON).stdout)
    assert found["problems"] == []
    assert {row["module"] for row in found["table"]} == whole.modules.keys()
    assert [row["bank"] for row in found["quality"]] == [*sorted(whole.modules), "all"]
    assert all(row["low"] <= row["lift"] <= row["high"] for row in found["quality"])


def test_check_warns_of_a_review_and_then_refuses() -> None:
    soon = certlab("check", "--on", "2027-05-01")
    assert soon.returncode == 0
    assert "mig-card-gpus: warning: its review is due on 2027-06-01" in soon.stdout
    told = json.loads(certlab("check", "--json", "--on", "2027-05-01").stdout)
    assert "mig-card-gpus" in {row["id"] for row in told["warnings"]}
    late = certlab("check", "--on", "2027-06-02")
    assert late.returncode == 1
    assert "mig-card-gpus: its review was due on 2027-06-01" in late.stdout


def test_labs_are_listed(whole: Course) -> None:
    run = certlab("lab", "list")
    assert run.returncode == 0, run.stderr
    rows = json.loads(certlab("lab", "list", "--json").stdout)
    assert {row["id"] for row in rows} == whole.labs.keys()
    assert all(id in run.stdout for id in whole.labs)


def test_doctor_says_which_path_each_lab_takes_and_why(whole: Course) -> None:
    run = certlab("doctor")
    assert run.returncode == 0, run.stderr
    found = json.loads(certlab("doctor", "--json").stdout)
    assert {row["lab"] for row in found["labs"]} == whole.labs.keys()
    assert all(row["path"] and row["why"] for row in found["labs"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("lab", "open", "nothing"), "There is no lab called nothing; name one of "),
        (("lab", "run", "nothing"), "There is no lab called nothing; name one of "),
        (("lab", "open", "0"), "There are several labs called 0; name one of "),
        (("drill", "--module", "nothing"), "There is no module nothing; there is "),
        (("study", "--workspace", "/dev/null/x"), "/dev/null/x: cannot be written"),
    ],
)
def test_what_can_be_mended_is_one_sentence(words: tuple[str, ...], says: str) -> None:
    run = certlab(*words)
    assert run.returncode == 1
    assert run.stderr.startswith(f"certlab: {says}")
    assert run.stderr.count("\n") == 1


def test_bad_usage_is_exit_2() -> None:
    assert certlab("drill", "--count", "0").returncode == 2
    assert certlab("nonsense").returncode == 2
