"""What texts of a course say of it, between marks: `certlab check --fix` writes it there.

A course that has no such text, or a text that has no such marks, is told nothing.
"""

import re
from collections.abc import Iterator

from certlab.course.catalogue import Course
from certlab.course.coverage import graded
from certlab.course.problems import Problem

_OFFERED = (
    0.25  # of an exam's objectives: so many are asked before the front page offers it
)


def _numbers(course: Course) -> str:
    """Five numbers, and of which exams there are questions.

    From a hundred on they are cut to two figures, or each question would change a text.
    """
    items = [one for one in course.items.values() if one.status == "reviewed"]
    asked = {id for one in items if one.body.asked for id in (one.objective, *one.also)}
    shares = [
        (len(asked & one.shares.keys()), len(one.shares), one.code)
        for one in course.certifications.values()
    ]
    shown = [one for one in shares if one[0] >= _OFFERED * one[1] > 0]
    shown.sort(key=lambda one: -one[0] / one[1])
    counts = {
        "modules": len(course.modules),
        "labs": sum(bool(lab.module) for lab in course.labs.values()),
        "graded questions": len(graded(course)),
        "cards": sum(one.body.asked and not one.body.graded for one in items),
        "exams": len(shown),
    }
    listed = ", ".join(f"{code} {n} of {of}" for n, of, code in shown)
    covered = f"\nObjectives with questions: {listed}.\n" if shown else ""
    return (
        f"| {' | '.join(map(in_two_figures, counts.values()))} |\n"
        f"|{':-:|' * len(counts)}\n| {' | '.join(counts)} |\n{covered}"
    )


def in_two_figures(count: int) -> str:
    unit = 10 ** max(0, len(str(count)) - 2)
    return f"**{count // unit * unit:,}{'+' * (unit > 1)}**"


def _systems(course: Course) -> str:
    """A row for each lab that lacks something on a system, and one for all others."""
    lines = ["| lab | Linux | macOS | Windows |", "|---|---|---|---|"]
    for lab in course.labs.values():
        if lab.macos or lab.windows:
            cells = (one or "as on Linux" for one in (lab.macos, lab.windows))
            lines.append(f"| `{lab.id}` | all of it | {' | '.join(cells)} |")
    rest = "as on Linux" if len(lines) > 2 else "all of it"
    return "\n".join([*lines, f"| any other | all of it | {rest} | {rest} |\n"])


# A text, the name in its marks, and what stands between them.
_TOLD = (
    ("README.md", "course in numbers", _numbers),
    ("docs/systems.md", "labs by system", _systems),
)


def told(course: Course) -> Iterator[Problem]:
    """Each text says what it would be told now."""
    for file in renewed(course):
        says = "what it says of the course is old; run certlab check --fix."
        yield Problem(file, "", says)


def renewed(course: Course) -> dict[str, str]:
    """The texts that say something else, as they should be, by file."""
    found = {}
    for file, name, write in _TOLD:
        path = course.root / file
        text = path.read_text("utf-8") if path.is_file() else ""
        between = f"(?<=<!-- {name} -->\n).*(?=<!-- /{name} -->)"
        if here := re.search(between, text, re.DOTALL):
            new = text[: here.start()] + write(course) + text[here.end() :]
            if new != text:
                found[file] = new
    return found
