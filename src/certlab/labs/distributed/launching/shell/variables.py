"""What a shell knows of its variables while a script runs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from certlab.errors import CourseError
from certlab.labs.distributed.launching.shell.marks import Open, glued
from certlab.labs.distributed.launching.shell.syntax import Function

Value = str | list[str]
_SPACE = " \t\n"
_MOST_WORK = 3_000_000  # characters, about; a job script takes thirty thousand


@dataclass
class Variables:
    """Variables, arguments and functions of a shell.

    Attributes:
        values: text, or the elements of an array; what is not known is a hole in it.
        exported: names that programs see.
        arguments: `$1` and on; None where nobody knows them.
        functions: by name.
        origins: of a variable, the names that its value was made of.
        order: when a variable was set, counted up.
        assumed: tests that were decided because variables are never set: the line, those
            variables, and what the branches set.
        defaults: what stood in for variables that were never set.
        sourced: line, file and time of each file that the script reads in.
        frames: of each function that runs, what its local variables were outside.
        work: what it has cost to fill words in, on all ways through the script together.
    """

    values: dict[str, Value] = field(default_factory=dict)
    exported: set[str] = field(default_factory=set)
    arguments: tuple[str, ...] | None = None
    functions: dict[str, Function] = field(default_factory=dict)
    origins: dict[str, frozenset[str]] = field(default_factory=dict)
    order: dict[str, int] = field(default_factory=dict)
    sourced: list[tuple[int, str, int]] = field(default_factory=list)
    clock: int = 0
    assumed: list[tuple[int, frozenset[str], frozenset[str]]] = field(
        default_factory=list
    )
    size: int = 0
    defaults: dict[str, str] = field(default_factory=dict)
    frames: list[dict[str, Value | None]] = field(default_factory=list)
    work: list[int] = field(default_factory=lambda: [0])

    @classmethod
    def of(
        cls, known: Mapping[str, str], arguments: tuple[str, ...] | None = None
    ) -> "Variables":
        """A shell that begins with an environment."""
        return cls({"HOSTNAME": "$HOSTNAME", **known}, set(known), arguments)

    def copy(self) -> "Variables":
        """The same for a shell of its own, whose assignments end with it."""
        values = {
            name: list(one) if isinstance(one, list) else one
            for name, one in self.values.items()
        }
        return replace(
            self,
            values=values,
            exported=set(self.exported),
            functions=dict(self.functions),
            origins=dict(self.origins),
            order=dict(self.order),
            sourced=list(self.sourced),
        )

    def glue(self, left: str, right: str) -> str:
        """Two parts of one word, as `glued` makes it.

        Raises:
            CourseError: the words of the script have grown beyond any job script's.
        """
        self.spend(10 + len(right) + len(left) // 64)  # what it costs to copy, about
        return glued(left, right)

    def spend(self, work: int) -> None:
        """Count what it costs to fill words in.

        Raises:
            CourseError: it is more than a job script asks for.
        """
        self.work[0] += work
        if self.work[0] > _MOST_WORK:
            raise CourseError(
                "The words of the script grow without an end where its variables are filled "
                "in; give a script in which they do not."
            )

    def scalar(self, name: str) -> str | None:
        """Its text; of an array the first element; None where it is not set."""
        value = self.values.get(name)
        if isinstance(value, list):
            first = value[0] if value else ""
            return f"${{{name}[0]}}" if isinstance(first, Open) else first
        return value

    def put(self, name: str, value: Value, made_of: Iterable[str] = ()) -> None:
        """Set a variable."""
        self.clock += 1
        self.size += len(value) if isinstance(value, str) else sum(map(len, value))
        self.values[name] = value
        self.order[name] = self.clock
        self.origins[name] = frozenset(self.used(made_of)) - {name}

    def say(self, name: str, text: str, made_of: Iterable[str] = ()) -> None:
        """`name=text`, which of an array sets the first element."""
        before = self.values.get(name)
        self.put(
            name, [text, *before[1:]] if isinstance(before, list) else text, made_of
        )

    def blur(self, names: Iterable[str]) -> None:
        """Forget the values of variables that a loop or an input sets."""
        for name in names:
            array = isinstance(self.values.get(name), list)
            self.put(name, [Open(f"${{{name}[@]}}")] if array else f"${name}")

    def append(self, name: str, value: Value, made_of: Iterable[str]) -> None:
        """`name+=value`."""
        before = self.values.get(name, [] if isinstance(value, list) else "")
        made = {*made_of, *self.origins.get(name, ())}
        if isinstance(value, list):
            old = before if isinstance(before, list) else [before]
            self.put(name, [*old, *value], made)
        elif isinstance(before, list):
            head = before[:1] or [""]
            self.put(name, [self.glue(head[0], value), *before[1:]], made)
        else:
            self.put(name, self.glue(before, value), made)

    def unset(self, name: str) -> None:
        """Forget that there was one."""
        self.values.pop(name, None)
        self.exported.discard(name)

    def make_local(self, names: Iterable[str]) -> None:
        """Keep what variables are outside of the function that runs, if one does."""
        for name in names if self.frames else ():
            self.frames[-1].setdefault(name, self.values.get(name))

    def leave_function(self) -> None:
        """Give its local variables the values that they have outside."""
        for name, value in self.frames.pop().items():
            if value is None:
                self.unset(name)
            else:
                self.values[name] = value

    def used(self, names: Iterable[str]) -> set[str]:
        """Names, and those that their values were made of."""
        found = set(names)
        for name in names:
            found |= self.origins.get(name, frozenset())
        return found

    def environment(self) -> dict[str, str]:
        """What a program sees."""
        self.spend(4 * len(self.exported))
        seen = {name: self.scalar(name) for name in sorted(self.exported)}
        return {name: value for name, value in seen.items() if value is not None}

    @property
    def separators(self) -> str | None:
        """Where words are split; None where not by spaces alone."""
        told = self.scalar("IFS")
        if told is None:
            return _SPACE
        return told if set(told) <= set(_SPACE) else None
