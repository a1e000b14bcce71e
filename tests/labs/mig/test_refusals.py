"""What a refusal says: which resource, where, who holds it, and the way out."""

from typing import Any

import pytest

from certlab.errors import CourseError
from certlab.labs import mig
from certlab.labs.mig.partitions import Mig


def built(table: Mig, *wanted: str, **more: Any) -> mig.Gpu:
    """A GPU with instances "profile:start", no compute instances."""
    gpu = mig.Gpu(table, **more)
    for one in wanted:
        name, _, start = one.partition(":")
        gpu, _ = gpu.create(name, int(start) if start else None)
    return gpu


def refused(gpu: mig.Gpu, profile: str, start: int | None = None) -> str:
    with pytest.raises(mig.Refusal) as caught:
        gpu.create(profile, start)
    assert caught.value.reason == "Insufficient Resources"
    return str(caught.value)


def test_memory_that_is_held_and_by_whom(tables: dict[str, Mig]) -> None:
    board = built(tables["h100-80gb"], "3g.40gb:0", "2g.20gb:4", "1g.10gb:6")
    assert refused(board, "3g.40gb") == (
        "3g.40gb needs memory slices 0–3 or 4–7, but 0–3 is used by 3g.40gb "
        "(instance 1), "
        "4–5 by 2g.20gb (instance 5) and 6 by 1g.10gb (instance 13). "
        "It needs 3 of 7 compute slices, but 1 is free: 3 used by 3g.40gb "
        "(instance 1), 2 by 2g.20gb (instance 5) and 1 by 1g.10gb (instance 13). "
        "Nothing was changed. Destroying 2g.20gb (instance 5) and 1g.10gb "
        "(instance 13) would make room at 4–7."
    )


def test_memory_alone_when_compute_slices_are_left(tables: dict[str, Mig]) -> None:
    board = built(tables["h100-80gb"], "1g.10gb", "1g.10gb", "2g.20gb")
    assert refused(board, "3g.40gb") == (
        "3g.40gb needs memory slices 0–3 or 4–7, but 0–1 is used by 2g.20gb "
        "(instance 3), "
        "4 by 1g.10gb (instance 11) and 6 by 1g.10gb (instance 13). "
        "Nothing was changed. Destroying 2g.20gb (instance 3) would make room at 0–3."
    )


def test_one_slice_of_many(tables: dict[str, Mig]) -> None:
    board = built(tables["h100-80gb"], "3g.40gb", "3g.40gb")
    assert refused(board, "1g.10gb").startswith(
        "1g.10gb needs one of memory slices 0–6, but 0–3 is used by 3g.40gb "
        "(instance 1) "
        "and 4–6 by 3g.40gb (instance 2). Nothing was changed."
    )


def test_a_start_that_is_taken_while_others_are_open(tables: dict[str, Mig]) -> None:
    board = built(tables["h100-80gb"], "1g.10gb:2")
    assert refused(board, "1g.10gb", 2) == (
        "1g.10gb needs memory slice 2, but 2 is used by 1g.10gb (instance 9). "
        "Nothing was "
        "changed. It fits at 0, 1, 3, 4, 5 or 6. Destroying 1g.10gb (instance 9) would "
        "make room at 2."
    )


def test_media_extensions_once_per_gpu(tables: dict[str, Mig]) -> None:
    board = built(tables["h100-80gb"], "1g.10gb+me")
    assert refused(board, "1g.10gb+me") == (
        "A GPU can have 1g.10gb+me at most once, and it has 1g.10gb+me "
        "(instance 13). Nothing was "
        "changed. Destroying 1g.10gb+me (instance 13) would make room at 0."
    )


