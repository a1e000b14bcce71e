"""Compute instances: what is offered, where they go, which ids they get."""

import pytest

from certlab.labs import mig
from certlab.labs.mig.compute_instances import free, offers
from certlab.labs.mig.partitions import Mig


def with_instance(table: Mig, profile: str, start: int = 0) -> tuple[mig.Gpu, int]:
    gpu, instance = mig.Gpu(table).create(profile, start)
    return gpu, instance.id


@pytest.mark.parametrize(
    ("table", "profile", "offered"),
    [
        ("a100-80gb", "1g.10gb", ["1g.10gb"]),
        ("a100-80gb", "1g.10gb+me", ["1g.10gb"]),
        ("a100-80gb", "2g.20gb", ["1c.2g.20gb", "2g.20gb"]),
        ("a100-80gb", "3g.40gb", ["1c.3g.40gb", "2c.3g.40gb", "3g.40gb"]),
        ("a100-80gb", "4g.40gb", ["1c.4g.40gb", "2c.4g.40gb", "4g.40gb"]),
        (
            "h100-80gb",
            "7g.80gb",
            [
                *("1c.7g.80gb", "1c.7g.80gb", "2c.7g.80gb", "3c.7g.80gb"),
                *("4c.7g.80gb", "7g.80gb"),
            ],
        ),
        ("a30-24gb", "4g.24gb", ["1c.4g.24gb", "2c.4g.24gb", "4g.24gb"]),
    ],
)
def test_what_an_instance_can_be_divided_into(
    table: str, profile: str, offered: list[str], tables: dict[str, Mig]
) -> None:
    gpu, id = with_instance(tables[table], profile)
    found = offers(gpu.table, gpu.instance(id).profile)
    assert [one.name for one in found] == offered
    assert [one.whole for one in found] == [False] * (len(found) - 1) + [True]


def test_ampere_fills_from_the_first_slice(tables: dict[str, Mig]) -> None:
    gpu, id = with_instance(tables["a100-80gb"], "3g.40gb")
    for start in range(3):
        gpu, made = gpu.create_compute(id, "1c.3g.40gb")
        assert (made.id, made.start, made.size) == (start, start, 1)


def test_hopper_leaves_the_most_choice(tables: dict[str, Mig]) -> None:
    gpu, id = with_instance(tables["h100-80gb"], "3g.40gb")
    gpu, first = gpu.create_compute(id, "1c.3g.40gb")
    assert first.start == 2  # as captured: 2:1
    gpu, second = gpu.create_compute(id, "2c.3g.40gb")
    assert (second.start, second.size) == (0, 2)


def test_seven_slices_take_two_and_three_at_their_boundaries(
    tables: dict[str, Mig],
) -> None:
    gpu, id = with_instance(tables["h100-80gb"], "7g.80gb")
    counts = [
        free(gpu.instance(id), one)
        for one in offers(gpu.table, gpu.instance(id).profile)
    ]
    assert counts == [7, 4, 3, 2, 1, 1]
    with pytest.raises(
        mig.Refusal, match=r"2c\.7g\.80gb cannot start at 1; it may start"
    ):
        gpu.create_compute(id, "2c.7g.80gb", 1)


def test_a_start_that_is_taken(tables: dict[str, Mig]) -> None:
    gpu, id = with_instance(tables["h100-80gb"], "3g.40gb")
    gpu, _ = gpu.create_compute(id, "1c.3g.40gb", 0)
    with pytest.raises(mig.Refusal, match="compute instance 0"):
        gpu.create_compute(id, "1c.3g.40gb", 0)


def test_the_lowest_free_id_is_used_again(tables: dict[str, Mig]) -> None:
    gpu, id = with_instance(tables["a100-80gb"], "3g.40gb")
    for _ in range(3):
        gpu, _ = gpu.create_compute(id, 0)
    gpu = gpu.destroy_compute(id, 1)
    gpu, made = gpu.create_compute(id, 0)
    assert (made.id, made.start) == (1, 1)
    assert [one.id for one in gpu.instance(id).computes] == [0, 1, 2]


