"""A page that is too long for a day is read in parts, each with its questions."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from certlab.course import Course
from certlab.course.exam_path import times_below, times_of
from certlab.course.items import Item
from certlab.course.steps import Step
from certlab.day.daily_list import ListedTask, daily_list
from certlab.day.lab_ahead import labs_ahead
from certlab.day.list_row import list_row
from certlab.day.opening import Opened, to_open
from certlab.day.path_walk import Way
from certlab.day.tasks import Task
from certlab.day.today import Today, serving
from certlab.planner.goal import Goal
from certlab.study.answers import Answer, new_ulid, stamp
from certlab.study.pages_read import asked_enough
from certlab.study.standing import Standing

NOW = datetime(2026, 11, 21, 18, tzinfo=UTC)
DAY = NOW.date()
EXAM = "ncp-aii"
LABS_FIRST = date(2026, 11, 22)
MIG = Step("mig", (), "", "", 0)
LAB = Step("mig", (), "mig/10_slices", "", 0)
CUDA = Step("cuda", (), "", "", 0)
MINUTES = 40  # of the page here, of which the course has fewer


@pytest.fixture(scope="module")
def long(fixed: Course) -> Course:
    """The small course with a long page, a section below another one, and a longer lab."""
    mig, lab = fixed.modules["mig"], fixed.labs[LAB.lab]
    (page,) = mig.pages
    body = page.body.replace("## Double memory", "### Double memory")
    module = replace(mig, pages=(replace(page, minutes=MINUTES, body=body),))
    (one,) = lab.exercises
    more = tuple(replace(one, id=f"{one.id}-{n}") for n in range(4))
    return replace(
        fixed,
        modules={**fixed.modules, "mig": module},
        labs={**fixed.labs, lab.id: replace(lab, exercises=more, minutes=40)},
    )


def at(row: Answer, minutes: float = 0) -> Answer:
    now = NOW + timedelta(minutes=minutes)
    return replace(row, at=stamp(now), ulid=new_ulid(now))


def answered(items: Iterable[Item], minutes: float = 0) -> list[Answer]:
    return [at(Answer(one.id, 1, "correct", 1.0), minutes) for one in items]


def way(
    course: Course,
    rows: Sequence[Answer] = (),
    minutes: float = 10,
    path: tuple[Step, ...] = (MIG, LAB, CUDA),
    items: Sequence[Item] | None = None,
) -> Way:
    items = serving(course, EXAM) if items is None else items
    return Way(Standing(course, rows), items, path, minutes)


@pytest.mark.parametrize("minutes", [10, 15, 30, 60, 120])
def test_the_parts_are_the_whole_page_in_its_order_each_with_questions(
    minutes: float, long: Course
) -> None:
    along = way(long, minutes=minutes)
    parts = along.parts(MIG)
    assert [one for part in parts for one in part.within] == [
        *long.modules["mig"].sections
    ]
    assert sum(part.minutes for part in parts) == pytest.approx(MINUTES, abs=1)
    assert len(parts) > 1
    assert all(along.unseen(part) for part in parts)
    sections = len(times_of(long, MIG))
    assert all(part.minutes <= 10 for part in parts if len(part.sections) > 1)
    assert sections == len(long.modules["mig"].sections) - 1


def test_a_section_that_is_too_long_is_cut_where_the_ones_below_it_begin(
    long: Course,
) -> None:
    below = times_below(long, MIG)
    assert [*below] == ["profiles"]
    own, under = below["profiles"].values()
    assert own + under == pytest.approx(times_of(long, MIG)["profiles"], abs=0.11)
    together = way(long, minutes=20).parts(MIG)
    with_it = next(part for part in together if "profiles" in part.sections)
    assert "double-memory-and-media" in with_it.within
    assert "double-memory-and-media" not in with_it.sections  # its name says enough
    apart = way(long, minutes=4).parts(MIG)
    first = next(part for part in apart if "profiles" in part.sections)
    assert "double-memory-and-media" not in first.within


def test_a_question_below_a_section_is_one_on_its_page(long: Course) -> None:
    names = Step("mig", ("profiles",), "", "", 0)
    along = way(long, path=(names,), minutes=60)
    (part,) = along.parts(names)
    found = {one.section for one in along.unseen(part)}
    assert found == {"profiles", "double-memory-and-media"}


@pytest.mark.parametrize("minutes", [10, 15, 30])
def test_every_part_is_read_before_the_lab_and_the_next_page_and_none_twice(
    minutes: float, long: Course
) -> None:
    rows: list[Answer] = []
    begun: list[tuple[str, ...]] = []
    wanted = [part.within for part in way(long, minutes=minutes).parts(MIG)]
    for n in range(30):
        along = way(long, rows, minutes)
        found = to_open(along, minutes, minutes, 0.75, LABS_FIRST)
        for one in pages_of(found):
            begun.append(one.task.sections)
            rows += answered(one.on[:5], n)
        if found[0].task.opens != "mig":
            break
    assert begun[: len(wanted)] == wanted
    assert found[0].task.opens == LAB.lab


def pages_of(found: Sequence[Opened]) -> list[Opened]:
    return [one for one in found if one.task.opens == "mig"]


def test_a_day_goes_on_with_the_page_that_it_began(long: Course) -> None:
    found = to_open(way(long, minutes=30), 30, 30, 0.75, LABS_FIRST)
    assert len(found) > 1
    assert {one.task.opens for one in found} == {"mig"}


def on_some(course: Course, *sections: str) -> list[Item]:
    return [one for one in serving(course, EXAM) if one.section in sections]


def test_where_nothing_is_asked_sections_go_with_others(long: Course) -> None:
    """With those that follow, and at the end with those before, if the day is so long."""
    some = on_some(long, "profiles", "kubernetes")
    first, *_, last = way(long, minutes=20, items=some).parts(MIG)
    assert first.sections[:2] == ("two-kinds-of-slice", "profiles")
    assert last.sections[-2:] == ("kubernetes", "other-gpus")
    short = way(long, minutes=10, items=some).parts(MIG)
    assert all(part.minutes <= 10 for part in short if len(part.sections) > 1)


def told(parts: Iterable[Sequence[str]], minutes: float) -> Answer:
    tasks = [{"kind": "page", "opens": "mig", "sections": [*one]} for one in parts]
    return at(
        Answer("", 0, "today", 0, mode="plan", more={"tasks": tasks, "x": 1}), minutes
    )


def test_a_part_without_a_question_passes_when_the_learner_goes_on(
    long: Course,
) -> None:
    few = on_some(long, "two-kinds-of-slice")
    first, second, *_ = way(long, items=few).parts(MIG)
    listed = told([second.within], 1)

    def left(*rows: Answer) -> bool:
        standing = [*answered(few), *rows]
        along = way(long, standing, items=few)
        assert first not in along.parts_left(MIG)
        return second in along.parts_left(MIG)

    assert left()
    assert left(listed)
    assert not left(listed, *answered(few[:1], 2))
    assert not left(listed, told([second.within], 3))
    assert left(listed, told([first.within], 3))
    assert left(*answered(few[:1], 0.5), listed)  # before it was told


def test_a_part_with_questions_does_not_pass_by_being_told(long: Course) -> None:
    first, second, *_ = way(long).parts(MIG)
    other = [one for one in serving(long, EXAM) if one.module == "cuda"][:1]
    rows = [told([first.within], 1), *answered(other, 2), told([first.within], 3)]
    assert way(long, rows).parts_left(MIG)[:2] == [first, second]


def test_answers_about_one_part_leave_the_other_one_open(long: Course) -> None:
    first, second, *_ = way(long).parts(MIG)
    asked = way(long).unseen(first)
    along = way(long, answered(asked))
    assert along.parts_left(MIG)[0] == second
    assert along.state(MIG) == "left"
    assert not any(along.opens(one) for one in way(long).unseen(second))


def ticked(course: Course, task: Task, rows: Sequence[Answer]) -> ListedTask:
    goal = Goal(EXAM, DAY + timedelta(20), 10)
    plan = Today(goal, 20, (task,), None, ())
    row = at(list_row(Standing(course, ()), plan, DAY, "app"))
    found = daily_list(Standing(course, [row, *rows]), goal, DAY)
    assert found is not None
    return found.tasks[0]


@pytest.fixture
def page(long: Course) -> Callable[[int], Task]:
    parts = way(long).parts(MIG)

    def made(n: int) -> Task:
        part = parts[n]
        return Task(
            "page",
            (),
            part.minutes,
            opens="mig",
            section=part.sections[0],
            sections=part.within,
        )

    return made


def test_a_listed_part_is_skipped_by_answers_about_it_and_no_others(
    long: Course, page: Callable[[int], Task]
) -> None:
    first, second, *_ = (way(long).unseen(part) for part in way(long).parts(MIG))
    assert ticked(long, page(1), answered(first, 1)).state == "left"
    assert ticked(long, page(1), answered(second, 1)).state == "skipped"
    no_question = replace(page(1), sections=("not-there",))
    assert ticked(long, no_question, answered([*first, *second], 1)).state == "left"


def test_a_part_that_was_begun_the_day_before_is_finished_by_the_rest(
    long: Course, page: Callable[[int], Task]
) -> None:
    on = way(long).unseen(way(long).parts(MIG)[0])
    enough = min(5, len(on) // 2 + 1)
    before, after = answered(on[: enough - 1], -1500), answered(on[enough - 1 :], 1)
    assert ticked(long, page(0), before).state == "left"
    assert ticked(long, page(0), [*before, *after[:1]]).state == "skipped"


def test_a_row_that_names_no_sections_counts_its_whole_page(
    long: Course, page: Callable[[int], Task]
) -> None:
    """As those of older versions do; one that names strange ones is of another version."""
    goal = Goal(EXAM, DAY + timedelta(20), 10)
    plan = Today(goal, 20, (page(1),), None, ())
    row = at(list_row(Standing(long, ()), plan, DAY, "app"))
    (data,) = row.more["tasks"]
    about = answered([one for one in serving(long, EXAM) if one.module == "mig"], 1)

    def read(**more: object) -> list[str] | None:
        given = {**{k: v for k, v in data.items() if k != "sections"}, **more}
        kept = replace(row, more={**row.more, "tasks": [given]})
        found = daily_list(Standing(long, [kept, *about[:5]]), goal, DAY)
        return [one.state for one in found.tasks] if found else None

    assert read() == ["skipped"]
    assert read(sections=[1]) is None
    assert read(sections=None) is None


def test_the_rest_of_a_lab_that_is_listed_today_comes_next(long: Course) -> None:
    open = [one.id for one in long.labs[LAB.lab].exercises]
    along = way(long, minutes=20, path=(LAB, CUDA))
    for count in range(4):
        (found,) = labs_ahead(along, DAY, open[:count], 0)
        assert (found.lab, found.exercises) == (LAB.lab, (open[count],))
    assert not [*labs_ahead(along, DAY, open, 0)]


def test_cards_beside_questions_do_not_raise_what_is_enough(long: Course) -> None:
    """They come on another day, and by then their part has been read."""
    first, *_ = serving(long, EXAM)
    one = replace(first, module="mig", section="profiles", kind="single")
    cards = [replace(one, id=f"{one.id}-{n}", kind="card") for n in range(3)]
    assert asked_enough([one, *cards], [one.id], "mig", ["profiles"])
    assert not asked_enough(cards, [cards[0].id], "mig", ["profiles"])
    assert asked_enough(cards, [cards[0].id, cards[1].id], "mig", ["profiles"])
