"""Trying every item out: it compiles in each variant, and its own tests hold."""

import random
from collections.abc import Iterable, Iterator
from typing import Any

from certlab import words
from certlab.course import Course
from certlab.course.expression import ExpressionError, Number
from certlab.course.items import Item, Test
from certlab.course.loading import in_language
from certlab.course.problems import Problem
from certlab.course.template import TemplateError, Values, fill
from certlab.course.translations.translation import languages
from certlab.errors import ContentError
from certlab.study.grading import grade
from certlab.study.kinds.asking import Asking
from certlab.study.questions import compile_item, context_of, seeded
from certlab.study.rules import RULES
from certlab.study.verdicts import Parts

SEEDS = 8  # of one item without given values: orders of its options, steps or entries
DIGITS = 0.005  # a test writes 0.67 for two of three


def run_item_tests(
    course: Course, items: Iterable[Item] | None = None
) -> Iterator[Problem]:
    """Items that cannot be asked, or that grade other than their tests say.

    Args:
        course: where they are.
        items: those to try; all when None.
    """
    for item in course.items.values() if items is None else items:
        try:
            for says in _failures(course, item):
                yield Problem(item.file, item.id, says)
        except (TemplateError, ExpressionError, KeyError) as error:
            yield Problem(item.file, item.id, f"cannot be asked: {error}.")


def translated_item_tests(course: Course) -> Iterator[Problem]:
    """Translated items that grade other than the tests of the English ones say."""
    for lang in set(languages(course.root)) & set(words.languages()):
        try:
            other = in_language(course, lang)
        except ContentError:  # a file that cannot be read, which a gate names
            continue
        translated = [item for item in other.items.values() if item.lang == lang]
        yield from run_item_tests(other, translated)


def _failures(course: Course, item: Item) -> Iterator[str]:
    if not item.body.asked:
        yield from _situation(course, item)
        return
    compile_item(course, item, 0)
    if item.body.typed and not item.tests:
        yield f"a {item.kind} item needs tests; add one that is correct."
    askings: list[Parts] = []
    failed: list[str] = []
    for given, draw in _askings(item):
        units = {one.name: one.unit for one in item.body.drawn}
        values = Values(course.facts, given, units)
        fill(item.ask + item.explain, values)
        asking = Asking(item.kind, item.ask, values, draw)
        askings.append(RULES[item.kind].compile(item.body, asking))
        failed += _graded_otherwise(item, askings[-1][1], values)
    yield from dict.fromkeys(failed)  # in several orders the same may fail
    yield from RULES[item.kind].faults(item, askings)


def _situation(course: Course, item: Item) -> Iterator[str]:
    """What fails of an item that is not asked itself; its children are."""
    for text in item.texts.values():
        fill(text, Values(course.facts))
    for id in item.body.children:
        child = course.items[id]
        other = context_of(course, child)
        if not child.body.asked:
            yield f"its item {id} is a {child.kind}; name items that can be asked."
        elif other is not None and other.id != item.id:
            yield f"its item {id} is in the {item.kind} {other.id} too."


def _askings(item: Item) -> Iterator[tuple[dict[str, Number], random.Random]]:
    """Each set of given values; without any, some orders of what is shown."""
    if item.body.drawn or item.kind == "numeric":  # a number has no order
        yield from ((given, seeded(item, 0)) for given in item.body.variants())
    else:
        yield from (({}, seeded(item, seed)) for seed in range(SEEDS))


def _graded_otherwise(item: Item, key: dict[str, Any], values: Values) -> Iterator[str]:
    """What one asking grades other than the item says."""
    own = item.body.example(values)
    verdict = grade(key, own)
    if verdict.outcome != "correct":
        yield f"its own answer {own!r} is {verdict.outcome}. {verdict.say}"
    where = f" with {values.given}" if values.given else ""
    for test in item.tests:
        here = not values.given or test.given.items() <= values.given.items()
        # An order as it is shown is no answer, and in one of the shuffles it is a test's.
        shown = item.kind == "order" and test.answer == key.get("options")
        if here and not shown:
            yield from _tried(key, test, item.body.response(test.answer), where)


def _tried(
    key: dict[str, Any], test: Test, answer: object, where: str
) -> Iterator[str]:
    """The first thing that a test wants and the verdict does not give."""
    got, named = grade(key, answer), f"its test {test.answer!r}{where}"
    if got.outcome != test.outcome:
        yield f"{named} is {got.outcome}, not {test.outcome}."
    elif test.score is not None and abs(got.score - test.score) > DIGITS:
        yield f"{named} scores {got.score:.2f}, not {test.score:.2f}."
    elif test.say not in got.say:
        said = repr(got.say) if got.say else "nothing"
        yield f"{named} is told {said}, which does not say {test.say!r}."
