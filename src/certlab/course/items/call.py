"""One program of a command line: its flags, its words, and what does not belong there."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from certlab.course.expression import Number
from certlab.course.items.body import Tell
from certlab.course.template import Values, fill_each

Value = str | Number


@dataclass(frozen=True)
class Trap:
    """A flag, or a flag's value, that people write, and why it is wrong."""

    written: str
    why: str


@dataclass(frozen=True)
class Flag:
    """One flag.

    Attributes:
        names: the spellings that mean the same.
        values: those that mean the same; () for any, None when it takes no value.
        needed: a line without it is wrong.
        after: flags that it may not stand before.
        anycase: capitals do not count in its value.
    """

    names: tuple[str, ...]
    values: tuple[Value, ...] | None
    needed: bool
    after: tuple[str, ...]
    why: str
    traps: tuple[Trap, ...]
    anycase: bool

    def key(self, values: Values) -> list[str]:
        """One list of texts, which sorts whether or not the flag takes a value."""
        takes = ["none"] if self.values is None else fill_each(self.values, values)
        need = "needed" if self.needed else "optional"
        after = " ".join(sorted(self.after))
        case = "any case" if self.anycase else ""
        return [" ".join(sorted(self.names)), need, after, case, *sorted(takes)]


@dataclass(frozen=True)
class Call:
    """One program with its flags and words.

    Attributes:
        programs: names that mean the same, each with its sub-command.
        arguments: for each plain word the texts that mean the same.
        rest: the same of the words that are handed on, another program's line.
        forms: in which a flag may be written, as in option_forms.
        traps: flags that do not belong here.
    """

    programs: tuple[str, ...]
    flags: tuple[Flag, ...]
    arguments: tuple[tuple[str, ...], ...]
    rest: tuple[tuple[str, ...], ...]
    forms: tuple[str, ...]
    traps: tuple[Trap, ...]

    def key(self, values: Values) -> list[Any]:
        """What is right in it."""
        words = [sorted(fill_each(row, values)) for row in self.arguments]
        flags = sorted(one.key(values) for one in self.flags)
        rest = [sorted(fill_each(row, values)) for row in self.rest]
        return [sorted(self.programs), words, flags, rest, sorted(self.forms)]

    def retold(self, tell: Tell, seen: Counter[str]) -> "Call":
        """The call with other texts; a flag is named by its first spelling.

        `seen` counts the flags of the whole line: one wanted again has a number too.
        """
        flags = []
        for flag in self.flags:
            seen[flag.names[0]] += 1
            again = seen[flag.names[0]]
            name = flag.names[0] if again == 1 else f"{flag.names[0]} {again}"
            why = tell(flag.why, "flag", name, "why")
            caught = _retold(flag.traps, tell, "flag", name, "trap")
            flags.append(replace(flag, why=why, traps=caught))
        traps = _retold(self.traps, tell, "trap")
        return replace(self, flags=tuple(flags), traps=traps)


def _retold(traps: tuple[Trap, ...], tell: Tell, *name: str) -> tuple[Trap, ...]:
    return tuple(replace(one, why=tell(one.why, *name, one.written)) for one in traps)
