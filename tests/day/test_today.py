"""Today's work: what counts most first, as much as fits, and a reason for odd days."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import combinations

import pytest

from certlab.course import Course
from certlab.course.coverage import weight_of
from certlab.day.tasks import Task
from certlab.day.today import serving, today, weighted
from certlab.planner.goal import Goal
from certlab.planner.inputs import spent
from certlab.study.answers import Answer, new_ulid, stamp
from certlab.study.item_order import kin
from certlab.study.pages_read import asked_enough
from certlab.study.standing import Standing
from tests.work import calls

NOW = datetime(2026, 11, 21, 18, tzinfo=UTC)
LEFT = 6  # days; to plan three weeks takes eight times as long
GOAL = Goal("ncp-aii", NOW.date() + timedelta(LEFT), 30)


def answer(item: str, days: float, outcome: str = "correct", **more: object) -> Answer:
    at = NOW - timedelta(days=days)
    row = Answer(item, 1, outcome, float(outcome == "correct"))
    return replace(row, at=stamp(at), ulid=new_ulid(at), **more)  # type: ignore[arg-type]  # each test gives its own


@pytest.fixture
def all_answered(whole: Course) -> Callable[[float], list[Answer]]:
    def rows(days: float) -> list[Answer]:
        return [answer(item.id, days) for item in serving(whole, "ncp-aii")]

    return rows


def test_a_day_without_a_history_begins_with_pages_and_a_few_questions_on_each(
    whole: Course,
) -> None:
    found = today(Standing(whole, []), GOAL, NOW)
    assert found.left == LEFT
    assert [task.kind for task in found.tasks] == ["page", "new", "page", "new"]
    assert sum(task.minutes for task in found.tasks) <= GOAL.minutes
    assert found.unserved == (1, 4, 5)  # the course has nothing for them
    for page, new in batched(found.tasks):
        assert page.opens in whole.modules
        assert {whole.items[id].module for id in new.items} == {page.opens}
        assert sum(count for _, count in new.parts) == len(new.items)
        assert 5 <= len(new.items) <= 8
    asked = sum(len(task.items) for task in found.tasks)
    closed = len(serving(whole, "ncp-aii")) - asked
    says = f"{closed} new items come once their pages are read or skipped."
    assert says in found.says


def batched(tasks: Sequence[Task]) -> Iterable[tuple[Task, Task]]:
    """Two and two."""
    return zip(tasks[::2], tasks[1::2], strict=True)


def first_times(whole: Course, count: int, took: int | None) -> list[Answer]:
    """Answers, long ago, to so many items of the other module than the first page's."""
    items = [one.id for one in serving(whole, "ncp-aii") if one.module == "mig"]
    timed = [answer(id, 9, milliseconds=took) for id in items]
    return [*timed, *(answer(items[0], 9, milliseconds=took) for _ in range(50))][
        :count
    ]


@pytest.mark.parametrize(
    ("count", "took", "seconds"),
    [
        (0, None, 45),
        (49, 2_000, 45),  # too few answers to go by
        (50, None, 45),  # none of them timed
        (50, 500_000, 45),  # nor these: the learner was away
        (50, 2_000, 12),  # nobody is quicker
        (50, 100_000, 65),
    ],
)
def test_a_new_item_takes_its_time(
    whole: Course, count: int, took: int | None, seconds: float
) -> None:
    rows = first_times(whole, count, took)
    long = replace(GOAL, minutes=120)
    tasks = today(Standing(whole, rows), long, NOW).tasks
    new = next(task for task in tasks if task.kind == "new")
    each = 60 * new.minutes / len(new.items)
    assert each == pytest.approx(seconds, abs=20 if took == 100_000 else 0.01)


