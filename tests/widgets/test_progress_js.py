"""What the page of progress is drawn from, by histories, in the browser's own rules."""

import json
import os
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
from certlab.study.answers import Answer, new_ulid, stamp, to_line
from certlab.study.bank import listing
from certlab.study.counts import count_items
from certlab.study.exams import blueprint, draw
from certlab.study.exams.interval import interval
from certlab.study.lab_progress import lab_progress, solved_words
from certlab.study.standing import Standing
from certlab.words import ENGLISH

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")
EXAM = "ncp-aii"
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)  # a Saturday
CASES = json.loads(
    (Path(__file__).parents[1] / "vectors" / "lab_progress.json").read_text("utf-8")
)
PATH = (
    Step("mig", (), "", "", 0),
    Step("mig", (), "mig/10_slices", "", 0),
    Step("cuda", (), "cuda/10_blocks", "", 0),
)


def at(days: float, row: Answer) -> Answer:
    """A row of so many days ago."""
    when = NOON - timedelta(days=days)
    return replace(row, at=stamp(when), ulid=row.ulid or new_ulid(when))


def answered(item: str, days: float, outcome: str = "correct", **more: Any) -> Answer:
    return at(days, Answer(item, 9, outcome, 1.0, **more))


def history(case: dict[str, Any]) -> list[Answer]:
    """The rows of a case: id, outcome, mode, and whether it was taken back."""
    rows: list[Answer] = []
    for n, (id, outcome, *more) in enumerate(case["rows"]):
        mode = more[0] if more else "exercise"
        row = at(10 - n / 10, Answer(id, 1, outcome, 1.0, mode=mode))
        rows.append(row)
        if more[1:]:
            rows.append(at(10 - n / 10, Answer("", 0, "undone", 0, row.ulid)))
    return rows


def sitting(
    course: Course, days: float, right: int, *, ended: bool = True
) -> list[Answer]:
    """A mock exam in which the first answers are right."""
    paper = draw(blueprint(course, EXAM), 7)
    told = {
        "exam": EXAM,
        "minutes": paper.minutes,
        "factor": None,
        "deadline": None,
        "asked": [[one.item, one.rev, one.seed, one.domain] for one in paper.asked],
        "seats": [[one.domain, one.wanted, one.filled] for one in paper.seats],
        "lacks": [],
    }
    begun = at(days, Answer("", 0, "begun", 0, told, mode="exam"))
    own = {"sitting": begun.ulid}
    rows = [begun]
    for n, one in enumerate(paper.asked):
        how = "correct" if n < right else "wrong"
        rows.append(answered(one.item, days, how, mode="exam", more=own))
    if ended:
        end = Answer("", 0, "ended", 0, "handed in", mode="exam", more=own)
        rows.append(at(days, end))
    return rows


@pytest.fixture(scope="module")
def laid(fixed: Course) -> Course:
    """The small course with a path for one exam."""
    exam = replace(fixed.certifications[EXAM], path=PATH)
    return replace(fixed, certifications={**fixed.certifications, EXAM: exam})


