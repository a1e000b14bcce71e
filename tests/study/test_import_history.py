"""`certlab import` of a history: from the site's export, or another machine's."""

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from certlab import cli
from certlab.cli import exchange
from certlab.errors import CourseError
from certlab.study.answers import Answer, to_bytes
from certlab.study.history import FILE, History

APP = typer.Typer()
APP.command()(exchange.import_file)
ROW = Answer("mig-x", 1, "wrong", 0.0, at="2026-11-21T10:00:00+00:00")


def run(*words: object) -> Result:
    return CliRunner().invoke(APP, [str(one) for one in words])


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    path = tmp_path / "certlab-history.jsonl"
    path.write_bytes(b"".join(to_bytes(replace(ROW, ulid=f"{n}")) for n in range(3)))
    return path


@pytest.fixture
def mine(tmp_path: Path) -> History:
    return History(tmp_path / "workspace" / FILE)  # as CERTLAB_WORKSPACE says


def test_answers_are_added_once(exported: Path, mine: History) -> None:
    done = run(exported)
    assert (done.exit_code, done.output) == (
        0,
        "certlab-history.jsonl: 3 answers added.\n",
    )
    assert mine.path.read_bytes() == exported.read_bytes()
    assert run(exported).output == (
        "certlab-history.jsonl: 0 answers added; 3 were here already.\n"
    )
    assert mine.path.read_bytes() == exported.read_bytes()


def test_another_workspace_s_own_history(mine: History, tmp_path: Path) -> None:
    other = tmp_path / "other"
    kept = [History(other / FILE).append(ROW), mine.append(ROW)]
    first, copied = run(mine.path, "--workspace", other).output.splitlines()
    assert first == "history.jsonl: 1 answer added."
    assert copied.startswith("Your history as it was is in ")
    assert {row.ulid for row in History(other / FILE).read().rows} == {
        row.ulid for row in kept
    }
    assert run(mine.path, "--workspace", other).output == (
        "history.jsonl: 0 answers added; 1 was here already.\n"
    )


@pytest.mark.parametrize("bad", [1, 6, 9])
def test_lines_passed_over_are_named(exported: Path, bad: int) -> None:
    with exported.open("ab") as file:
        file.write(b"{}\n" * bad)
    lines = run(exported).output.splitlines()
    assert lines[0] == "certlab-history.jsonl: 3 answers added."
    assert lines[1] == "  Line 4 is not an answer; it was skipped."
    assert lines[-1] == (
        "  And 4 more."
        if bad == 9
        else f"  Line {3 + bad} is not an answer; it was skipped."
    )
    assert len(lines) == 1 + (6 if bad == 9 else bad)
    told = json.loads(run(exported, "--json").output)
    assert (told["added"], told["known"], len(told["problems"])) == (0, 3, bad)


def test_it_speaks_the_learner_s_language(
    exported: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CERTLAB_LANG", "zh_TW")
    with exported.open("ab") as file:
        file.write(b"{}\n" * 9)
    said = run(exported).output.replace("certlab-history.jsonl", "")
    assert "新增" in said
    assert not re.search("[A-Za-z]", said)


def test_it_is_told_by_its_first_row_too(exported: Path, mine: History) -> None:
    renamed = exported.rename(exported.with_name("history (1).txt"))
    assert run(renamed).output == "history (1).txt: 3 answers added.\n"


def test_what_is_no_history_is_one_sentence(
    tmp_path: Path,
    mine: History,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_text('{"cells": []}\n', "utf-8")
    done = run(path, "--json")
    assert done.exit_code == 1
    assert json.loads(done.output)["added"] == 0
    monkeypatch.setattr(sys, "argv", ["certlab", "import", str(path)])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 1
    assert capsys.readouterr().err == (
        "certlab: notes.jsonl: This is not a history that can be read (line 1 is not an "
        "answer); choose a certlab-history.jsonl that was exported, or the history.jsonl "
        "of a workspace.\n"
    )
    assert not mine.path.exists()


def test_questions_need_their_module_and_objective(tmp_path: Path) -> None:
    path = tmp_path / "quiz.gift"
    path.write_text("::A::Is it? {T}\n", "utf-8")
    for words in ([path], [path, "--module", "mig"]):
        done = run(*words)
        assert done.exit_code == 2
        assert "questions need it" in done.output
    assert isinstance(run(tmp_path / "none.jsonl").exception, CourseError)
    assert run(tmp_path / "none.gift").exit_code == 2
