"""What the tests of a command item have to try, and traps that nobody can fall into."""

from collections.abc import Iterator, Sequence
from typing import Any

from certlab.course.items import Item
from certlab.study.kinds.command import grade_command
from certlab.study.kinds.command_lines import LineError, read_line
from certlab.study.verdicts import Parts
from certlab.words import Sentence


def command_faults(item: Item, askings: Sequence[Parts]) -> Iterator[str]:
    """What is wrong with the traps and the tests; each asking has the same key."""
    _, key, feedback = askings[0]
    yield from _traps(key)
    yield from _untried(item, key, feedback["answer"])


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


def _untried(item: Item, key: dict[str, Any], line: str) -> Iterator[str]:
    """Kinds of lines that people write and that no test of a command item has."""
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
    said = grade_command(key, line).say
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
