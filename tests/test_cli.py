"""The commands as somebody at a terminal types them."""

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import typer

from certlab import __version__, cli
from certlab.cli import EXAMPLES
from certlab.course import Course, location
from tests.command_line import certlab

COURSE = location.find()


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, small: Path) -> Path:
    """The small course is the one there is."""
    monkeypatch.setattr(location, "find", lambda: small)
    return small


def process(*words: str, out: int = subprocess.PIPE) -> tuple[int, str, str]:
    """For what only a process of its own shows: status, standard output and error."""
    command = [sys.executable, "-m", "certlab", *words]
    run = subprocess.run(
        command, stdout=out, stderr=subprocess.PIPE, text=True, check=False
    )
    return run.returncode, run.stdout, run.stderr


def test_version() -> None:
    assert process("--version") == (0, f"{__version__}\n", "")


def test_help_reads_no_course_and_no_wing_that_has_no_verbs() -> None:
    code = "import sys, certlab.cli; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    names = {one for one in run.stdout.split() if one.startswith("certlab.")}
    packages = {one.split(".")[1] for one in names}
    assert packages <= {
        *("classroom", "cli", "console", "errors", "labs", "module_parts"),
        *("near_names", "words"),
    }
    wings = {one.split(".")[2] for one in names if one.startswith("certlab.labs.")}
    verbs = {one.split(".")[2] for one in names if one.split(".")[3:4] == ["verbs"]}
    assert wings == verbs


def test_a_refusal_is_the_status_of_the_process() -> None:
    code, out, err = process("read", "nowhere.txt")
    assert (code, out) == (1, "")
    assert err.startswith("certlab: nowhere.txt cannot be read")


def test_a_reader_who_leaves_sees_no_traceback() -> None:
    theirs, ours = os.pipe()
    os.close(theirs)  # as `| head -0` does
    code, _, err = process("--version", out=ours)
    os.close(ours)
    assert (code, err) == (1, "")


FULL = Path("/dev/full")
UNWRITTEN = "certlab: The output cannot be written (No space left on device); send it elsewhere.\n"


@pytest.mark.skipif(not FULL.exists(), reason="only Linux has a device that is full")
@pytest.mark.parametrize("words", [("--version",), ("--help",)])
def test_what_cannot_be_printed_is_one_sentence(words: tuple[str, ...]) -> None:
    """In a process of its own: Python writes what is left once more at its end."""
    with FULL.open("w") as out:
        code, _, err = process(*words, out=out.fileno())
    assert (code, err) == (1, UNWRITTEN)


@pytest.mark.skipif(not FULL.exists(), reason="only Linux has a device that is full")
@pytest.mark.parametrize("buffering", [1, -1])
def test_no_verb_ends_in_a_traceback_where_nothing_can_be_printed(
    buffering: int, here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    verbs = sorted(name for name in typer.main.get_command(cli.app).commands)  # type: ignore[attr-defined]  # a group's
    typed = [(verb, "--help") for verb in verbs]
    typed += [("--version",), ("bench", "--list")]
    for words in typed:
        with (
            FULL.open("w", buffering) as out,
            pytest.MonkeyPatch.context() as patch,
        ):
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "argv", ["certlab", *words])
            with pytest.raises(SystemExit) as end:
                cli.main()
        assert end.value.code == 1, words
        assert capfd.readouterr().err == UNWRITTEN, words


