"""The words of a command: the program, its sub-command, flags, values, plain words."""

import re
from dataclasses import dataclass, field
from typing import Any

from certlab.study.kinds.command_lines import LineError
from certlab.words import Sentence

_PYTHON = re.compile(r"\Apython3(\.\d+)?\Z")  # to a line the same as python
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
    if _PYTHON.sub("python", bare(program[0])) != _PYTHON.sub("python", bare(words[0])):
        return 0
    count = 1
    for wanted, word in zip(program[1:], words[1:], strict=False):
        if wanted not in (word, bare(word) if wanted.endswith(".py") else word):
            break
        count += 1
    return count


Pair = tuple[str, str | None]
_SWITCH = {"true": True, "t": True, "1": True, "false": False, "f": False, "0": False}


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
        self._forms = call["forms"]
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
            if self._is_flag(word):
                found.fault = self._flags(word)
            elif self._call["rest"] and len(found.words) == len(
                self._call["arguments"]
            ):
                found.rest, self._left = [word, *self._left], []
            else:
                found.words.append(word)
        return found

    def _is_flag(self, word: str) -> bool:
        setting = "x=v" in self._forms and "=" in word
        return setting or (word.startswith("-") and word != "-")

    def _flags(self, word: str) -> str:
        """Take the flags of one word, and the value behind it; or say what is wrong."""
        for name, sign, value in self._parts(word):
            if name not in self._takes:
                return self._other_hyphens(name) or caught(self._call, name)
            if self._takes[name]:
                fault = self._valued(name, sign, value)
            else:
                fault = self._switched(name, value)
            if fault:
                return fault
        return ""

    def _valued(self, name: str, sign: str, value: str | None) -> str:
        """Take a flag with its value."""
        hyphens = name[: len(name) - len(name.lstrip("-"))]
        if value is None:
            if not self._left or name_in(self._left[0]) in self._takes:
                return Sentence("{word} needs a value.", word=code(name))
            value = self._left.pop(0)
            if f"{hyphens}x v" not in self._forms:
                return Sentence(
                    "{word} takes its value only behind an equals sign; write {right}.",
                    word=code(name),
                    right=code(f"{name}={value}"),
                )
        elif sign and f"{hyphens}x=v" not in self._forms:
            return Sentence(
                "{word} takes its value without a sign, so here it would be {value}; "
                "write {right}.",
                word=code(name),
                value=code(sign + value),
                right=code(f"{name} {value}"),
            )
        self._found.flags.append((name, value))
        return ""

    def _switched(self, name: str, value: str | None) -> str:
        """Take a flag that has no value, but in some programs may be told true or false."""
        on = _SWITCH.get((value or "").lower()) if "--x=true" in self._forms else None
        if value is not None and on is None:
            return Sentence("{word} takes no value.", word=code(name))
        if on is not False:
            self._found.flags.append((name, None))
        return ""

    def _other_hyphens(self, name: str) -> str:
        """Why a name is none that has one hyphen for two, or two for one."""
        letter = name.startswith("--") and len(name) == len("--x")
        right = name[1:] if letter else f"-{name}"
        if "-xy" not in self._forms or right not in self._takes:
            return ""
        return Sentence(
            "Write {right}, not {word}: one hyphen stands before letters, two before a "
            "word.",
            right=code(right),
            word=code(name),
        )

    def _parts(self, word: str) -> list[tuple[str, str, str | None]]:
        """The flags in one word, each with the sign and the value that stand in it."""
        name, sign, value = word.partition("=")
        if "x=v" in self._forms:
            name = name.lower()
        if "-word" in self._forms and name not in self._takes:
            name = f"-{name}" if f"-{name}" in self._takes else name
        whole = [(name, sign, value if sign else None)]
        letters = "-xv" in self._forms and not word.startswith("--")
        # A word behind one hyphen is a slip, though a program reads its letters.
        if is_known(self._call, name) or f"-{name}" in self._takes or not letters:
            return whole
        parts: list[tuple[str, str, str | None]] = []
        left = word[1:]
        while left:
            name, left = f"-{left[0]}", left[1:]
            if name not in self._takes or (parts and "-xy" not in self._forms):
                return whole
            if self._takes[name] and left:
                sign = "=" if left.startswith("=") else ""
                return [*parts, (name, sign, left.removeprefix("="))]
            parts.append((name, "", None))
        return parts


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


def caught(call: dict[str, Any], name: str) -> Sentence:
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
