"""Which data a lab's stored outputs follow from, and whether they are older than it.

A lab names facts in its code, and in its metadata what it goes through without naming each:
`follows = ["*.memory_total", "mig"]`, patterns of fact ids or kinds of the modules' tables.
Of all these `data` holds a digest as of the run whose outputs are stored.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from certlab.course import location
from certlab.course.catalogue import Course
from certlab.course.facts import Fact
from certlab.course.labs import Lab
from certlab.course.notebook import source
from certlab.course.problems import Problem

_QUOTED = re.compile(r"""["']([\w.-]+\.\w+)["']""")


def digest(course: Course, lab: Lab, notebook: dict[str, Any]) -> str:
    """Of all data that the outputs of a lab follow from; "" where there is none."""
    code = [one for one in notebook["cells"] if one["cell_type"] == "code"]
    named = {id for one in code for id in _QUOTED.findall(source(one))}
    facts = sorted(
        id
        for id in course.facts
        if id in named or any(fnmatchcase(id, one) for one in lab.follows)
    )
    rows = [_shown(course.facts[id]) for id in facts]
    rows += [repr(course.tables[one]) for one in lab.follows if one in course.tables]
    text = "\n".join(rows)
    return hashlib.sha256(text.encode()).hexdigest()[:12] if rows else ""


def _shown(fact: Fact) -> str:
    """What of a fact a lab can show; where it was read changes no output."""
    parts = (fact.id, fact.what, fact.value, fact.unit, fact.sparsity, fact.form)
    return repr((*parts, fact.tier, fact.as_of, fact.exam_era, fact.current))


def older(course: Course) -> Iterator[tuple[Lab, str]]:
    """Labs whose outputs are older than their data, and the digest of the data today."""
    for lab in course.labs.values():
        notebook = json.loads(lab.path.read_text("utf-8"))
        now = digest(course, lab, notebook)
        if now != notebook.get("metadata", {}).get("certlab", {}).get("data", ""):
            yield lab, now


def outputs_follow(course: Course) -> Iterator[Problem]:
    """What a lab shows of the course's data is what the data says today."""
    # A lab of another course is a program of its author, and --fix alone runs none of those.
    how = "--fix runs it again."
    if not location.is_ours(course.root):
        how = "--fix --run-labs runs it again, which is its author's program on your machine."
    for lab, _now in older(course):
        says = f"it shows data that has changed; certlab check {how}"
        yield Problem(lab.file, "", says)


def patterns_hold(course: Course) -> Iterator[Problem]:
    """Each pattern that a lab follows stands for something."""
    for lab in course.labs.values():
        for one in lab.follows:
            known = one in course.tables or any(
                fnmatchcase(id, one) for id in course.facts
            )
            if not known:
                yield Problem(
                    lab.file, "", f"follows: no fact and no table is {one!r}."
                )


GATES = (outputs_follow, patterns_hold)
