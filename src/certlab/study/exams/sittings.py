"""Where sittings are begun, found again in the history, and reported on."""

import secrets
from collections.abc import Callable
from dataclasses import astuple
from datetime import UTC, datetime, timedelta
from math import ceil
from typing import Any

from certlab.course import Course
from certlab.errors import CourseError
from certlab.study.answers import Answer, stamp
from certlab.study.exams.begun_row import begun_by
from certlab.study.exams.blueprint import Blueprint, blueprint, rested
from certlab.study.exams.drawing import draw, freshest
from certlab.study.exams.paper import Asked, Lack, Paper, Seats
from certlab.study.exams.parting import PAPERS
from certlab.study.exams.score import Report, report
from certlab.study.exams.sitting import MODE, Sitting
from certlab.study.history import History
from certlab.words import Sentence

SEEDS = 10_000  # seeds are short enough to be read out in a class
_RANDOM = PAPERS + 1  # the least seed of a random paper; see `drawing.draw`
_TRIES = 40  # seeds among which the freshest paper is taken


def _now() -> datetime:
    return datetime.now(UTC)


def begin(
    course: Course,
    history: History,
    code: str,
    *,
    seed: int | None = None,
    count: int | None = None,
    minutes: int | None = None,
    factor: float | None = 1,
    surface: str = "lab",
    now: Callable[[], datetime] = _now,
) -> Sitting:
    """Draw a paper and start its time.

    Args:
        code: of the exam, "NCP-AII".
        seed: draws the same paper for everybody; when None, one whose questions are as
            new to this learner as can be, without what they have just failed.
        count: how many questions to ask; as many as the official exam has when None.
        minutes: instead of the official time in proportion.
        factor: how much longer it may last, 1.5 or 2; None for an untimed sitting.

    Raises:
        CourseError: there is no such exam, no question for it yet, or a number makes no
            sense.
        HistoryError: the beginning could not be recorded.
    """
    plan = blueprint(course, code)
    refuse_nonsense(plan, seed, count, minutes, factor)
    if seed is None:
        answers = history.read().answers
        plan = rested(plan, answers, now())
        seen = {row.item: None for row in answers}
        tries = [_RANDOM + secrets.randbelow(SEEDS - _RANDOM) for _ in range(_TRIES)]
        seed = freshest(plan, tries, count, seen)
    paper = draw(plan, seed, count)
    time = minutes or paper.minutes
    began = now()
    ends = None if factor is None else began + timedelta(minutes=ceil(time * factor))
    first = history.append(_row(paper, time, factor, ends, surface), began)
    return Sitting(
        course, history, first.ulid, paper, began, ends, factor, surface, now
    )


def unfinished(
    course: Course,
    history: History,
    surface: str = "lab",
    now: Callable[[], datetime] = _now,
) -> Sitting | None:
    """The sitting begun last that still has time; those that ran out meanwhile are ended.

    Raises:
        HistoryError: the history cannot be read, or an end not be recorded.
    """
    found = None
    for one in _sittings(course, history, surface, now):
        if one.over:
            one.finish()
        else:
            found = one
    return found


def reports(
    course: Course, history: History, now: Callable[[], datetime] = _now
) -> list[Report]:
    """What each sitting that has ended came to, in order of time.

    Raises:
        HistoryError: the history cannot be read.
    """
    return [
        report(one)
        for one in _sittings(course, history, "", now)
        if one.ended is not None
    ]


