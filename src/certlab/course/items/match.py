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

from dataclasses import dataclass

from certlab.course.items.scores import PARTS
from certlab.course.table import Table, valid_id


@dataclass(frozen=True)
class Entry:
    """One entry of a side."""

    id: str
    text: str


@dataclass(frozen=True)
class Match:
    """Left entries, right entries, and the right id of each left id.

    Right entries that no pair names are distractors.
    """

    left: tuple[Entry, ...]
    right: tuple[Entry, ...]
    pairs: dict[str, str]
    whys: dict[str, str]
    score: str

    @property
    def texts(self) -> dict[str, str]:
        """What a learner reads, by a name for each, without the distractors."""
        true = [one for one in self.right if one.id in self.pairs.values()]
        found = {f"{one.id}.text": one.text for one in (*self.left, *true)}
        return found | {f"{id}.why": why for id, why in self.whys.items()}


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
