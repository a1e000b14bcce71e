"""What a plan says in sentences: whether it is enough, what the cap costs."""

from collections.abc import Iterator, Sequence
from datetime import date

from certlab.course import Course
from certlab.planner.day import DayPlan
from certlab.planner.forecast import PlanForecast, Sweep
from certlab.study.exams.blueprint import covered, in_all
from certlab.words import Sentence, day_of_year, plural


def enough(plan: DayPlan, minutes: int, left: float) -> Iterator[Sentence]:
    """Why the day ends where it does; nothing where minutes are what it lacks.

    Args:
        minutes: a day.
        left: minutes of today.
    """
    begun = bool(plan.today)
    if left <= 0:
        yield plural(
            "The {n} minute for today is used up, and the rest can wait.",
            "The {n} minutes for today are used up, and the rest can wait.",
            minutes,
        )
    elif plan.enough and any(one.when is not None for one in plan.ranked):
        yield (
            Sentence("You can stop after this, because the rest is worth more later.")
            if begun
            else Sentence("That is enough today, because the rest is worth more later.")
        )
    elif plan.enough:
        yield (
            Sentence("You can stop after this, because nothing else would gain today.")
            if begun
            else Sentence(
                "That is enough today, because nothing would gain from another review."
            )
        )


def unpredicted() -> Sentence:
    """Why there is no forecast, and what the day goes by."""
    return Sentence(
        "Your answers of the last four weeks were predicted badly, so today goes by what "
        "is due and by the path, without a forecast."
    )


def predicted_so(bad: bool) -> Sentence:
    """What follows for the plan from how well answers were predicted."""
    if bad:
        return Sentence(
            "What you would know was predicted worse than by saying the same of every "
            "question. Until it is predicted better, your plan goes by what is due."
        )
    return Sentence("This is near enough for your plan to go by what it expects.")


def waiting(plan: DayPlan) -> Iterator[Sentence]:
    """What would pay today and has no place in its minutes."""
    taken = {one.key for one in plan.today}
    full = sum(one.pays and one.key not in taken for one in plan.ranked)
    if full > 0:
        yield plural(
            "{n} more item is waiting; these matter most.",
            "{n} more items are waiting; these matter most.",
            full,
        )


def closed(items: int) -> Iterator[Sentence]:
    """What is new and waits for its page."""
    if items:
        yield plural(
            "{n} new item comes once its page is read or skipped.",
            "{n} new items come once their pages are read or skipped.",
            items,
        )


def cap_costs(found: PlanForecast) -> Iterator[Sentence]:
    """What will not fit, and what more minutes a day would bring; nothing when all fits."""
    if not found.left_out:
        return
    if not found.more:
        yield plural(
            "{n} of {items} items will not fit.",
            "{n} of {items} items will not fit.",
            found.left_out,
            items=found.items,
        )
        return
    yield plural(
        "{n} of {items} items will not fit; with {more} more minutes a day it would.",
        "{n} of {items} items will not fit; with {more} more minutes a day, "
        "{brought} of them would.",
        found.left_out,
        items=found.items,
        more=found.more,
        brought=found.brought,
    )


def sweeps(sweep: Sweep | None, today: date) -> Iterator[Sentence]:
    """When most items come for the last time."""
    if sweep is None:
        return
    told = {
        "begins": day_of_year(sweep.begins),
        "ends": day_of_year(sweep.ends),
        "items": sweep.items,
        "daily": round(sweep.items / len(sweep.daily)),
    }
    if sweep.begins >= sweep.ends:
        yield Sentence(
            "Final review on {ends}: about {items} items.",
            **told,
        )
    elif sweep.begins <= today:
        yield Sentence(
            "Final review has begun: about {items} items until {ends}, {daily} a day.",
            **told,
        )
    else:
        yield Sentence(
            "Final review from {begins} to {ends}: about {items} items, {daily} a day.",
            **told,
        )


def covers(course: Course, exam: str) -> Sentence:
    """How much of an exam, by its id, is covered: it stands with every expected score."""
    n, count = in_all(covered(course, exam))
    return Sentence(
        "The course has questions on {n} of the {count} objectives of this exam.",
        n=n,
        count=count,
    )


def passed(due: int) -> Iterator[Sentence]:
    """That the exam is over, and that review goes on."""
    yield Sentence("The day of the exam has passed; give the next one.")
    if due:
        yield Sentence("Until then you review what is due.")


def empty(domains: Sequence[int]) -> Iterator[Sentence]:
    """The domains that the course does not teach yet."""
    if domains:
        yield plural(
            "The course has nothing yet for domain {list} of this exam.",
            "The course has nothing yet for domains {list} of this exam.",
            len(domains),
            list=", ".join(map(str, domains)),
        )