def test_nothing_new_is_asked_of_a_page_that_was_neither_read_nor_skipped(
    whole: Course,
) -> None:
    """Whatever is drawn: days of random answers, marks and lengths."""
    draw = random.Random(7)
    for _ in range(12):
        goal = replace(GOAL, minutes=draw.choice((4, 12, 20, 45)))
        rows = [
            answer(one.id, draw.uniform(1, 9), draw.choice(("correct", "wrong")))
            for one in draw.sample(serving(whole, "ncp-aii"), draw.randrange(9))
        ]
        read = draw.choice(("mig", "cuda", ""))
        rows += [answer("", 1, "read", more={"page": read}) for _ in read[:1]]
        standing = Standing(whole, sorted(rows, key=lambda row: row.at))
        answered = {row.item for row in rows}
        may = {read}
        for id in ("mig", "cuda"):
            if asked_enough(serving(whole, "ncp-aii"), answered, id):
                may.add(id)
        found = today(standing, goal, NOW)
        for task in found.tasks:
            may |= {task.opens} if task.kind == "page" else set()
            if task.kind == "new":
                assert {whole.items[id].module for id in task.items} <= may


def test_a_page_too_long_for_the_day_is_read_in_parts(whole: Course) -> None:
    """And each day has questions on what was read, whether or not a mark is set."""
    short = replace(GOAL, minutes=8, day=GOAL.day + timedelta(20))
    rows: list[Answer] = []
    begins = []
    for n in range(6):
        now = NOW + timedelta(days=n)
        tasks = today(Standing(whole, rows), short, now).tasks
        assert sum(task.minutes for task in tasks) <= short.minutes + 0.1
        pages = [task for task in tasks if task.kind == "page"]
        begins += [(page.opens, page.section) for page in pages]
        for page in pages:
            assert page.minutes <= 4
        asked = [id for task in tasks for id in task.items]
        assert asked
        rows += [answer(id, -n - k / 1440) for k, id in enumerate(asked, 1)]
    assert len(set(begins)) > 3  # it moves on
    assert begins == sorted(begins, key=begins.index)


def test_what_was_answered_comes_back_and_a_lab_is_named(
    whole: Course, all_answered: Callable[[float], list[Answer]]
) -> None:
    found = today(Standing(whole, all_answered(10)), GOAL, NOW)
    kinds = [task.kind for task in found.tasks]
    assert "new" not in kinds
    assert kinds[-1] == "lab"
    assert set(found.tasks[0].items) <= {row.item for row in all_answered(10)}


def test_a_lab_whose_exercises_are_done_is_not_named(
    whole: Course, all_answered: Callable[[float], list[Answer]]
) -> None:
    done = [
        answer(exercise.id, 1, mode="exercise")
        for lab in whole.labs.values()
        for exercise in lab.exercises
    ]
    found = today(Standing(whole, [*all_answered(10), *done]), GOAL, NOW)
    assert [task.kind for task in found.tasks] == ["review"]


def test_what_was_asked_today_is_not_asked_again(
    whole: Course, all_answered: Callable[[float], list[Answer]]
) -> None:
    found = today(Standing(whole, all_answered(0.1)), GOAL, NOW)
    assert [task for task in found.tasks if task.items] == []


def test_a_day_has_no_card_beside_a_question_of_the_same_fact(whole: Course) -> None:
    known = {one.id: kin(whole, one) for one in serving(whole, "ncp-aii")}
    given_away = [
        (one, other)
        for one, other in combinations(known, 2)
        if known[one].card != known[other].card
        and known[one].gives_away & known[other].gives_away
    ]
    assert given_away
    asked = today(Standing(whole, []), replace(GOAL, minutes=60), NOW).order
    assert not [pair for pair in given_away if {*pair} <= {*asked}]
    first, second = given_away[0]
    rows = [answer(first, 0.1)]
    assert (
        second not in today(Standing(whole, rows), replace(GOAL, minutes=60), NOW).order
    )


def test_more_minutes_expect_no_less(
    whole: Course, all_answered: Callable[[float], list[Answer]]
) -> None:
    rows = all_answered(10)[:60]
    scores = []
    for minutes in (5, 15, 60):
        plan = today(Standing(whole, rows), replace(GOAL, minutes=minutes), NOW).plan
        assert plan is not None
        scores.append(plan.score)
    assert scores[0] <= scores[1] + 0.01 <= scores[2] + 0.02


