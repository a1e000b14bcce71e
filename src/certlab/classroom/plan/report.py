"""A plan as JSON and as lines to read."""

from collections.abc import Iterator
from typing import Any

from certlab.classroom.plan.class_plan import ClassPlan, Seat
from certlab.classroom.plan.costs import costs
from certlab.classroom.plan.seats import Cut
from certlab.course import Course
from certlab.labs import mig


def as_data(plan: ClassPlan, course: Course) -> dict[str, Any]:
    """The plan as JSON holds it; the class's Hub reads `cuts` and `turns` of it."""
    return {
        "learners": plan.learners,
        "memory_gib": plan.memory,
        "places": plan.places,
        "spare": plan.spare,
        "cuts": [
            {
                "gpu": cut.kind.id,
                "count": cut.kind.count,
                "profile": cut.profile,
                "devices": cut.devices,
                "memory": cut.memory,
                "unit": cut.unit,
                "sms": cut.sms or None,
                "shares": cut.shares,
            }
            for cut in plan.cuts
        ],
        "seats": [vars(one) for one in plan.seats],
        "turns": [{"step": t.step, "learners": list(t.learners)} for t in plan.turns],
        "costs": list(costs(plan, course)),
    }


def lines(plan: ClassPlan, course: Course) -> Iterator[str]:
    """The plan as an instructor reads it."""
    yield f"{plan.learners} learners, each with at least {plan.memory:g} GiB of GPU memory."
    yield f"{plan.places} can be on a GPU at one time."
    for cut in plan.cuts:
        yield ""
        yield f"{cut.kind.count} x {cut.kind.name}: {_cut(cut)}"
        for gpu in cut.gpus[:1] if cut.profile else ():
            yield f"  each: {mig.draw.words(gpu)}"
    yield ""
    yield "Who gets what"
    for seat, numbers in _by_gpu(plan):
        yield f"  {_seat(seat)}: {_ranges(numbers)}"
    if plan.turns:
        yield f"  no GPU at first (see the turns): {_rest(plan)}"
        yield ""
        yield "Turns: who is on a GPU"
        for turn in plan.turns:
            yield f"  {turn.step}: {_ranges(turn.learners)}"
    yield ""
    yield "What it costs"
    for says in costs(plan, course):
        yield f"  - {says}"


def _cut(cut: Cut) -> str:
    if cut.profile:
        sms = f" and {cut.sms} SMs" if cut.sms else ""
        text = (
            f"{cut.each} instances of {cut.profile} on each, {cut.memory:.2f} GiB{sms} "
            "in each instance"
        )
    else:
        off = ", with MIG off" if cut.kind.table else ", which have no MIG"
        text = f"whole GPUs of {cut.memory:g} GB{off}"
    if cut.shares > 1:
        text += f"; {cut.shares} learners time-slice each"
    return text + "."


def _by_gpu(plan: ClassPlan) -> Iterator[tuple[Seat, tuple[int, ...]]]:
    """Each GPU by one of its seats, and the learners on it."""
    rows: dict[tuple[str, int], list[Seat]] = {}
    for one in plan.seats:
        rows.setdefault((one.kind, one.gpu), []).append(one)
    for seats in rows.values():
        yield seats[0], tuple(one.learner for one in seats)


def _seat(seat: Seat) -> str:
    what = f"one {seat.profile} each" if seat.profile else "the whole GPU"
    return f"{seat.kind} number {seat.gpu}, {what}" + ", time-sliced" * (
        seat.shares > 1
    )


def _rest(plan: ClassPlan) -> str:
    return _ranges(tuple(range(len(plan.seats) + 1, plan.learners + 1)))


def _ranges(numbers: tuple[int, ...]) -> str:
    """1, 2, 3, 7 as "1-3, 7"."""
    rows: list[list[int]] = []
    for n in numbers:
        if rows and n == rows[-1][-1] + 1:
            rows[-1].append(n)
        else:
            rows.append([n])
    return ", ".join(f"{r[0]}-{r[-1]}" if len(r) > 1 else str(r[0]) for r in rows)
