"""A browser draws, times and scores a mock exam as Python does."""

import json
import random
import shutil
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from certlab.course import Course
from certlab.study.answers import next_ulid, to_line
from certlab.study.bank import compile_bank
from certlab.study.exams import Sitting, begin, blueprint, draw, reports
from certlab.study.exams.blueprint import rested
from certlab.study.exams.drawing import freshest
from certlab.study.exams.interval import interval
from certlab.study.history import History
from tests.study.exams.test_sitting import right
from tests.widgets.test_stored_rules import run

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="no node")
SEEDS = [0, 1, 7, 2611, 9999]
COUNTS = [None, 1, 10]
SHARES = [
    (k, n) for n in (1, 2, 4, 8, 23, 70, 300) for k in range(0, n + 1, max(1, n // 7))
]
NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)  # an hour after the sittings began
ULIDS = ["01M7YZMHG0VZXDN4TSD897JS6F", "01M7YZMHG0VZXDN4TSD897JZZZ", "0" * 26]


class Hours:
    """A clock that goes on by itself, so that steps differ in time."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 21, 9, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=7, microseconds=13)
        return self.time


@pytest.fixture(scope="module")
def sat(whole: Course, tmp_path_factory: pytest.TempPathFactory) -> History:
    """Some sittings: handed in, run out, with flags and half answers."""
    history = History(tmp_path_factory.mktemp("sat") / "history.jsonl")
    dice = random.Random(5)
    for seed, code in enumerate(("NCA-AIIO", "NCP-AIO", "NCP-GENL", "NCA-AIIO")):
        clock = Hours()
        sitting = begin(whole, history, code, seed=seed, now=clock)
        for place in range(len(sitting.questions)):
            step(sitting, place, dice)
        if dice.random() < 0.5:
            clock.time += timedelta(days=1)
        sitting.finish()
    return history


def step(sitting: Sitting, place: int, dice: random.Random) -> None:
    question = sitting.questions[place]
    sitting.see(place)
    answers = [right(sitting, place), None]
    if question.kind == "single":
        answers += question.key["options"]
    if question.kind == "multi":
        answers += [question.key["options"][:2], question.key["options"][1:4]]
    if question.kind == "command":
        answers += ["nobody-knows --this", ""]
    if question.kind == "numeric":
        answers += [{"number": "12", "unit": ""}, {"number": "x", "unit": ""}]
    if dice.random() < 0.9:
        sitting.respond(place, dice.choice(answers), dice.randrange(90_000))
    if dice.random() < 0.2:
        sitting.flag(place, True)


@pytest.fixture(scope="module")
def browser(whole: Course, sat: History) -> Any:
    plans = [asdict(blueprint(whole, one)) for one in whole.certifications]
    banks = [compile_bank(whole, module, exams=True) for module in whole.modules]
    rows = [json.loads(to_line(row)) for row in sat.read().rows]
    seen = [row.item for row in sat.read().answers]
    given = {"plans": plans, "seeds": SEEDS, "counts": COUNTS, "seen": seen}
    given["now"] = NOW.timestamp() * 1000
    more = {"rows": rows, "banks": banks, "ulids": ULIDS, "shares": SHARES}
    return run("exam_run.mjs", {**given, **more})


def test_a_browser_draws_the_same_papers(whole: Course, browser: Any) -> None:
    papers = iter(browser["papers"])
    for exam in whole.certifications:
        for seed in SEEDS:
            for count in COUNTS:
                wanted = asdict(draw(blueprint(whole, exam), seed, count))
                assert next(papers) == json.loads(json.dumps(wanted))


def test_a_browser_takes_the_same_freshest_paper(
    whole: Course, sat: History, browser: Any
) -> None:
    seen = {row.item: None for row in sat.read().answers}
    for exam, found in zip(whole.certifications, browser["fresh"], strict=True):
        assert found == freshest(blueprint(whole, exam), SEEDS, None, seen)


def test_a_browser_leaves_out_what_was_just_failed(
    whole: Course, sat: History, browser: Any
) -> None:
    answers = sat.read().answers
    left_out = 0
    for exam, found in zip(whole.certifications, browser["rested"], strict=True):
        plan = blueprint(whole, exam)
        wanted = rested(plan, answers, NOW)
        assert found == json.loads(json.dumps(asdict(wanted)["fields"]))
        left_out += wanted != plan
    assert left_out


def test_intervals_and_following_ulids_are_the_same(browser: Any) -> None:
    assert browser["ulids"] == [next_ulid(one) for one in ULIDS]
    for (k, n), found in zip(SHARES, browser["intervals"], strict=True):
        assert found == pytest.approx(interval(k, n), abs=1e-9)


def test_a_browser_reports_the_same(whole: Course, sat: History, browser: Any) -> None:
    ours = reports(whole, sat)
    assert len(ours) == len(browser["reports"]) == 4
    for one, found in zip(ours, browser["reports"], strict=True):
        empty = [n for n, row in enumerate(one.rows) if row.response is None]
        assert found["place"] == next(iter(empty), 0)
        other = found["report"]
        wanted = json.loads(json.dumps(one.as_dict()))
        assert other.keys() == wanted.keys()
        rounded = {"low", "high", "domains", "curve"}
        for name in wanted.keys() - rounded:
            assert other[name] == wanted[name], name
        assert (other["low"], other["high"]) == pytest.approx((one.low, one.high))
        for domain, wants in zip(other["domains"], wanted["domains"], strict=True):
            assert domain == pytest.approx(wants)
        assert [cut for cut, _ in other["curve"]] == [cut for cut, _ in one.curve]


def test_a_browser_begins_and_grades_with_the_same_rows(
    sat: History, browser: Any
) -> None:
    rows = sat.read().rows
    begun = [row.response for row in rows if row.outcome == "begun"]
    assert [one["begin"] for one in browser["reports"]] == begun
    answers = {row.ulid: json.loads(to_line(row)) for row in sat.read().answers}
    found = [row for one in browser["reports"] for row in one["graded"]]
    assert len(found) == len(answers) > 20
    for row in found:
        assert row == answers[row["ulid"]]


def test_what_is_asked_in_an_exam_is_in_its_banks(whole: Course) -> None:
    there = {
        row["item"]
        for module in whole.modules
        for row in compile_bank(whole, module, exams=True)["items"]
    }
    for exam in whole.certifications:
        for field in blueprint(whole, exam).fields:
            assert {one.item for one in field.candidates} <= there
