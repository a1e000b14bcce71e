"""Tensor parallelism: the single-rank result, one all-reduce a pair, and a 2D mesh."""

from typing import Any

import pytest

from certlab.errors import CourseError
from certlab.labs.distributed.real import parallel
from certlab.labs.distributed.real.parallel import distance, tensor

from .ways import DOUBLE, TASK


@pytest.fixture(scope="module")
def found(four: list[dict[str, Any]]) -> dict[str, tensor.Pass]:
    passes: dict[str, tensor.Pass] = four[0]["passes"]
    return passes


def test_loss_and_gradients_are_those_of_one_rank(
    found: dict[str, tensor.Pass],
) -> None:
    right = parallel.alone(DOUBLE).losses[0]
    for one in found.values():
        assert abs(one.loss - right) < 1e-12
        assert one.off < 1e-12


def test_a_pair_has_one_all_reduce_each_way(found: dict[str, tensor.Pass]) -> None:
    pairs = {"all-reduce": TASK.layers}
    for name in ("mlp", "attention"):
        assert found[name].count("forward") == pairs
        assert found[name].count("backward") == pairs
    both = {"all-reduce": 2 * TASK.layers}
    assert found["block"].count("forward") == found["block"].count("backward") == both
    # Each carries the activations of the batch, whole.
    activations = 8 * DOUBLE.batch * DOUBLE.length * DOUBLE.hidden
    assert {call.bytes for call in found["block"].calls} == {activations}


def test_what_an_operation_calls_by_itself_is_seen_too(
    four: list[dict[str, Any]],
) -> None:
    assert four[0]["inside"] == {"all-reduce": 1}


def test_columns_twice_gather_after_each(found: dict[str, tensor.Pass]) -> None:
    forward = found["columns twice"].count("forward")
    assert forward == {"all-gather": 2 * TASK.layers}
    more = sum(call.on_a_ring for call in found["columns twice"].calls)
    assert more > 2 * sum(call.on_a_ring for call in found["mlp"].calls)


def test_an_input_made_three_times_is_reduced_three_times(
    found: dict[str, tensor.Pass],
) -> None:
    apart = found["attention, apart"]
    assert apart.count("forward") == {"all-reduce": TASK.layers}
    assert apart.count("backward") == {"all-reduce": 3 * TASK.layers}


def test_sequence_parallelism_halves_all_reduces_into_the_same_bytes(
    found: dict[str, tensor.Pass],
) -> None:
    one = found["sequence"]
    assert "all-reduce" not in one.count()
    halves = 2 * TASK.layers
    assert one.count("forward") == {"all-gather": halves + 1, "reduce-scatter": halves}
    inner = [call for call in one.calls if call.kind == "reduce-scatter"]
    whole = [call for call in found["block"].calls if call.phase == "forward"]
    forward = [call for call in inner if call.phase == "forward"]
    assert 2 * sum(call.on_a_ring for call in forward) == sum(
        call.on_a_ring for call in whole
    )


def test_a_rank_has_its_heads_its_columns_and_its_rows(
    found: dict[str, tensor.Pass],
) -> None:
    shapes = found["block"].shapes
    assert shapes["attention.query.weight"] == (TASK.hidden // 4, TASK.hidden)
    assert shapes["attention.out.weight"] == (TASK.hidden, TASK.hidden // 4)
    assert shapes["mlp.up.weight"] == (TASK.ffn // 4, TASK.hidden)
    assert shapes["mlp.down.weight"] == (TASK.hidden, TASK.ffn // 4)
    assert shapes["attention_norm.weight"] == (TASK.hidden,)


def test_two_by_two_finds_the_weights_of_one_process(
    four: list[dict[str, Any]],
) -> None:
    right = parallel.alone(DOUBLE)
    calls = four[0]["double"]["in two"].calls
    assert distance(four[0]["double"]["in two"].weights, right.weights) < 1e-12
    sizes = {(call.kind, call.ranks) for call in calls}
    assert sizes == {("all-reduce", 2), ("all-gather", 2), ("reduce-scatter", 2)}


def test_heads_that_do_not_divide_are_refused_before_anything_is_cut() -> None:
    with pytest.raises(
        CourseError, match=r"^6 attention heads cannot be divided equally among 4 "
    ):
        parallel.checks.tensor_parallel(parallel.Task(hidden=48, heads=6), 4)


def test_ranks_tell_of_a_refusal_in_the_same_words(four: list[dict[str, Any]]) -> None:
    says = "3 attention heads cannot be divided equally among 4"
    assert all(one["refused"]["tensor"].startswith(says) for one in four)
