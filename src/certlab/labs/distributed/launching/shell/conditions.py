"""Conditions of a script: whether they hold, as far as that is known."""

import re
from collections.abc import Sequence

from certlab.labs.distributed.launching.shell.arithmetic import evaluate, number
from certlab.labs.distributed.launching.shell.expansion import fields
from certlab.labs.distributed.launching.shell.marks import as_typed, holes
from certlab.labs.distributed.launching.shell.parameters import line
from certlab.labs.distributed.launching.shell.syntax import (
    Node,
    Not,
    Simple,
    Sum,
    Test,
)
from certlab.labs.distributed.launching.shell.variables import Variables
from certlab.labs.distributed.launching.shell.ways import literal

# How a command ended: true or false where that is known, RAN where it is a program that is
# likely to succeed, None where it is a test of something unknown.
Status = bool | str | None
RAN = "ran"
_CONSTANT = {"true": True, ":": True, "false": False}
_UNSET = re.compile(r"\$\{?([A-Za-z_]\w*)\}?", re.ASCII)
# Slurm sets them in each job, though nobody knows to what.
_SET = re.compile(r"SLURM|HOSTNAME|HOME|USER|PWD|PATH")
_NUMBERS = {
    "-eq": int.__eq__,
    "-ne": int.__ne__,
    "-lt": int.__lt__,
    "-le": int.__le__,
    "-gt": int.__gt__,
    "-ge": int.__ge__,
}


def holds(words: Sequence[str], have: Variables, *, patterns: bool) -> bool | None:
    """What `[ words ]` says; None where it depends on what is not known.

    Args:
        words: what stands between the brackets.
        have: the variables.
        patterns: whether `==` takes a pattern, as in `[[ … ]]`.
    """
    if words[:1] == ["!"]:
        inner = holds(words[1:], have, patterns=patterns)
        return None if inner is None else not inner
    if len(words) == 2 and words[0] in ("-z", "-n"):
        empty = _empty(words[1], have)
        return empty if empty is None or words[0] == "-z" else not empty
    if len(words) == 1:
        empty = _empty(words[0], have)
        return None if empty is None else not empty
    if len(words) != 3:
        return None
    left, operator, right = words
    if operator in _NUMBERS:
        one, two = evaluate(left, have), evaluate(right, have)
        if one is None or two is None or number(left) is None:
            return None
        return bool(_NUMBERS[operator](one, two))
    if operator not in ("=", "==", "!=") or holes(left) or holes(right):
        return None
    if patterns and re.search(r"[*?\[]", right):
        return None
    return (left == right) is (operator != "!=")


def _empty(text: str, have: Variables) -> bool | None:
    """Whether a text is empty; a variable that the script never sets is."""
    if not holes(text):
        return not text
    found = _UNSET.fullmatch(as_typed(text))
    if found is None:
        return None
    name = found[1]
    if name in have.values:
        return False if _SET.match(name) else None
    return True


def is_test(node: Node) -> bool:
    """Whether a node only asks something: it starts nothing and sets nothing."""
    if isinstance(node, Not):
        return is_test(node.node)
    if isinstance(node, Sum):
        return not re.search(r"\+\+|--|(?<![=!<>])=(?!=)", node.text)
    if isinstance(node, Simple):
        return literal(node) in ("[", "test", *_CONSTANT)
    return isinstance(node, Test)


def tested(node: Node, have: Variables, *, leaving: bool) -> Status:
    """What a test says; `leaving` where the script ends if it holds."""
    if isinstance(node, Not):
        inner = tested(node.node, have, leaving=leaving)
        return not inner if isinstance(inner, bool) else None
    if isinstance(node, Sum):
        found = evaluate(node.text, have)
        return None if found is None else found != 0
    if isinstance(node, Test):
        words = [line(word, have) for word in node.words]
    elif isinstance(node, Simple) and literal(node) in _CONSTANT:
        for word in node.words:
            fields(word, have)  # `: ${name:=value}` sets one
        return _CONSTANT[literal(node)]
    elif isinstance(node, Simple):
        words = [one for word in node.words[1:] for one in fields(word, have)]
        words = words[:-1] if words[-1:] == ["]"] else words
    if leaving and any(holes(one) for one in words):
        return None
    return holds(words, have, patterns=isinstance(node, Test))


def both(left: Status, right: Status) -> Status:
    """`left && right` where one of them is not known."""
    return False if left is False or right is False else None


def either(left: Status, right: Status) -> Status:
    """`left || right`, likewise."""
    return True if left is True or right is True else None


def verdict_of(status: Status, chained: str) -> bool | None:
    """Whether what follows a condition runs."""
    if status == RAN:
        return True if chained == "&&" else None
    if status is None or isinstance(status, str):
        return None
    return not status if chained == "||" else status