def told(
    course: Course,
    *histories: dict[str, Any],
    exam: str = EXAM,
    opens: Sequence[str] | None = None,
) -> list[dict[str, Any]]:
    """What a browser makes of histories, {"rows", "exercises"} each."""
    given = {
        "paths": exam_paths(course),
        "banks": listing(course),
        "plans": [asdict(blueprint(course, one)) for one in course.certifications],
        "exam": exam,
        "opens": opens,
        "now": NOON.timestamp() * 1000,
        "histories": [
            {**one, "lines": [to_line(row) for row in one["rows"]]} for one in histories
        ],
    }
    for one in given["histories"]:
        del one["rows"]
    done = subprocess.run(
        [str(NODE), "progress_run.mjs"],
        cwd=Path(__file__).parent,
        env={**os.environ, "TZ": "UTC"},
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


def test_both_languages_say_how_far_a_lab_is(laid: Course) -> None:
    shown = told(
        laid,
        *({"rows": history(one), "exercises": one["exercises"]} for one in CASES),
    )
    for case, page in zip(CASES, shown, strict=True):
        found = lab_progress(case["exercises"], Standing(laid, history(case)).solved)
        wanted = {
            "done": case["done"],
            "count": len(case["exercises"]),
            "state": case["state"],
        }
        assert {**asdict(found), "state": found.state} == wanted, case
        assert page["lab"] == wanted, case
        assert solved_words(found, ENGLISH) == case["says"]
        assert page["says"] == case["says"].removesuffix(" ✓")  # an icon is drawn there


def test_a_lab_s_progress_is_that_of_its_own_exercises(laid: Course) -> None:
    ids = [one.id for one in laid.labs["mig/10_slices"].exercises]
    rows = [answered(ids[0], 1, mode="exercise")]
    found = Standing(laid, rows).lab_progress("mig/10_slices")
    assert (found.done, found.count) == (1, len(ids))
    assert found.share == 1 / len(ids)
    (page,) = told(laid, {"rows": rows})
    (lab,) = [one for one in page["labs"] if one["lab"] == "mig/10_slices"]
    assert lab["solved"] == {**asdict(found), "state": found.state}


def test_the_labs_of_the_path_come_in_its_order_and_what_was_begun_first(
    laid: Course,
) -> None:
    (exercise, *_) = laid.labs["cuda/10_blocks"].exercises
    rows = [answered(exercise.id, 1, mode="exercise")]
    new, begun = told(laid, {"rows": []}, {"rows": rows})
    on_it = [step.lab for step in PATH if step.lab and laid.labs[step.lab].exercises]
    assert [one["lab"] for one in new["labs"]] == on_it
    assert begun["labs"][0]["lab"] == "cuda/10_blocks"
    assert new["labs"][0]["path"] == "lite/lab/index.html?path=labs/mig/10_slices.ipynb"
    (shut,) = told(laid, {"rows": []}, opens=["cuda/10_blocks"])
    assert shut["labs"][0]["path"] == "labs/mig/10_slices.html"


def test_without_an_exam_every_module_and_every_lab_counts(laid: Course) -> None:
    (page,) = told(laid, {"rows": []}, exam="")
    assert [one["module"] for one in page["pages"]] == [*laid.modules]
    labs = {id for id, lab in laid.labs.items() if lab.module and lab.exercises}
    assert {one["lab"] for one in page["labs"]} == labs
    assert page["domains"] == page["marks"] == []


def test_pages_are_read_when_they_are_marked_and_odd_marks_count_for_nothing(
    laid: Course,
) -> None:
    def read(page: object, outcome: str = "read") -> Answer:
        return at(1, Answer("", 0, outcome, 0, mode="plan", more={"page": page}))

    rows = [read("mig"), read("no-such/page"), read(5), read("cuda")]
    (page,) = told(laid, {"rows": [*rows, read("cuda", "unread")]})
    found = {one["module"]: (one["read"], one["count"]) for one in page["pages"]}
    assert found["mig"] == (1, len(laid.modules["mig"].pages))
    assert found["cuda"][0] == 0
    assert set(found) <= {*laid.modules}


def test_known_questions_of_a_domain_are_those_that_counts_finds(laid: Course) -> None:
    plan = blueprint(laid, EXAM)
    asked = [one.item for part in plan.fields for one in part.candidates]
    rows = [answered(id, 1) for id in asked[:5]] + [answered(asked[5], 1, "wrong")]
    (page,) = told(laid, {"rows": rows})
    practised = {item["item"] for bank in listing(laid) for item in bank["items"]}
    memories = Standing(laid, rows).memories
    assert any(one["known"] for one in page["domains"])
    for part, shown in zip(plan.fields, page["domains"], strict=True):
        ids = {one.item for one in part.candidates} & practised
        assert shown["items"] == len(ids)
        assert shown["known"] == count_items(memories, ids, NOON).known


def test_twelve_weeks_end_with_this_one_and_days_to_come_are_neither(
    laid: Course,
) -> None:
    rows = [
        answered("mig-slices", 0),
        answered("mig-slices", 1, "wrong"),
        answered("mig-slices", 12 * 7),  # a Saturday, a day before they begin
        answered("mig-slices", 9000),
        at(2, Answer("", 0, "read", 0, more={"page": "mig"})),  # no answer
    ]
    weeks = told(laid, {"rows": sorted(rows, key=lambda row: row.at)})[0]["weeks"]
    assert [len(one["days"]) for one in weeks] == [7] * 12
    assert weeks[-1]["monday"] == "2026-11-23"
    assert weeks[-1]["days"] == [False] * 4 + [True, True, None]
    assert not any(any(one["days"]) for one in weeks[:-1])


def test_a_mock_exam_is_a_mark_with_the_interval_of_its_report(laid: Course) -> None:
    one, other = sitting(laid, 20, 3), sitting(laid, 2, 1)
    count = len(one[0].response["asked"])
    open = sitting(laid, 1, 2, ended=False)
    old = sitting(laid, 500, 1)
    marks = told(laid, {"rows": [*old, *one, *other, *open]})[0]["marks"]
    assert [(mark["n"], mark["day"]) for mark in marks] == [
        (2, "2026-11-08"),
        (3, "2026-11-26"),
    ]
    for mark, right in zip(marks, (3, 1), strict=True):
        assert (mark["right"], mark["count"]) == (right, count)
        wanted = pytest.approx([*interval(right, count)])
        assert [mark["low"], mark["high"]] == wanted


def test_a_mock_exam_of_odd_rows_is_no_mark(laid: Course) -> None:
    begun, *_ = sitting(laid, 3, 0)
    none = replace(begun, response={**begun.response, "asked": []})
    end = Answer("", 0, "ended", 0, "?", mode="exam", more={"sitting": begun.ulid})
    other = at(2, Answer("", 0, "begun", 0, {"exam": EXAM}, mode="exam"))
    lost = at(1, Answer("", 0, "ended", 0, "?", mode="exam", more={"sitting": 5}))
    assert told(laid, {"rows": [none, at(3, end), other, lost]})[0]["marks"] == []
