"""The scenarios in content/scenarios, held to what makes a scenario fair to play."""

from collections.abc import Iterator
from typing import Any

from certlab.course import Course
from certlab.course.problems import Problem
from certlab.errors import ContentError
from certlab.labs.operations.node import play, report, scenarios, session
from certlab.labs.operations.node.scenarios import Scenario


def scenarios_can_be_solved(course: Course) -> Iterator[Problem]:
    """Each reads, names objectives that there are, and its own solution proves and ends it."""
    for path in sorted((course.root / "content" / "scenarios").glob("*.toml")):
        file = path.relative_to(course.root).as_posix()
        try:
            one = scenarios.read(path)
        except ContentError as error:
            yield Problem(file, "", str(error))
            continue
        for id in one.objectives:
            if id not in course.objectives:
                yield Problem(file, id, "no exam has this objective; correct it.")
        for seed in scenarios.seeds(one):
            yield from (
                Problem(file, f"seed {seed}", says) for says in unfair(one, seed)
            )


def unfair(one: Scenario, seed: int) -> Iterator[str]:
    """What is wrong with a scenario at a seed, a sentence each."""
    game = session.new(one, seed)
    for line in (*game.scenario.solution, "submit"):
        game = play.play(game, line)
    found = game.report
    if not found:
        yield "the solution names no cause; add a line that begins with diagnose."
        return
    if not found["diagnosis"]["right"]:
        yield "the solution names another cause than what is wrong."
    for miss in found["missed"]:
        other = (
            f"; {miss['line']} would" if miss["line"] else ", and no line we know does"
        )
        yield f"the solution does not exclude {miss['cause']}{other}."
    for row in found["checks"]:
        if not (row["settled"] and row["worked"]):
            yield f'"{row["check"]}" does not hold after the solution.'
    for move, made in zip(game.scenario.wrong, found["wrong"], strict=True):
        if not report.costs_so(made, move["costs"]):
            yield f'"{move["does"]}" does not cost what it says: {move["costs"]}.'


GATES = (scenarios_can_be_solved,)
TABLES: dict[str, Any] = {}  # scenarios are no facts
