"""`certlab progress` of somebody who drilled and has no plan."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from certlab.course import Course
from certlab.study.exams.blueprint import domain_of, most_answered
from tests.command_line import Run, certlab


def progress(folder: Path, *more: str) -> Run:
    return certlab("progress", *more, "--workspace", str(folder))


def test_the_exam_is_the_one_that_was_drilled(
    fixed: Course, taught: Callable[[Course], None], tmp_path: Path
) -> None:
    taught(fixed)
    run = certlab(
        *("drill", "--exam", "nca-aiio", "--plain", "--workspace", str(tmp_path)),
        lines="1\n1\n1\n1\n",
    )
    assert run.returncode == 0, run.stderr
    rows = (tmp_path / "history.jsonl").read_text("utf-8").splitlines()
    items = [json.loads(row)["item"] for row in rows]
    found = most_answered(fixed, items)
    told = progress(tmp_path)
    if len(found) == 1:
        assert told.returncode == 0, told.stderr
        assert told.stdout == progress(tmp_path, "--exam", found[0].code).stdout
        assert f"this is {found[0].code}" in told.stderr
    else:
        assert told.returncode != 0
        assert all(one.code in told.stderr for one in found)


def test_the_exam_that_most_answers_are_of_is_told_by_items(fixed: Course) -> None:
    assert most_answered(fixed, []) == most_answered(fixed, ["no-such-item"]) == []
    for id, exam in fixed.certifications.items():
        own = [
            one.id
            for one in fixed.items.values()
            if [x for x in fixed.certifications if domain_of(one, x)] == [id]
        ]
        if own:
            assert most_answered(fixed, own[:1]) == [exam]
    both = [replace(one, objective="x.1.1", also=()) for one in fixed.items.values()]
    course = replace(fixed, items={one.id: one for one in both})
    assert most_answered(course, course.items) == []


def test_with_no_answer_it_asks_for_an_exam(
    fixed: Course, taught: Callable[[Course], None], tmp_path: Path
) -> None:
    taught(fixed)
    told = progress(tmp_path)
    assert told.returncode != 0
    assert told.stderr == "certlab: No exam is planned yet; give --exam CODE.\n"
