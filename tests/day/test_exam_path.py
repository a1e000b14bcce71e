"""Reading and labs come in the order of the exam's path, as far as they can be opened."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from certlab.app.exam_paths import exam_paths
from certlab.course import Course
from certlab.course.steps import Step
from certlab.day.daily_list import DailyList, labs_after
from certlab.day.opening import to_open
from certlab.day.path_walk import Way, steps_of
from certlab.day.start_page import Links, planned
from certlab.day.tasks import Task
from certlab.day.today import serving, today, weighted
from certlab.planner.goal import Goal
from certlab.readiness import ASSUMED, readiness
from certlab.study.answers import Answer, new_ulid, stamp
from certlab.study.pages_read import asked_enough
from certlab.study.standing import Standing
from certlab.words import ENGLISH

NOW = datetime(2026, 11, 21, 18, tzinfo=UTC)
EXAM = "ncp-aii"
LABS_FIRST = date(2026, 11, 22)
MIG = ("profiles", "fragmentation")
PATH = (
    Step("later", (), "", "A page to come", 30),
    Step("cuda", (), "", "", 0),
    Step("cuda", (), "cuda/10_blocks", "", 0),
    Step("mig", (), "mig/90_later", "A lab to come", 30),
    Step("mig", MIG, "", "", 0),
    Step("mig", (), "mig/10_slices", "", 0),
)


def answer(item: str, **more: str) -> Answer:
    row = Answer(item, 1, "correct", 1.0)
    return replace(row, at=stamp(NOW), ulid=new_ulid(NOW), **more)  # type: ignore[arg-type]  # texts of a row


def asked(module: str, course: Course) -> list[Answer]:
    """An answer to each question of a module that the exam may ask."""
    return [answer(one.id) for one in serving(course, EXAM) if one.module == module]


@pytest.fixture
def opened(fixed: Course) -> Callable[..., Task | None]:
    """What is to be opened first after some answers."""

    def after(
        *rows: Answer, minutes: float = 60, day: date = LABS_FIRST
    ) -> Task | None:
        return first_opened(fixed, rows, PATH, minutes, day)

    return after


def first_opened(
    course: Course,
    rows: Sequence[Answer],
    path: tuple[Step, ...],
    minutes: float = 60,
    day: date = LABS_FIRST,
) -> Task | None:
    items = serving(course, EXAM)
    exam = replace(course.certifications[EXAM], path=path)
    laid = replace(course, certifications={EXAM: exam})
    steps = steps_of(laid, EXAM, items, weighted(laid, EXAM, items))
    way = Way(Standing(laid, rows), items, steps, minutes)
    found = to_open(way, minutes, 0, 0.75, day)
    return found[0].task if found else None


def test_the_path_goes_before_what_weighs_most(fixed: Course) -> None:
    by_weight = first_opened(fixed, [], ())
    by_path = first_opened(fixed, [], PATH[3:])
    assert by_weight is not None
    assert by_path is not None
    assert (by_weight.opens, by_path.opens) == ("cuda", "mig")


def test_each_step_follows_when_the_one_before_is_done(
    fixed: Course, opened: Callable[..., Task | None]
) -> None:
    done: list[Answer] = []
    steps = []
    for rows in (
        asked("cuda", fixed),
        [answer("cuda-blocks-cover", mode="exercise")],
        asked("mig", fixed),
        [answer("mig-slices-left", mode="exercise")],
    ):
        task = opened(*done)
        assert task is not None
        steps.append((task.kind, task.opens, task.section))
        done += rows
    assert steps == [
        ("page", "cuda", ""),
        ("lab", "cuda/10_blocks", ""),
        ("page", "mig", "profiles"),
        ("lab", "mig/10_slices", ""),
    ]
    assert opened(*done) is None


@pytest.mark.parametrize(("answers", "opens"), [(1, "page"), (2, "page"), (3, "lab")])
def test_one_answer_is_no_reading_and_three_of_five_are(
    answers: int, opens: str, fixed: Course, opened: Callable[..., Task | None]
) -> None:
    task = opened(*asked("cuda", fixed)[:answers])
    assert task is not None
    assert (task.kind, task.opens.partition("/")[0]) == (opens, "cuda")


def test_a_mark_that_was_taken_back_is_none(opened: Callable[..., Task | None]) -> None:
    def mark(outcome: str) -> Answer:
        return replace(answer("", outcome=outcome), more={"page": "cuda"})

    for rows, kind in (
        ([mark("read")], "lab"),
        ([mark("read"), mark("unread")], "page"),
        ([mark("read"), mark("unread"), mark("read")], "lab"),
    ):
        task = opened(*rows)
        assert task is not None
        assert task.kind == kind


@pytest.mark.parametrize(
    ("section", "questions", "enough"), [("the-commands", 7, 4), ("kubernetes", 2, 2)]
)
def test_five_answers_about_a_section_are_enough_or_more_than_half(
    section: str, questions: int, enough: int, fixed: Course
) -> None:
    items = serving(fixed, EXAM)
    on = [one.id for one in items if one.section == section]
    assert len(on) == questions
    assert not asked_enough(items, on[: enough - 1], "mig", [section])
    assert asked_enough(items, on[:enough], "mig", [section])
    everything = [one.id for one in items if one.module == "mig"]
    assert not asked_enough(items, everything[:4], "mig")
    assert asked_enough(items, everything[:5], "mig")
    assert not asked_enough(items, everything, "of no question")


def test_a_lab_that_was_tried_and_not_solved_is_not_done(
    fixed: Course, opened: Callable[..., Task | None]
) -> None:
    tried = answer("cuda-blocks-cover", mode="exercise", outcome="wrong")
    task = opened(*asked("cuda", fixed), tried)
    assert task is not None
    assert task.opens == "cuda/10_blocks"


def test_sections_take_their_share_of_the_minutes_and_are_named(
    fixed: Course, opened: Callable[..., Task | None]
) -> None:
    done = [*asked("cuda", fixed), answer("cuda-blocks-cover", mode="exercise")]
    task = opened(*done)
    assert task is not None
    assert task.minutes == fixed.modules["mig"].minutes_of(MIG)
    assert task.why.endswith(": Profiles, Fragmentation.")


def test_a_page_opens_at_its_first_section(fixed: Course) -> None:
    exam = replace(fixed.certifications[EXAM], path=PATH[4:])
    course = replace(fixed, certifications={EXAM: exam})
    goal = Goal(EXAM, NOW.date(), 30)
    assert today(Standing(course, []), goal, NOW).tasks[0].opens == "mig"
    links = Links("modules/{page}.html{section}", "labs/{lab}")
    for given, path in (
        (links, "modules/mig.html#profiles"),
        (Links(), "../modules/mig.md"),  # JupyterLab opens a page at its top
    ):
        state, _ = planned(Standing(course, []), goal, NOW, given, ENGLISH)
        assert state["tasks"][0]["path"] == path


def test_a_pages_first_section_opens_at_the_top_of_the_page(fixed: Course) -> None:
    """What stands above a first heading, such as why one reads on, is read too."""
    opening = Step("mig", ("two-kinds-of-slice", "profiles"), "", "", 0)
    exam = replace(fixed.certifications[EXAM], path=(opening,))
    course = replace(fixed, certifications={EXAM: exam})
    links = Links("modules/{page}.html{section}", "labs/{lab}")
    state, _ = planned(
        Standing(course, []), Goal(EXAM, NOW.date(), 30), NOW, links, ENGLISH
    )
    assert state["tasks"][0]["path"] == "modules/mig.html"


def test_a_lab_that_stays_open_does_not_hold_up_the_reading(
    fixed: Course, opened: Callable[..., Task | None]
) -> None:
    read = asked("cuda", fixed)
    days = [LABS_FIRST + timedelta(n) for n in range(3)]
    tasks = [opened(*read, day=day) for day in days]
    assert [task.opens for task in tasks if task] == [
        "cuda/10_blocks",
        "mig",
        "cuda/10_blocks",
    ]
    last = opened(*read, *asked("mig", fixed), day=days[1])
    assert last is not None
    assert last.opens == "cuda/10_blocks"  # nothing is left to read


@pytest.mark.parametrize(
    ("done", "minutes", "left", "says"),
    [
        # Tomorrow pages go first; in a short day they come in parts. A day has one lab.
        (0, 60, 9, [("cuda/10_blocks", 2), ("mig/10_slices", 4)]),
        (0, 8, 9, [("cuda/10_blocks", 4), ("mig/10_slices", 6)]),
        (1, 30, 9, [("mig/10_slices", 2)]),
        (0, 60, 1, []),  # the exam is tomorrow
        (2, 60, 9, []),  # all are done
    ],
)
def test_the_labs_of_the_days_to_come_are_named(
    done: int,
    minutes: int,
    left: int,
    says: list[tuple[str, int]],
    fixed: Course,
) -> None:
    exam = replace(fixed.certifications[EXAM], path=PATH)
    course = replace(fixed, certifications={EXAM: exam})
    exercises = [
        one.id
        for lab in ("cuda/10_blocks", "mig/10_slices")
        for one in fixed.labs[lab].exercises
    ]
    rows = [answer(one, mode="exercise") for one in exercises[:done]]
    rows += (
        [replace(answer("", outcome="read"), more={"page": "cuda"})]
        if done == 1
        else []
    )
    standing = Standing(course, rows)
    goal = Goal(EXAM, LABS_FIRST + timedelta(left), minutes)
    found = labs_after(standing, goal, DailyList((), (), None), NOW + timedelta(1))
    assert [(one.lab, one.days) for one in found] == says


def test_a_mock_exam_reads_no_page(opened: Callable[..., Task | None]) -> None:
    task = opened(answer("cuda-warp-size", mode="exam"))
    assert task is not None
    assert (task.kind, task.opens) == ("page", "cuda")


def test_the_start_page_gives_an_estimate_where_the_plan_gives_a_score(
    fixed: Course,
) -> None:
    """By weight, not by the number of objectives: one domain may be most of an exam."""
    for weights in ((12, 5, 72, 7), (90, 1, 1, 1), (1, 1, 90, 1)):
        exam = fixed.certifications[EXAM]
        domains = tuple(
            replace(domain, weight=weight)
            for domain, weight in zip(exam.domains, weights, strict=False)
        )
        course = replace(
            fixed, certifications={EXAM: replace(exam, domains=domains, path=())}
        )
        ready = readiness(Standing(course, ()), exam.code, None, NOW)
        (row,) = exam_paths(course)["exams"]
        assert row["served"] == pytest.approx(ready.served)
        assert row["scored"] == (ready.served >= ASSUMED.served), weights
