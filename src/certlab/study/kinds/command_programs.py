"""The head of a command: the program that was called, and its sub-command."""

import re
from typing import Any

from certlab.study.kinds.command_words import code, is_known, name_in, unknown
from certlab.words import Sentence

_FOLDER = re.compile(r"\./|~?/(?:[^/]*/)*")


def bare(word: str) -> str:
    """A word without the `./` or the absolute folder in front of it."""
    folder = _FOLDER.match(word)
    return word[folder.end() :] if folder else word


def read_program(call: dict[str, Any], words: list[str]) -> tuple[int, str]:
    """How many words call the program with its sub-command, or what is wrong with them.

    Raises:
        LineError: it is no program, or there is a flag, that the key knows.
    """
    programs = [name.split(" ") for name in call["programs"]]
    # Of those that agree as far, the first: it is the one in the model line.
    program = max(programs, key=lambda one: _agreeing(one, words))
    lead = _agreeing(program, words)
    if lead == len(program):
        return lead, ""
    if not lead:
        raise unknown(words[0])
    sub, left = " ".join(program[lead:]), words[lead:]
    if not left:
        return lead, Sentence("{word} is missing.", word=code(sub))
    if not left[0].startswith("-"):
        return lead, Sentence(
            "{wanted} is expected where you wrote {written}.",
            wanted=code(sub),
            written=code(left[0]),
        )
    if not is_known(call, left[0]):
        raise unknown(name_in(left[0]))
    if program[lead] not in left:
        return lead, Sentence("{word} is missing.", word=code(sub))
    return lead, Sentence(
        "{word} has to come directly after {program}, before any flag.",
        word=code(sub),
        program=code(" ".join(words[:lead])),
    )


def _agreeing(program: list[str], words: list[str]) -> int:
    """How many words of a program stand at the beginning of a line."""
    if bare(program[0]) != bare(words[0]):
        return 0
    count = 1
    while count < min(len(program), len(words)) and program[count] == words[count]:
        count += 1
    return count
