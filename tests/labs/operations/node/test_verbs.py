"""`certlab sim node` as somebody at a terminal types it, and as a script does."""

import json
import os
import signal
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from certlab.course import workspace
from certlab.labs.operations.node import ours, play, session
from certlab.labs.operations.node.answer import MARKS
from certlab.labs.operations.node.commands import commands
from certlab.labs.operations.node.scenarios import drawn, scenarios
from certlab.labs.operations.node.session import Session
from certlab.study.history import FILE, History
from tests.command_line import Run, certlab
from tests.terminal.real import Terminal

GAME = "off-the-bus"


def sim_node(*words: str, given: str = "") -> Run:
    return certlab("sim", "node", *words, lines=given, COLUMNS="100")


def test_the_scenarios_are_listed() -> None:
    _, head, *rows = sim_node().stdout.splitlines()
    assert head.split() == ["id", "solved", "minutes", "objectives"]
    assert max(map(len, rows)) <= 80
    assert [row.split()[0] for row in rows] == [*scenarios()]
    found = json.loads(sim_node("--json").stdout)
    assert [row["id"] for row in found] == [*scenarios()]
    assert not any(row["solved"] for row in found)


def test_each_form_is_listed_with_what_it_rests_on_and_counted() -> None:
    forms = {form for one in commands().values() for form in one.forms}
    *listed, counts = sim_node("--provenance").stdout.split("\n\n")
    for form in forms:
        assert f"{form.mark:4}{form.line}\n      {form.source}" in "\n\n".join(listed)
    for row in counts.splitlines():
        count, mark, *_ = row.split()
        assert int(count) == sum(form.mark == mark for form in forms)
    assert [row.split()[1] for row in counts.splitlines()] == [*MARKS]
    assert len(json.loads(sim_node("--provenance", "--json").stdout)) == len(forms)


def test_lines_are_run_and_the_last_one_says_how_it_ends() -> None:
    lines = ("hands off node-a", "ssh node-a", "qwert")
    words = [word for line in lines for word in ("--run", line)]
    run = sim_node(GAME, *words)
    assert run.returncode == 127
    assert run.stdout.splitlines()[1:] == [
        "ssh: connect to host node-a port 22: No route to host",
        "qwert: command not found",
    ]
    piped = sim_node(GAME, given="\n".join(("", *lines, "")))
    assert (piped.returncode, piped.stdout) == (run.returncode, run.stdout)
    assert sim_node(GAME, *words, "--run", "exit").returncode == 0


def test_what_takes_long_says_so_beside_the_output() -> None:
    run = sim_node(
        GAME, "--run", "sleep 59", "--run", "sleep 840", "--run", "sleep 7500"
    )
    assert run.stderr.splitlines() == ["(simulated: 14 min)", "(simulated: 2 h 5 min)"]
    assert run.stdout == ""


def test_as_json() -> None:
    run = sim_node(GAME, "--seed", "7", "--run", "ssh node-a", "--json")
    found = json.loads(run.stdout)
    assert (found["scenario"], found["seed"], found["lines"]) == (
        GAME,
        7,
        ["ssh node-a"],
    )
    assert found["prompt"] == found["shown"][0]["prompt"] == "root@node-a:~#"


def test_without_a_line_there_is_the_story() -> None:
    assert scenarios()[GAME].story.strip() in sim_node(GAME).stdout


def test_a_game_that_there_is_not() -> None:
    run = sim_node("off-the-buss")
    assert run.returncode == 1
    assert run.stderr == (
        "certlab: There is no scenario off-the-buss; did you mean off-the-bus?\n"
    )


def test_a_line_without_an_end_is_refused() -> None:
    run = sim_node(GAME, given="x" * 10_000_000)
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1


# What is kept.


def test_a_game_in_a_file_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "sent" / "game.json"
    sim_node(GAME, "--seed", "3", "--saved", str(file), "--run", "ssh node-a")
    run = sim_node("--saved", str(file), "--run", "history", "--json")
    found = json.loads(run.stdout)
    assert (found["scenario"], found["seed"]) == (GAME, 3)
    assert found["lines"] == ["ssh node-a", "history"]
    assert found["prompt"] == "root@node-a:~#"
    assert json.loads(file.read_text("utf-8"))["lines"] == found["lines"]
    begun = sim_node(GAME, "--saved", str(file), "--fresh", "--run", "exit", "--json")
    assert json.loads(begun.stdout)["lines"] == ["exit"]
    assert (
        json.loads((tmp_path / "sent" / "game.json.old").read_text("utf-8"))["seed"]
        == 3
    )


