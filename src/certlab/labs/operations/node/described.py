"""What stands in content/machines: tables by name, and what each command is and rests on."""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from certlab.course import location
from certlab.labs.operations.node.answer import (
    Answer,
    Call,
    Command,
    Form,
    Refusal,
    Unknown,
    everywhere,
    unknown,
)
from certlab.labs.operations.node.state import World


@cache
def table(name: str) -> Mapping[str, Any]:
    """What a file of content/machines holds."""
    path = location.find() / "content" / "machines" / f"{name}.toml"
    return tomllib.loads(path.read_text("utf-8"))


def described(
    runs: Mapping[str, Callable[[Call], Answer]],
    here: Callable[[World, str], bool] = everywhere,
) -> tuple[Command, ...]:
    """Commands with what host-commands.toml says of them.

    Args:
        runs: what each does; it may raise `Refusal` and `Unknown`.
        here: whether a machine has them.
    """
    return tuple(
        Command(
            name,
            partial(_answered, run),
            of["summary"],
            tuple(Form(*form) for form in of.get("forms", ())),
            of.get("flags", {}),
            of.get("official", ""),
            here,
        )
        for name, run in runs.items()
        for of in [table("host-commands")[name]]
    )


def _answered(run: Callable[[Call], Answer], call: Call) -> Answer:
    try:
        return run(call)
    except Refusal as refusal:
        return refusal.answer
    except Unknown as error:
        return unknown(call, str(error))
