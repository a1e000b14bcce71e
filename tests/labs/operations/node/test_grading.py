"""How a game is graded: what proves, what counts as guessed, what holds under work."""

import json
from pathlib import Path
from typing import Any

import pytest

from certlab.errors import ContentError, CourseError
from certlab.labs.operations.node import (
    checks,
    evidence,
    grading,
    laws,
    passing,
    play,
    report,
    report_text,
    scenarios,
)
from certlab.labs.operations.node.passing import advance
from certlab.labs.operations.node.session import Session
from certlab.labs.operations.node.state import World
from tests.labs.operations.node import drill

DIAGNOSE = "diagnose not-seated node-a slot 3"
LOOK = ("ssh node-a count", "ssh node-a log")
MEND = (
    "hands off node-a",
    "hands reseat node-a 3",
    "hands on node-a",
    "sleep 600",
    "resume",
)


@pytest.fixture(autouse=True)
def _commands(monkeypatch: pytest.MonkeyPatch) -> None:
    drill.with_commands(monkeypatch)


def graded(played: Session) -> dict[str, Any]:
    assert played.report
    return played.report


def test_what_was_seen_before_it_was_named_and_mended_after_is_solved(
    tmp_path: Path,
) -> None:
    found = graded(drill.game(tmp_path, *LOOK, DIAGNOSE, *MEND, "submit"))
    assert found["passed"]
    assert found["score"] == 100
    assert found["diagnosis"]["shown"]
    assert {one["line"]: one["excludes"] for one in found["evidence"]} == {
        "ssh node-a count": ["library-version"],
        "ssh node-a log": ["off-bus"],
    }
    assert json.loads(json.dumps(found)) == found


def test_a_cause_that_nothing_has_shown_is_guessed(tmp_path: Path) -> None:
    found = graded(drill.game(tmp_path, LOOK[0], DIAGNOSE, *MEND, "submit"))
    assert found["diagnosis"]["right"]
    assert not found["diagnosis"]["shown"]
    assert not found["passed"]
    assert [one["cause"] for one in found["missed"]] == ["off-bus"]
    assert "you guessed" in report_text.text(found)


def test_what_was_mended_before_it_was_named_counts_as_guessed(tmp_path: Path) -> None:
    found = graded(drill.game(tmp_path, *LOOK, *MEND, DIAGNOSE, "submit"))
    assert found["diagnosis"]["mended_first"]
    assert not found["diagnosis"]["shown"]
    assert not found["passed"]
    assert "before you named it" in report_text.text(found)


def test_a_right_cause_without_its_repair_is_not_solved(tmp_path: Path) -> None:
    found = graded(drill.game(tmp_path, *LOOK, DIAGNOSE, "submit"))
    assert found["diagnosis"]["shown"]
    assert not found["passed"]
    assert {one["check"]: one["settled"] for one in found["checks"]} == {
        "node-a gpus 8": False,
        "node-a in service": False,
        "job 4711 not lost": True,
    }


@pytest.mark.parametrize(
    "said",
    [
        "off-bus node-a slot 3",
        "not-seated node-a slot 4",
        "not-seated node-b slot 3",
        "nothing",
    ],
)
def test_a_wrong_cause_or_place_earns_nothing_of_the_end(
    said: str, tmp_path: Path
) -> None:
    found = graded(drill.game(tmp_path, *LOOK, f"diagnose {said}", *MEND, "submit"))
    assert not found["passed"]
    assert found["score"] == 0


def test_without_a_diagnosis_there_is_no_end(tmp_path: Path) -> None:
    played = drill.game(tmp_path, *LOOK, "submit")
    assert played.report is None
    assert played.turns[-1].exit == 1


def test_an_empty_game_and_one_of_hints_alone_are_not_solved(tmp_path: Path) -> None:
    assert drill.game(tmp_path, "submit").report is None
    found = graded(drill.game(tmp_path, "hint", "hint", "hint", DIAGNOSE, "submit"))
    assert not found["passed"]
    assert found["hints"] == 3
    assert found["parts"][-1]["points"] == -12


def test_a_harm_that_the_recorded_solution_does_without_costs_care(
    tmp_path: Path,
) -> None:
    lines = ("ssh node-b reboot", *LOOK, DIAGNOSE, *MEND, "submit")
    found = graded(drill.game(tmp_path, *lines))
    assert found["costs"]["job"] == 1
    assert not found["passed"]  # job 4711 is one of the end
    assert {one["part"]: one["points"] for one in found["parts"]}["care"] == 10


def test_wrong_moves_are_worked_out(tmp_path: Path) -> None:
    found = graded(drill.game(tmp_path, *LOOK, DIAGNOSE, *MEND, "submit"))
    spare, boot = found["wrong"]
    assert spare["costs"]["part"] == 1
    assert spare["reached"]
    assert not boot["reached"]
    assert "part" not in boot["costs"]