GOOD: dict[str, Any] = {
    "certlab": "node",
    "edition": session.EDITION,
    "scenario": GAME,
    "seed": 1,
    "lines": ["ssh node-a"],
}
BAD = {
    "empty": b"",
    "torn": json.dumps(GOOD).encode()[:40],
    "another file": b'{"cells": []}',
    "deep": b"[" * 100_000,
    "no text": b"\xff\xfe\x00",
    "older edition": json.dumps({**GOOD, "edition": 0}).encode(),
    "no lines": json.dumps({**GOOD, "lines": "ssh"}).encode(),
    "no such scenario": json.dumps({**GOOD, "scenario": "gone"}).encode(),
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD)
def test_a_named_file_that_is_no_game_is_left_alone(
    data: bytes, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(data)
    run = sim_node(GAME, "--saved", str(file), "--run", "exit")
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert [one.name for one in tmp_path.iterdir()] == [file.name]
    assert file.read_bytes() == data


def test_a_game_of_another_scenario_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(GOOD), "utf-8")
    other = next((one for one in scenarios() if one != GAME), "")
    if other:
        assert "a game of off-the-bus" in sim_node(other, "--saved", str(file)).stderr


def test_no_file_and_no_scenario(tmp_path: Path) -> None:
    run = sim_node("--saved", str(tmp_path / "none.json"))
    assert (run.returncode, run.stderr.count("\n")) == (1, 1)


@pytest.mark.parametrize("fresh", [[], ["--fresh"]])
def test_a_folder_is_no_game_and_stays_where_it_is(
    fresh: list[str], tmp_path: Path
) -> None:
    for place in (tmp_path / "folder", tmp_path / "folder" / "pipe"):
        if place.name == "folder":
            place.mkdir()
        else:
            os.mkfifo(place)
        run = sim_node(GAME, "--saved", str(place), *fresh, "--run", "exit")
        assert (run.returncode, run.stderr.count("\n")) == (1, 1)
        assert place.exists()


def test_what_cannot_be_kept_is_said_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    file = tmp_path / "file" / "game.json"  # a file stands where a folder should
    run = sim_node(GAME, "--saved", str(file), "--run", "hands", "--run", "hands")
    assert run.stdout.count("usage: hands") == 2
    assert run.stderr.count("cannot be used") == 2


# What a submitted one counts for.


