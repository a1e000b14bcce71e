"""Laws that hold whatever is done to a GPU."""

from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from certlab.labs import mig
from certlab.labs.mig.compute_instances import offers
from certlab.labs.mig.partitions import Mig

TABLES = ("h100-80gb", "a100-40gb", "b200-180gb", "a30-24gb", "rtx-pro-6000-96gb")
some = st.sampled_from(TABLES)
picks = st.lists(st.integers(0, 10_000), max_size=12)


def grown(table: Mig, picks: list[int], **more: bool) -> mig.Gpu:
    """A GPU after a few creations, where each number picks one that is possible."""
    gpu = mig.Gpu(table, **more)
    for pick in picks:
        now = [(one.name, at) for one in table.profiles for at in gpu.fits(one.name)]
        if not now:
            break
        gpu, _ = gpu.create(*now[pick % len(now)])
    return gpu


@given(some, picks, st.booleans())
def test_instances_never_share_a_slice_or_an_id(
    tables: dict[str, Mig], id: str, picks: list[int], crossed: bool
) -> None:
    gpu = grown(tables[id], picks, crossed=crossed)
    slices = [
        n
        for one in gpu.instances
        for n in range(one.start, one.start + one.profile.size)
    ]
    assert len(slices) == len(set(slices))
    assert set(slices) <= set(range(gpu.table.memory_slices))
    assert sum(one.profile.compute for one in gpu.instances) <= gpu.table.compute_slices
    assert len({one.id for one in gpu.instances}) == len(gpu.instances)


@given(some, picks, st.integers(0, 10_000))
def test_destroying_what_was_created_gives_the_gpu_back(
    tables: dict[str, Mig], id: str, picks: list[int], pick: int
) -> None:
    gpu = grown(tables[id], picks)
    for one in gpu.table.profiles:
        for start in gpu.fits(one.name):
            more, made = gpu.create(one.name, start)
            assert more.destroy(made.id) == gpu


@given(some, picks)
def test_what_fits_can_be_created_and_nothing_else(
    tables: dict[str, Mig], id: str, picks: list[int]
) -> None:
    gpu = grown(tables[id], picks)
    for one in gpu.table.profiles:
        starts = gpu.fits(one.name)
        assert (gpu.free(one.name) > 0) == bool(starts)
        for start in range(gpu.table.memory_slices):
            try:
                gpu.create(one.name, start)
            except mig.Refusal:
                assert start not in starts
            else:
                assert start in starts
        if starts:
            assert gpu.create(one.name)[1].start in starts


@given(some, st.integers(0, 10_000), st.randoms(use_true_random=False))
def test_a_layout_can_be_made_in_any_order_when_starts_are_given(
    tables: dict[str, Mig], id: str, pick: int, random: Random
) -> None:
    table = tables[id]
    every = sorted(map(sorted, mig.layouts(table, media=True)))
    order = every[pick % len(every)]
    random.shuffle(order)
    gpu = mig.Gpu(table)
    for name, start in order:
        gpu, _ = gpu.create(name, start)
    assert {one.key for one in gpu.instances} == set(order)


@given(some, picks)
def test_an_order_of_destroying_leaves_the_same(
    tables: dict[str, Mig], id: str, picks: list[int]
) -> None:
    gpu = grown(tables[id], picks)
    ids = [one.id for one in gpu.instances]
    for a, b in combinations(ids, 2):
        assert gpu.destroy(a).destroy(b) == gpu.destroy(b).destroy(a)


def brute_force(gpu: mig.Gpu, profile: str) -> tuple[int, int]:
    """Fewest instances to destroy, and fewest slices among those: by trying all."""
    for count in range(len(gpu.instances) + 1):
        slices = []
        for gone in combinations(gpu.instances, count):
            less = gpu
            for one in gone:
                less = less.destroy(one.id)
            if less.fits(profile):
                slices.append(sum(one.profile.size for one in gone))
        if slices:
            return count, min(slices)
    raise AssertionError("an empty GPU takes every profile")


@given(some, picks, st.integers(0, 10_000))
def test_room_is_made_as_cheaply_as_can_be(
    tables: dict[str, Mig], id: str, picks: list[int], pick: int
) -> None:
    gpu = grown(tables[id], picks)
    profile = gpu.table.profiles[pick % len(gpu.table.profiles)].name
    ids = mig.make_room(gpu, profile)
    less = gpu
    for one in ids:
        less = less.destroy(one)
    assert less.fits(profile)
    slices = sum(one.profile.size for one in gpu.instances if one.id in ids)
    assert (len(ids), slices) == brute_force(gpu, profile)


@given(some, picks, st.lists(st.integers(0, 10_000), max_size=20))
def test_compute_instances_stay_within_their_instance(
    tables: dict[str, Mig], id: str, picks: list[int], more: list[int]
) -> None:
    gpu = grown(tables[id], picks)
    for pick in more:
        if not gpu.instances:
            break
        instance = gpu.instances[pick % len(gpu.instances)]
        try:
            gpu, _ = gpu.create_compute(instance.id, pick % 5)
        except mig.Refusal:
            continue
    for one in gpu.instances:
        assert sum(each.compute for each in one.computes) <= one.profile.compute
        masks = [each.mask for each in one.computes]
        assert sum(masks) == sum(
            1 << n for n in range(9) if any(m >> n & 1 for m in masks)
        )
        assert [each.id for each in one.computes] == sorted(
            {each.id for each in one.computes}
        )


@given(some, picks)
def test_the_lines_of_a_gpu_make_it_again(
    tables: dict[str, Mig], id: str, picks: list[int]
) -> None:
    gpu = grown(tables[id], picks)
    for n, one in enumerate(gpu.instances):
        if n % 3:
            smallest = offers(gpu.table, one.profile)[0].name
            gpu, _ = gpu.create_compute(one.id, "" if n % 2 else smallest)
    again = (mig.Gpu(gpu.table),)
    for line in mig.script(gpu):
        done = mig.run(again, line)
        assert done.code == 0, done.why
        again = done.gpus
    assert again == (gpu,)