@pytest.mark.parametrize("day", [date(2026, 11, 22), date(2026, 11, 21)])
def test_the_exam_is_tomorrow_or_today(
    whole: Course, all_answered: Callable[[float], list[Answer]], day: date
) -> None:
    found = today(Standing(whole, all_answered(10)), replace(GOAL, day=day), NOW)
    assert found.left == (day - NOW.date()).days
    assert found.tasks[0].kind == "review"


def test_an_exam_that_has_passed_asks_for_the_next_and_review_goes_on(
    whole: Course, all_answered: Callable[[float], list[Answer]]
) -> None:
    over = replace(GOAL, day=date(2026, 11, 1), minutes=3)
    found = today(Standing(whole, []), over, NOW)
    assert (found.left, found.tasks, found.plan) == (-20, (), None)
    assert found.says[0] == "The day of the exam has passed; give the next one."
    found = today(Standing(whole, all_answered(40)), over, NOW)
    (review,) = found.tasks
    assert review.kind == "review"
    assert 0 < len(review.items) < len(all_answered(40))
    assert review.minutes <= over.minutes
    assert found.order == review.items
    assert "you review what is due" in found.says[1]
    assert (
        today(Standing(whole, all_answered(1)), over, NOW).tasks == ()
    )  # nothing is due yet


def test_an_exam_without_items_has_no_work(whole: Course) -> None:
    found = today(Standing(replace(whole, items={}), []), GOAL, NOW)
    assert found.tasks == ()
    assert found.unserved == (1, 2, 3, 4, 5)


def test_a_clock_that_went_back_is_taken_as_now(
    whole: Course, all_answered: Callable[[float], list[Answer]]
) -> None:
    found = today(Standing(whole, all_answered(-3)), GOAL, NOW)
    assert [task for task in found.tasks if task.items] == []


def test_an_objectives_weight_is_shared_among_the_items_that_ask_for_it(
    whole: Course,
) -> None:
    exam = whole.certifications["ncp-aii"]
    items = serving(whole, exam.id)
    weights = weighted(whole, exam.id, items)
    asked = {id for one in items for id in (one.objective, *one.also)}
    assert sum(weights.values()) == pytest.approx(weight_of(exam, asked))
    assert sum(weights.values()) == pytest.approx(77), "of domains 2 and 3, all served"
    assert weights.keys() == {item.id for item in items}
    alone = next(one for one in items if not one.also)
    same = [one for one in items if alone.objective in (one.objective, *one.also)]
    assert weights[alone.id] == pytest.approx(exam.shares[alone.objective] / len(same))


@pytest.mark.parametrize("away", [False, True])
def test_the_learners_own_pace_is_learned_but_not_from_who_went_away(
    whole: Course, away: bool
) -> None:
    took = 9_000_000 if away else 60_000
    ids = [item.id for item in serving(whole, "ncp-aii")][:40]
    rows = [
        answer(id, days + n / 1440, milliseconds=took)
        for days in (9, 4)
        for n, id in enumerate(ids)
    ][::-1]
    plain = today(
        Standing(whole, [replace(row, milliseconds=None) for row in rows]), GOAL, NOW
    )
    timed = today(Standing(whole, rows), GOAL, NOW)
    reviews = (
        next(task for task in found.tasks if task.items) for found in (plain, timed)
    )
    one, other = (task.minutes / len(task.items) for task in reviews)
    assert other == pytest.approx(one) if away else other > 3 * one


def test_a_repeat_of_the_same_day_says_nothing_of_the_pace(whole: Course) -> None:
    ids = [item.id for item in serving(whole, "ncp-aii")][:40]
    rows = [answer(id, 3, "wrong", milliseconds=30_000) for id in ids]
    fast = [answer(id, 2.99, mode="repeat", milliseconds=500) for id in ids]
    plans = [today(Standing(whole, some), GOAL, NOW) for some in (rows, [*rows, *fast])]
    # What it says of the memory is held by tests of the fit.
    found, same = (replace(one, plan=replace(one.plan, learner=None)) for one in plans)
    assert found == same


