"""Pipelines: the single-rank result, the simulator's order, its memory and its bubble."""

from typing import Any

import pytest

from certlab.errors import CourseError
from certlab.labs.distributed import pipeline
from certlab.labs.distributed.real import parallel
from certlab.labs.distributed.real.parallel import Lane, Plan, lane, pipelined
from certlab.labs.distributed.real.parallel.lane import Action

from .launched import MICROS, PAUSE, PIPELINED, PLANS, RANKS, SIMULATED, chunks


@pytest.fixture(scope="module")
def found(four: list[dict[str, Any]]) -> dict[str, list[Lane]]:
    """What each rank did, by schedule."""
    return {name: [one["pipelined"][name] for one in four] for name in PLANS}


@pytest.fixture(scope="module")
def right() -> tuple[float, dict[str, Any]]:
    return pipelined.alone(PIPELINED)


def run(schedule: str) -> pipeline.Run:
    return pipeline.run(
        pipeline.Pipeline(
            schedule=schedule,
            stages=RANKS,
            micro_batches=MICROS,
            chunks=chunks(schedule),
        )
    )


@pytest.mark.parametrize("schedule", [*SIMULATED, "zb-v"])
def test_losses_and_gradients_are_those_of_one_rank(
    found: dict[str, list[Lane]], right: tuple[float, dict[str, Any]], schedule: str
) -> None:
    lanes = found[schedule]
    losses = [one for each in lanes for one in each.losses]
    gradients = {name: x for each in lanes for name, x in each.gradients.items()}
    assert len(losses) == MICROS
    assert sum(losses) / MICROS == pytest.approx(right[0], rel=1e-6)
    assert parallel.distance(gradients, right[1]) < 1e-6
    largest = max(abs(one).max() for one in right[1].values())
    assert largest > 1e4 * 1e-6


@pytest.mark.parametrize("schedule", SIMULATED)
def test_every_rank_does_what_the_simulator_says_in_its_order(
    found: dict[str, list[Lane]], schedule: str
) -> None:
    for spans, seen in zip(run(schedule).stages, found[schedule], strict=True):
        assert seen.order == [span[:3] for span in spans]


@pytest.mark.parametrize("schedule", SIMULATED)
def test_autograd_keeps_what_the_simulator_says(
    found: dict[str, list[Lane]], schedule: str
) -> None:
    """The ends have an embedding or a head beside their blocks: a chunk is not a chunk."""
    peaks = run(schedule).peaks
    for stage, (peak, seen) in enumerate(zip(peaks, found[schedule], strict=True)):
        room = 0.3 if stage in (0, RANKS - 1) else 0.05
        assert seen.micro_batches == pytest.approx(peak, abs=room)


@pytest.mark.parametrize("schedule", SIMULATED)
def test_a_bubble_is_reckoned_as_the_simulator_does(schedule: str) -> None:
    """Of lanes that keep its time; how much larger a real one is, is the machine's load."""
    lanes = [
        Lane(tuple(Action(*span) for span in spans), (), {}, 1, 1)
        for spans in run(schedule).stages
    ]
    assert lane.bubble(lanes) == pytest.approx(run(schedule).share_of_total)


def test_a_stage_works_as_long_as_its_blocks_sleep_at_least(
    found: dict[str, list[Lane]],
) -> None:
    least = MICROS * PIPELINED.layers / RANKS * sum(PAUSE)
    for lanes in found.values():
        assert all(one.busy >= least for one in lanes)
        assert lane.length(lanes) >= max(one.busy for one in lanes)


def test_nothing_is_kept_when_the_step_is_over() -> None:
    import torch

    from certlab.labs.distributed.real.parallel.saved_tensors import SavedBytes

    layer = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Softmax(dim=-1))
    with SavedBytes(layer.parameters()) as kept:
        given = torch.ones(4, 8, requires_grad=True)
        found = layer(given).square().sum()
        held = kept.bytes
        # The input's half alone frees nothing; softmax, which keeps its own output, too.
        torch.autograd.grad(found, given, retain_graph=True)
        assert kept.bytes == held > 4 * 4 * 8
        del found
    assert (kept.bytes, kept.peak) == (0, held)


@pytest.mark.parametrize(
    ("plan", "task", "said"),
    [
        (
            Plan("1f1b", 8),
            {"layers": 3},
            "4 stages need more than the 3 layers of the model; use fewer.",
        ),
        (
            Plan("gpipe", 8),
            {"layers": 6},
            "6 layers cannot be divided equally among 4 stages; change one of them.",
        ),
        (
            Plan("interleaved", 8, 2),
            {"layers": 6},
            (
                "4 stages with 2 model chunks each need more than the 6 layers of the "
                "model; use fewer."
            ),
        ),
        (
            Plan("gpipe", 5),
            {},
            (
                "A batch of 16 sequences cannot be divided into 5 equal micro-batches; "
                "use a number that divides 16."
            ),
        ),
        (
            Plan("1f1b", 2),
            {},
            "1f1b fills 4 stages with as many micro-batches at least, not 2.",
        ),
        (
            Plan("interleaved", 10, 2),
            {"batch": 20},
            (
                "interleaved works in rounds with one micro-batch for each stage, "
                "but 10 micro-batches are not a multiple of 4 stages; use 8 or 12 of "
                "them."
            ),
        ),
    ],
)
def test_what_does_not_fit_is_refused_with_its_numbers(
    plan: Plan, task: dict[str, int], said: str
) -> None:
    given = {"layers": 8, "batch": 16, "tied": False} | task
    with pytest.raises(CourseError) as refused:
        plan.check(parallel.Task(**given), 4)
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("schedule", "count", "said"),
    [
        ("1f1b", 2, "1f1b has one model chunk in each stage, not 2."),
        (
            "interleaved",
            1,
            "interleaved has two model chunks or more in each stage, not 1.",
        ),
        ("zb-v", 3, "zb-v has two model chunks in each stage, not 3."),
        (
            "2f2b",
            1,
            (
                "There is no schedule 2f2b; choose one of gpipe, 1f1b, interleaved, "
                "zb-h1, zb-v."
            ),
        ),
    ],
)
def test_a_schedule_takes_its_own_number_of_chunks(
    schedule: str, count: int, said: str
) -> None:
    with pytest.raises(CourseError) as refused:
        Plan(schedule, 8, count)
    assert str(refused.value) == said


def test_ranks_refuse_and_do_not_wait_for_each_other(
    four: list[dict[str, Any]],
) -> None:
    for one in four:
        assert one["refused"]["pipeline"].startswith(
            "4 stages need more than the 3 layers"
        )
