"""The arithmetic of claimed speed-ups: their limits, and their own numbers worked out again."""

from collections.abc import Iterator, Mapping

from certlab.course.catalogue import Course
from certlab.course.expression import ExpressionError, Number, evaluate, facts_in
from certlab.course.facts import Fact, Numbers
from certlab.course.problems import Problem
from certlab.course.speedups import Speedup
from certlab.course.template import TemplateError, Values, fill

NAMES = ("cores",)  # what a limit may name of the machine that it is asked for


def limit(row: Speedup, facts: Mapping[str, Fact], cores: int) -> float | None:
    """What the ratio cannot exceed; None where no number is known.

    Args:
        cores: logical cores of this machine.

    Raises:
        ExpressionError: the expression names what is not there.
    """
    if not row.limit:
        return None
    return float(evaluate(row.limit, {"cores": cores}, Numbers(facts)))


def worked(row: Speedup, facts: Mapping[str, Fact]) -> tuple[float, ...]:
    """The ratios that the claim's own numbers give.

    Raises:
        ExpressionError: an expression names what is not there.
    """
    return tuple(float(evaluate(one, {}, Numbers(facts))) for one in row.worked)


def filled(text: str, facts: Mapping[str, Fact]) -> str:
    """A text of a row with its facts in place.

    Raises:
        TemplateError: it names what is not there.
    """
    return fill(text, Values(facts))


def speedups_can_be_worked_out(course: Course) -> Iterator[Problem]:
    """A claimed speed-up names a lab that is there, and arithmetic that has a value."""
    for row in course.speedups.values():
        if row.lab and row.lab not in course.labs:
            says = f"there is no lab {row.lab}; leave lab out until there is."
            yield Problem(row.file, row.id, says)
        yield from _arithmetic(course, row)


def _arithmetic(course: Course, row: Speedup) -> Iterator[Problem]:
    known = Numbers(course.facts)
    machine: dict[str, Number] = dict.fromkeys(NAMES, 2)
    for text in row.expressions:
        missing = [id for id in facts_in(text) if id not in course.facts]
        for id in missing:
            yield Problem(row.file, row.id, f"there is no fact {id}.")
        if missing:
            continue
        try:
            evaluate(text, machine if text == row.limit else {}, known)
        except ExpressionError as error:
            yield Problem(row.file, row.id, f"{error}.")
    for text in row.prose:
        try:
            filled(text, course.facts)
        except TemplateError as error:
            yield Problem(row.file, row.id, f"{error}.")
