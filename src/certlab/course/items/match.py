"""Matching each left entry with a right one.

```toml
kind = "match"
ask = "Match each tool with what it shows."
left = [{ id = "nsys", text = "Nsight Systems" }, { id = "ncu", text = "Nsight Compute" }]
right = [
  { id = "timeline", text = "The timeline of a program" },
  { id = "kernel", text = "The limits of one kernel" },
  { id = "errors", text = "Races in shared memory" },          # a distractor
]
pairs = { nsys = "timeline", ncu = "kernel" }
whys = { nsys = "It traces the whole program.", ncu = "It profiles single kernels." }
score = "each"                                                 # optional, or "all"
tests = [{ answer = { nsys = "kernel", ncu = "timeline" }, outcome = "wrong", score = 0 }]
```

Several left entries may have the same right one. Each left entry has its reason. With
score "each" a right pair gives its share of the score; with "all", the default, only all
pairs together give anything. A test's answer is a table of pairs.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from math import perm
from typing import Any, Self

from certlab.course.items.body import Body, Name, Tell
from certlab.course.items.scores import PARTS
from certlab.course.table import Table, valid_id
from certlab.course.template import Values, fill_placeholders


@dataclass(frozen=True)
class Entry:
    """One entry of a side."""

    id: str
    text: str


@dataclass(frozen=True)
class Match(Body):
    """Left entries, right entries, and the right id of each left id.

    Right entries that no pair names are distractors.
    """

    left: tuple[Entry, ...]
    right: tuple[Entry, ...]
    pairs: dict[str, str]
    whys: dict[str, str]
    score: str

    def key(self, values: Values) -> dict[str, list[Any]]:
        """Each pair, with the facts of both its texts."""
        facts = {
            one.id: fill_placeholders(one.text, values)
            for one in (*self.left, *self.right)
        }
        return {
            id: [facts[id], other, facts[other]] for id, other in self.pairs.items()
        }

    def retold(self, tell: Tell) -> Self:
        """With other entries on both sides, and other reasons."""

        def side(name: str, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
            return tuple(
                replace(one, text=tell(one.text, name, one.id)) for one in entries
            )

        left, right = side("left", self.left), side("right", self.right)
        whys = {id: tell(why, "whys", id) for id, why in self.whys.items()}
        return replace(self, left=left, right=right, whys=whys)

    def example(self, _values: Values) -> dict[str, str]:
        """The pairs."""
        return dict(self.pairs)

    @property
    def stem(self) -> tuple[str, ...]:
        """The left entries."""
        return tuple(one.text for one in self.left)

    @property
    def decoys(self) -> Collection[Name]:
        """The right entries that no pair names."""
        paired = self.pairs.values()
        return [("right", one.id) for one in self.right if one.id not in paired]

    @property
    def chance(self) -> float:
        """That of one matching among all; each right entry once where that is so."""
        lefts, rights = len(self.left), len(self.right)
        once = len(set(self.pairs.values())) == lefts
        ways = perm(rights, lefts) if once else rights**lefts
        return 1 / ways if ways > 1 else 0.0


def read(table: Table) -> Match:
    """The body of a match item."""
    left = tuple(_entry(one) for one in table.tables("left", need=True))
    right = tuple(_entry(one) for one in table.tables("right", need=True))
    lefts, rights = [one.id for one in left], [one.id for one in right]
    for ids in (lefts, rights):
        if len(set(ids)) != len(ids):
            table.problem("two entries of a side share an id.")
    if len(lefts) < 2 or len(rights) < 2:
        table.problem("a match needs at least two entries on each side.")
    pairs, whys = _words(table, "pairs"), _words(table, "whys")
    if set(pairs) != set(lefts):
        table.problem("pairs must name each left entry once.")
    unknown = set(pairs.values()) - set(rights)
    if unknown:
        table.problem(f"pairs name a right entry {min(unknown)} that is not there.")
    for id in lefts:
        if not whys.get(id, "").strip():
            table.problem(f"entry {id} has no reason; add it to whys.")
    for id in whys.keys() - set(lefts):
        table.problem(f"whys name an entry {id} that is not on the left.")
    return Match(left, right, pairs, whys, table.choice("score", PARTS, "all"))


def _words(table: Table, name: str) -> dict[str, str]:
    value = table.any(name)
    if isinstance(value, dict) and all(isinstance(one, str) for one in value.values()):
        return value
    table.problem(f"{name} must be a table of texts by left entry.")
    return {}


def _entry(table: Table) -> Entry:
    entry = Entry(table.text("id"), table.text("text"))
    if not valid_id(entry.id):
        table.problem(f"entry id {entry.id!r}: use lower-case words and hyphens.")
    table.done()
    return entry
