"""Checking the whole course: every problem of every file at once."""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from certlab import module_parts, whole_file
from certlab.course import (
    followed,
    formulas,
    ledger,
    maths,
    page_markup,
    quality,
    told_in_texts,
)
from certlab.course.catalogue import Course, read
from certlab.course.gates import GATES
from certlab.course.notebook import canonical, faults
from certlab.course.problems import Problem
from certlab.course.quality.reviews import reviews_are_done
from certlab.course.render import facts_of
from certlab.course.translations import gates as translations


def check(root: Path, today: date | None = None) -> tuple[Course, list[Problem]]:
    """Read a course and put it through every gate.

    Args:
        root: the folder with content/, quizzes/ and labs/.
        today: the day that dates of review are held against; None to leave them.

    Returns:
        The course as far as it could be read, and its problems by file and id;
        those that are warnings are no reason to refuse it.
    """
    problems: list[Problem] = []
    course = read(root, problems)
    problems += [*ledger.compare(course, whole=not problems)]
    for gate in (
        *GATES,
        formulas.formulas_are_drawn,
        told_in_texts.told,
        *followed.GATES,
        *page_markup.GATES,
        *quality.GATES,
        *translations.GATES,
        *(
            gate
            for part in module_parts.find("gates")
            for gate in getattr(part, "GATES", ())
        ),
    ):
        problems += gate(course)
    problems += reviews_are_done(course, today) if today else ()
    problems += notebooks(course)
    return course, sorted(set(problems))


def notebooks(course: Course) -> Iterator[Problem]:
    """Notebooks that are not canonical, or hold what they must not."""
    for lab in (*course.labs.values(), *course.notebooks.values()):
        text = lab.path.read_text("utf-8")
        notebook = json.loads(text)
        for cell, says in faults(notebook, lab=bool(lab.module)):
            yield Problem(lab.file, cell, says)
        if text != canonical(notebook):
            says = "not in canonical form; run certlab check --fix."
            yield Problem(lab.file, "", says)


def fix(root: Path) -> list[str]:
    """Fix what can be fixed without a decision: notebooks' form, ids, formulas, texts.

    Returns:
        The files changed.
    """
    unread: list[Problem] = []
    course = read(root, unread)
    changed = []
    for lab in (*course.labs.values(), *course.notebooks.values()):
        text = lab.path.read_text("utf-8")
        form = canonical(json.loads(text))
        if form != text:
            whole_file.write(lab.path, form)
            changed.append(lab.file)
    if ledger.enter(course, whole=not unread):
        changed.append(ledger.FILE)
    if formulas.write(course):
        changed.append(maths.FILE)
    texts = told_in_texts.renewed(course)
    for file, text in texts.items():
        whole_file.write(root / file, text)
    return [*changed, *texts]


def table(course: Course) -> list[dict[str, object]]:
    """What a course holds, a row for each module."""
    rows: list[dict[str, object]] = []
    for module in course.modules.values():
        items = [item for item in course.items.values() if item.module == module.id]
        labs = [lab for lab in course.labs.values() if lab.module == module.id]
        terms = [term for term in course.glossary.values() if term.module == module.id]
        cards = sum(item.body.asked and not item.body.graded for item in items)
        rows.append(
            {
                "module": module.id,
                "words": len(module.body.split()),
                "items": len(items) - cards,
                "cards": cards,
                "labs": len(labs),
                "exercises": sum(len(lab.exercises) for lab in labs),
                "facts": len(facts_of(course, module)),
                "terms": len(terms),
            }
        )
    return rows