def test_a_command_that_does_not_read_the_fault_is_no_evidence(tmp_path: Path) -> None:
    lines = (
        "ssh node-a up",
        "sleep 60",
        "ssh node-b count",
        "help",
        "notes slot 3",
        "story",
    )
    assert evidence.evidence(drill.game(tmp_path, *lines)) == []


def test_what_rests_on_analogy_is_no_evidence(tmp_path: Path) -> None:
    played = drill.game(tmp_path, "guess")
    assert "not-seated" in played.turns[-1].text  # it differs from world to world
    assert evidence.evidence(played) == []


def test_a_text_that_is_no_form_rests_on_nothing_and_is_no_evidence(
    tmp_path: Path,
) -> None:
    played = drill.game(tmp_path, "resume")
    assert played.turns[-1].exit == 1  # and not with the libraries' fault
    assert evidence.evidence(played) == []


def test_the_same_lines_give_the_same_report(tmp_path: Path) -> None:
    first, second = (
        drill.game(tmp_path, *LOOK, DIAGNOSE, *MEND, "submit") for _ in range(2)
    )
    assert first == second


def test_a_broken_gpu_holds_at_once_and_not_under_work(tmp_path: Path) -> None:
    table = drill.TABLE.replace('id = "not-seated"', 'id = "off-bus"').replace(
        '[[rival]]\nid = "off-bus"', '[[rival]]\nid = "not-seated"'
    )
    lines = (
        *LOOK,
        "diagnose off-bus node-a slot 3",
        "hands cycle node-a",
        "sleep 600",
        "resume",
    )
    broken = graded(drill.game(tmp_path, *lines, "submit", seed=1, table=table))
    assert {
        one["check"]: (one["settled"], one["worked"]) for one in broken["checks"]
    } == {
        "node-a gpus 8": (True, False),
        "node-a in service": (True, True),
        "job 4711 not lost": (True, True),
    }
    passing = graded(drill.game(tmp_path, *lines, "submit", seed=3, table=table))
    assert passing["passed"]


@pytest.mark.parametrize("line", ["node-a gpus many", "node-c gpus 8", "all well", ""])
def test_a_check_that_there_is_not_is_refused(line: str) -> None:
    with pytest.raises(ContentError):
        checks.known([line])


def test_a_check_may_be_turned_round(tmp_path: Path) -> None:
    world = drill.game(tmp_path).world
    lines = (
        "not node-a out of service",
        "node-a out of service",
        "not node-b gpus 8",
        "node-b fabric completed",
    )
    assert [*checks.hold(lines, world, world).values()] == [False, True, False, True]


