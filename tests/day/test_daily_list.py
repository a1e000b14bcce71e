"""Today's list holds still while one works, is ticked, and ends."""

import errno
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.day import daily_list as daily_list_module
from certlab.day.daily_list import (
    DailyList,
    daily_list,
    extend_list,
    open_list,
    todays_work,
)
from certlab.day.list_row import was_made_anew
from certlab.day.plain.today_words import lines_of_today
from certlab.day.start_page import Links, planned
from certlab.day.today import Today, serving, today
from certlab.errors import CourseError
from certlab.planner.goal import Goal, goal_of
from certlab.study import history as history_module
from certlab.study.answers import (
    Answer,
    from_line,
    graded_rows,
    new_ulid,
    stamp,
    to_line,
)
from certlab.study.history import History
from certlab.study.standing import Standing
from certlab.words import Sentence, text

MORNING = datetime(2026, 11, 21, 8, tzinfo=UTC)
GOAL = Goal("ncp-aii", MORNING.date() + timedelta(6), 20)


def later(minutes: float) -> datetime:
    return MORNING + timedelta(minutes=minutes)


@pytest.fixture(scope="module")
def opened(fixed: Course, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The history of a new learner who looked at the list in the morning."""
    history = History(tmp_path_factory.mktemp("opened") / "history.jsonl")
    assert open_list(fixed, history, GOAL, MORNING, "app") is not None
    return history.path


@pytest.fixture
def history(opened: Path, tmp_path: Path) -> History:
    """One's own copy of it."""
    path = tmp_path / "history.jsonl"
    path.write_bytes(opened.read_bytes())
    return History(path)


def list_of(
    course: Course, history: History, goal: Goal = GOAL, now: datetime = MORNING
) -> DailyList:
    listed = daily_list(Standing(course, history.read().rows), goal, now.date())
    assert listed is not None
    return listed


def answer_all(course: Course, history: History, outcome: str = "correct") -> None:
    """Do whatever is left of the list, a minute after it was made."""
    for task in list_of(course, history).left:
        mode = "exercise" if task.kind == "lab" else "drill"
        for n, item in enumerate(task.items):
            row = Answer(item, 1, outcome, 1.0, milliseconds=20_000, mode=mode)
            history.append(row, later(1 + n / 3))


def mark(history: History, page: str) -> None:
    history.append(Answer("", 0, "read", 0, mode="plan", more={"page": page}), later(5))


def test_the_list_stays_while_one_works_and_is_ticked(
    fixed: Course, history: History
) -> None:
    page, new = list_of(fixed, history).tasks
    assert (page.task.kind, page.count, page.done) == ("page", 1, 0)
    assert (new.task.kind, new.done) == ("new", 0)
    first, *rest = new.task.items
    assert len(rest) > 3
    history.append(Answer(first, 1, "wrong", 0.0, milliseconds=20_000), later(3))
    assert open_list(fixed, history, GOAL, later(4)) is None
    _, after = list_of(fixed, history).tasks
    assert after.task.items == tuple(rest)
    assert (after.count, after.done) == (new.count, 1)
    assert after.task.minutes == pytest.approx(new.task.minutes * len(rest) / new.count)
    assert sum(count for _, count in after.task.parts) == len(rest)


def test_an_answer_to_what_is_due_begins_no_page(
    fixed: Course, history: History
) -> None:
    page, new = list_of(fixed, history).tasks
    items = serving(fixed, GOAL.exam)
    due, *rest = [one.id for one in items if one.module == page.task.opens]
    review = {**history.read().rows[0].more["tasks"][1], "kind": "review"}
    (row,) = history.read().rows
    (read, asked) = row.more["tasks"]
    tasks = [read, {**review, "items": [due]}, {**asked, "items": rest[:2]}]
    listed = replace(row, more={**row.more, "tasks": tasks})

    def done(*items: str) -> bool:
        made = {"at": stamp(later(3)), "ulid": new_ulid(later(3))}
        answers = [Answer(item, 1, "correct", 1.0, **made) for item in items]
        found = daily_list(Standing(fixed, [listed, *answers]), GOAL, MORNING.date())
        assert found is not None
        return found.tasks[0].finished

    assert new.task.kind == "new"
    assert not done(due, *rest[:2])
    assert done(*rest[:3])


def test_an_answer_from_before_the_list_ticks_nothing(
    fixed: Course, history: History
) -> None:
    _, new = list_of(fixed, history).tasks
    history.append(Answer(new.task.items[0], 1, "correct", 1.0), later(-1))
    assert list_of(fixed, history).tasks[1].done == 0


def test_it_says_why_in_any_language_as_when_it_was_made(
    fixed: Course, history: History
) -> None:
    listed = list_of(fixed, history)
    plan = today(Standing(fixed, []), GOAL, MORNING)
    assert (listed.says, listed.expects) == (plan.says, plan.expects)
    assert all(isinstance(one, Sentence) for one in listed.says)
    why = listed.tasks[0].task.why
    assert why == plan.tasks[0].why
    assert text("zh_TW").say(why) != why


def test_it_is_another_day_s_after_midnight_where_the_learner_is(
    fixed: Course, history: History
) -> None:
    rows = history.read().rows
    noon = MORNING.replace(hour=12)
    for hours, there in ((-5, True), (11, True), (13, False)):
        day = noon.astimezone(timezone(timedelta(hours=hours))).date()
        assert (daily_list(Standing(fixed, rows), GOAL, day) is not None) is there
    next_day = MORNING + timedelta(days=1)
    assert open_list(fixed, history, GOAL, next_day) is not None
    assert open_list(fixed, history, GOAL, next_day) is None
    list_of(fixed, history, now=next_day)
    list_of(fixed, history)  # and yesterday's is what it was


def test_of_two_devices_the_earlier_list_holds_whichever_is_merged(
    fixed: Course, history: History, tmp_path: Path
) -> None:
    first = history.read().rows[0]
    other = History(tmp_path / "other" / "history.jsonl")
    tasks = [{**first.more["tasks"][1], "items": ["mig-card-grid"]}]
    row = replace(first, ulid="", device="", more={**first.more, "tasks": tasks})
    other.append(row, later(2))
    assert [one.count for one in list_of(fixed, other).tasks] == [1]
    other.append(Answer("mig-card-grid", 1, "correct", 1.0), later(3))
    here = [one.count for one in list_of(fixed, history).tasks]
    history.merge(other.path)
    other.merge(history.path)
    both = [list_of(fixed, one) for one in (history, other)]
    assert both[0] == both[1]
    assert [one.count for one in both[0].tasks] == here


def test_a_goal_that_was_changed_has_its_own_list_and_changed_back_the_first(
    fixed: Course, history: History
) -> None:
    rows = history.read().rows
    for other in (
        replace(GOAL, minutes=15),
        replace(GOAL, exam="nca-aiio"),
        replace(GOAL, day=GOAL.day + timedelta(1)),
    ):
        assert daily_list(Standing(fixed, rows), other, MORNING.date()) is None
    shorter = replace(GOAL, minutes=15)
    assert open_list(fixed, history, shorter, later(1)) is not None
    minutes = [
        sum(one.task.minutes for one in list_of(fixed, history, goal).tasks)
        for goal in (GOAL, shorter)
    ]
    assert minutes[1] < minutes[0] <= 20


def test_it_ends_and_more_adds_to_it_once(fixed: Course, history: History) -> None:
    before = list_of(fixed, history)
    answer_all(fixed, history)  # which reads the page, too: its questions were asked
    done = list_of(fixed, history)
    assert done.left == ()
    assert [one.count for one in done.tasks] == [one.count for one in before.tasks]
    assert [one.task.minutes for one in done.tasks] == [0, 0]
    assert extend_list(fixed, history, GOAL, later(30)) is not None
    assert extend_list(fixed, history, GOAL, later(30)) is None  # pressed twice
    more = list_of(fixed, history)
    assert more.tasks[:2] == done.tasks
    assert more.left
    assert sum(one.minutes for one in more.left) <= 15 + 1
    asked = {row.item for row in graded_rows(history.read().rows)}
    assert not asked & {id for one in more.left for id in one.items}


def test_when_nothing_more_would_pay_more_says_so(
    fixed: Course, history: History
) -> None:
    answer_all(fixed, history)
    for item in fixed.items:
        history.append(Answer(item, 1, "correct", 1.0), later(20))
    for lab in fixed.labs.values():
        for one in lab.exercises:
            row = Answer(one.id, 1, "correct", 1.0, mode="exercise")
            history.append(row, later(20))
    rows = history.read().rows
    with pytest.raises(CourseError, match="enough today"):
        extend_list(fixed, history, GOAL, later(30))
    assert history.read().rows == rows


def test_marking_its_page_as_read_ticks_the_reading_and_plans_another(
    fixed: Course, history: History
) -> None:
    page = list_of(fixed, history).tasks[0].task.opens
    mark(history, page)
    read, _ = list_of(fixed, history).tasks
    assert (read.finished, read.task.minutes) == (True, 0)
    again = today(Standing(fixed, history.read().rows), GOAL, later(10)).tasks[0]
    assert (again.kind, again.opens != page) == ("page", True)


def test_some_answers_about_a_page_tick_it_and_a_mock_exam_does_not(
    fixed: Course, history: History
) -> None:
    page = list_of(fixed, history).tasks[0].task.opens
    items = [one.id for one in serving(fixed, GOAL.exam) if one.module == page]
    assert len(items) == 5  # more than half is three
    for mode, count, state in (
        ("exam", 5, "left"),
        ("drill", 2, "left"),
        ("drill", 3, "skipped"),
    ):
        for item in items[:count]:
            history.append(Answer(item, 1, "wrong", 0.0, mode=mode), later(5))
        listed = list_of(fixed, history).tasks[0]
        assert (listed.state, listed.finished) == (state, state == "skipped")
    mark(history, page)
    assert list_of(fixed, history).tasks[0].state == "done"  # by reading it, only


def test_a_terminal_says_that_a_page_was_skipped(
    fixed: Course, history: History
) -> None:
    def said() -> str:
        standing = Standing(fixed, history.read().rows)
        listed = list_of(fixed, history)
        return list(lines_of_today(standing, GOAL, listed, later(20), text()))[1]

    page, new = list_of(fixed, history).tasks
    for item in new.task.items[:3]:  # more than half of what there is
        history.append(Answer(item, 1, "correct", 1.0), later(5))
    assert said().startswith("Today: 0 of 2 done, 1 skipped, about ")
    answer_all(fixed, history)
    says = "Done for today; 1 page was skipped, because you were asked enough about it."
    assert said() == says
    mark(history, page.task.opens)
    assert said() == "Done for today."


def test_a_lab_is_ticked_by_its_exercises(fixed: Course, tmp_path: Path) -> None:
    history = History(tmp_path / "history.jsonl")
    for n, item in enumerate(fixed.items):
        row = Answer(item, 1, "correct", 1.0)
        history.append(row, MORNING - timedelta(days=10, minutes=n))
    open_list(fixed, history, GOAL, MORNING)
    *_, lab = list_of(fixed, history).tasks
    assert lab.task.kind == "lab"
    assert lab.task.items == tuple(
        one.id for one in fixed.labs[lab.task.opens].exercises
    )
    for outcome, done in (("wrong", 0), ("correct", 1)):
        exercise = Answer(lab.task.items[0], 1, outcome, 0.0, mode="exercise")
        history.append(exercise, later(3 + done))
        assert list_of(fixed, history).tasks[-1].done == done


def test_what_a_later_edition_lacks_is_left_out(
    fixed: Course, history: History
) -> None:
    page, new = list_of(fixed, history).tasks
    gone = new.task.items[0]
    items = {id: one for id, one in fixed.items.items() if id != gone}
    modules = {id: one for id, one in fixed.modules.items() if id != page.task.opens}
    course = replace(fixed, items=items, modules=modules)
    (only,) = list_of(course, history).tasks
    assert only.count == new.count - 1


@pytest.mark.parametrize(
    "more", [{}, {"tasks": 1}, {"tasks": [{}]}, {"tasks": ["x"], "says": [{"a": 1}]}]
)
def test_a_list_of_another_version_is_passed_over(
    fixed: Course, history: History, more: dict[str, object]
) -> None:
    (row,) = history.read().rows
    other = {name: row.more[name] for name in ("exam", "exam_day", "minutes", "day")}
    strange = replace(
        row,
        at=stamp(later(-5)),
        ulid=new_ulid(later(-5)),
        more={**other, **more},
    )
    rows = (strange, row)
    assert daily_list(Standing(fixed, rows), GOAL, MORNING.date()) == list_of(
        fixed, history
    )
    assert daily_list(Standing(fixed, rows[:1]), GOAL, MORNING.date()) is None
    assert was_made_anew(
        Standing(fixed, rows), GOAL, MORNING.date()
    )  # the page says so
    assert not was_made_anew(Standing(fixed, (row,)), GOAL, MORNING.date())


def test_its_rows_are_steps_that_say_nothing_of_what_is_known(
    fixed: Course, history: History
) -> None:
    mark(history, "mig")
    rows = history.read().rows
    assert graded_rows(rows) == ()
    assert goal_of(rows) is None
    assert all(from_line(to_line(row)) == row for row in rows)


def test_the_start_page_shows_it_and_plans_only_tomorrow_once_it_is_done(
    fixed: Course, history: History
) -> None:
    def page(now: datetime) -> dict[str, object]:
        rows = history.read().rows
        return planned(Standing(fixed, rows), GOAL, now, Links(), text())[0]

    assert page(later(1))["tomorrow"] == {}
    answer_all(fixed, history, "wrong")
    done = page(later(20))
    assert [one["done"] == one["count"] for one in done["tasks"]] == [True, True]  # type: ignore[attr-defined]  # rows of the page
    tomorrow = done["tomorrow"]
    assert isinstance(tomorrow, dict)
    assert tomorrow["minutes"] > 1


def test_a_terminal_goes_by_the_same_list(fixed: Course, history: History) -> None:
    listed = list_of(fixed, history)
    work = todays_work(fixed, history, GOAL, later(1), "terminal")
    assert (work.tasks, work.order) == (listed.left, listed.tasks[1].task.items)
    answer_all(fixed, history)
    work = todays_work(fixed, history, GOAL, later(20), "terminal", forecast=True)
    assert (work.tasks, work.order, work.enough) == ((), (), True)
    assert work.says[0] == "Done for today."
    assert len([one for one in history.read().rows if one.outcome == "today"]) == 1


def test_a_list_that_is_recorded_is_read_and_nothing_is_planned(
    fixed: Course, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = list_of(fixed, history)
    planned_at: list[datetime] = []

    def note(standing: Standing, goal: Goal, now: datetime) -> Today:
        planned_at.append(now)
        return today(standing, goal, now)

    monkeypatch.setattr(daily_list_module, "today", note)
    work = todays_work(fixed, history, GOAL, later(1), "terminal")
    assert planned_at == []
    assert (work.tasks, work.left) == (listed.left, 6)
    assert (work.says, work.expects) == (listed.says, listed.expects)
    next_day = MORNING + timedelta(days=1)
    assert todays_work(fixed, history, GOAL, next_day, "terminal").tasks
    assert planned_at == [next_day]
    with_forecast = todays_work(
        fixed, history, GOAL, later(2), "terminal", forecast=True
    )
    assert planned_at == [next_day, later(2)]
    assert with_forecast.forecast is not None
    assert with_forecast.tasks == listed.left


def test_where_it_cannot_be_recorded_it_is_shown_all_the_same(
    fixed: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(history_module, "write", refuse)
    history = History(tmp_path / "history.jsonl")
    assert open_list(fixed, history, GOAL, MORNING) is None
    page, tasks = planned(Standing(fixed, ()), GOAL, MORNING, Links(), text())
    assert [one["kind"] for one in page["tasks"]] == [one.kind for one in tasks]
    assert tasks[1].items