def test_what_was_done_today_takes_from_todays_minutes(
    whole: Course, all_answered: Callable[[float], list[Answer]]
) -> None:
    rows = all_answered(10)
    done = [
        replace(
            row,
            at=stamp(NOW - timedelta(minutes=5)),
            ulid=new_ulid(NOW),
            milliseconds=60_000,
        )
        for row in rows[:12]
    ]
    assert today(Standing(whole, rows), GOAL, NOW).minutes == 30
    found = today(Standing(whole, [*rows, *done]), GOAL, NOW)
    assert found.minutes == pytest.approx(18)
    assert sum(task.minutes for task in found.tasks) <= 18
    twice = [replace(one, ulid=new_ulid(NOW)) for one in [*done, *done]]
    found = today(Standing(whole, [*rows, *done, *twice]), GOAL, NOW)
    assert found.enough
    assert (
        found.says[0] == "The 30 minutes for today are used up, and the rest can wait."
    )


def test_it_is_enough_when_the_rest_is_worth_more_later(
    whole: Course, all_answered: Callable[[float], list[Answer]]
) -> None:
    rows = [row for days in (40, 20, 8, 1) for row in all_answered(days)]
    done = [
        answer(one.id, 2, mode="exercise")
        for lab in whole.labs.values()
        for one in lab.exercises
    ]
    found = today(Standing(whole, [*rows, *done]), replace(GOAL, minutes=200), NOW)
    assert found.enough
    assert (
        found.says[0] == "That is enough today, because the rest is worth more later."
    )


def test_what_the_cap_costs_is_said_and_nothing_when_all_fits(whole: Course) -> None:
    count = len(serving(whole, "ncp-aii"))
    soon = replace(GOAL, day=date(2026, 11, 23), minutes=4)
    found = today(Standing(whole, []), soon, NOW)
    assert found.forecast is not None
    out, more, brought = (
        found.forecast.left_out,
        found.forecast.more,
        found.forecast.brought,
    )
    says = f"{out} of {count} items will not fit; with {more} more minutes a day, {brought} of them would."
    assert says in found.says
    ample = today(Standing(whole, []), replace(GOAL, minutes=700), NOW)
    assert not any("will not fit" in one for one in ample.says)


def test_the_last_sweep_is_told_with_its_days(whole: Course) -> None:
    found = today(Standing(whole, []), replace(GOAL, minutes=2), NOW)
    assert found.forecast is not None
    sweep = found.forecast.sweep
    assert sweep is not None
    (says,) = (one for one in found.says if "Final review" in one)
    first, last = sweep.begins, GOAL.day - timedelta(1)
    days = [f"{one.day} {one:%B}" for one in (first, last)]
    assert says.startswith("Final review from {} to {}: ".format(*days))
    begun = today(Standing(whole, []), replace(GOAL, day=date(2026, 11, 23)), NOW)
    assert any("Final review on 22 November" in one for one in begun.says)


def test_missed_days_are_planned_anew(
    whole: Course, all_answered: Callable[[float], list[Answer]]
) -> None:
    rows = all_answered(10)[:50]
    then, now = NOW - timedelta(days=4), NOW
    kept, late = (today(Standing(whole, rows), GOAL, at) for at in (then, now))
    assert (kept.left, late.left) == (LEFT + 4, LEFT)
    assert late.tasks[0].kind in {"review", "page"}
    assert {id for task in late.tasks for id in task.items} & {row.item for row in rows}
    assert sum(task.minutes for task in late.tasks) <= GOAL.minutes  # no day is doubled
    assert late.plan is not None
    assert kept.plan is not None
    assert late.plan.score <= kept.plan.score + 0.01


