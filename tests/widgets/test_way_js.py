"""The way to an exam: a station for each step, with how far the learner is."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from certlab.app.exam_paths import exam_paths
from certlab.course import Course
from certlab.course.steps import Step
from certlab.day.path_hours import minutes_on_path
from certlab.day.path_walk import Way
from certlab.day.today import serving
from certlab.study.answers import Answer, new_ulid, stamp, to_line
from certlab.study.bank import listing
from certlab.study.exams import blueprint, draw
from certlab.study.standing import Standing
from tests import bound

NODE = shutil.which("node")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
EXAM = "ncp-aii"
pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")
PATH = (
    Step("later", (), "", "A page to come", 30),
    Step("mig", ("profiles", "fragmentation"), "", "", 0),
    Step("mig", (), "mig/10_slices", "", 0),
    Step("mig", (), "mig/90_later", "A lab to come", 45),
    Step("cuda", (), "", "", 0),
    Step("cuda", (), "cuda/10_blocks", "", 0),
)
# Places of the stations: what is not written is none of them.
MIG, SLICES, CUDA, BLOCKS, MOCK = range(5)


@pytest.fixture(scope="module")
def laid(fixed: Course) -> Course:
    """The small course with a path for one exam."""
    exam = replace(fixed.certifications[EXAM], path=PATH)
    return replace(fixed, certifications={**fixed.certifications, EXAM: exam})


def made(row: Answer, minutes: float = 0) -> Answer:
    now = NOON + timedelta(minutes=minutes)
    return replace(row, at=stamp(now), ulid=row.ulid or new_ulid(now))


def read(page: str) -> Answer:
    return made(Answer("", 0, "read", 0, mode="plan", more={"page": page}))


def solved(exercise: str) -> Answer:
    return made(Answer(exercise, 1, "correct", 1.0, mode="exercise"))


def ways(
    course: Course,
    *histories: Sequence[Answer],
    opens: Sequence[str] | None = None,
    exam: str = EXAM,
) -> list[dict[str, Any]]:
    """What a browser makes of some histories."""
    given = {
        "paths": exam_paths(course),
        "banks": listing(course),
        "exam": exam,
        "opens": opens,
        "histories": [[to_line(row) for row in rows] for rows in histories],
    }
    done = subprocess.run(
        [str(NODE), "way_run.mjs"],
        cwd=Path(__file__).parent,
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
        timeout=bound.BOUND,
    )
    told: list[dict[str, Any]] = json.loads(done.stdout)
    return told


def states(way: dict[str, Any]) -> list[str]:
    return [one["state"] for one in way["stations"]]


def here(way: dict[str, Any]) -> int:
    (place,) = [at for at, one in enumerate(way["stations"]) if one["here"]]
    return place


def test_a_station_a_step_and_the_mock_exam_at_the_end(laid: Course) -> None:
    (way,) = ways(laid, [])
    kinds = [one["kind"] for one in way["stations"]]
    assert kinds == ["read", "lab", "read", "lab", "mock"]
    mig = laid.modules["mig"]
    names = [one["name"] for one in way["stations"]]
    assert names[MIG] == mig.short
    assert names[SLICES] == laid.labs["mig/10_slices"].title
    minutes = [one["minutes"] for one in way["stations"]]
    assert minutes[MIG] == mig.minutes_of(PATH[1].sections)
    assert minutes[SLICES] == laid.labs["mig/10_slices"].minutes
    # Of the mock exam that is sat here, which may be shorter than the exam.
    assert minutes[MOCK] == draw(blueprint(laid, EXAM), 0).minutes
    assert set(states(way)) == {"open"}
    assert here(way) == MIG


def test_what_is_not_written_is_named_and_is_no_station(laid: Course) -> None:
    (way,) = ways(laid, [])
    assert way["planned"] == [
        {"title": "A page to come", "minutes": 30, "lab": False},
        {"title": "A lab to come", "minutes": 45, "lab": True},
    ]


def test_read_solved_and_skipped_are_three_things(laid: Course) -> None:
    exercises = [one.id for one in laid.labs["mig/10_slices"].exercises]
    drilled = [
        made(Answer(one.id, 1, "correct", 1.0))
        for one in serving(laid, EXAM)
        if one.module == "cuda"
    ]
    labs = [solved(id) for id in exercises]
    marked, asked, done = ways(
        laid, [read("mig")], drilled, [read("mig"), *labs, *drilled]
    )
    assert states(marked)[:3] == ["done", "open", "open"]
    assert states(asked)[:3] == ["open", "open", "skipped"]
    assert states(done) == ["done", "done", "skipped", "open", "open"]
    assert [here(one) for one in (marked, asked, done)] == [SLICES, MIG, BLOCKS]
    assert done["stations"][SLICES]["done"] == len(exercises)


def test_a_mark_that_was_taken_back_counts_no_more(laid: Course) -> None:
    back = made(Answer("", 0, "unread", 0, mode="plan", more={"page": "mig"}), 1)
    (way,) = ways(laid, [read("mig"), back])
    assert states(way)[MIG] == "open"


def test_who_has_gone_on_past_a_lab_is_not_sent_back_to_it(laid: Course) -> None:
    """But to a page that was passed by: what comes after builds on it."""
    over_lab, over_page = ways(laid, [read("mig"), read("cuda")], [read("cuda")])
    assert here(over_lab) == BLOCKS
    assert here(over_page) == MIG


def test_a_lab_opens_or_its_recorded_run_does(laid: Course) -> None:
    (some,) = ways(laid, [], opens=["mig/10_slices"])
    (every,) = ways(laid, [])
    live = "lite/lab/index.html?path=labs/{}.ipynb"
    assert some["stations"][SLICES]["path"] == live.format("mig/10_slices")
    assert some["stations"][BLOCKS]["path"] == "labs/cuda/10_blocks.html"
    assert every["stations"][BLOCKS]["path"] == live.format("cuda/10_blocks")


def test_a_mock_exam_counts_for_its_own_exam_once_it_has_ended(laid: Course) -> None:
    sitting: dict[str, Any] = {"minutes": 60, "factor": None, "deadline": None}
    sitting |= {"asked": [], "seats": []}

    def begun(exam: str) -> Answer:
        response = {"exam": exam, **sitting}
        return made(Answer("", 0, "begun", 0, response, mode="exam"))

    def ended(one: Answer) -> Answer:
        more = {"sitting": one.ulid}
        return made(Answer("", 0, "ended", 0, mode="exam", more=more), 60)

    own, other = begun(EXAM), begun("nca-aiio")
    open_, done, elsewhere = ways(
        laid, [own], [own, ended(own)], [own, other, ended(other)]
    )
    assert [states(one)[MOCK] for one in (open_, done, elsewhere)] == [
        *("open", "done", "open")
    ]


def test_it_says_how_long_it_is_and_once_begun_how_far_one_is(laid: Course) -> None:
    new, begun = ways(laid, [], [read("mig")])
    assert new["says"].startswith("4 steps, ")
    assert begun["says"] == "1 of 4 steps done"


def test_its_minutes_and_those_behind_are_what_python_says(laid: Course) -> None:
    (first, *_) = laid.labs["mig/10_slices"].exercises
    (one, other, *_) = serving(laid, EXAM)
    more = {"exam": EXAM, "asked": [], "seats": [], "minutes": 9}
    begun = made(
        Answer("", 0, "begun", 0, {**more, "factor": 1, "deadline": None}, mode="exam")
    )
    ended = made(
        Answer("", 0, "ended", 0, mode="exam", more={"sitting": begun.ulid}), 60
    )
    histories: list[list[Answer]] = [
        [],
        [read("mig"), solved(first.id)],
        [made(Answer(id, 1, "correct", 1.0)) for id in (one.id, other.id)],
        [begun],
        [begun, ended],
    ]
    found = [way["minutes"] for way in ways(laid, *histories)]
    wanted = [[*minutes_on_path(Standing(laid, rows), EXAM)] for rows in histories]
    assert found == [[pytest.approx(n) for n in one] for one in wanted]
    assert len({done for _, done in found}) == 4


@pytest.mark.parametrize("minutes", [1, 2, 60])
def test_a_step_is_done_by_the_rule_that_makes_the_days_list(
    laid: Course, minutes: int
) -> None:
    """A day of few minutes cuts a page in parts, of which each has to be asked about."""
    told = {"exam": EXAM, "day": "2026-12-20", "minutes": minutes}
    goal = made(Answer("", 0, "goal", 0, told, mode="plan"), -1)
    about: dict[str, list[Answer]] = {}
    for one in serving(laid, EXAM):
        if one.module == "mig":
            about.setdefault(one.section, []).append(
                made(Answer(one.id, 1, "correct", 1.0))
            )
    some = [*about.values()]
    every = [row for rows in some for row in rows]
    histories = [[goal], *([goal, *rows] for rows in some), [goal, *every]]
    items = serving(laid, EXAM)
    for rows, way in zip(histories, ways(laid, *histories), strict=True):
        walk = Way(Standing(laid, rows), items, PATH[1:2], minutes)
        wanted = walk.state(PATH[1])
        assert way["stations"][MIG]["state"] == wanted.replace("left", "open")
        done = sum(state in ("done", "skipped") for state in states(way))
        assert not done or way["says"].startswith(f"{done} of 4 steps")


def test_an_exam_without_anything_written_has_its_mock_exam_only(laid: Course) -> None:
    bare = replace(laid.certifications[EXAM], path=PATH[:1])
    course = replace(laid, certifications={EXAM: bare})
    (way,) = ways(course, [])
    assert [one["kind"] for one in way["stations"]] == ["mock"]
    assert here(way) == 0
