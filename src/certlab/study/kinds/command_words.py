"""The words of a command: the program, its sub-command, flags, values, plain words."""

import re
from dataclasses import dataclass, field
from typing import Any

from certlab.study.kinds.command_lines import LineError
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


def may_begin(call: dict[str, Any], word: str) -> bool:
    """Whether a word may begin a call."""
    return any(_agreeing(name.split(" "), [word]) for name in call["programs"])


def _agreeing(program: list[str], words: list[str]) -> int:
    """How many words of a program stand at the beginning of a line."""
    if bare(program[0]) != bare(words[0]):
        return 0
    count = 1
    while count < min(len(program), len(words)) and program[count] == words[count]:
        count += 1
    return count


Pair = tuple[str, str | None]


@dataclass
class Found:
    """What stands in a line.

    Attributes:
        flags: flags as they were written, each with its value.
        words: plain words, in order.
        rest: what follows them, another program's line, where that is wanted.
        fault: why reading ended early, "" when it did not.
    """

    flags: list[Pair] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    rest: list[str] = field(default_factory=list)
    fault: str = ""


class Reader:
    """Reads words by what one call of a key says of its flags."""

    def __init__(self, call: dict[str, Any], words: list[str]) -> None:
        self._call = call
        self._left = list(words)
        self._found = Found()
        self._takes = {
            name: flag["values"] is not None
            for flag in call["flags"]
            for name in flag["names"]
        }

    def read(self) -> Found:
        """Everything up to the end, or up to what is wrong for sure.

        Raises:
            LineError: there is a flag that the key does not know.
        """
        found = self._found
        while self._left and not found.fault:
            word = self._left.pop(0)
            if word.startswith("-") and word != "-":
                found.fault = self._flags(word)
            elif self._call["rest"] and len(found.words) == len(
                self._call["arguments"]
            ):
                found.rest, self._left = [word, *self._left], []
            else:
                found.words.append(word)
        return found

    def _flags(self, word: str) -> str:
        """Take the flags of one word, and the value behind it; or say what is wrong."""
        for name, value in self._pairs(word):
            if name not in self._takes:
                return _caught(self._call, name)
            if value is not None and not self._takes[name]:
                return Sentence("{word} takes no value.", word=code(name))
            behind = value is None and self._takes[name]
            if behind and (not self._left or name_in(self._left[0]) in self._takes):
                return Sentence("{word} needs a value.", word=code(name))
            self._found.flags.append((name, self._left.pop(0) if behind else value))
        return ""

    def _pairs(self, word: str) -> list[Pair]:
        """The flags in one word, each with the value that stands in the word."""
        name, sign, value = word.partition("=")
        whole = [(name, value if sign else None)]
        if name in self._takes or not self._call["joined"] or word.startswith("--"):
            return whole
        pairs: list[Pair] = []
        letters = word[1:]
        while letters:
            name, letters = f"-{letters[0]}", letters[1:]
            if name not in self._takes:
                return whole
            if self._takes[name] and letters:
                return [*pairs, (name, letters)]
            pairs.append((name, None))
        return pairs


def is_known(call: dict[str, Any], word: str) -> bool:
    """Whether a word is a flag of which a key says anything, with a value or without."""
    names = {name for flag in call["flags"] for name in flag["names"]}
    return name_in(word) in names | {trap["written"] for trap in call["traps"]}


def name_in(word: str) -> str:
    """A word up to the sign before its value."""
    return word.partition("=")[0]


def unknown(word: str) -> LineError:
    """Nobody can say what a word does that is in no row of an item."""
    say = Sentence(
        "This question does not know {word}, so it cannot judge the line.",
        word=code(word),
    )
    return LineError(say)


def _caught(call: dict[str, Any], name: str) -> Sentence:
    """Why a flag is wrong that a trap names.

    Raises:
        LineError: no trap names it.
    """
    if not is_known(call, name):
        raise unknown(name)
    why = why_of(call["traps"], name, "")
    return Sentence("{word} does not belong here. {why}", word=code(name), why=why)


def why_of(traps: list[dict[str, str]], written: str, other: str) -> str:
    """What a trap says of what was written, else `other`."""
    return next((one["why"] for one in traps if one["written"] == written), other)


def code(word: str) -> str:
    """A word of a line as it stands in a sentence."""
    return f"`{word}`" if word else '`""`'
