"""The commands by name: each file of this folder brings its own as `COMMANDS`."""

import importlib
import pkgutil
from functools import cache

from certlab.labs.operations.node.answer import Command, Form


@cache
def commands() -> dict[str, Command]:
    """All of them, in the order of their names."""
    found = {
        one.name: one
        for file in pkgutil.iter_modules(__path__)
        for one in importlib.import_module(f"{__name__}.{file.name}").COMMANDS
    }
    return dict(sorted(found.items()))


def forms() -> tuple[Form, ...]:
    """What all of them print, each once, though several commands may print it."""
    return tuple(dict.fromkeys(f for one in commands().values() for f in one.forms))