def test_media_engines_that_one_instance_has_all_of(tables: dict[str, Mig]) -> None:
    board = built(tables["rtx-pro-6000-96gb"], "1g.24gb+me.all:0")
    says = refused(board, "1g.24gb")
    assert says.startswith(
        "1g.24gb needs 1 of 4 video decoders (DEC), but 0 are free: 4 used by "
        "1g.24gb+me.all (instance 3). 1g.24gb needs 1 of 4 video encoders (ENC), but "
    )
    assert says.endswith(
        "Destroying 1g.24gb+me.all (instance 3) would make room at 0–2."
    )
    assert board.fits("1g.24gb-me") == (3, 6, 9)


def test_two_profiles_that_share_the_one_flow_engine(tables: dict[str, Mig]) -> None:
    board = built(tables["a30-24gb"], "1g.6gb+me")
    assert "1 of 1 optical flow engines (OFA), but 0 are free" in refused(
        board, "2g.12gb+me"
    )


def test_compute_slices_that_ran_out(tables: dict[str, Mig]) -> None:
    gpu = built(tables["h100-80gb"], "4g.40gb", "1g.10gb:4")
    gpu, _ = gpu.create_compute(1, "2c.4g.40gb")
    gpu, _ = gpu.create_compute(1, "1c.4g.40gb")
    with pytest.raises(mig.Refusal) as caught:
        gpu.create_compute(1, "2c.4g.40gb")
    assert str(caught.value) == (
        "2c.4g.40gb needs 2 compute slices of 4g.40gb (instance 1), which has 4: 0–1 by "
        "compute instance 0 (2c.4g.40gb) and 2 by compute instance 1 (1c.4g.40gb). "
        "Nothing was changed. Destroy a compute instance first, with -dci -gi 1."
    )


SENTENCES = [
    ("77", None, "There is no profile 77 on H100 80 GB; choose one of 1g.10gb (19), "),
    ("3g.40gb", 2, "3g.40gb cannot start at memory slice 2; it may start at 0 or 4."),
]


@pytest.mark.parametrize(("profile", "start", "says"), SENTENCES)
def test_what_the_gpu_never_has(
    profile: str, start: int | None, says: str, tables: dict[str, Mig]
) -> None:
    with pytest.raises(mig.Refusal) as caught:
        mig.Gpu(tables["h100-80gb"]).create(profile, start)
    assert str(caught.value).startswith(says)
    assert caught.value.reason == "Invalid Argument"
    assert isinstance(caught.value, CourseError)


def test_a_driver_too_old_for_a_profile(tables: dict[str, Mig]) -> None:
    gpu = mig.Gpu(tables["a100-40gb"], driver="510.47.03")
    assert gpu.create("1g.5gb+me")[1].id == 13
    with pytest.raises(mig.Refusal) as caught:
        gpu.create("1g.10gb")
    says = "1g.10gb needs driver 525 or newer, but this one is 510.47.03; update it."
    assert str(caught.value) == says
    assert "1g.10gb " not in mig.listing.lgip(gpu)


def test_a_driver_too_old_for_the_gpu(tables: dict[str, Mig]) -> None:
    gpu = mig.Gpu(tables["h200-141gb"], driver="535.183.01", enabled=False)
    with pytest.raises(
        mig.Refusal, match=r"MIG on H200 141 GB needs driver 550\.90\.07"
    ):
        gpu.enable()


def test_mig_off(tables: dict[str, Mig]) -> None:
    gpu = mig.Gpu(tables["h100-80gb"], enabled=False)
    assert gpu.fits("1g.10gb") == ()
    for attempt in (
        lambda: gpu.create("1g.10gb"),
        lambda: gpu.destroy(7),
        lambda: gpu.create_compute(7),
        lambda: gpu.destroy_compute(7, 0),
        lambda: mig.make_room(gpu, "1g.10gb"),
    ):
        with pytest.raises(mig.Refusal, match="MIG is off on this GPU"):
            attempt()
    assert mig.draw.words(gpu) == "MIG is off."