def test_looking_is_doing_nothing_and_a_resume_is_not(tmp_path: Path) -> None:
    played = drill.game(tmp_path, *LOOK, "sleep 7200")
    begun = scenarios.begin(played.scenario, 1)
    assert checks.hold(["nothing done"], played.world, begun) == {"nothing done": True}
    moved = advance(played.world.with_slurm_node("node-b", drained="me"), 5)
    assert checks.hold(["nothing done"], moved, begun) == {"nothing done": False}


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (drill.TABLE.replace('"not-seated"', '"melted"'), "there is no fault melted"),
        (drill.TABLE.replace("minutes = 10", ""), "the key minutes is missing"),
        (
            drill.TABLE.replace("minutes = 10", "minutes = 10\ncolour = 1"),
            "there is no key colour",
        ),
        (drill.TABLE.replace("in service", "in heaven"), "no check"),
        (drill.TABLE.replace("slot = 3", "slot = 9"), "no slot 9"),
        (drill.TABLE + "[[", "drill.toml: "),
    ],
)
def test_a_file_that_says_what_it_must_not_is_refused_in_a_sentence(
    table: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(ContentError, match=says) as refused:
        drill.game(tmp_path, table=table)
    assert str(refused.value).startswith("drill.toml: ")
    assert len(str(refused.value).splitlines()) == 1


def test_a_day_passes_without_a_step_for_each_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = drill.game(tmp_path).world
    steps: list[float] = []
    settled = passing._settled

    def counted(now: World) -> World:
        steps.append(now.t)
        return settled(now)

    monkeypatch.setattr(passing, "_settled", counted)
    advance(world, 86_400)
    assert len(steps) < 20


def test_work_goes_to_every_gpu_that_a_scheduler_has_to_give(tmp_path: Path) -> None:
    world = grading.busy(drill.game(tmp_path, *MEND).world, 3600)
    assert world.slurm
    assert [(job.wants, job.gpus) for job in world.slurm.jobs[1:]] == [("node-a", 8)]


def test_a_line_too_long_is_one_sentence(tmp_path: Path) -> None:
    for start in ("notes ", "", "diagnose "):
        played = drill.game(tmp_path, start + "x" * 10_000_000)
        assert len(played.turns[-1].text) < 300
        assert played.turns[-1].exit


@pytest.mark.parametrize(
    ("id", "truth"),
    [
        ("manager-version", ("manager-version", "node-a", 0)),
        ("not-seated", ("not-seated", "node-a", 3)),
        ("users-bug", ("not-ours", "", 0)),
        ("remapped-before", ("nothing", "", 0)),
    ],
)
def test_what_is_right_to_say_names_a_place_where_the_cause_has_one(
    id: str, truth: tuple[str, str, int], tmp_path: Path
) -> None:
    table = drill.TABLE.replace('"not-seated"', f'"{id}"', 1)
    assert report.truth(drill.game(tmp_path, table=table)) == truth


def test_after_the_end_nothing_counts_any_more(tmp_path: Path) -> None:
    lines = (*LOOK, DIAGNOSE, *MEND, "submit", "hint", "diagnose nothing", "submit")
    played = drill.game(tmp_path, *lines)
    assert graded(played)["passed"]
    assert played.hints == 0
    assert played.turns[-1].text == report_text.text(graded(played))


def test_another_fault_answers_only_after_the_end(tmp_path: Path) -> None:
    line = "as library-version ssh node-a count"
    before = drill.game(tmp_path, line)
    assert before.turns[-1].exit
    assert "mismatch" not in before.turns[-1].text
    after = drill.game(tmp_path, DIAGNOSE, "submit", line)
    assert "Driver/library version mismatch" in after.turns[-1].text


def test_answer_says_ended_and_gives_the_report() -> None:
    request = {
        "scenario": "off-the-bus",
        "seed": 3,
        "lines": ["diagnose nothing", "submit"],
    }
    found = play.answer(request)
    assert found["state"] == "ended"
    assert found["report"]["passed"] is False
    json.dumps(found)


@pytest.mark.parametrize(
    "request_",
    [
        {"scenario": "no-such", "seed": 1, "lines": []},
        {"scenario": "off-the-bus", "seed": "1", "lines": []},
        {"scenario": "off-the-bus", "seed": 1},
        {"scenario": "off-the-bus", "seed": 1, "lines": [1]},
        {"scenario": "off-the-bus", "seed": 1, "lines": [], "lang": "xx"},
        {},
    ],
)
def test_a_torn_game_is_one_sentence(request_: dict[str, Any]) -> None:
    with pytest.raises(CourseError) as refused:
        play.answer(request_)
    assert len(str(refused.value).splitlines()) == 1


def test_a_tool_prints_english_whatever_the_language() -> None:
    lines = ["ssh node-a nvidia-smi -L"]
    request = {"scenario": "off-the-bus", "seed": 1, "lines": lines}
    assert (
        play.answer({**request, "lang": "zh-TW"})["text"]
        == play.answer(request)["text"]
    )


def test_a_gpu_is_named_by_its_number_or_by_its_slot(tmp_path: Path) -> None:
    """Slot 3 has no module, so number 2 sits in slot 4."""
    by_number, by_slot = (
        drill.game(tmp_path, f"diagnose off-bus node-a {which}")
        for which in ("gpu 2", "slot 4")
    )
    assert by_number.diagnosis == by_slot.diagnosis == ("off-bus", "node-a", 4)
    assert "gpu 2 is slot 4" in by_number.turns[-1].text
    for wrong in ("gpu 7", "gpu 8", "slot 0", "slot 9", "gpu", "gpu x", "4", "gpu 2 3"):
        played = drill.game(tmp_path, f"diagnose off-bus node-a {wrong}")
        assert played.diagnosis is None
        assert played.turns[-1].exit


@pytest.mark.parametrize(
    "line",
    ["diagnose melted", "diagnose off-bus", "diagnose manager-stopped node-a gpu 1"],
)
def test_what_is_no_diagnosis_is_said_in_a_sentence(line: str, tmp_path: Path) -> None:
    played = drill.game(tmp_path, line)
    assert played.diagnosis is None
    assert len(played.turns[-1].text.splitlines()) == 1


def test_why_names_the_law_behind_a_refusal_and_its_source(tmp_path: Path) -> None:
    refused = drill.game(tmp_path, "resume", "why").turns[-1].text
    assert laws.LAWS[11][0] in refused
    assert laws.LAWS[11][1] in refused
    assert (
        laws.LAWS[11][0]
        not in drill.game(tmp_path, "ssh node-a count", "why").turns[-1].text
    )


def test_notes_stand_in_the_report(tmp_path: Path) -> None:
    lines = ("notes seven, <b>not</b> eight", "notes", DIAGNOSE, "submit")
    played = drill.game(tmp_path, *lines)
    assert played.turns[1].text == "seven, <b>not</b> eight"
    assert graded(played)["notes"] == ["seven, <b>not</b> eight"]
