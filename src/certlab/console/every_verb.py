"""What holds for every verb: what it prints can be seen, and its numbers have an end."""

import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import wraps
from typing import Any, cast

from certlab.console.signs import Visible, visible
from certlab.errors import CourseError

MOST = 10**15  # of anything that is counted or measured here


def guard(command: Any) -> None:  # typer names no class of its own for it
    """Let a command and its verbs print only what can be seen, and take only numbers with an end.

    A name, a file or an argument of somebody else may hold orders to the terminal. Help and its
    colours are typer's own, and are printed before a verb runs.
    """
    for name in ("make_context", "invoke"):  # where typer finds a mistake in the words
        setattr(command, name, _clean(getattr(command, name)))
    _guard(command)


def _guard(command: Any) -> None:
    for verb in getattr(command, "commands", {}).values():
        _guard(verb)
    options = {
        param.name: param.opts[0]
        for param in command.params
        if param.param_type_name == "option"
    }
    if command.callback is not None:
        command.callback = _seen(command.callback, options)


def _seen(verb: Callable[..., Any], options: dict[str, str]) -> Callable[..., Any]:
    @wraps(verb)
    def run(*given: Any, **named: Any) -> Any:
        for name, number in _numbers(named):
            if name in options and not abs(number) <= MOST:  # so nan is none, too
                says = (
                    f"{options[name]} is {number}; write a number of at most {MOST:,}."
                )
                raise CourseError(says)
        # A stream as far as anybody who prints asks; typing has no name for so little.
        out, err = (cast(Any, Visible(one)) for one in (sys.stdout, sys.stderr))
        with redirect_stdout(out), redirect_stderr(err):
            return verb(*given, **named)

    return run


def _numbers(named: dict[str, Any]) -> Iterator[tuple[str, float]]:
    for name, value in named.items():
        for one in value if isinstance(value, list | tuple) else [value]:
            if isinstance(one, int | float) and not isinstance(one, bool):
                yield name, one


def _clean(call: Callable[..., Any]) -> Callable[..., Any]:
    """The call; what it has against the words of a line quotes them as they can be seen."""

    @wraps(call)
    def run(*given: Any, **named: Any) -> Any:
        try:
            return call(*given, **named)
        except Exception as error:
            if hasattr(error, "format_message"):
                said = visible(str(getattr(error, "message", "")))
                setattr(error, "message", said)  # noqa: B010 -- typer names no class for it
            raise

    return run