def test_a_compute_profile_that_is_not_there(tables: dict[str, Mig]) -> None:
    gpu, id = with_instance(tables["a100-80gb"], "3g.40gb")
    with pytest.raises(mig.Refusal) as caught:
        gpu.create_compute(id, "4c.3g.40gb")
    assert str(caught.value) == (
        "3g.40gb (instance 1) has no compute profile 4c.3g.40gb; it has 1c.3g.40gb (0), "
        "2c.3g.40gb (1), 3g.40gb (2)."
    )


def test_sms_are_those_of_the_plain_profile(tables: dict[str, Mig]) -> None:
    gpu, id = with_instance(tables["h100-80gb"], "7g.80gb")
    sms = [one.sms for one in offers(gpu.table, gpu.instance(id).profile)]
    assert sms == [16, 26, 32, 60, 64, 132]


@pytest.mark.parametrize(
    ("table", "profile", "rows"),
    [
        ("a100-80gb", "2g.20gb", [(0, 2, 14), (1, 1, 28)]),
        ("a100-80gb", "1g.20gb", [(0, 1, 14)]),
        ("h100-80gb", "1g.10gb", [(0, 1, 16)]),
        ("h100-80gb", "1g.20gb", [(0, 1, 16), (7, 1, 26)]),
        ("h100-80gb", "2g.20gb", [(0, 2, 16), (7, 1, 26), (1, 1, 32)]),
        ("h100-80gb", "4g.40gb", [(0, 4, 16), (7, 2, 26), (1, 2, 32), (3, 1, 64)]),
        ("h200-141gb", "2g.35gb", [(0, 2, 16), (7, 1, 26), (1, 1, 32)]),
        ("b200-180gb", "2g.45gb", [(0, 2, 18), (7, 1, 30), (1, 1, 36)]),
        ("rtx-pro-6000-96gb", "2g.48gb", [(0, 2, 46), (1, 1, 94)]),
    ],
)
def test_one_slice_in_its_second_revision(
    table: str,
    profile: str,
    rows: list[tuple[int, int, int]],
    tables: dict[str, Mig],
) -> None:
    gpu, id = with_instance(tables[table], profile)
    found = offers(gpu.table, gpu.instance(id).profile)
    assert [(one.id, one.most, one.sms) for one in found] == rows


def test_the_second_revision_takes_two_slices(tables: dict[str, Mig]) -> None:
    gpu, id = with_instance(tables["h100-80gb"], "2g.20gb")
    gpu, made = gpu.create_compute(id, 7)
    assert (made.name, made.start, made.size, made.sms) == ("1c.2g.20gb", 0, 2, 26)
    with pytest.raises(mig.Refusal) as caught:
        gpu.create_compute(id, 7)
    assert str(caught.value).startswith(
        "1c.2g.20gb needs 2 compute slices of 2g.20gb (instance 3), which has 2: 0–1 by "
        "compute instance 0 (1c.2g.20gb)."
    )
    with pytest.raises(mig.Refusal):
        gpu.create_compute(id, 0)


def test_one_slice_beside_the_second_revision(tables: dict[str, Mig]) -> None:
    gpu, id = with_instance(tables["h100-80gb"], "3g.40gb")
    gpu, _ = gpu.create_compute(id, 7, 0)
    gpu, made = gpu.create_compute(id, "1c.3g.40gb")
    assert (made.profile, made.start) == (0, 2)
    assert mig.script(gpu) == (
        "nvidia-smi mig -i 0 -cgi 9:0",
        "nvidia-smi mig -i 0 -gi 1 -cci 7:0,0:2",
    )


def test_a_slice_of_the_double_memory_profile_is_not_all_of_it(
    tables: dict[str, Mig],
) -> None:
    gpu, id = with_instance(tables["h100-80gb"], "1g.20gb")
    gpu, made = gpu.create_compute(id, 0)
    assert (made.name, made.sms, made.whole) == ("1g.20gb", 16, False)
    assert mig.script(gpu)[-1].endswith("-cci 0:0")


def test_double_memory_is_whole_on_hopper(tables: dict[str, Mig]) -> None:
    gpu, id = with_instance(tables["h100-80gb"], "1g.20gb")
    _, made = gpu.create_compute(id)
    assert (made.name, made.profile, made.sms) == ("1g.20gb", 7, 26)
    gpu, id = with_instance(tables["a100-80gb"], "1g.20gb")
    assert gpu.create_compute(id)[1].profile == 0
