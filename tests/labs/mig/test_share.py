"""The planner: against trying everything out, and in the sentences it says."""

import itertools
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certlab.errors import CourseError
from certlab.labs import mig
from certlab.labs.mig import parted_config
from certlab.labs.mig.real import mig_parted
from certlab.labs.mig.sharing import Need, Plan, by_hand, search, share
from certlab.labs.mig.sharing.need import suits
from tests.real_course import whole

TABLES = mig.tables(whole())
H100, A30 = TABLES["h100-80gb"], TABLES["a30-24gb"]
SEVEN = (
    Need("chat", 38, sms=60),
    Need("code", 36, sms=40),
    Need("rerank", 18, sms=30),
    Need("speech", 17, sms=30),
    Need("embed", 15, sms=20),
    Need("filter", 8),
    Need("video", 6, media=True),
)


def fresh(count: int, table=H100):
    return tuple(mig.Gpu(table, enabled=False) for _ in range(count))


def states(gpus):
    return [{(one.name, one.start) for one in gpu.instances} for gpu in gpus]


def test_seven_services_fill_two_gpus():
    plan = share(SEVEN, (H100, H100))
    assert [(one.gpu, one.start, one.profile, one.need.name) for one in plan.seats] == [
        (0, 0, "2g.20gb", "rerank"),
        (0, 2, "1g.10gb", "filter"),
        (0, 3, "1g.10gb+me", "video"),
        (0, 4, "3g.40gb", "chat"),
        (1, 0, "2g.20gb", "speech"),
        (1, 2, "1g.20gb", "embed"),
        (1, 4, "3g.40gb", "code"),
    ]
    assert plan.left == ()
    assert plan.used == 2
    assert plan.wasted_gib == 19.36
    assert plan.stranded[1] == (frozenset({3}), frozenset())


def test_the_eighth_is_left_over_and_told_which_resource_ran_out():
    plan = share((*SEVEN, Need("notebook", 9, sms=16)), (H100, H100))
    (left,) = plan.left
    assert (left.need, left.count) == ("notebook", 1)
    assert left.why == (
        "notebook needs at least 1 memory slice: with the 7 served that makes 17, and "
        "there are 16."
    )


LEFT = {
    "compute slices": (
        [Need("learner", 8, count=8)],
        1,
        (
            "learner needs at least 1 compute slice: with the 7 served that makes 8,"
            " and there are 7."
        ),
    ),
    "memory slices": (
        [Need("one", 70), Need("other", 70)],
        1,
        (
            "other needs at least 8 memory slices: with the 1 served that makes 16,"
            " and there are 8."
        ),
    ),
    "starts": (
        [Need("large", 30, sms=64, count=3)],
        2,
        (
            "large fits on no GPU: over all of them the slices would do (12 of 16 memory"
            " and 12 of 14 compute), but however the others are placed, none has enough"
            " left at a start of 4g.40gb (0)."
        ),
    ),
    "slices of one GPU": (
        [Need("large", 30, sms=64, count=2), Need("medium", 15, sms=30, count=3)],
        2,
        (
            "medium fits on no GPU: over all of them the slices would do (14 of 16 memory"
            " and 14 of 14 compute), but however the others are placed, none has enough"
            " left at a start of 2g.20gb (0, 2 or 4)."
        ),
    ),
    "media": (
        [Need("film", 5, media=True, count=3)],
        2,
        (
            "film needs media extensions (+me), which one instance of a GPU can have:"
            " 3 ask for them on 2 GPUs."
        ),
    ),
    "memory": (
        [Need("giant", 100)],
        2,
        (
            "giant needs 100 GiB of memory, and 7g.80gb has 79.25, the largest on"
            " H100 80 GB."
        ),
    ),
    "SMs": (
        [Need("fast", 1, sms=200)],
        1,
        "fast needs 200 SMs, and 7g.80gb has 132, the largest on H100 80 GB.",
    ),
    "GPUs": ([Need("lost", 1)], 0, "lost has no GPU to go to."),
}


@pytest.mark.parametrize("resource", LEFT)
def test_a_need_that_is_left_over_is_told_why(resource):
    needs, gpus, says = LEFT[resource]
    assert [one.why for one in share(needs, (H100,) * gpus).left] == [says]


def test_a_profile_whose_memory_nobody_printed_is_not_promised():
    (left,) = share([Need("large", 60)], (TABLES["b200-180gb"],)).left
    assert left.why == (
        "large needs 60 GiB of memory, and 2g.45gb has 44.25, the largest known on "
        "B200 180 GB."
    )


