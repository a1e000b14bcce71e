"""What the path of an exam takes as a whole, and what of it is behind a learner.

Reading and labs count by the minutes of their pages and labs, each practice question by
those of a new one, and each paper by its time and its review. day/static/path_hours.js is
the twin of `path_minutes`.
"""

from collections.abc import Iterable

from certlab.course import Course
from certlab.course.exam_path import minutes_of
from certlab.course.steps import Step
from certlab.day.path_walk import Way, steps_of
from certlab.day.today import serving, weighted
from certlab.planner.goal import goal_of
from certlab.study.exams import blueprint, draw
from certlab.study.exams.drawing import parting
from certlab.study.exams.parting import PAPERS
from certlab.study.lab_progress import LabProgress
from certlab.study.standing import Standing
from certlab.words import ENGLISH, Words

QUESTION = 0.75  # minutes for a new one, as long as nobody's own pace is known
REVIEW = 0.5  # of a paper's time, to read what was not right
USUAL = 20  # minutes of a day, where nobody has said how many


def path_minutes(
    steps: Iterable[tuple[float, float]],
    questions: tuple[int, int],
    papers: tuple[int, int],
    time: float,
) -> tuple[float, float]:
    """The minutes of all of it, and of what is done.

    Args:
        steps: the minutes of each, and the share of it that is done.
        questions: how many there are, and how many of them were answered.
        papers: how many there are, and how many were sat.
        time: minutes of a paper.
    """
    whole, done = QUESTION * questions[0], QUESTION * min(questions)
    for minutes, share in steps:
        whole += minutes
        done += minutes * share
    each = time * (1 + REVIEW)
    return whole + each * papers[0], done + each * min(papers)


def minutes_on_path(standing: Standing, exam: str) -> tuple[float, float]:
    """The same of an exam, by its id, for one learner."""
    course = standing.course
    items = serving(course, exam)
    steps = steps_of(course, exam, items, weighted(course, exam, items))
    goal = goal_of(standing.rows)
    way = Way(standing, items, steps, goal.minutes if goal else USUAL)
    known = sum(one.id in standing.memories for one in items)
    papers, time = papers_of(course, exam)
    return path_minutes(
        [(minutes_of(course, one), _share(way, one)) for one in steps],
        (len(items), known),
        (papers, _sat(standing, exam)),
        time,
    )


def labs_of(standing: Standing, exam: str) -> dict[str, LabProgress]:
    """How far each lab of an exam's path is that has exercises, by its id, in their order."""
    course, items = standing.course, serving(standing.course, exam)
    steps = steps_of(course, exam, items, weighted(course, exam, items))
    found = {one.lab: standing.lab_progress(one.lab) for one in steps if one.lab}
    return {lab: how for lab, how in found.items() if how.count}


def papers_of(course: Course, exam: str) -> tuple[int, int]:
    """How many papers a path ends with, and the minutes of one; (0, 0) for none."""
    plan = blueprint(course, exam)
    mock = draw(plan, 0)
    if not mock.asked:
        return 0, 0
    return (PAPERS if parting(plan).papers else 1), mock.minutes


def hours_line(minutes: tuple[float, float], words: Words = ENGLISH) -> str:
    """ "26 hours; you have 9 behind you." """
    whole, done = max(1, int(minutes[0] / 60 + 0.5)), int(minutes[1] / 60)
    if not done:
        return words.ngettext("{n} hour in all", "{n} hours in all", whole)
    return words.ngettext(
        "{n} hour; you have {done} behind you",
        "{n} hours; you have {done} behind you",
        whole,
        done=done,
    )


def _share(way: Way, step: Step) -> float:
    """How much of a step is done: all of a page that was read or skipped."""
    if step.lab:
        return way.standing.lab_progress(step.lab).share
    return float(way.state(step) != "left")


def _sat(standing: Standing, exam: str) -> int:
    """How many sittings of an exam have ended."""
    begun = {
        row.ulid
        for row in standing.rows
        if row.outcome == "begun"
        and isinstance(row.response, dict)
        and row.response.get("exam") == exam
    }
    ended = [row.more.get("sitting") for row in standing.rows if row.outcome == "ended"]
    return sum(one in ended for one in begun)