def refuse_nonsense(
    plan: Blueprint,
    seed: int | None = None,
    count: int | None = None,
    minutes: int | None = None,
    factor: float | None = None,
) -> None:
    """What `begin` would refuse, before a learner is asked anything more.

    Raises:
        CourseError: a number makes no sense, or there is no question yet.
    """
    if not any(one.fits for field in plan.fields for one in field.candidates):
        says = Sentence(
            "{exam}: no question can be drawn yet; try another.", exam=plan.code
        )
        raise CourseError(says)
    if seed is not None and not 0 <= seed < SEEDS:
        most = SEEDS - 1
        says = Sentence(
            "Seed {seed}: give a number from 0 to {most}.", seed=seed, most=most
        )
        raise CourseError(says)
    if count is not None and not 1 <= count <= plan.most:
        says = Sentence(
            "{n} questions: {exam} has at most {most}; give 1 to {most}.",
            n=count,
            exam=plan.code,
            most=plan.most,
        )
        raise CourseError(says)
    if minutes is not None and minutes < 1:
        raise CourseError(Sentence("{n} minutes: give at least one.", n=minutes))
    if factor is not None and not 1 <= factor <= 4:
        says = Sentence(
            "Time x{factor}: give 1, 1.5, 2 or untimed.", factor=f"{factor:g}"
        )
        raise CourseError(says)


def _row(
    paper: Paper,
    minutes: int,
    factor: float | None,
    ends: datetime | None,
    surface: str,
) -> Answer:
    """The row that begins a sitting: all that is needed to go on with it."""
    told: dict[str, Any] = {
        "exam": paper.exam,
        "minutes": minutes,
        "factor": factor,
        "deadline": ends and stamp(ends),
        "asked": [[one.item, one.rev, one.seed, one.domain] for one in paper.asked],
        "seats": [[one.domain, one.wanted, one.filled] for one in paper.seats],
        "lacks": [list(astuple(lack)) for one in paper.seats for lack in one.lacks],
    }
    if paper.number:
        told["paper"] = paper.number
    return Answer("", 0, "begun", 0, told, paper.seed, surface=surface, mode=MODE)


def _sittings(
    course: Course, history: History, surface: str, now: Callable[[], datetime]
) -> list[Sitting]:
    """Every sitting of an exam that the course still has, in order of time."""
    found: dict[str, Sitting] = {}
    steps: dict[str, list[Answer]] = {}
    for row in history.read().rows:
        if row.outcome == "begun":
            try:
                one = _sitting(course, history, row, surface, now)
            except (KeyError, TypeError, ValueError):
                continue  # of an exam that is gone, or written by another version
            found[row.ulid] = one
        elif row.mode == MODE:
            steps.setdefault(str(row.more.get("sitting")), []).append(row)
    for id, one in found.items():
        one.take(steps.get(id, ()))
    return list(found.values())


def _sitting(
    course: Course,
    history: History,
    row: Answer,
    surface: str,
    now: Callable[[], datetime],
) -> Sitting:
    """The sitting that a row began, before its other steps."""
    told = begun_by(row)
    return Sitting(
        course,
        history,
        row.ulid,
        _paper(course, row.seed, told),
        row.time,
        told["deadline"],
        told["factor"],
        surface or row.surface,
        now,
    )


def _paper(course: Course, seed: int, told: dict[str, Any]) -> Paper:
    """The paper as it was drawn, but for questions that the course has no more."""
    exam = course.certifications[told["exam"]]
    domains = {one.number: one for one in exam.domains}
    lacks = [Lack(*one) for one in told["lacks"]]
    return Paper(
        exam=exam.id,
        code=exam.code,
        seed=seed,
        asked=tuple(Asked(*one) for one in told["asked"] if one[0] in course.items),
        seats=tuple(
            Seats(
                domain=number,
                name=domains[number].name,
                weight=domains[number].weight,
                wanted=wanted,
                filled=filled,
                objectives=len(domains[number].objectives),
                lacks=tuple(
                    one
                    for one in lacks
                    if one.objective.startswith(f"{exam.id}.{number}.")
                ),
            )
            for number, wanted, filled in told["seats"]
        ),
        minutes=told["minutes"],
        official=exam.questions[0],
        total_weight=sum(one.weight for one in exam.domains),
        publisher=course.publisher,
        number=told["paper"],
    )
