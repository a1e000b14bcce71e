"""Ids once used, kept for ever: content/ids.txt, one "kind id" a line, in their order.

An id that has left the course is marked retired; it may not come back as another thing,
since learners' histories still name it. What is asked has its rev and the digest of its
key as well: a key that changes, by a fact perhaps, changes what earlier answers are
worth, and so asks for a new rev.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from certlab import whole_file
from certlab.course.catalogue import Course
from certlab.course.items import Item
from certlab.course.keys import digest
from certlab.course.problems import Problem

FILE = "content/ids.txt"
RETIRED = "retired"
HEAD = "# Ids once used, never for anything else. certlab check --fix adds them.\n"

Id = tuple[str, str]  # kind, id


@dataclass(frozen=True, order=True)
class Entry:
    """What the ledger holds of an id; of two, the greater one is the newer.

    Attributes:
        rev: of an item when its digest was taken, 0 for what is never asked.
        key: the digest of the key, "" for what is never asked.
    """

    retired: bool = False
    rev: int = 0
    key: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """What follows kind and id on its line."""
        asked = (str(self.rev), self.key) if self.key else ()
        return (RETIRED,) if self.retired else asked


def in_use(course: Course) -> Iterator[tuple[str, str, str]]:
    """Every permanent id of a course: kind, id, file."""
    for module in course.modules.values():
        yield "module", module.id, module.file
    for item in course.items.values():
        yield "item", item.id, item.file
    for fact in course.facts.values():
        yield "fact", fact.id, fact.file
    for term in course.glossary.values():
        yield "term", term.id, term.file
    for claim in course.claims.values():
        yield "claim", claim.id, claim.file
    for speedup in course.speedups.values():
        yield "speedup", speedup.id, speedup.file
    for lab in course.labs.values():
        for exercise in lab.exercises:
            yield "exercise", exercise.id, lab.file
        for prediction in lab.predictions:
            yield "prediction", prediction, lab.file
    for certification in course.certifications.values():
        for domain in certification.domains:
            for objective in domain.objectives:
                yield "objective", objective.id, certification.file


def read_ledger(root: Path) -> dict[Id, Entry]:
    """What is known of each kind and id; {} where there is no ledger yet.

    git may leave the lines of both sides of a merge; the newer one counts.
    """
    found: dict[Id, Entry] = {}
    for line in _text(root).splitlines():
        if line and not line.startswith("#"):
            kind, id, *words = line.split()
            found[kind, id] = max(found.get((kind, id), Entry()), _entry(words))
    return found


def _text(root: Path) -> str:
    path = root / FILE
    return path.read_text("utf-8") if path.exists() else ""


def _entry(words: list[str]) -> Entry:
    match words:
        case [rev, key] if rev.isdecimal():
            return Entry(rev=int(rev), key=key)
        case _:
            return Entry(retired=RETIRED in words)


def compare(course: Course, *, whole: bool = True) -> Iterator[Problem]:
    """Ids the ledger does not know, has retired or still holds as in use; changed keys.

    Args:
        whole: whether all of the course could be read, as `enter` has it.
    """
    ledger = read_ledger(course.root)
    used = set()
    for kind, id, file in in_use(course):
        used.add((kind, id))
        entry = ledger.get((kind, id))
        if entry is None:
            yield Problem(file, id, "not in content/ids.txt; run certlab check --fix.")
        elif entry.retired:
            yield Problem(
                file, id, f"re-uses the id of a retired {kind}; choose another."
            )
        elif kind == "item":
            yield from _same_key(course, course.items[id], entry)
    for (kind, id), entry in ledger.items():
        if not entry.retired and (kind, id) not in used:
            says = (
                f"the {kind} is gone; run certlab check --fix to retire its id."
                if whole
                else f"the {kind} is gone, or in a file that cannot be read; mend what is named "
                "beside this first."
            )
            yield Problem(FILE, id, says)


def _same_key(course: Course, item: Item, entry: Entry) -> Iterator[Problem]:
    """An item whose key is no longer what the ledger has for its rev."""
    if item.rev < entry.rev:
        says = f"rev {item.rev} was used before; raise it to {entry.rev} or more."
        yield Problem(item.file, item.id, says)
    elif (item.rev > entry.rev or not entry.key) and digest(course, item):
        says = f"rev {item.rev} is not in content/ids.txt; run certlab check --fix."
        yield Problem(item.file, item.id, says)
    elif entry.key and digest(course, item) not in ("", entry.key):
        says = f"its key changed and its rev did not; raise rev to {item.rev + 1}."
        yield Problem(item.file, item.id, says)


def enter(course: Course, *, whole: bool = True) -> bool:
    """Write new ids and revs into the ledger and retire those gone; whether it changed.

    Args:
        whole: whether all of the course could be read. Else none is retired, which is for
            ever: what cannot be read is not gone.
    """
    old = read_ledger(course.root)
    rows = sorted(_entries(course, old, retire=whole))
    text = HEAD + "".join(" ".join((*id, *entry.words)) + "\n" for id, entry in rows)
    if text == _text(course.root):
        return False
    whole_file.write(course.root / FILE, text)
    return True


def _entries(
    course: Course, old: Mapping[Id, Entry], *, retire: bool
) -> Iterator[tuple[Id, Entry]]:
    """What the ledger is to hold; a key that changed under an equal rev stays as it was."""
    used = {(kind, id) for kind, id, _ in in_use(course)}
    for kind, id in old.keys() | used:
        entry = old.get((kind, id), Entry())
        # A retired id stays retired even where somebody uses it again: that is a problem.
        if entry.retired or (kind, id) not in used:
            entry = Entry(retired=True) if retire else entry
        elif kind == "item":
            item = course.items[id]
            key = digest(course, item)
            if key and (item.rev > entry.rev or not entry.key):
                entry = Entry(rev=item.rev, key=key)
        yield (kind, id), entry