def test_media_without_a_profile_large_enough():
    (left,) = share([Need("film", 30, media=True)], (TABLES["b200-180gb"],)).left
    assert "needs media extensions, and 2g.45gb is without" in left.why


def test_forty_learners_on_four_gpus():
    plan = share([Need("learner", 8, count=40)], (H100,) * 4)
    assert len(plan.seats) == 28
    assert [(one.need, one.count) for one in plan.left] == [("learner", 12)]


def test_a_gpu_that_nobody_needs_is_not_cut():
    plan = share([Need("small", 8, count=3)], (H100, H100))
    assert plan.used == 1
    assert not plan.gpus[1].enabled
    assert plan.stranded[1] == (frozenset(), frozenset())
    assert not any("-i 1" in line for line in plan.commands)


def test_most_are_served_and_then_the_first_named():
    needs = [Need("large", 70), Need("a", 8), Need("b", 8)]
    assert [one.need for one in share(needs, (H100,)).left] == ["large"]
    needs = [Need("b", 70), Need("a", 60)]
    assert [one.need for one in share(needs, (H100,)).left] == ["a"]


def test_unlike_gpus_are_used_for_what_suits_them():
    plan = share([Need("large", 30), Need("small", 5, count=4)], (A30, H100))
    assert {(one.gpu, one.need.name) for one in plan.seats} == {
        (1, "large"),
        (1, "small"),
    }
    plan = share([Need("large", 70), Need("small", 5)], (A30, H100))
    assert [(one.gpu, one.profile) for one in plan.seats] == [
        (0, "1g.6gb"),
        (1, "7g.80gb"),
    ]


@pytest.mark.parametrize(
    "needs",
    [
        SEVEN,
        [Need("learner", 8, count=15)],
        [Need("roomy", 15, count=5), Need("small", 5, count=5)],
        [Need("film", 5, media=True), Need("large", 70)],
    ],
)
def test_the_commands_make_the_plan(needs):
    plan = share(needs, (H100, H100))
    gpus = fresh(2)
    for line in plan.commands:
        done = mig.run(gpus, line)
        assert done.code == 0, done.text
        gpus = done.gpus
    assert gpus == plan.gpus


def test_mig_parted_makes_the_plan_of_the_lab_without_starts():
    plan = share(SEVEN, (H100, H100))
    text = mig_parted.write({"services": parted_config.rules_of(plan.gpus)})
    again = parted_config.apply(mig_parted.read(text)["services"], fresh(2))
    assert states(again) == states(plan.gpus)


def test_where_the_driver_would_not_get_there_the_starts_are_given():
    # 1g.20gb beside the missing compute slice: the driver takes that start last.
    needs = [Need("roomy", 15, count=1), Need("small", 5, count=6)]
    plan = share(needs, (H100,))
    assert not plan.left
    assert ("1g.20gb", 6) in {one.key for one in plan.gpus[0].instances}
    assert plan.stranded == ((frozenset(), frozenset()),)


def test_two_runs_give_one_answer():
    assert share(SEVEN, (H100, H100)) == share(SEVEN, (H100, H100))


@pytest.mark.parametrize(
    ("needs", "says"),
    [
        ([Need("a", 5), Need("a", 6)], "Two needs are called a"),
        ([Need("a", 0)], "a: memory and count must be above 0"),
        ([Need("a", 5, count=0)], "a: memory and count must be above 0"),
        ([Need("a", 5, sms=-1)], "a: memory and count must be above 0"),
    ],
)
def test_needs_that_make_no_sense(needs, says):
    with pytest.raises(CourseError, match=says):
        share(needs, (H100,))


def test_too_much_to_search_is_refused(monkeypatch):
    monkeypatch.setattr(search, "MOST_STEPS", 10)
    with pytest.raises(CourseError, match="too many to plan exactly"):
        share(SEVEN, (H100, H100))


PLACES = {
    0: [("3g.40gb", 4, "chat"), ("3g.40gb", 0, "code")],
    1: [
        ("2g.20gb", 0, "rerank"),
        ("2g.20gb", 2, "speech"),
        ("1g.20gb", 6, "embed"),
        ("1g.10gb", 4, "filter"),
        ("1g.10gb+me", 5, "video"),
    ],
}


