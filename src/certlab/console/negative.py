"""Negative numbers as arguments: `certlab sim numbers -1.5` names no option.

click takes every word that begins with a dash for an option, so -1.5 would need a "--" before it.
"""

import re
from collections.abc import Sequence
from typing import Any

_NUMBER = re.compile(r"-(\d+\.?\d*|\.\d+)(e[-+]?\d+)?|-inf(inity)?|-nan", re.IGNORECASE)


def let_be_negative(command: Any) -> None:  # typer names no class of its own for it
    """Let a command, or each verb of a group, take negative numbers as arguments."""
    verbs = getattr(command, "commands", {}).values()
    for verb in verbs:
        let_be_negative(verb)
    if verbs:
        return
    parse = command.parse_args
    takes = {
        name
        for param in command.params
        if param.param_type_name == "option" and not param.is_flag
        for name in param.opts
    }
    command.parse_args = lambda context, words: parse(
        context, numbers_last(words, takes)
    )


def numbers_last(words: Sequence[str], takes: set[str]) -> list[str]:
    """The words with negative numbers behind a "--"; values of the options `takes` stay there."""
    end = words.index("--") if "--" in words else len(words)
    before = ["", *words]
    numbers = [
        n for n in range(end) if _NUMBER.fullmatch(words[n]) and before[n] not in takes
    ]
    if not numbers:
        return [*words]
    others = [word for n, word in enumerate(words[:end]) if n not in numbers]
    return [*others, "--", *(words[n] for n in numbers), *words[end + 1 :]]
