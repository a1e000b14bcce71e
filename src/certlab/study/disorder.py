"""Wrong orders: whether a command item tries a right line's words in another order."""

from typing import Any

from certlab.course.items import Item
from certlab.study.kinds.command_lines import LineError, read_line
from certlab.study.questions import Question


def disordered(item: Item, question: Question) -> bool:
    """Whether a test says that an order is wrong, or no order of the words is."""
    key = question.key
    if not any(_ordered(call) for call in key["calls"]):
        return True
    right = [one.answer for one in item.tests if one.outcome == "correct"]
    wrong = [one.answer for one in item.tests if one.outcome == "wrong"]
    known = {_words(key, line) for line in (question.feedback["answer"], *right)}
    return any(_words(key, line) in known for line in wrong)


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