def test_a_plan_by_hand():
    plan = by_hand(SEVEN, (H100, H100), PLACES)
    assert plan.left == ()
    assert plan.used == 2
    part = by_hand(SEVEN, (H100, H100), {0: PLACES[0]})
    assert [one.need for one in part.left] == [
        "rerank",
        "speech",
        "embed",
        "filter",
        "video",
    ]
    assert not part.gpus[1].enabled


@pytest.mark.parametrize(
    ("places", "says"),
    [
        ({2: [("3g.40gb", 0, "chat")]}, "There is no GPU 2."),
        ({0: [("3g.40gb", 0)]}, "a place is a profile, a start and a name"),
        ({0: "3g"}, "a place is a profile, a start and a name"),
        ({0: [("3g.40gb", 2, "chat")]}, "3g.40gb cannot start at memory slice 2"),
        ({0: [("3g.40gb", None, "cat")]}, "Nobody called cat is waiting"),
        ({0: [("2g.20gb", 0, "chat")]}, "chat needs 38 GiB of memory, and 2g.20gb has"),
        ({0: [("1g.20gb", 0, "rerank")]}, "rerank needs 30 SMs, and 1g.20gb has 26"),
        ({0: [("1g.10gb", 0, "video")]}, "video needs media extensions"),
        ({0: [("3g.40gb", 0, "chat"), ("4g.40gb", 0, "code")]}, "4g.40gb needs memory"),
    ],
)
def test_a_plan_by_hand_that_is_refused(places, says):
    with pytest.raises(CourseError, match=says):
        by_hand(SEVEN, (H100, H100), places)


@cache
def legal(table):
    """Every mix of a GPU, from its layouts; the planner looks at maximal ones only."""
    every = mig.layouts(table, media=True)
    return {frozenset(Counter(name for name, _ in one).items()) for one in every}


Value = tuple[int, list[int], int, int]  # served: how many, who; GPUs; GiB / 100


def tried_out(needs, tables) -> Value:
    """The best of everything one could do."""
    found = []
    for where in itertools.product(range(-1, len(tables)), repeat=len(needs)):
        seated = [(need, at) for need, at in zip(needs, where, strict=True) if at >= 0]
        ways = [suits(tables[at], need) for need, at in seated]
        for profiles in itertools.product(*ways):
            mixes = [Counter() for _ in tables]
            for (_, at), profile in zip(seated, profiles, strict=True):
                mixes[at][profile.name] += 1
            if all(
                not one or frozenset(one.items()) in legal(table)
                for one, table in zip(mixes, tables, strict=True)
            ):
                memory = round(sum(one.memory_gib for one in profiles) * 100)
                who = [n for n, at in enumerate(where) if at >= 0]
                found.append((-len(seated), who, sum(map(bool, mixes)), memory))
    return min(found)


def value(plan: Plan) -> Value:
    memory = sum(one.instance.profile.memory_gib for one in plan.seats)
    who = sorted(int(one.need.name[1:]) for one in plan.seats)
    return -len(plan.seats), who, plan.used, round(memory * 100)


ASKED = st.builds(
    Need,
    name=st.just("?"),
    memory_gib=st.sampled_from([3, 5, 9, 11, 19, 22, 30, 39, 60]),
    sms=st.sampled_from([0, 0, 16, 20, 30, 60, 64]),
    media=st.sampled_from([False, False, True]),
)


@settings(max_examples=60)
@given(
    st.lists(ASKED, min_size=1, max_size=4),
    st.sampled_from([(H100,), (A30, H100), (A30, A30), (H100, H100)]),
)
def test_no_plan_is_better(asked, tables):
    needs = [
        Need(f"n{n}", one.memory_gib, one.sms, media=one.media)
        for n, one in enumerate(asked)
    ]
    plan = share(needs, tables)
    assert value(plan) == tried_out(needs, tables)
    for gpu in plan.gpus:
        again = mig.Gpu(gpu.table)
        for one in gpu.instances:
            again, _ = again.create(one.name, one.start)
    for seat in plan.seats:
        assert seat.instance.profile in suits(tables[seat.gpu], seat.need)
        assert seat.instance in plan.gpus[seat.gpu].instances
    assert len({(one.gpu, one.start) for one in plan.seats}) == len(plan.seats)
    assert len(plan.seats) + sum(one.count for one in plan.left) == len(needs)
    assert all(one.why.endswith(".") and one.why.count(". ") == 0 for one in plan.left)
