"""Dividing GPUs: against trying everything out, and in what it refuses."""

import itertools

import pytest

from certlab.classroom.plan.class_plan import make_plan
from certlab.classroom.plan.fleet import read_fleet
from certlab.classroom.plan.rota import on_gpu, rota
from certlab.classroom.plan.seats import _cuts, divide
from certlab.errors import CourseError
from tests.real_course import whole

FLEETS = ("h100-80gb", "2xa100-40gb,l4", "a30-24gb,2xt4", "rtx-pro-6000-96gb,a30-24gb")


@pytest.mark.parametrize("gpus", FLEETS)
def test_whoever_gets_least_gets_as_much_as_can_be(gpus: str) -> None:
    fleet = read_fleet(gpus, whole())
    ways = list(itertools.product(*([None, *_cuts(kind)] for kind in fleet)))
    for learners in range(1, 1 + max(sum(c.seats for c in way if c) for way in ways)):
        best = max(
            min(cut.memory for cut in way if cut)
            for way in ways
            if sum(cut.seats for cut in way if cut) >= learners
        )
        cuts = divide(fleet, learners, 1)
        assert all(cut.shares == 1 for cut in cuts), "nobody has to share"
        assert min(cut.memory for cut in cuts) == best


@pytest.mark.parametrize("sharing", ["auto", "slices", "turns"])
@pytest.mark.parametrize("learners", [1, 7, 23, 60])
def test_each_learner_has_a_seat_or_turns_and_no_device_too_many(
    learners: int, sharing: str
) -> None:
    plan = make_plan(whole(), learners, "2xa100-80gb,2xl4", 4, sharing)
    assert len(plan.seats) == min(learners, plan.places)
    on = [(one.kind, one.gpu, one.start) for one in plan.seats]
    for one in plan.seats:
        assert on.count((one.kind, one.gpu, one.start)) <= one.shares
    for cut in plan.cuts:
        assert cut.memory_each >= 4
        assert (
            cut.shares == 1
            or sharing == "slices"
            or (sharing, cut.profile) == ("auto", "")
        )
    assert bool(plan.turns) == (learners > plan.places)


def test_instances_keep_their_walls_unless_slices_are_asked_for() -> None:
    kept, shared = (
        make_plan(whole(), 20, "2xa100-80gb", 4, sharing)
        for sharing in ("auto", "slices")
    )
    assert (kept.places, {cut.shares for cut in kept.cuts}) == (14, {1})
    assert not shared.turns
    assert {cut.shares for cut in shared.cuts} == {2}


@pytest.mark.parametrize(("learners", "seats"), [(40, 28), (5, 2), (9, 3), (13, 12)])
def test_nobody_is_more_than_a_turn_ahead(learners: int, seats: int) -> None:
    had = dict.fromkeys(range(1, learners + 1), 0)
    for turn in range(50):
        for one in on_gpu(learners, seats, turn):
            had[one] += 1
        assert max(had.values()) - min(had.values()) <= 1
        assert sum(had.values()) == (turn + 1) * seats


def test_a_rota_has_the_steps_of_a_syllabus() -> None:
    assert rota(4, 4, ["one"]) == ()
    names = ["Lab A", "Lab B", "Lab C"]
    assert [turn.step for turn in rota(3, 2, names)] == names


@pytest.mark.parametrize(
    ("learners", "gpus", "memory", "says"),
    [
        (0, "h100-80gb", 4, "at least one learner"),
        (3, "h100", 4, "h100 does not say which board it is; name one of h100-80gb"),
        (3, "h100-pcie", 4, "does not say which board"),
        (3, "h900", 4, "no table says how h900 can be shared"),
        (3, "0xl4", 4, "at least one GPU"),
        (3, "", 4, "at least one GPU"),
        (3, "four h100", 4, "is not a number of GPUs"),
        (3, "5000xl4", 4, "give at most 256 GPUs"),
        (3, "a10", 4, "add it, as in a10-24gb"),
        (3, "l4", 400, "has 24 GB, so ask for less"),
        (3, "l4", 0, "more than 0 GiB"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(
    learners: int, gpus: str, memory: float, says: str
) -> None:
    with pytest.raises(CourseError) as refused:
        make_plan(whole(), learners, gpus, memory)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_gpu_without_a_row_is_taken_at_its_word() -> None:
    (cut,) = make_plan(whole(), 6, "2xother-48gb", 4).cuts
    assert (cut.memory, cut.profile, cut.shares) == (48, "", 3)
    (cut,) = make_plan(whole(), 6, "2xgeforce-rtx-4090-24gb", 4).cuts
    assert (cut.memory, cut.shares) == (24, 3)
