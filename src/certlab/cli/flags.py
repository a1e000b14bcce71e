"""Help of flags: typer prints `<bool>` after each, which reads as if they took a value."""

from typing import Any

import typer


def without_values(command: Any) -> None:  # typer names no class of its own for it
    """Leave the type out of the help of each flag of a command and of its verbs."""
    for param in command.get_params(typer.Context(command)):
        if getattr(param, "is_flag", False):
            param.metavar = ""
    for verb in getattr(command, "commands", {}).values():
        without_values(verb)
