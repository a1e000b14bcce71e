"""Trying every item out: it compiles in each variant, and its own tests hold."""

import itertools
from collections.abc import Iterator
from typing import Any

from certlab.course import Course
from certlab.course.expression import ExpressionError, Number
from certlab.course.items import Item
from certlab.course.items.numeric import Numeric
from certlab.course.problems import Problem
from certlab.course.template import TemplateError, Values, fill
from certlab.study import quantities
from certlab.study.grading import grade
from certlab.study.questions import ASKABLE, compile_item

MOST_VARIANTS = 200  # of one item; more would slow the check for nothing


def trials(course: Course) -> Iterator[Problem]:
    """Items that cannot be asked, or that grade other than their tests say."""
    for item in course.items.values():
        if item.kind not in ASKABLE:
            says = f"items of kind {item.kind} can be written but not asked yet."
            yield Problem(item.file, item.id, says)
            continue
        try:
            for says in _failures(course, item):
                yield Problem(item.file, item.id, says)
        except (TemplateError, ExpressionError, KeyError) as error:
            yield Problem(item.file, item.id, f"cannot be asked: {error}.")


def variants(body: Numeric) -> Iterator[dict[str, Number]]:
    """Every set of given values, in order, as far as MOST_VARIANTS."""
    rows = itertools.product(*(given.choices for given in body.given))
    for row in itertools.islice(rows, MOST_VARIANTS):
        yield {given.name: x for given, x in zip(body.given, row, strict=True)}


def _failures(course: Course, item: Item) -> Iterator[str]:
    question = compile_item(course, item, 0)
    if not isinstance(item.body, Numeric):
        for test in item.tests:
            yield from _outcome(question.key, test.answer, test.outcome, "")
        return
    if not item.tests:
        yield "a numeric item needs tests; add one that is correct."
    for given in variants(item.body):
        values = Values(course.facts, given, quantities.units(item.body))
        fill(item.ask + item.explain, values)
        _, key, _ = quantities.compile_numeric(item.body, values)
        for test in item.tests:
            if test.given.items() <= given.items():
                response = _response(test.answer)
                yield from _outcome(key, response, test.outcome, f" with {given}")


def _response(answer: object) -> dict[str, str]:
    """A test's "989.4 TFLOPS" as the learner would enter it."""
    number, _, unit = str(answer).partition(" ")
    return {"number": number, "unit": unit}


def _outcome(
    key: dict[str, Any], answer: Any, wanted: str, where: str
) -> Iterator[str]:
    got = grade(key, answer).outcome
    if got != wanted:
        yield f"its test {answer!r}{where} is {got}, not {wanted}."
