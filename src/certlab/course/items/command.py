"""Command lines to write; they are parsed, never run."""

from dataclasses import dataclass

from certlab.course.table import Table


@dataclass(frozen=True)
class Flag:
    """One flag: the spellings that mean the same, and the value it takes."""

    names: tuple[str, ...]
    value: str
    needed: bool
    why: str


@dataclass(frozen=True)
class Command:
    """A model command line, its program, its flags and its plain arguments."""

    line: str
    program: str
    flags: tuple[Flag, ...]
    arguments: tuple[str, ...]


def read(table: Table) -> Command:
    """The body of a command item."""
    return Command(
        line=table.text("line"),
        program=table.text("program"),
        flags=tuple(_flag(one) for one in table.tables("flag")),
        arguments=table.texts("arguments"),
    )


def _flag(table: Table) -> Flag:
    flag = Flag(
        names=table.texts("names", need=True),
        value=table.text("value", ""),
        needed=table.flag("needed"),
        why=table.text("why", ""),
    )
    table.done()
    return flag
