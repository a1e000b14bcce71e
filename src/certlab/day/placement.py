"""Where somebody who was asked some questions may enter an exam's path.

A step to read may be skipped where every objective that its questions are of was asked
about, in two questions at least, and all of them were answered right at the first try. It is
offered, and never ticked. A lab is not: what it practises no choice shows.
day/static/placement.js is the twin of `may_skip`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from certlab.course import Course
from certlab.day.path_walk import steps_of
from certlab.day.today import serving, weighted
from certlab.study.exams.blueprint import objective_of

ENOUGH = 2  # right answers about a step: one alone may be a lucky guess
Result = tuple[
    str, bool
]  # an objective that was asked about, and whether it went right


@dataclass(frozen=True)
class AskedStep:
    """A step to read: its module and first section, and the objectives of its questions."""

    name: str
    part: str
    module: str
    section: str
    objectives: tuple[str, ...]


def asked_steps(course: Course, exam: str) -> list[AskedStep]:
    """The steps of an exam's path that are read and can be opened, in order."""
    items = serving(course, exam)
    found = []
    for step in steps_of(course, exam, items, weighted(course, exam, items)):
        module = course.modules.get(step.module)
        if step.lab or module is None:
            continue
        within = {*module.texts(step.sections or module.sections)}
        of = (
            objective_of(one, exam)
            for one in items
            if one.module == module.id and (one.section in within or not step.sections)
        )
        first = step.sections[0] if step.sections else ""
        part = module.sections[first] if first else ""
        objectives = tuple(sorted(filter(None, {*of})))
        found.append(AskedStep(module.short, part, module.id, first, objectives))
    return found


def may_skip(steps: Iterable[Sequence[str]], results: Iterable[Result]) -> list[int]:
    """The places of the steps, by their objectives, that the results cover."""
    asked = [*results]
    right = {objective for objective, went_right in asked if went_right}
    right -= {objective for objective, went_right in asked if not went_right}
    counted = [[one for one, _ in asked if one in of] for of in steps]
    return [
        n
        for n, of in enumerate(steps)
        if of and right.issuperset(of) and len(counted[n]) >= ENOUGH
    ]