@pytest.fixture
def submitted(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What `submit` reports: changed by the test."""
    report: dict[str, Any] = {"passed": True, "score": 80}

    def submit(game: Session, line: str) -> Session:
        return replace(session.said(game, line, "The report."), report={**report})

    monkeypatch.setitem(ours.VERBS, "submit", submit)
    monkeypatch.setattr(play, "_kept", OrderedDict())
    return report


def rows() -> list[tuple[Any, ...]]:
    return [
        (row.item, row.outcome, row.score, row.seed, row.surface, row.mode)
        for row in History(workspace.find() / FILE).read().answers
    ]


def test_a_submitted_game_is_an_exercise_recorded_once_for_each_outcome(
    submitted: dict[str, Any],
) -> None:
    id = scenarios()[GAME].exercise
    submitted |= {"passed": False, "score": 25}
    for seed in ("1", "1", "2"):
        assert sim_node(GAME, "--seed", seed, "--run", "submit").returncode == 0
    assert rows() == [(id, "wrong", 0.25, 1, "terminal", "exercise")]
    submitted |= {"passed": True, "score": 80}
    sim_node(GAME, "--seed", "5", given="hands\nsubmit\nhands\n")
    assert rows()[1:] == [(id, "correct", 0.8, 5, "terminal", "exercise")]
    listed = {row["id"]: row["solved"] for row in json.loads(sim_node("--json").stdout)}
    assert listed[GAME]
    assert sum(listed.values()) == 1


def test_a_game_that_was_submitted_is_not_recorded_again_when_it_is_opened(
    submitted: dict[str, Any], tmp_path: Path
) -> None:
    file = str(tmp_path / "game.json")
    sim_node(GAME, "--saved", file, "--run", "submit")
    submitted |= {"passed": False}
    sim_node(GAME, "--seed", "2", "--run", "submit")
    sim_node("--saved", file, "--run", "hands")
    assert [row[1] for row in rows()] == ["correct", "wrong"]


def test_a_blind_game_says_at_its_end_how_it_is_played_again(
    submitted: dict[str, Any],
) -> None:
    assert submitted
    found = sim_node("blind", "--run", "hands", "--run", "submit")
    ((_, _, _, seed, *_),) = rows()
    assert (
        found.stderr
        == f"certlab sim node blind --seed {seed} --fresh plays this one again.\n"
    )


def test_the_recorded_solution_solves_it_in_a_terminal_too() -> None:
    for seed in (1, 2):
        one = drawn(scenarios()[GAME], seed)
        lines = "\n".join((*one.solution, "submit"))
        run = sim_node(GAME, "--seed", str(seed), given=lines)
        assert run.returncode == 0, run.stdout
    assert [(row[1], row[3]) for row in rows()] == [("correct", 1)]


# Somebody at a terminal.

PROMPT = "root@head:~# "


def test_a_line_is_completed_abandoned_and_brought_back() -> None:
    with Terminal("sim", "node", GAME) as typist:
        assert scenarios()[GAME].story.split()[0] in typist.until(PROMPT)
        typist.type("ssh node-a")
        typist.until("ssh node-a")
        typist.process.send_signal(signal.SIGINT)  # as Ctrl-C does
        typist.type("\n")  # Python may hear of it only with the next key
        typist.until(PROMPT)
        typist.type("ssh no\tb\n")
        typist.until("root@node-b:~# ")
        typist.type("qwert\n")
        typist.until("qwert: command not found")
        typist.until("root@node-b:~# ")
        typist.type("\x1b[A\x1b[A\n")  # the line before the last
        typist.until("ssh node-b")
        typist.until("root@node-b:~# ")
        typist.type("exit\n")
        typist.until(PROMPT)
        typist.type("\x04")
        typist.until(f"certlab sim node {GAME} --seed 1 goes on from here.")
        assert typist.end() == 0
    file = workspace.find() / "games" / f"{GAME}-1.json"
    kept = json.loads(file.read_text("utf-8"))
    assert kept == {**GOOD, "lines": ["ssh node-b", "qwert", "ssh node-b", "exit"]}


def test_a_game_is_taken_up_with_its_lines() -> None:
    file = workspace.find() / "games" / f"{GAME}-1.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(GOOD), "utf-8")
    with Terminal("sim", "node", GAME) as typist:
        typist.until("goes on after line 1")
        typist.until("root@node-a:~# ")
        typist.type("\x1b[A")
        typist.until("ssh node-a")
        typist.type("\x15exit\n")
        typist.until(PROMPT)
        typist.type("exit\n")
        assert typist.end() == 0


def test_a_torn_game_is_put_aside_and_another_begins() -> None:
    file = workspace.find() / "games" / f"{GAME}-1.json"
    file.parent.mkdir(parents=True)
    torn = [(file, BAD["torn"]), (file.with_name(f"{file.name}.torn"), b"before")]
    for path, data in torn:
        path.write_bytes(data)
    with Terminal("sim", "node", GAME) as typist:
        typist.until("torn")
        typist.until(PROMPT)
        typist.type("exit now\n")
        typist.until(PROMPT)
        typist.type("\x04")
        assert typist.end() == 0
    assert file.with_name(f"{file.name}.torn").read_bytes() == b"before"
    assert file.with_name(f"{file.name}.torn-2").read_bytes() == BAD["torn"]
    assert json.loads(file.read_text("utf-8"))["lines"] == ["exit now"]


def test_two_windows_do_not_write_over_each_other() -> None:
    file = workspace.find() / "games" / f"{GAME}-1.json"
    with Terminal("sim", "node", GAME) as first:
        first.until(PROMPT)
        with Terminal("sim", "node", GAME) as second:
            second.until(PROMPT)
            second.type("ssh node-b\n")
            second.until("root@node-b:~# ")
        first.type("ssh node-a\n")
        first.until("played on elsewhere")
        first.until("root@node-a:~# ")
    other = file.with_name(f"{file.name}.other")
    for path, line in ((file, "ssh node-a"), (other, "ssh node-b")):
        assert json.loads(path.read_text("utf-8"))["lines"] == [line]
