"""A browser's goal and list are Python's: each holds where the other was made."""

import json
import random
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from certlab.app.exam_paths import exam_paths
from certlab.course import Course
from certlab.course.steps import Step
from certlab.day.daily_list import daily_list
from certlab.day.lab_ahead import lab_title, labs_ahead
from certlab.day.list_row import list_row
from certlab.day.path_walk import worth_of
from certlab.day.tasks import Task
from certlab.day.today import Today, serving, way_of, weighted
from certlab.planner.goal import goal_of
from certlab.planner.records import at_least, pace
from certlab.study.answers import Answer, from_line, new_ulid, stamp, to_line
from certlab.study.bank import listing, practice
from certlab.study.standing import Standing
from certlab.words import ENGLISH, Sentence, plural
from tests import bound

HERE = Path(__file__).parent
NODE = shutil.which("node")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY = NOON.date()
EXAM = "ncp-aii"
pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")
PATH = (
    Step("mig", ("profiles", "fragmentation"), "", "", 0),
    Step("mig", (), "mig/10_slices", "", 0),
    Step("cuda", ("driver-and-toolkit",), "", "", 0),
    Step("later", (), "", "A page to come", 30),
    Step("cuda", (), "cuda/10_blocks", "", 0),
)


@pytest.fixture(scope="module")
def laid(fixed: Course) -> Course:
    """The small course with a path for one exam."""
    exam = replace(fixed.certifications[EXAM], path=PATH)
    return replace(fixed, certifications={**fixed.certifications, EXAM: exam})


def made(row: Answer, minutes: float) -> Answer:
    """The row as it was recorded, so many minutes after noon."""
    now = NOON + timedelta(minutes=minutes)
    return replace(row, at=stamp(now), ulid=new_ulid(now))


def goal(after: float, **told: object) -> Answer:
    plain = {"exam": EXAM, "day": "2026-12-20", "minutes": 30}
    return made(Answer("", 0, "goal", 0, {**plain, **told}, mode="plan"), after)


def answered(item: str, minutes: float, mode: str = "drill", **more: Any) -> Answer:
    return made(Answer(item, 1, "correct", 1.0, mode=mode, **more), minutes)


def read(page: str, minutes: float) -> Answer:
    row = Answer("", 0, "read", 0, mode="plan", more={"page": page})
    return made(row, minutes)


def heard(
    course: Course,
    *histories: Sequence[Answer],
    opens: Sequence[str] = (),
    listed: Sequence[str] = (),
) -> list[dict[str, Any]]:
    """What a browser makes of some histories."""
    told: list[dict[str, Any]] = in_a_browser(course, histories, opens, listed)["told"]
    return told


