"""The key of a command question: what its item wants, as the graders read it."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from certlab.course.items.call import Call, Flag, Trap, Value
from certlab.course.items.command import Command
from certlab.course.template import Values, fill
from certlab.study.kinds.asking import Asking
from certlab.study.verdicts import Parts

_DOLLAR = re.compile(r"\$(\w+)", re.ASCII)


def compile_command(body: Command, asking: Asking) -> Parts:
    """What to show, the key and the feedback of a command question.

    Raises:
        TemplateError, ExpressionError: a fact or a number is missing.
    """
    values = asking.values
    calls = [_call(one, values) for one in body.calls]
    others = [_call(one, values) for one in body.others]
    texts = [one["text"] for call in (*calls, *others) for one in _texts(call)]
    dollars = sorted({name for text in texts for name in _DOLLAR.findall(text)})
    may = ["env"] * bool(body.env) + ["pipe"] * (len(body.calls) > 1)
    may += ["dollar"] * bool(dollars)
    key = {
        "kind": "command",
        "may": may,
        "dollars": dollars,
        "env": {name: _wanted(row, values) for name, row in body.env.items()},
        "calls": calls,
        "others": others,
    }
    whys = {
        flag.names[0]: fill(flag.why, values)
        for call in body.calls
        for flag in call.flags
    }
    return {"may": may}, key, {"whys": whys, "answer": fill(body.line, values)}


def _texts(call: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Whatever is accepted somewhere in a call."""
    values = [flag["values"] or [] for flag in call["flags"]]
    yield from chain.from_iterable((*values, *call["arguments"], *call["rest"]))


def _call(call: Call, values: Values) -> dict[str, Any]:
    return {
        "programs": list(call.programs),
        "flags": [_flag(one, values) for one in call.flags],
        "arguments": [_wanted(row, values) for row in call.arguments],
        "rest": [_wanted(row, values) for row in call.rest],
        "forms": list(call.forms),
        "traps": [_trap(one, values) for one in call.traps],
    }


def _flag(flag: Flag, values: Values) -> dict[str, Any]:
    return {
        "names": list(flag.names),
        "values": None if flag.values is None else _wanted(flag.values, values),
        "needed": flag.needed,
        "after": list(flag.after),
        "anycase": flag.anycase,
        "why": fill(flag.why, values),
        "traps": [_trap(one, values) for one in flag.traps],
    }


def _trap(trap: Trap, values: Values) -> dict[str, str]:
    return {"written": fill(trap.written, values), "why": fill(trap.why, values)}


def _wanted(row: tuple[Value, ...], values: Values) -> list[dict[str, Any]]:
    """What is accepted: a text, or a number with the text that shows it."""
    return [
        {"text": fill(one, values)}
        if isinstance(one, str)
        else {"text": str(one), "number": one}
        for one in row
    ]
