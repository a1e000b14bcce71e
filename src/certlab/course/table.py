"""Reading one TOML table field by field, noting every problem instead of stopping."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from certlab.course.problems import Problem

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass
class Table:
    """A table of a course file; each getter takes a field out and checks its type.

    What is left when `done` is called was not expected there, and is a problem too:
    a misspelt field would otherwise be lost in silence.
    """

    data: dict[str, Any]
    file: str
    problems: list[Problem]
    id: str = ""
    taken: set[str] = field(default_factory=set)

    def problem(self, says: str) -> None:
        """Note one problem of this table."""
        self.problems.append(Problem(self.file, self.id, says))

    def any(self, name: str) -> Any:
        """The field as it stands, None when absent."""
        self.taken.add(name)
        return self.data.get(name)

    def has(self, name: str) -> bool:
        """Whether the field is there."""
        return name in self.data

    def _typed(self, name: str, kinds: tuple[type, ...], word: str, need: bool) -> Any:
        value = self.any(name)
        if value is None:
            if need:
                self.problem(f"no {name}; add {name} = {word}.")
            return None
        if not isinstance(value, kinds) or (
            isinstance(value, bool) and bool not in kinds
        ):
            self.problem(f"{name} is {value!r}; it must be {word}.")
            return None
        return value

    def text(self, name: str, default: str | None = None) -> str:
        """A string; required where no default is given, and then not empty."""
        value = self._typed(name, (str,), "a text", default is None)
        if default is None and value is not None and not value.strip():
            self.problem(f"{name} is empty.")
        return str(value) if value is not None else default or ""

    def cell(self, name: str) -> str:
        """A text that a page shows in a cell of a table."""
        value = self.text(name)
        for sign, called in (("|", "a |"), ("\n", "a line break")):
            if sign in value:
                self.problem(
                    f"{name} holds {called}, which breaks the table it stands in; "
                    "write it in other words, on one line."
                )
        return value

    def choice(
        self, name: str, among: Iterable[str], default: str | None = None
    ) -> str:
        """A string that must be one of a few words."""
        value = self.text(name, default)
        words = tuple(among)
        if value and value not in words:
            self.problem(f"{name} is {value!r}; it must be one of {', '.join(words)}.")
        return value

    def integer(self, name: str, default: int | None = None) -> int:
        """A whole number; required where no default is given."""
        value = self._typed(name, (int,), "a whole number", default is None)
        return int(value) if value is not None else default or 0

    def number(self, name: str, default: float | None = None) -> float:
        """A number; required where no default is given."""
        value = self._typed(name, (int, float), "a number", default is None)
        return value if value is not None else default or 0

    def flag(self, name: str) -> bool:
        """true or false; false when absent."""
        return bool(self._typed(name, (bool,), "true or false", need=False))

    def day(self, name: str, *, need: bool = False) -> date | None:
        """A TOML date."""
        value: date | None = self._typed(name, (date,), "a date, 2026-11-21", need)
        if isinstance(value, datetime):
            self.problem(f"{name} is {value}; it must be a date without a time.")
            return None
        return value

    def texts(self, name: str, *, need: bool = False) -> tuple[str, ...]:
        """A list of strings, () when absent."""
        value = self._typed(name, (list,), "a list of texts", need) or []
        if not all(isinstance(one, str) for one in value):
            self.problem(f"{name} must be a list of texts.")
            return ()
        if need and not value and self.has(name):
            self.problem(f"{name} is empty.")
        return tuple(value)

    def tables(self, name: str, *, need: bool = False) -> list["Table"]:
        """A list of tables, [] when absent; their problems carry this table's id."""
        if isinstance(self.data.get(name), dict):
            self.taken.add(name)
            self.problem(f"[{name}] is one table; write [[{name}]], with two brackets.")
            return []
        value = self._typed(name, (list,), "a list of tables", need) or []
        if not all(isinstance(one, dict) for one in value):
            self.problem(f"{name} must be a list of tables; write [[{name}]].")
            return []
        return [Table(one, self.file, self.problems, self.id) for one in value]

    def table(self, name: str) -> "Table":
        """A table, empty when absent; its problems carry this table's id."""
        value = self._typed(name, (dict,), "a table", need=False) or {}
        return Table(value, self.file, self.problems, self.id)

    def done(self) -> None:
        """Refuse what nobody asked for."""
        for name in self.data:
            if name not in self.taken:
                self.problem(f"unknown field {name}; remove it or fix its spelling.")


def valid_id(text: object) -> bool:
    """Whether a text can be an id: lower-case words and digits joined by hyphens."""
    return isinstance(text, str) and ID.fullmatch(text) is not None