def in_a_browser(
    course: Course,
    histories: Sequence[Sequence[Answer]],
    opens: Sequence[str] = (),
    listed: Sequence[str] = (),
) -> dict[str, Any]:
    """What the browser's modules say of a course and of some histories.

    Args:
        opens: labs that open there.
        listed: exercises of today's list.
    """
    at = {"now": NOON.timestamp() * 1000, "day": DAY.isoformat()}
    at |= {"opens": opens, "listed": listed}
    rows = [{**at, "lines": [to_line(row) for row in one]} for one in histories]
    given = {
        "paths": exam_paths(course),
        "banks": listing(course),
        "histories": rows,
    }
    done = subprocess.run(
        [str(NODE), "daily_list_run.mjs"],
        cwd=HERE,
        env={"TZ": "UTC"},
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
        timeout=bound.BOUND,
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_a_link_to_a_section_is_the_same_in_a_browser(laid: Course) -> None:
    """It leads to the top of a page for the page's first section."""
    marks = [
        [module.mark(one) for one in ("", *module.sections)]
        for module in laid.modules.values()
    ]
    assert marks[-1][:3] == ["", "", "#profiles"]
    assert in_a_browser(laid, [])["marks"] == marks


def test_the_goal_set_last_counts_and_one_that_was_taken_away_does_not(
    laid: Course,
) -> None:
    gone = made(Answer("", 0, "goal", 0, None, mode="plan"), 3)
    strange = [goal(2, day="soon"), made(Answer("", 0, "goal", 0, "x"), 2)]
    other = goal(2, exam="nca-aiio", minutes=45)
    histories = (
        [],
        [goal(1)],
        [goal(1), other],
        [goal(1), *strange],
        [goal(1), gone],
        [goal(1), gone, goal(4)],
    )
    for rows, told in zip(histories, heard(laid, *histories), strict=True):
        known = goal_of(rows)
        same = known and {
            "exam": known.exam,
            "day": known.day.isoformat(),
            "minutes": known.minutes,
        }
        assert told["goal"] == same


def test_a_list_that_python_made_is_ticked_alike(laid: Course) -> None:
    """By random answers, readings and a second list from another device."""
    draw = random.Random(17)
    set_goal = goal_of([goal(0)])
    assert set_goal is not None
    items = [one.id for one in practice(laid, "mig")][:9]
    (exercise,) = (one.id for one in laid.labs["mig/10_slices"].exercises)
    tasks = (
        Task("review", tuple(items[:3]), 3.0),
        Task("page", (), 4.0, opens="mig", section="profiles", why=Sentence("Next.")),
        Task("page", (), 4.0, opens="cuda"),
        Task("page", (), 4.0, opens="cuda", section="not-there"),
        Task("new", tuple(items[3:6]), 5.0, why=plural("{n} a", "{n} b", 2)),
        Task("lab", (), 5.0, opens="mig/10_slices"),
    )
    plan = Today(set_goal, 29, tasks, None, (), order=tuple(items))
    first = made(list_row(Standing(laid, ()), plan, DAY, "app"), 5)
    first.more["tasks"][4]["items"] += ("gone",)  # an item that the course had
    second = made(
        list_row(Standing(laid, ()), replace(plan, tasks=tasks[:1]), DAY, "app"), 6
    )
    more = Task("new", tuple(items[5:8]), 3.0)
    added = list_row(Standing(laid, ()), replace(plan, tasks=(more,)), DAY, "app")
    added = made(replace(added, outcome="more", response=first.ulid), 40)
    histories = []
    for _ in range(40):
        rows = [goal(0), first, second]
        rows += [added] * draw.randrange(2)
        for _ in range(draw.randrange(9)):
            item = draw.choice([*items, exercise, "cuda-warp-size"])
            mode = "exercise" if item == exercise else draw.choice(("drill", "exam"))
            rows.append(answered(item, draw.uniform(1, 90), mode))
        rows += [read(draw.choice(("mig", "cuda")), 50)] * draw.randrange(2)
        histories.append(sorted(rows, key=lambda row: row.at))
    for rows, told in zip(histories, heard(laid, *histories), strict=True):
        known = daily_list(Standing(laid, rows), set_goal, DAY)
        assert known is not None
        assert [
            (
                one.task.kind,
                list(one.task.items),
                one.count,
                one.done,
                one.state,
                one.task.opens,
                one.task.section,
                str(one.task.why),
            )
            for one in known.tasks
        ] == [
            tuple(
                one[name]
                for name in (
                    "kind",
                    "items",
                    "count",
                    "done",
                    "state",
                    "opens",
                    "section",
                    "why",
                )
            )
            for one in told["list"]
        ]
        minutes = [one["minutes"] for one in told["list"]]
        assert minutes == pytest.approx([one.task.minutes for one in known.tasks])
        planned = [one["planned"] for one in told["list"]]
        assert planned == pytest.approx([one.planned for one in known.tasks])


def kinds(told: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["kind"], one["opens"]) for one in told["tasks"]]


def test_a_list_of_another_version_is_made_anew(laid: Course) -> None:
    wanted = {"exam": EXAM, "exam_day": "2026-12-20", "minutes": 30}
    more = {**wanted, "day": DAY.isoformat(), "tasks": 1}
    strange = made(Answer("", 0, "today", 0, mode="plan", more=more), 1)
    none, other = heard(laid, [goal(0)], [goal(0), strange])
    assert (none["anew"], other["anew"], other["list"]) == (False, True, None)


def test_a_list_that_a_browser_made_holds_in_python(laid: Course) -> None:
    rows = [goal(0)]
    (told,) = heard(laid, rows, opens=["mig/10_slices"])
    set_goal = goal_of(rows)
    assert set_goal is not None
    known = daily_list(Standing(laid, [*rows, from_line(told["line"])]), set_goal, DAY)
    assert known is not None
    found = [(one.task.kind, list(one.task.items)) for one in known.tasks]
    assert found == [(one["kind"], one["items"]) for one in told["tasks"]]


