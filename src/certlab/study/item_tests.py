"""Trying every item out: it compiles in each variant, and its own tests hold."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from certlab import words
from certlab.course import Course
from certlab.course.expression import ExpressionError
from certlab.course.items import Item, Test
from certlab.course.items.command import Command
from certlab.course.items.numeric import Numeric
from certlab.course.items.scenario import Scenario
from certlab.course.loading import in_language
from certlab.course.problems import Problem
from certlab.course.template import TemplateError, Values, fill
from certlab.course.translations.translation import languages
from certlab.errors import ContentError
from certlab.study.grading import grade
from certlab.study.kinds import numeric
from certlab.study.kinds.command_lines import LineError, read_line
from certlab.study.questions import Question, compile_item, context_of
from certlab.study.typed_text import near
from certlab.words import Sentence

SEEDS = 8  # of one item without given values: orders of its options, steps or entries
DIGITS = 0.005  # a test writes 0.67 for two of three
TYPED = ("cloze", "command")  # what learners write in many ways needs tests


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
    match item.body:
        case Scenario() as body:
            yield from _scenario(course, item, body)
        case Numeric() as body:
            compile_item(course, item, 0)
            yield from _numeric(course, item, body)
        case _:
            orders = (compile_item(course, item, seed) for seed in range(SEEDS))
            said = (says for one in orders for says in _shuffled(item, one))
            yield from dict.fromkeys(said)


def _scenario(course: Course, item: Item, body: Scenario) -> Iterator[str]:
    values = Values(course.facts)
    fill(item.ask + body.context, values)
    for id in body.items:
        child = course.items[id]
        other = context_of(course, child)
        if child.kind == "scenario":
            yield f"its item {id} is a scenario; name items that can be asked."
        elif other is not None and other.id != item.id:
            yield f"its item {id} is in the scenario {other.id} too."


def _shuffled(item: Item, question: Question) -> Iterator[str]:
    """What fails in one order of an item's options, steps or entries."""
    if item.kind in TYPED and not item.tests:
        yield f"a {item.kind} item needs tests; add one that is correct."
    said = question.feedback
    right = {
        "order": said["order"],
        "match": said["pairs"],
        "cloze": {gap: texts[0] for gap, texts in said["accepted"].items()},
        "command": said["answer"],
    }.get(item.kind)
    if right is not None:
        verdict = grade(question.key, right)
        if verdict.outcome != "correct":
            yield f"its own answer {right!r} is {verdict.outcome}. {verdict.say}"
    if isinstance(item.body, Command):
        yield from _traps(question.key)
        yield from _untried(item, question)
    for test in item.tests:
        if item.kind != "order" or test.answer != question.key["options"]:
            yield from _tried(question.key, test, test.answer, "")


def _traps(key: dict[str, Any]) -> Iterator[str]:
    """Traps of a command that nobody can fall into."""
    for call in (*key["calls"], *key["others"]):
        names = [name for flag in call["flags"] for name in flag["names"]]
        for trap in call["traps"]:
            if trap["written"] in names:
                yield f"its trap {trap['written']} is a flag that is allowed."
        for flag in call["flags"]:
            known = [one["text"] for one in flag["values"] or ()]
            for trap in flag["traps"]:
                if trap["written"] in known or not known:
                    yield f"its trap {trap['written']!r} of {flag['names'][0]} is right."


def _numeric(course: Course, item: Item, body: Numeric) -> Iterator[str]:
    if not item.tests:
        yield "a numeric item needs tests; add one that is correct."
    lettered = False  # whether that was said of another variant
    collide: Counter[str] = Counter()  # in how many variants that is so
    for given in body.variants():
        values = Values(course.facts, given, numeric.units(body))
        fill(item.ask + item.explain, values)
        _, key, said = numeric.compile_numeric(body, item.ask, values)
        letters = [] if lettered else _letters(body, said["working"])
        if letters:
            lettered = True
            shown = said["working"]
            yield f"its working {shown!r} shows the name {letters[0]}, not its value."
        collide.update(_collisions(body, key))
        for test in item.tests:
            if test.given.items() <= given.items():
                typed = {"number": str(test.answer), "unit": ""}
                yield from _tried(key, test, typed, f" with {given}")
    for says, n in collide.items():
        yield f"{says} in {n} of its variants; choose other givens or drop the trap."


def _collisions(body: Numeric, key: dict[str, Any]) -> Iterator[str]:
    """Traps whose reason is never shown: graded right, or told an earlier trap's."""
    seen = [("the answer", key["answer"])]
    for trap, one in zip(body.traps, key["traps"], strict=True):
        named, value = f"the trap {trap.answer}", one["answer"]
        for other, at in seen:
            if near(value, at, body.tolerance) or near(at, value, body.tolerance):
                yield f"{named} is {other}, or within its tolerance,"
        seen.append((named, value))


def _letters(body: Numeric, working: str) -> list[str]:
    """Names of given values that stand in a working, left of what comes out."""
    words = set(re.findall(r"[^\W\d]\w*", working.rpartition(" = ")[0]))
    return [given.name for given in body.given if given.name in words]


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


def _untried(item: Item, question: Question) -> Iterator[str]:
    """Kinds of lines that people write and that no test of a command item has."""
    key, line = question.key, question.feedback["answer"]
    own, graded = _words(key, line), [one for one in item.tests if one.answer != line]
    right = {_words(key, one.answer) for one in graded if one.outcome == "correct"}
    wrong = [one.answer for one in graded if one.outcome == "wrong"]
    moved = [one for one in wrong if _words(key, one) in right | {own}]
    if not right - {own}:
        yield (
            "no test is right in other words than its line; add one, with a flag by "
            "another name or with its value in another form."
        )
    if all(one in moved or _is_missing(key, one) for one in wrong):
        yield (
            "no wrong test has all that is needed; add one, with a wrong value or with a "
            "flag in a form that the program does not take."
        )
    if not moved and any(_ordered(call) for call in key["calls"]):
        yield (
            "no test has a right line's words in a wrong order; add one, "
            "with a flag behind the script or before the sub-command."
        )


def _is_missing(key: dict[str, Any], line: object) -> bool:
    said = grade(key, line).say
    return isinstance(said, Sentence) and "is missing" in said.message


def _ordered(call: dict[str, Any]) -> bool:
    """Whether flags have a place: before a script, or behind a sub-command or a flag."""
    sub = any(" " in name for name in call["programs"])
    return sub or bool(call["rest"]) or any(flag["after"] for flag in call["flags"])


def _words(key: dict[str, Any], line: object) -> tuple[str, ...]:
    """The words of a line in alphabetical order, () of one that cannot be read."""
    try:
        commands = read_line(line, key["may"])
    except LineError:
        return ()
    settings = [f"{a}={b}" for one in commands for a, b in one.settings.items()]
    return tuple(sorted([*settings, *(word for one in commands for word in one.words)]))
