"""What pages need to be of one exam: its path, and what the path leads to, as data.

{"exams": [{"exam", "code", "name", "level", "covered", "objectives",
            "served": share of its weight with items enough,
            "scored": whether that is enough for a score, "unwritten",
            "time": minutes of its mock exam here, 0 for none,
            "papers": how many the path ends with, "modules": ["mig", ...],
            "steps": [{"module", "sections", "lab", "minutes", "times": minutes by section,
                       "below": {a section: minutes of it alone, and of those below it}}],
            "planned": [{"title", "minutes", "lab": whether it is one}]}],
 "modules": {"mig": {"title", "pages": [{"page": "mig", "sections": {"profiles": "Profiles"}}]}},
 "labs": {"mig/10_slices": {"title", "minutes", "exercises": ["mig-slices-left"]}},
 "sections": {"mig": ["profiles", ...]}}

`sections` says which one teaches an item, for each item of the listing at its place there. It
stands here, because every page reads the listing of items, and only some read this.
"""

from collections import Counter
from dataclasses import asdict
from typing import Any

from certlab.course import Course
from certlab.course.certifications import Certification
from certlab.course.coverage import well_asked
from certlab.course.exam_path import is_written, minutes_of, times_below, times_of
from certlab.course.labs import Lab
from certlab.course.modules import Module
from certlab.course.steps import Step
from certlab.day.goal_form import offered_exams, scoring
from certlab.day.path_hours import papers_of
from certlab.day.path_walk import steps_of
from certlab.day.today import serving, weighted
from certlab.study.bank import practice

Data = dict[str, Any]


def exam_paths(course: Course) -> Data:
    """Every exam with its steps, and all modules and labs."""
    offered = offered_exams(course)
    exams = zip(offered, course.certifications.values(), strict=True)
    known = well_asked(course)
    return {
        "exams": [
            {**row, **scoring(one, known), **_path(course, one)} for row, one in exams
        ],
        "modules": {id: _module(one) for id, one in course.modules.items()},
        "labs": {id: _lab(one) for id, one in course.labs.items() if one.module},
        "sections": {
            module: [item.section for item in practice(course, module)]
            for module in course.modules
        },
    }


def steps_to(course: Course, exam: Certification) -> list[Step]:
    """What can be opened of an exam's path; where it has none, the modules that count most."""
    items = serving(course, exam.id)
    return list(steps_of(course, exam.id, items, weighted(course, exam.id, items)))


def _path(course: Course, exam: Certification) -> Data:
    """The steps that can be opened, and the modules that serve the exam, in their order."""
    counts = Counter(item.module for item in serving(course, exam.id))
    most = [id for id, _ in counts.most_common() if id in course.modules]
    steps = steps_to(course, exam)
    later = [one for one in exam.path if not is_written(course, one)]
    papers, time = papers_of(course, exam.id)
    on_it = [one.module for one in steps if one.module in course.modules]
    return {
        "unwritten": len(later),
        "time": time,
        "papers": papers,
        "modules": list(dict.fromkeys([*on_it, *most])),
        "steps": [_step(course, one) for one in steps],
        "planned": [
            {"title": one.planned, "minutes": one.minutes, "lab": bool(one.lab)}
            for one in later
        ],
    }


def _step(course: Course, step: Step) -> Data:
    row = asdict(step) | {"minutes": minutes_of(course, step)}
    del row["planned"]
    times = {} if step.lab else times_of(course, step)
    below = {} if step.lab else times_below(course, step)
    return {**row, "times": times, "below": below}


def _module(module: Module) -> Data:
    pages = [{"page": page.id, "sections": page.sections} for page in module.pages]
    return {"title": module.short, "pages": pages}


def _lab(lab: Lab) -> Data:
    exercises = [one.id for one in lab.exercises]
    return {"title": lab.title, "minutes": lab.minutes, "exercises": exercises}