def test_each_task_says_why(
    whole: Course, all_answered: Callable[[float], list[Answer]]
) -> None:
    exam = replace(whole.certifications[GOAL.exam], path=())
    pathless = replace(whole, certifications={GOAL.exam: exam})
    page, new, *_ = today(Standing(pathless, []), GOAL, NOW).tasks
    assert page.why.startswith("New to you, and about")
    assert new.why == "On what you have just read."
    mig = [one for one in all_answered(10) if whole.items[one.item].module == "mig"]
    tasks = today(Standing(pathless, mig[:6]), GOAL, NOW).tasks
    assert any(task.why.startswith("New questions") for task in tasks)
    *_, lab = today(Standing(pathless, all_answered(10)), GOAL, NOW).tasks
    assert lab.why == "1 of its exercises is still open."


def test_ten_thousand_items_are_planned_as_few_kinds(whole: Course) -> None:
    some = serving(whole, "ncp-aii")
    items = {
        f"{one.id}-{n}": replace(one, id=f"{one.id}-{n}")
        for n in range(10_000 // len(some) + 1)
        for one in some
    }
    course = replace(whole, items=items)
    rows = [
        answer(id, 1 + n % 29 + n % 7 / 10, "correct" if n % 3 else "wrong")
        for n, id in enumerate(list(items)[:6000])
    ]
    rows.sort(key=lambda row: row.at)
    found, count = calls(lambda: today(Standing(course, rows), GOAL, NOW))
    assert found.plan is not None
    assert len(serving(course, "ncp-aii")) > 10_000
    assert count < 400 * 10_000  # 160 for each item today, and none for its days


TAIPEI, LOS_ANGELES = (timezone(timedelta(hours=hours)) for hours in (8, -8))


def test_from_taipei_to_los_angeles_nothing_is_lost(
    whole: Course, all_answered: Callable[[float], list[Answer]]
) -> None:
    rows = all_answered(20)
    evening = datetime(2026, 11, 21, 18, tzinfo=TAIPEI)
    landed = (evening + timedelta(hours=13)).astimezone(LOS_ANGELES)
    assert landed.date() == evening.date()  # 21 November goes on
    done = [
        replace(one, at=stamp(evening + timedelta(minutes=n)), milliseconds=60_000)
        for n, one in enumerate(rows[:12])
    ]
    assert today(Standing(whole, rows), GOAL, evening).minutes == 30
    after = today(Standing(whole, [*rows, *done]), GOAL, landed)
    assert after.minutes == pytest.approx(18)  # it counts here, and once
    assert after.left == LEFT
    there, here = (
        {one.key: one.recall for one in found.plan.ranked}
        for zone in (TAIPEI, LOS_ANGELES)
        if (found := today(Standing(whole, rows), GOAL, evening.astimezone(zone))).plan
    )
    assert there == here  # no memory is older or younger


@pytest.mark.parametrize("zone", [UTC, TAIPEI, LOS_ANGELES])
def test_each_answer_counts_on_one_day_wherever_the_learner_is(zone: timezone) -> None:
    rows = [answer(str(n), n / 7, milliseconds=20_000) for n in range(50)][::-1]
    days = (NOW.astimezone(zone) - timedelta(days=n) for n in range(-1, 10))
    assert sum(spent(rows, 10.0, day) for day in days) == pytest.approx(50 * 20)


def test_an_answer_counts_on_the_day_that_it_was_there() -> None:
    at = datetime(2026, 11, 21, 17, tzinfo=UTC)
    rows = [replace(answer("a", 0, milliseconds=20_000), at=stamp(at))]
    for zone, day in ((TAIPEI, 22), (LOS_ANGELES, 21), (UTC, 21)):
        took = [
            spent(rows, 10.0, datetime(2026, 11, other, 23, 30, tzinfo=zone))
            for other in (20, 21, 22, 23)
        ]
        assert took == [20.0 * (other == day) for other in (20, 21, 22, 23)]
