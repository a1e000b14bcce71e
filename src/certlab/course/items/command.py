"""Command lines to write; they are parsed, never run.

```toml
kind = "command"
ask = "Create two `3g.40gb` with their compute instances on GPU 0."
line = "nvidia-smi mig -i 0 -cgi 9,9 -C"   # shown afterwards, and must be right
program = "nvidia-smi mig"                 # with its sub-command; a list for equal ones
trap = [{ flag = "-cci", why = "It works in GPU instances that exist." }]
tests = [
  { answer = "nvidia-smi mig --create-gpu-instance=9,9 -C", outcome = "correct" },
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
flags may come in any order among the plain words of `arguments = ["saxpy.cu"]`, which
keep their order. In which forms a flag takes its value, `-n 5`, `-n5`, `-n=5`, depends
on the program and stands in `option_forms.py`; `reads = "getopt"` says it of a program
that has no row there. With `rest = ["train.py"]` what follows the flags is handed on,
the script of a launcher or a container's image, with its own words: a flag behind the
first of them is not the program's any more. A list in `arguments` or `rest` is one word
in several spellings; `./` before a file is read.

A flag with neither `value` nor `any = true` (any value will do) takes none. One that is
not `needed` is harmless and may be left out. `after = ["-m"]` says that it has to stand
behind those flags, where they are there. A flag that is wanted twice has two rows with
the same names. `shortest = "--conc"` is the shortest beginning of a long name that the
program takes for it, and every longer one means the same. With `anycase = true` capitals
do not count in a flag's value, and `"localhost:*"` takes any port. A program, a flag or a setting that is in no row cannot be
judged: the line is said to be unreadable, and costs nothing; what is wrong for sure
stands in a `trap`.

`[[item.other]]`, with the same fields from `program` to `trap`, is another command that
is right as well, by other flags. Where a text has a dollar sign in it, a line that lets
the shell expand that name is wrong.

`env = { NAME = "value" }` wants settings in front of the program, by themselves or
behind `env` (a `trap` may name another setting), and `[[item.pipe]]`, with the same
fields from `program` to `trap`, further commands; without them such a line is no answer.
What a shell would do beyond that is refused, and costs nothing; `$ ` and `sudo` in front
are skipped. A test's answer is a line. One test is right in other words than `line`, one
is wrong though nothing is missing, and where the order counts, one has a right line's
words in a wrong order.
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from certlab.course.items.body import Body, Tell
from certlab.course.items.call import Call, Flag, Trap, Value
from certlab.course.items.option_forms import FORMS, reading_of
from certlab.course.table import Table
from certlab.course.template import Values, fill, fill_each


@dataclass(frozen=True)
class Command(Body):
    """A model line, the settings in front of it, and its calls, joined by pipes.

    Attributes:
        others: calls that are right in the place of a single one.
    """

    line: str
    env: dict[str, tuple[Value, ...]]
    calls: tuple[Call, ...]
    others: tuple[Call, ...]

    typed: ClassVar[bool] = True

    def key(self, values: Values) -> list[Any]:
        """The settings and the commands that are right."""
        wanted = {name: fill_each(row, values) for name, row in self.env.items()}
        return [wanted, [one.key(values) for one in (*self.calls, *self.others)]]

    def retold(self, tell: Tell) -> Self:
        """With other reasons; what is typed is the same in every language."""
        seen: Counter[str] = Counter()
        return replace(
            self,
            calls=tuple(one.retold(tell, seen) for one in self.calls),
            others=tuple(one.retold(tell, seen) for one in self.others),
        )

    def example(self, values: Values) -> str:
        """The model line."""
        return fill(self.line, values)

    @property
    def answer_words(self) -> str:
        """The model line."""
        return self.line

    @property
    def verbatim(self) -> dict[str, str]:
        """The model line."""
        return {"line": f"`{self.line}`"}


def read(table: Table) -> Command:
    """The body of a command item."""
    line = table.text("line")
    env = table.any("env") or {}
    if not isinstance(env, dict):
        table.problem("env must be a table, { NAME = 'value' }.")
        env = {}
    settings = {name: _values(table, name, value) for name, value in env.items()}
    calls = (_call(table), *_calls(table, "pipe"))
    others = _calls(table, "other")
    if others and len(calls) > 1:
        table.problem("other is for one command; remove it, or pipe.")
    return Command(line, settings, calls, others)


def _calls(table: Table, name: str) -> tuple[Call, ...]:
    tables = table.tables(name)
    calls = tuple(_call(one) for one in tables)
    for one in tables:
        one.done()
    return calls


def _call(table: Table) -> Call:
    flags = tuple(_flag(one) for one in table.tables("flag"))
    programs = _texts(table, "program", table.any("program"))
    reads = table.choice("reads", FORMS, "") or reading_of(programs)
    if flags and not reads:
        table.problem(
            f"nobody knows in which forms {programs[0]} takes its flags; look at its "
            f"source and add reads, one of {', '.join(FORMS)}."
        )
    _names(table, flags, reads)
    return Call(
        programs=programs,
        flags=flags,
        arguments=_words(table, "arguments"),
        rest=_words(table, "rest"),
        forms=FORMS.get(reads, ()),
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


def _names(table: Table, flags: tuple[Flag, ...], reads: str) -> None:
    hyphen = "" if reads == "settings" else "-"
    rows: dict[str, Flag] = {}
    for flag in flags:
        for name in flag.names:
            other = rows.setdefault(name, flag)
            if other.names != flag.names or (other.values is None) != (
                flag.values is None
            ):
                table.problem(f"two rows of {name} differ in names or take a value.")
            if not name.startswith(hyphen) or name in ("-", "--") or "=" in name:
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
        names=(*names, *_beginnings(table, names)),
        values=() if free else _values(table, names[0], value) if takes else None,
        needed=table.flag("needed"),
        after=table.texts("after"),
        why=table.text("why", ""),
        traps=tuple(_trap(one, "value") for one in table.tables("trap")),
        anycase=table.flag("anycase"),
    )
    if not flag.why.strip():
        table.problem(f"flag {names[0]} has no reason; add why = a text.")
    table.done()
    return flag


def _beginnings(table: Table, names: tuple[str, ...]) -> list[str]:
    """What else stands for a long name: its beginnings, from the shortest one on."""
    shortest = table.text("shortest", "")
    whole = next((name for name in names if name.startswith(shortest)), "")
    if shortest and not whole:
        table.problem(f"shortest {shortest!r} is no beginning of {', '.join(names)}.")
    if not shortest or not whole:
        return []
    return [whole[:end] for end in range(len(shortest), len(whole))]


def _trap(table: Table, name: str) -> Trap:
    trap = Trap(table.text(name), table.text("why"))
    table.done()
    return trap