def test_the_way_along_a_path_is_python_s(laid: Course) -> None:
    """On random answers, marks and paces, for days of several lengths."""
    draw = random.Random(23)
    laid = long_page(laid)
    known = serving(laid, EXAM)
    items = [one.id for one in known]
    histories = []
    for _ in range(60):
        rows = [goal(0, minutes=draw.choice((4, 10, 20, 45)))]
        fast = draw.choice((3_000, 20_000, 90_000))
        for n in range(draw.choice((3, 12, 80))):
            item = draw.choice(items[: draw.choice((6, len(items)))])
            mode = draw.choice(("drill", "drill", "exam", "repeat"))
            took = draw.choice((fast, fast, fast + 1_500, None, 500_000))
            at = -3000 + n * draw.choice((0.4, 1, 9))
            rows.append(answered(item, at, mode, milliseconds=took))
        rows += [read(draw.choice(("mig", "cuda")), -5)] * draw.choice((0, 0, 0, 1))
        rows += [told_to_read(laid, draw) for _ in range(draw.choice((0, 2, 9)))]
        histories.append(sorted(rows, key=lambda row: row.time))
    exercises = [one.id for one in laid.labs["mig/10_slices"].exercises]
    today = draw.sample(exercises, 2)
    answers = heard(laid, *histories, listed=today)
    ahead_of: set[tuple[str, ...]] = set()
    for rows, told in zip(histories, answers, strict=True):
        set_goal = goal_of(rows)
        assert set_goal is not None
        standing = Standing(laid, rows)
        way = way_of(standing, known, set_goal)
        pages = [step for step in way.left if not step.lab]
        parts = [way.parts_left(step) for step in pages]
        assert told["states"] == [way.state(step) for step in way.steps]
        assert [[tuple(part.values()) for part in some] for some in told["parts"]] == [
            [
                (one.module, [*one.sections], pytest.approx(one.minutes), [*one.within])
                for one in some
            ]
            for some in parts
        ]
        assert told["unseen"] == [[one.id for one in way.unseen(p[0])] for p in parts]
        assert told["opens"] == [one.id for one in known if way.opens(one)]
        seconds = at_least(pace(standing.lasting), standing.lasting)
        ahead = [*labs_ahead(way, DAY, today, 7)]
        ahead_of |= {one.exercises for one in ahead}
        assert told["ahead"] == [
            {**asdict(one), "exercises": [*one.exercises]} for one in ahead
        ]
        assert 60 * told["question"] == pytest.approx(seconds.new)
        new = [
            id for one in told["tasks"] if one["kind"] == "new" for id in one["items"]
        ]
        reads = {one["opens"] for one in told["tasks"] if one["kind"] == "page"}
        for id in new:
            assert id in told["opens"] or laid.items[id].module in reads
    assert {one for some in ahead_of for one in some} & {*exercises} - {*today}
    assert not {one for some in ahead_of for one in some} & {*today}


def long_page(course: Course) -> Course:
    """With a path along all of a long page, on a part of which nothing is asked, a section
    below another one, and a lab of four exercises."""
    mig, lab = course.modules["mig"], course.labs["mig/10_slices"]
    (page,) = mig.pages
    body = page.body.replace("## Double memory", "### Double memory")
    long = replace(mig, pages=(replace(page, minutes=60, body=body),))
    (one,) = lab.exercises
    four = tuple(replace(one, id=f"{one.id}-{n}") for n in range(4))
    path = (Step("mig", ("profiles", "fragmentation"), "", "", 0), PATH[1])
    rest = (Step("mig", (), "", "", 0), Step("cuda", (), "", "", 0), *PATH[1:])
    items = {
        id: one
        for id, one in course.items.items()
        if one.section not in ("two-kinds-of-slice", "where-an-instance-may-stand")
    }
    exam = replace(course.certifications[EXAM], path=(*path, *rest))
    return replace(
        course,
        items=items,
        modules={**course.modules, "mig": long},
        labs={**course.labs, lab.id: replace(lab, exercises=four, minutes=30)},
        certifications={**course.certifications, EXAM: exam},
    )


def told_to_read(course: Course, draw: random.Random) -> Answer:
    """A list's row with some sections, whole or odd."""
    sections = [*course.modules["mig"].sections]
    start = draw.randrange(len(sections))
    some: Any = draw.choice((sections[start : start + 4], [], [sections[0]], None))
    task = {"kind": "page", "opens": "mig", "sections": some}
    tasks: Any = draw.choice(([task], [task, task], [7, task], 7))
    row = Answer("", 0, "today", 0, mode="plan", more={"tasks": tasks})
    return made(row, draw.uniform(-3000, -1))


