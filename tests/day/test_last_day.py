"""The last day before an exam: what is due and weak, what went wrong, and nothing new."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.course.programme import Programme, Rule
from certlab.day.last_day import CARDS, REVIEWS, WEAK, last_day, last_set
from certlab.planner.goal import set_goal
from certlab.study.answers import Answer, to_line
from certlab.study.exams import begin
from certlab.study.history import History
from tests.command_line import certlab
from tests.page_rules import called

EXAM = "nca-aiio"
NOW = datetime(2026, 11, 24, 12, tzinfo=UTC)
AGO = NOW - timedelta(days=30)


def answered(items: Sequence[str], outcome: str = "correct") -> list[Answer]:
    return [
        Answer(id, 1, outcome, 1, at=f"{AGO:%Y-%m-%dT%H:%M:%S}.{n:06}+00:00", ulid=f"{n:026}")
        for n, id in enumerate(items)
    ]  # fmt: skip


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "history.jsonl")


def sat(course: Course, history: History, at: datetime, right: int) -> None:
    """A mock exam whose first questions are answered right, and handed in."""
    sitting = begin(course, history, "NCA-AIIO", seed=5, now=lambda: at)
    for place, question in enumerate(sitting.questions):
        key = question.key
        if place < right and question.kind == "single":
            sitting.respond(place, key["correct"][0])
    sitting.finish()


def test_without_a_history_there_is_nothing_to_say_of_it(fixed: Course) -> None:
    found = last_day(last_set(fixed, EXAM), (), NOW)
    assert asdict(found) == {
        "reviews": (), "waiting": 0, "weak": (), "cards": (), "papers": ()
    }  # fmt: skip


def test_what_was_never_answered_is_not_in_it(fixed: Course) -> None:
    data = last_set(fixed, EXAM)
    known = data["items"][: len(data["items"]) // 2]
    found = last_day(data, answered(known), NOW)
    assert set(found.reviews) <= set(known)
    assert found.reviews
    cards = {one["item"] for one in data["cards"]} & {*known}
    assert sum(one.count for one in found.cards) == min(CARDS, len(cards))


def test_what_is_due_takes_twenty_minutes_at_most(fixed: Course) -> None:
    data = last_set(fixed, EXAM)
    many = [f"made-{n}" for n in range(REVIEWS + 7)]
    found = last_day({**data, "items": many}, answered(many), NOW)
    assert (len(found.reviews), found.waiting) == (REVIEWS, 7)
    assert found.minutes == 20
    later = last_day({**data, "items": many}, answered(many), AGO)
    assert later.reviews == ()  # nothing is due so soon


def test_the_weakest_objectives_come_first_with_what_to_read(fixed: Course) -> None:
    data = last_set(fixed, EXAM)
    asked = [one for one in data["objectives"] if len(one["items"]) >= 3]
    assert asked
    weak, *_ = asked
    rows = answered([id for one in asked for id in one["items"]])
    rows = [
        replace(row, outcome="wrong", score=0) if row.item in weak["items"] else row
        for row in rows
    ]
    found = last_day(data, rows, NOW).weak
    assert found[0].number == weak["number"]
    assert found[0].path.startswith("modules/") or not found[0].page
    assert [one.recall for one in found] == sorted(one.recall for one in found)
    assert len(found) <= WEAK


def test_a_mock_exam_that_was_ended_is_told_and_one_that_goes_on_is_not(
    fixed: Course, history: History
) -> None:
    begin(fixed, history, "NCA-AIIO", seed=6, now=lambda: AGO)
    sat(fixed, history, NOW - timedelta(days=2), 0)
    (one,) = last_day(last_set(fixed, EXAM), history.read().rows, NOW).papers
    assert one.right == 0
    assert sum(count for _, count in one.missed) == one.total > 0


def test_a_browser_makes_the_same_of_it(fixed: Course, history: History) -> None:
    data = last_set(fixed, EXAM)
    for row in answered(data["items"][::2]) + answered(data["items"][1::3], "wrong"):
        history.append(replace(row, ulid=""), row.time)
    sat(fixed, history, NOW - timedelta(days=3), 3)
    rows = history.read().rows
    cases = [
        (data, some, now)
        for some in ((), rows[:9], rows)
        for now in (NOW, NOW + timedelta(days=400))
    ]
    there = called(
        "day/static/last_day.js",
        "lastDay",
        [
            (data, [json.loads(to_line(row)) for row in some], now.timestamp() * 1000)
            for data, some, now in cases
        ],
    )
    for page, case in zip(there, cases, strict=True):
        here = json.loads(json.dumps(asdict(last_day(*case))))
        for one, other in zip(page["weak"], here["weak"], strict=True):
            assert one.pop("recall") == pytest.approx(other.pop("recall"))
        assert page == here


def test_what_to_read_is_the_section_on_what_the_exam_asks(fixed: Course) -> None:
    page = fixed.pages["cuda"]
    body = page.body + "\n## What the exam asks here\n\nText.\n"
    module = replace(fixed.modules["cuda"], pages=(replace(page, body=body),))
    course = replace(fixed, modules={**fixed.modules, "cuda": module})
    places = {
        one["path"]: one["section"] for one in last_set(course, EXAM)["objectives"]
    }
    assert (
        places["modules/cuda.html#what-the-exam-asks-here"] == "What the exam asks here"
    )
    assert not any("#" in one["path"] for one in last_set(fixed, EXAM)["objectives"])


@pytest.fixture
def ruled(fixed: Course) -> Course:
    rules = (
        Rule("Desk", "Empty, as [the page](x.html) says.", "D", (), True),
        Rule("Price", "Paid before.", "C", (), False),
    )
    return replace(fixed, programme=Programme(rules))


def planned(history: History, course: Course, days: int) -> None:
    today = datetime.now().astimezone().date()
    day = today + timedelta(days=max(days, 0))
    goal = set_goal(course, history, EXAM, day, 30, today=today, surface="terminal")
    assert goal.day == day
    if (
        days < 0
    ):  # no plan can be made for a day that has passed; an old one may be there
        text = history.path.read_text("utf-8")
        past = (today + timedelta(days=days)).isoformat()
        history.path.write_text(text.replace(day.isoformat(), past), "utf-8")


@pytest.mark.parametrize(
    ("days", "says"),
    [(1, "tomorrow"), (0, "today"), (40, "in 40 days")],
)
def test_the_terminal_tells_it_any_time(
    ruled: Course,
    taught: Callable[[Course], None],
    history: History,
    days: int,
    says: str,
) -> None:
    taught(ruled)
    planned(history, ruled, days)
    run = certlab("plan", "--last-day", "--workspace", str(history.path.parent))
    assert run.returncode == 0, run.stderr
    assert says in run.stdout
    assert "Nothing of it is new." in run.stdout
    assert "Desk (D): Empty, as the page says." in run.stdout
    assert "Paid before." not in run.stdout


def test_an_exam_that_has_passed_has_no_last_day(
    ruled: Course, taught: Callable[[Course], None], history: History
) -> None:
    taught(ruled)
    planned(history, ruled, -3)
    run = certlab("plan", "--last-day", "--workspace", str(history.path.parent))
    assert run.returncode == 0, run.stderr
    assert "The day of NCA-AIIO has passed" in run.stdout
    assert "Desk" not in run.stdout


def test_without_a_plan_it_is_one_sentence(
    ruled: Course, taught: Callable[[Course], None], tmp_path: Path
) -> None:
    taught(ruled)
    run = certlab("plan", "--last-day", "--workspace", str(tmp_path))
    assert run.returncode != 0
    assert run.stderr.startswith("certlab: No exam is planned yet")
    assert not (tmp_path / "history.jsonl").exists()


def test_it_can_be_had_as_data(
    ruled: Course, taught: Callable[[Course], None], history: History
) -> None:
    taught(ruled)
    planned(history, ruled, 1)
    run = certlab(
        "plan", "--last-day", "--json", "--workspace", str(history.path.parent)
    )
    told = json.loads(run.stdout)
    assert told["days_left"] == 1
    assert date.fromisoformat(told["date"]) > date.today()  # noqa: DTZ011 -- a learner's own day
    assert told["reviews"] == []
