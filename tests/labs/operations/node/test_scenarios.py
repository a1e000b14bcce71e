"""The scenarios of content/scenarios, each walked by its own solution."""

from dataclasses import replace

import pytest

from certlab.course import Course
from certlab.labs.operations import gates
from certlab.labs.operations.node import (
    evidence,
    faults,
    hints,
    play,
    scenarios,
    session,
    shell,
)
from certlab.labs.operations.node.machine import HEAD
from certlab.labs.operations.node.scenarios import Scenario
from certlab.labs.operations.node.session import Session
from tests.labs.operations.node import drill

WALKS = [
    (id, seed)
    for id, one in scenarios.scenarios().items()
    for seed in sorted({1, 2, 3, *scenarios.seeds(one)})
]


def played(one: Scenario, seed: int, *lines: str) -> Session:
    game = session.new(one, seed)
    for line in lines:
        game = play.play(game, line)
    return game


@pytest.mark.parametrize(("id", "seed"), WALKS)
def test_its_solution_proves_the_cause_and_reaches_the_end(id: str, seed: int) -> None:
    assert [*gates.unfair(scenarios.scenario(id), seed)] == []


@pytest.mark.parametrize(("id", "seed"), WALKS)
def test_every_line_of_the_solution_is_one_that_the_machine_knows(
    id: str, seed: int
) -> None:
    game = played(
        scenarios.scenario(id),
        seed,
        *session.new(scenarios.scenario(id), seed).scenario.solution,
    )
    assert [turn.line for turn in game.turns if turn.exit in (97, 127)] == []


@pytest.mark.parametrize(("id", "seed"), WALKS)
def test_a_rival_is_excluded_by_some_line_that_a_hint_may_name(
    id: str, seed: int
) -> None:
    one = session.new(scenarios.scenario(id), seed).scenario
    assert [rival.id for rival in one.rivals if not hints.apart(one, seed, rival)] == []


@pytest.mark.parametrize("id", scenarios.scenarios())
def test_hints_alone_solve_nothing_and_each_names_something_new(id: str) -> None:
    game = played(scenarios.scenario(id), 1, "hint", "hint", "hint", "submit")
    layer, field, command, _ = (turn.text for turn in game.turns)
    assert game.report is None
    assert len({layer, field, command}) == 3
    known = shell.run(game.world, HEAD, command.removeprefix("Type: "))
    assert known.exit not in (97, 127)


@pytest.mark.parametrize(("id", "seed"), WALKS)
def test_no_tool_prints_the_cause(id: str, seed: int) -> None:
    one = session.new(scenarios.scenario(id), seed).scenario
    names = {*faults.FAULTS, *(kind.says for kind in faults.FAULTS.values())}
    game = played(one, seed, *one.solution, *hints.looks(one))
    for turn in game.turns:
        if not turn.ours:
            assert [name for name in names if name in turn.text] == []


@pytest.mark.parametrize(("id", "seed"), WALKS)
def test_what_does_not_read_the_fault_is_no_evidence(id: str, seed: int) -> None:
    one = session.new(scenarios.scenario(id), seed).scenario
    node = one.faults[0].node
    other = "node-b" if node == "node-a" else "node-a"
    lines = (
        "date",
        f"ssh {node} uptime",
        f"ssh {node} date",
        f"ssh {other} nvidia-smi",
        "sleep 90",
    )
    assert evidence.evidence(played(one, seed, *lines, *lines)) == []


def test_the_story_does_not_name_the_cause() -> None:
    for one in scenarios.scenarios().values():
        assert [fault.id for fault in one.faults if fault.id in one.story] == []


def test_a_blind_drill_draws_every_fault_at_every_kind_of_place() -> None:
    one = scenarios.scenario("blind")
    drawn = [scenarios.drawn(one, seed).faults[0] for seed in range(1, 120)]
    assert {fault.id for fault in drawn} == {*faults.FAULTS}
    assert {fault.node for fault in drawn} == {"node-a", "node-b"}
    assert {fault.slot for fault in drawn} == {*range(9)}


def test_what_a_blind_drill_tells_is_the_same_whatever_is_wrong() -> None:
    one = scenarios.scenario("blind")
    games = [session.new(one, seed) for seed in scenarios.seeds(one)]
    assert len({game.scenario.story for game in games}) == 1
    assert len({game.scenario.title for game in games}) == 1


def test_the_gate_names_what_makes_a_scenario_unfair(course: Course) -> None:
    one = scenarios.scenario("seven-of-eight")
    blind = replace(one, solution=("diagnose not-seated node-a slot 3",))
    says = " ".join(gates.unfair(blind, 1))
    assert "does not exclude" in says
    assert "does not hold after the solution" in says
    assert [*gates.unfair(replace(one, solution=()), 1)] == [
        "the solution names no cause; add a line that begins with diagnose."
    ]
    dear = replace(
        one, wrong=({"does": "Looking", "lines": ["sinfo"], "costs": "part"},)
    )
    assert "does not cost what it says" in " ".join(gates.unfair(dear, 1))


def test_the_gate_reads_every_file_of_a_course(course: Course) -> None:
    assert [*gates.scenarios_can_be_solved(course)] == []
    folder = course.root / "content" / "scenarios"
    folder.mkdir()
    (folder / "drill.toml").write_text(
        drill.TABLE.replace("ncp-aii.1.7", "no-such.1.1")
    )
    (folder / "torn.toml").write_text("[[")
    found = [(one.file, one.id) for one in gates.scenarios_can_be_solved(course)]
    assert ("content/scenarios/drill.toml", "no-such.1.1") in found
    assert ("content/scenarios/torn.toml", "") in found
