"""Ids once used, kept for ever: content/ids.txt, one "kind id" a line.

An id that has left the course is marked retired; it may not come back as another thing,
since learners' histories still name it.
"""

from collections.abc import Iterator
from pathlib import Path

from certlab.course.catalogue import Course
from certlab.course.problems import Problem

FILE = "content/ids.txt"
RETIRED = "retired"


def in_use(course: Course) -> Iterator[tuple[str, str, str]]:
    """Every permanent id of a course: kind, id, file."""
    for page in course.modules.values():
        yield "module", page.id, page.file
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
    for certification in course.certifications.values():
        for domain in certification.domains:
            for objective in domain.objectives:
                yield "objective", objective.id, certification.file


def read_ledger(root: Path) -> dict[tuple[str, str], bool]:
    """Whether it is retired, by kind and id; {} where there is no ledger yet."""
    path = root / FILE
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {(row[0], row[1]): RETIRED in row[2:] for row in rows}


def compare(course: Course) -> Iterator[Problem]:
    """Ids the ledger does not know, has retired, or still holds as in use."""
    ledger = read_ledger(course.root)
    used = set()
    for kind, id, file in in_use(course):
        used.add((kind, id))
        if ledger.get((kind, id)):
            yield Problem(
                file, id, f"re-uses the id of a retired {kind}; choose another."
            )
        elif (kind, id) not in ledger:
            yield Problem(file, id, "not in content/ids.txt; run certlab check --fix.")
    for (kind, id), retired in ledger.items():
        if not retired and (kind, id) not in used:
            says = f"the {kind} is gone; run certlab check --fix to retire its id."
            yield Problem(FILE, id, says)


def enter(course: Course) -> bool:
    """Write new ids into the ledger and retire those gone; whether it changed."""
    old = read_ledger(course.root)
    used = {(kind, id) for kind, id, _ in in_use(course)}
    # A retired id stays retired even where somebody uses it again: that is a problem.
    new = {key: old.get(key, False) or key not in used for key in old.keys() | used}
    head = "# Ids once used, never for anything else. certlab check --fix adds them.\n"
    lines = [
        f"{kind} {id} {RETIRED if gone else ''}".rstrip()
        for (kind, id), gone in sorted(new.items())
    ]
    if new == old:
        return False
    (course.root / FILE).write_text(head + "\n".join(lines) + "\n", "utf-8")
    return True