def test_an_error_of_a_file_is_not_taken_for_one_of_the_output(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails() -> None:
        raise OSError(28, "No space left on device", "a file")

    monkeypatch.setattr(cli.plans, "today", fails)
    with pytest.raises(OSError, match="a file"):
        certlab()


@pytest.mark.parametrize(
    "words", [(), ("drill",), ("lab", "list"), ("sim", "mig"), ("bench",)]
)
def test_a_flag_is_not_shown_as_if_it_took_a_value(words: tuple[str, ...]) -> None:
    said = certlab(*words, "--help").stdout
    assert "--help" in said
    assert "bool" not in said.lower()


def test_help_has_groups_with_two_examples_each() -> None:
    said = certlab("--help").stdout
    groups = [said.index(f"─ {group} ─") for group in EXAMPLES]
    assert groups == sorted(groups)
    assert all(said.count(line) == 1 for pair in EXAMPLES.values() for line in pair)
    assert {len(pair) for pair in EXAMPLES.values()} == {2}


def test_every_example_is_of_a_command_there_is() -> None:
    for line in (line for pair in EXAMPLES.values() for line in pair):
        words = line.rpartition("certlab ")[2].split()
        verb = [*itertools.takewhile(str.isalpha, words[:2])]
        said = certlab(*verb, "--help")
        assert said.returncode == 0, line
        flags = [word for word in words if word.startswith("--")]
        assert all(flag in said.stdout for flag in flags), line


def test_check_prints_what_is_there(here: Path, course: Course) -> None:
    run = certlab("check")
    assert run.returncode == 0, run.stdout
    lines = [line for line in run.stdout.splitlines() if "warning:" not in line]
    lines = lines[[line.split()[:1] for line in lines].index(["module"]) :]
    (head, *rows), (choices, *banks), told = (
        part.splitlines() for part in "\n".join(lines).split("\n\n")
    )
    assert told == ["No problems."]
    assert head.split()[:4] == ["module", "words", "items", "cards"]
    assert [row.split()[0] for row in rows] == sorted(course.modules)
    assert choices.split()[:4] == ["choices", "of", "items", "chance"]
    assert [row.split()[0] for row in banks] == [*sorted(course.modules), "all"]


def test_check_as_json(here: Path, course: Course) -> None:
    found = json.loads(certlab("check", "--json").stdout)
    assert found["problems"] == []
    assert {row["module"] for row in found["table"]} == course.modules.keys()
    assert [row["bank"] for row in found["quality"]] == [*sorted(course.modules), "all"]
    assert all(row["low"] <= row["lift"] <= row["high"] for row in found["quality"])


def test_check_warns_of_a_review_and_then_refuses(here: Path) -> None:
    bank = here / "quizzes/small.toml"
    text = bank.read_text("utf-8").replace(
        'id = "small-card"', 'id = "small-card"\nreview_by = 2027-06-01'
    )
    bank.write_text(text, "utf-8")
    soon = certlab("check", "--on", "2027-05-01")
    assert soon.returncode == 0
    assert "small-card: warning: its review is due on 2027-06-01" in soon.stdout
    told = json.loads(certlab("check", "--json", "--on", "2027-05-01").stdout)
    assert [row["id"] for row in told["warnings"]] == ["small-card"]
    late = certlab("check", "--on", "2027-06-02")
    assert late.returncode == 1
    assert "small-card: its review was due on 2027-06-01" in late.stdout
    assert late.stderr == "\n1 problem.\n"


@pytest.mark.usefixtures("read_once")
def test_labs_are_listed(whole: Course) -> None:
    run = certlab("lab", "list")
    assert run.returncode == 0, run.stderr
    rows = json.loads(certlab("lab", "list", "--json").stdout)
    assert {row["id"] for row in rows} == whole.labs.keys()
    starts = {
        line.rindex(lab.title)
        for lab in whole.labs.values()
        for line in run.stdout.splitlines()
        if line.split()[:1] == [lab.id]
    }
    assert len(starts) == 1  # one column, however long an id is


@pytest.mark.usefixtures("read_once")
def test_doctor_says_which_path_each_lab_takes_and_why(whole: Course) -> None:
    run = certlab("doctor")
    assert run.returncode == 0, run.stderr
    found = json.loads(certlab("doctor", "--json").stdout)
    assert {row["lab"] for row in found["labs"]} == whole.labs.keys()
    assert all(row["path"] and row["why"] for row in found["labs"])


def test_doctor_says_what_a_lab_lacks_on_this_system(
    fixed: Course,
    taught: Callable[[Course], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name, lab = next(iter(fixed.labs.items()))
    taught(replace(fixed, labs={name: replace(lab, windows="its ranks stop")}))
    assert "its ranks" not in certlab("doctor").stdout
    monkeypatch.setattr("platform.system", lambda: "Windows")
    assert certlab("doctor").stdout.endswith("; here its ranks stop\n")


@pytest.mark.usefixtures("read_once")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("lab", "open", "nothing"),
            "There is no lab called nothing; certlab lab list lists all ",
        ),
        (
            ("lab", "run", "nothing"),
            "There is no lab called nothing; certlab lab list lists all ",
        ),
        (("lab", "open", "0"), "There are several labs called 0; name one of "),
        (
            ("drill", "--module", "nothing"),
            "There is no module nothing; choose one of ",
        ),
        (("study", "--workspace", "/dev/null/x"), "/dev/null/x: cannot be written"),
        (("study", "--workspace", str(COURSE)), f"{COURSE}: the course itself is kept"),
        (("drill", "--workspace", str(COURSE)), f"{COURSE}: the course itself is kept"),
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