def test_a_lab_names_its_exercises_as_python_does(laid: Course) -> None:
    lab = laid.labs["mig/10_slices"]
    (one,) = lab.exercises
    four = tuple(replace(one, id=f"{one.id}-{n}") for n in range(4))
    course = replace(laid, labs={lab.id: replace(lab, exercises=four)})
    chosen = [[x.id for n, x in enumerate(four) if bits >> n & 1] for bits in range(16)]
    titles = [ENGLISH.say(lab_title(course.labs[lab.id], some)) for some in chosen]
    path = PATH[1:2]
    exam = replace(laid.certifications[EXAM], path=path)
    course = replace(course, certifications={EXAM: exam})
    assert in_a_browser(course, [])["titles"] == [titles]
    said = {one.removeprefix(lab.title) for one in titles}
    assert {", exercise 2", ", exercises 1 and 2", ", exercises 2 to 4"} <= said
    assert ", exercises 1, 3" in said


def test_the_rule_follows_the_path_with_a_few_questions_on_each_page(
    laid: Course,
) -> None:
    (told,) = heard(laid, [goal(0)], opens=["mig/10_slices"])
    assert kinds(told) == [
        ("page", "mig"),
        ("new", ""),
        ("page", "cuda"),
        ("new", ""),
        ("lab", "mig/10_slices"),  # on this day pages go first
    ]
    page, new, *_ = told["tasks"]
    assert page["section"] == "profiles"
    asked = [one for one in serving(laid, EXAM) if one.id in new["items"]]
    assert len(asked) == len(new["items"])
    assert {one.section for one in asked} <= {"profiles", "fragmentation"}
    assert sum(one["minutes"] for one in told["tasks"]) <= 30
    assert told["path"] == {"done": 0, "skipped": 0, "count": 4}


def test_what_is_done_is_passed_over_and_a_lab_that_does_not_open_too(
    laid: Course,
) -> None:
    (told,) = heard(laid, [goal(0), read("mig", 1)])
    assert kinds(told)[0] == ("page", "cuda")
    assert told["path"] == {"done": 1, "skipped": 0, "count": 4}


def test_a_page_that_was_asked_about_enough_is_skipped_until_it_is_read(
    laid: Course,
) -> None:
    items = [one.id for one in serving(laid, EXAM) if one.section in PATH[0].sections]
    rows = [answered(id, 1) for id in items[:5]]
    skipped, done = heard(laid, [goal(0), *rows], [goal(0), *rows, read("mig", 2)])
    assert kinds(skipped)[0] != ("page", "mig")
    assert skipped["path"] == {"done": 0, "skipped": 1, "count": 4}
    assert done["path"] == {"done": 1, "skipped": 0, "count": 4}


def test_what_is_due_comes_first_and_fills_the_minutes(laid: Course) -> None:
    own = [one.id for one in serving(laid, EXAM)]
    old = [answered(id, -90 * 1440) for id in own]
    foreign = answered("cuda-warp-size", -90 * 1440)
    few, many = heard(
        laid,
        [foreign, *old[:4], goal(0)],
        [*old, goal(0, minutes=5)],
    )
    assert kinds(few)[0] == ("review", "")
    assert sorted(few["tasks"][0]["items"]) == sorted(own[:4])
    assert [one["kind"] for one in many["tasks"]] == ["review"]
    assert len(many["tasks"][0]["items"]) == min(10, len(own))


def test_after_the_exam_only_what_is_due_is_asked(laid: Course) -> None:
    item = next(one.id for one in serving(laid, EXAM))
    past = goal(0, day="2026-11-20")
    nothing, due = heard(laid, [past], [answered(item, -90 * 1440), past])
    assert nothing["tasks"] == []
    assert [one["kind"] for one in due["tasks"]] == ["review"]


def test_without_a_path_what_counts_most_comes_first_each_with_its_lab(
    laid: Course,
) -> None:
    (row,) = (one for one in exam_paths(laid)["exams"] if one["exam"] == "nca-aiio")
    items = serving(laid, "nca-aiio")
    worth = worth_of(items, weighted(laid, "nca-aiio", items))
    assert [one["module"] for one in row["steps"] if not one["lab"]] == [*worth]
    assert row["modules"] == [*worth]
    labs = [one["module"] for one in row["steps"] if one["lab"]]
    assert labs == [id for id in worth if sum(one.module == id for one in items) > 7]
    (told,) = heard(laid, [goal(0, exam="nca-aiio")])
    assert kinds(told)[:2] == [("page", row["modules"][0]), ("new", "")]
