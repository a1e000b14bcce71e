"""`certlab sheet`, as it is typed."""

import json
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.sheets import file, paper
from tests.command_line import certlab


@pytest.fixture(autouse=True)
def here(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    taught: Callable[[Course], None],
    fixed: Course,
) -> Path:
    """A folder to write to, where commands take the small course."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv(paper.VARIABLE, str(tmp_path / "no-browser"))
    taught(fixed)
    return folder


def refused(*words: str) -> str:
    """What is said of a command that does not do it: one sentence."""
    run = certlab("sheet", *words)
    assert run.returncode == 1
    assert run.stdout == ""
    assert run.stderr.count("\n") == 1
    return run.stderr


def test_without_a_name_it_lists_them() -> None:
    run = certlab("sheet")
    assert run.returncode == 0
    assert all(name in run.stdout for name in ("mig", "cuda", "nca-aiio"))
    listed = json.loads(certlab("sheet", "--json").stdout)
    assert {"mig", "nca-aiio"} <= {one["name"] for one in listed}


@pytest.mark.parametrize("name", ["mig", "MIG", "nca-aiio", "NCA-AIIO"])
def test_a_name_gives_a_file_that_needs_nothing_else(here: Path, name: str) -> None:
    run = certlab("sheet", name)
    assert run.returncode == 0
    (made,) = here.iterdir()
    assert made.name == f"{name.lower()}-sheet.html"
    assert made.name in run.stdout
    text = made.read_text("utf-8")
    assert not any(
        one in text for one in ("<script", "<link", "src=", "url(", "@import")
    )


def test_the_next_one_takes_the_place_of_the_last(here: Path) -> None:
    assert certlab("sheet", "mig").returncode == 0
    before = (here / "mig-sheet.html").read_bytes()
    assert certlab("sheet", "mig").returncode == 0
    assert (here / "mig-sheet.html").read_bytes() == before


def test_as_json_it_says_what_stands_on_it(here: Path) -> None:
    told = json.loads(certlab("sheet", "mig", "--json").stdout)
    assert Path(told["html"]).name == "mig-sheet.html"
    assert told["pdf"] is None
    rows = [row for one in told["sections"] for row in one["rows"]]
    assert {"card", "command"} <= {row["kind"] for row in rows}


def test_a_near_name_is_suggested() -> None:
    assert "mig" in refused("migg")
    assert "nca-aiio" in refused("nca-aio")


def test_nothing_to_say_is_said(
    here: Path, taught: Callable[[Course], None], unfilled: Course
) -> None:
    taught(unfilled)
    assert "ncp-bare" in refused("ncp-bare")
    assert list(here.iterdir()) == []


def test_a_fact_that_is_gone_is_said(
    here: Path, taught: Callable[[Course], None], fixed: Course
) -> None:
    taught(replace(fixed, facts={}))
    assert "there is no fact" in refused("mig")
    assert list(here.iterdir()) == []


def test_what_is_no_sheet_is_never_replaced(here: Path) -> None:
    mine = here / "mig-sheet.html"
    mine.write_text("mine", "utf-8")
    assert "mig-sheet.html" in refused("mig")
    assert mine.read_text("utf-8") == "mine"
    (here / "folder.html").mkdir()
    refused("mig", "--to", "folder.html")
    refused("mig", "--to", "sheet.pdf")
    printed = here / "other.pdf"
    printed.write_text("mine", "utf-8")
    assert "other.pdf" in refused("mig", "--to", "other.html", "--pdf")
    assert printed.read_text("utf-8") == "mine"


def test_a_folder_that_is_not_there_is_named(here: Path) -> None:
    assert "nowhere" in refused("mig", "--to", str(here / "nowhere" / "mig.html"))


def test_without_a_chromium_the_sheet_is_written_and_how_to_print_it_is_said(
    here: Path,
) -> None:
    assert "browser" in refused("mig", "--pdf")
    assert file.MARK in (here / "mig-sheet.html").read_text("utf-8")


def browser(here: Path, does: str) -> str:
    """A program that stands for a Chromium."""
    program = here.parent / "browser"
    program.write_text(f"#!/bin/sh\n{does}\n", "utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return str(program)


def test_a_chromium_prints_it(here: Path) -> None:
    does = 'for one; do case "$one" in --print-to-pdf=*) echo made > "${one#*=}";; esac; done'
    env = {paper.VARIABLE: browser(here, does)}
    run = certlab("sheet", "mig", "--pdf", "--to", "one.html", **env)
    assert run.returncode == 0, run.stderr
    assert (here / "one.pdf").read_text() == "made\n"
    assert certlab("sheet", "mig", "--pdf", "--to", "one.html", **env).returncode == 0


def test_a_chromium_that_fails_leaves_the_sheet(here: Path) -> None:
    run = certlab("sheet", "mig", "--pdf", **{paper.VARIABLE: browser(here, "exit 3")})
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert (here / "mig-sheet.html").exists()
    assert not (here / "mig-sheet.pdf").exists()


def test_it_speaks_the_language_that_is_asked_for(here: Path) -> None:
    assert certlab("sheet", "mig", "--lang", "zh_TW").returncode == 0
    assert '<html lang="zh-TW">' in (here / "mig-sheet.html").read_text("utf-8")
