"""Command lines to write; they are parsed, never run.

```toml
kind = "command"
ask = "Create two `3g.40gb` with their compute instances on GPU 0."
line = "nvidia-smi mig -i 0 -cgi 9,9 -C"   # shown afterwards, and must be right
program = "nvidia-smi mig"                 # with its sub-command; a list for equal ones
trap = [{ flag = "-cci", why = "It works in GPU instances that exist." }]
tests = [
  { answer = "nvidia-smi mig -cgi 9 -C", outcome = "wrong" },
  { answer = "nvidia-smi -cgi 9,9 -C mig -i 0", outcome = "wrong", say = "directly" },
]

[[item.flag]]
names = ["-cgi", "--create-gpu-instance"]
value = ["9,9", "3g.40gb,3g.40gb"]         # a text, a number, or a list of equal ones
needed = true
why = "It takes a profile for each instance."
trap = [{ value = "9", why = "9 creates only one instance." }]

[[item.flag]]
names = ["-C", "--default-compute-instance"]
needed = true
why = "Without it nothing can run."

[[item.flag]]
names = ["-i", "--id"]
value = 0
why = "Without it the line is for all GPUs."
```

What has to follow the program directly, a sub-command, is written with it; flags that
stand before it are wrong. Its name is read as `./NAME` and with a folder too. After it
flags may come in any order, as `--flag value` or `--flag=value`, among the plain words
of `arguments = ["saxpy.cu"]`, which keep their order. With `rest = ["train.py"]` what
follows the flags is handed on, the script of a launcher or a container's image, with
its own words: a flag behind the first of them is not the program's any more. A list in
`arguments` or `rest` is one word in several spellings; `./` before a file is read.

A flag with neither `value` nor `any = true` (any value will do) takes none. One that is
not `needed` is harmless and may be left out. `after = ["-m"]` says that it has to stand
behind those flags, where they are there. A flag that is wanted twice has two rows with
the same names. With `joined = true` one-letter flags may be written together, `-it` or
`-n5`. A program, a flag or a setting that is in no row cannot be judged: the line is
said to be unreadable, and costs nothing; what is wrong for sure stands in a `trap`.

`env = { NAME = "value" }` wants settings in front of the program, by themselves or
behind `env`, and `[[item.pipe]]`, with the same fields from `program` to `trap`, further
commands; without them such a line is no answer. What a shell would do beyond that is
refused, and costs nothing; `$ ` and `sudo` in front are skipped. A test's answer is
a line. Where the order counts, one test has a right line's words in a wrong order.
"""

from dataclasses import dataclass

from certlab.course.expression import Number
from certlab.course.table import Table

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
    """

    names: tuple[str, ...]
    values: tuple[Value, ...] | None
    needed: bool
    after: tuple[str, ...]
    why: str
    traps: tuple[Trap, ...]


@dataclass(frozen=True)
class Call:
    """One program with its flags and words.

    Attributes:
        programs: names that mean the same, each with its sub-command.
        arguments: for each plain word the texts that mean the same.
        rest: the same of the words that are handed on, another program's line.
        joined: one-letter flags may be written together.
        traps: flags that do not belong here.
    """

    programs: tuple[str, ...]
    flags: tuple[Flag, ...]
    arguments: tuple[tuple[str, ...], ...]
    rest: tuple[tuple[str, ...], ...]
    joined: bool
    traps: tuple[Trap, ...]


@dataclass(frozen=True)
class Command:
    """A model line, the settings in front of it, and its calls, joined by pipes."""

    line: str
    env: dict[str, tuple[Value, ...]]
    calls: tuple[Call, ...]

    @property
    def texts(self) -> dict[str, str]:
        """What a learner reads, by a name for each."""
        found = {"line": f"`{self.line}`"}
        rows = [flag for call in self.calls for flag in call.flags]
        for place, flag in enumerate(rows, 1):
            name = f"flag {place} {flag.names[0]}"
            found[f"{name}.why"] = flag.why
            found |= {f"{name} {trap.written}.why": trap.why for trap in flag.traps}
        traps = [trap for call in self.calls for trap in call.traps]
        return found | {f"{trap.written}.why": trap.why for trap in traps}


def read(table: Table) -> Command:
    """The body of a command item."""
    line = table.text("line")
    env = table.any("env") or {}
    if not isinstance(env, dict):
        table.problem("env must be a table, { NAME = 'value' }.")
        env = {}
    settings = {name: _values(table, name, value) for name, value in env.items()}
    calls = [_call(table)]
    for one in table.tables("pipe"):
        calls.append(_call(one))
        one.done()
    return Command(line, settings, tuple(calls))


def _call(table: Table) -> Call:
    flags = tuple(_flag(one) for one in table.tables("flag"))
    _names(table, flags)
    return Call(
        programs=_texts(table, "program", table.any("program")),
        flags=flags,
        arguments=_words(table, "arguments"),
        rest=_words(table, "rest"),
        joined=table.flag("joined"),
        traps=tuple(_trap(one, "flag") for one in table.tables("trap")),
    )


def _words(table: Table, name: str) -> tuple[tuple[str, ...], ...]:
    words = table.any(name)
    if not isinstance(words, list | None):
        table.problem(f"{name} must be a list.")
        return ()
    return tuple(_texts(table, name, word) for word in words or ())


def _texts(table: Table, name: str, value: object) -> tuple[str, ...]:
    """A text, or a list of texts that mean the same."""
    texts = value if isinstance(value, list) else [value]
    if texts and all(isinstance(one, str) and one for one in texts):
        return tuple(texts)
    table.problem(f"{name} must be a text, or a list of texts that mean the same.")
    return ("",)


def _values(table: Table, name: str, value: object) -> tuple[Value, ...]:
    """A text or a number, or a list of those that mean the same."""
    values = value if isinstance(value, list) else [value]
    if values and all(
        isinstance(one, str | int | float) and not isinstance(one, bool)
        for one in values
    ):
        return tuple(values)
    table.problem(f"the value of {name} must be a text, a number, or a list of them.")
    return ("",)


def _names(table: Table, flags: tuple[Flag, ...]) -> None:
    rows: dict[str, Flag] = {}
    for flag in flags:
        for name in flag.names:
            other = rows.setdefault(name, flag)
            if other.names != flag.names or (other.values is None) != (
                flag.values is None
            ):
                table.problem(f"two rows of {name} differ in names or take a value.")
            if not name.startswith("-") or name in ("-", "--") or "=" in name:
                table.problem(f"{name!r} is not a name of a flag.")
    for flag in flags:
        for name in flag.after:
            if name not in rows:
                table.problem(f"flag {flag.names[0]} is after {name}, which no row is.")


def _flag(table: Table) -> Flag:
    names = table.texts("names", need=True) or ("",)
    takes, free = table.has("value"), table.flag("any")
    if takes and free:
        table.problem(f"flag {names[0]} has both value and any; keep one.")
    value = table.any("value")
    flag = Flag(
        names=names,
        values=() if free else _values(table, names[0], value) if takes else None,
        needed=table.flag("needed"),
        after=table.texts("after"),
        why=table.text("why", ""),
        traps=tuple(_trap(one, "value") for one in table.tables("trap")),
    )
    if not flag.why.strip():
        table.problem(f"flag {names[0]} has no reason; add why = a text.")
    table.done()
    return flag


def _trap(table: Table, name: str) -> Trap:
    trap = Trap(table.text(name), table.text("why"))
    table.done()
    return trap