def test_an_instance_in_use(tables: dict[str, Mig]) -> None:
    gpu = built(tables["h100-80gb"], "1g.10gb")
    gpu, _ = gpu.create_compute(13)
    with pytest.raises(mig.Refusal) as caught:
        gpu.destroy(13)
    assert str(caught.value) == (
        "1g.10gb (instance 13) still contains compute instance 0; destroy it first, "
        "with -dci. Nothing was changed."
    )
    busy = gpu.run(13, 0, "python train.py")
    with pytest.raises(mig.Refusal) as caught:
        busy.destroy_compute(13, 0)
    assert str(caught.value) == (
        "Compute instance 0 of 1g.10gb (instance 13) is used by python train.py; stop it "
        "first. Nothing was changed."
    )
    idle = busy.stop(13, 0)
    assert idle == gpu
    assert idle.destroy_compute(13, 0).destroy(13).instances == ()


def test_several_compute_instances_are_named(tables: dict[str, Mig]) -> None:
    gpu = built(tables["h100-80gb"], "2g.20gb:0")
    for _ in range(2):
        gpu, _ = gpu.create_compute(3, "1c.2g.20gb")
    with pytest.raises(mig.Refusal, match="compute instances 0 and 1; destroy them"):
        gpu.destroy(3)


def test_a_process_that_holds_the_gpu(tables: dict[str, Mig]) -> None:
    held = mig.Gpu(tables["h100-80gb"], clients=("dcgm", "nsys"))
    with pytest.raises(mig.Refusal, match="is in use by dcgm and nsys; stop them"):
        held.create("1g.10gb")


def test_switching_mig_on_resets_an_ampere_gpu_only(tables: dict[str, Mig]) -> None:
    ampere = mig.Gpu(tables["a100-80gb"], enabled=False, clients=("dcgm",))
    with pytest.raises(
        mig.Refusal, match="A100 80 GB is reset when MIG is switched on"
    ):
        ampere.enable()
    hopper = mig.Gpu(tables["h100-80gb"], enabled=False, clients=("dcgm",))
    assert hopper.enable().enabled


def test_mig_stays_on_while_there_are_instances(tables: dict[str, Mig]) -> None:
    gpu = built(tables["h100-80gb"], "1g.10gb")
    with pytest.raises(mig.Refusal, match=r"1g\.10gb \(instance 13\); destroy them"):
        gpu.disable()
    assert not gpu.destroy(13).disable().enabled


@pytest.mark.parametrize(
    ("id", "compute", "says"),
    [
        (9, 0, "The GPU has no instance 9; it has 1g.10gb (instance 13)."),
        (13, 4, "1g.10gb (instance 13) has no compute instance 4; it has none."),
    ],
)
def test_ids_that_are_not_there(
    id: int, compute: int, says: str, tables: dict[str, Mig]
) -> None:
    gpu = built(tables["h100-80gb"], "1g.10gb")
    with pytest.raises(mig.Refusal) as caught:
        gpu.destroy_compute(id, compute)
    assert str(caught.value) == says
    assert caught.value.reason == "Not Found"


def test_no_instance_at_all(tables: dict[str, Mig]) -> None:
    with pytest.raises(mig.Refusal, match="no instance 1; it has none"):
        mig.Gpu(tables["h100-80gb"]).instance(1)


def test_room_is_made_by_destroying_the_fewest(tables: dict[str, Mig]) -> None:
    board = built(tables["h100-80gb"], "2g.20gb:0", "1g.10gb:2", "3g.40gb:4")
    assert mig.make_room(board, "4g.40gb") == {3, 9}
    assert mig.make_room(board, "1g.10gb") == frozenset()
    assert mig.make_room(board, "2g.20gb") == {9}
    assert mig.make_room(board, "7g.80gb") == {2, 3, 9}
    assert mig.make_room(board, "3g.40gb", 0) == {3, 9}


def test_room_for_an_engine_as_well(tables: dict[str, Mig]) -> None:
    board = built(tables["rtx-pro-6000-96gb"], "1g.24gb:0", "1g.24gb:3", "2g.48gb-me:6")
    # Two decoders are held by each 1g.24gb; all four are wanted.
    assert mig.make_room(board, "1g.24gb+me.all") == {3, 4}
