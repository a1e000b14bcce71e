"""DDP: the weights of one process, the same bits on all ranks, and what goes wrong."""

from typing import Any

from certlab.labs.distributed.real import parallel
from certlab.labs.distributed.real.parallel import distance

from .ways import SENT, TASK

# A weight moves by about the rate in each of Adam's steps. A hundredth of that is what
# sums in another order come to where a gradient is next to nothing: Adam divides by it.
ROUNDING = TASK.rate / 100


def test_ddp_finds_the_weights_of_one_process(
    trained: list[dict[str, Any]], alone: parallel.Report
) -> None:
    found = trained[0]["DDP"]
    assert distance(found.weights, alone.weights) < ROUNDING
    assert all(
        abs(one - other) < 1e-5
        for one, other in zip(found.losses, alone.losses, strict=True)
    )
    moved = distance(alone.weights, parallel.alone(parallel.Task(steps=1)).weights)
    assert moved > 50 * ROUNDING


def test_what_differs_is_rounding_and_goes_with_fp64(
    four: list[dict[str, Any]],
) -> None:
    right = parallel.alone(parallel.Task(double=True))
    for found in four[0]["double"].values():
        assert distance(found.weights, right.weights) < 1e-12


def test_ranks_have_the_same_bits(trained: list[dict[str, Any]]) -> None:
    for name in trained[0]:
        assert len({one[name].digest for one in trained}) == 1


def test_all_of_the_gradient_is_in_one_all_reduce_a_bucket(
    trained: list[dict[str, Any]],
) -> None:
    found = trained[0]["DDP"]
    assert found.count() == {"all-reduce": 1}  # less than a bucket's size in all
    assert found.count("forward") == {}
    assert found.on_a_ring == 2 * SENT * 3 / 4
    for rank in trained:
        sent = rank["DDP"].sent
        assert sent is None or 1.5 * SENT <= sent < 1.6 * SENT


def test_rank_0_has_the_first_word_and_with_fsdp_nobody(
    four: list[dict[str, Any]],
) -> None:
    ddp = [one["first"]["DDP"] for one in four]
    assert len({before for before, _ in ddp}) == 4
    assert {after for _, after in ddp} == {ddp[0][0]}
    shards = [one["first"]["FSDP2"] for one in four]
    assert {after for _, after in shards} - {before for before, _ in shards}


def test_a_mean_of_means_is_no_mean_of_all(four: list[dict[str, Any]]) -> None:
    assert four[0]["unequal"][False] > 0.3
    assert four[0]["unequal"][True] < 1e-5


def test_a_summed_loss_is_too_large_by_the_tokens_of_a_rank(
    four: list[dict[str, Any]],
) -> None:
    assert abs(four[0]["summed"] / (TASK.batch / 4 * TASK.length) - 1) < 1e-4


def test_accumulation_is_right_either_way_and_quiet_with_no_sync(
    four: list[dict[str, Any]],
) -> None:
    found = four[0]["accumulated"]
    assert all(off < 1e-5 for _, off in found.values())
    calls = {key: calls for key, (calls, _) in found.items()}
    assert calls["DDP", False]["all-reduce"] == 4
    assert calls["DDP", True] == {"all-reduce": 1}
    groups = TASK.layers + 1
    gathers = 2 * 4 * groups
    loud, quiet = calls["FSDP2", False], calls["FSDP2", True]
    assert loud == {"all-gather": gathers, "reduce-scatter": 4 * groups}
    assert quiet == {"all-gather": gathers, "reduce-scatter": groups}


def test_a_layer_that_took_no_part_is_an_error(four: list[dict[str, Any]]) -> None:
    said = "Expected to have finished reduction in the prior iteration"
    assert all(one["unused"].startswith(said) for one in four)
    assert all(one["found"] == "" for one in four)
