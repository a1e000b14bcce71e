"""A pipeline to be scheduled: stages, micro-batches, and how long each piece takes."""

from dataclasses import dataclass

from certlab.errors import Refusal
from certlab.labs.distributed.pipeline.orders import ORDERS, SCHEDULES
from certlab.words import Sentence, with_commas

MOST_OPS = 4_000_000  # pieces of work; some seconds here


@dataclass(frozen=True, kw_only=True)
class Pipeline:
    """One training step through a pipeline.

    Times are in units of your choice; with the defaults the unit is one forward of one
    micro-batch through one stage, and a backward takes two of them.

    Attributes:
        schedule: one of `SCHEDULES`.
        stages: p, devices one after the other.
        micro_batches: m.
        chunks: v, model chunks a stage; more than one for "interleaved" only.
        forward: F, time of a micro-batch's forward through a stage with all its chunks.
        backward_input: B, time of the gradient of the stage's input.
        backward_weight: W, time of the gradient of its weights. B + W is a backward.
        weight_share: share of a micro-batch's activations that W still needs after B
            (M_W / M_B of the Zero Bubble paper); 1 frees nothing before W.

    Raises:
        Refusal: the schedule cannot be laid over these numbers.
    """

    schedule: str
    stages: int
    micro_batches: int
    chunks: int = 1
    forward: float = 1.0
    backward_input: float = 1.0
    backward_weight: float = 1.0
    weight_share: float = 1.0

    def __post_init__(self) -> None:
        _check_schedule(self)
        _check_numbers(self)

    @property
    def backward(self) -> float:
        """Time of a whole backward of a micro-batch through a stage."""
        return self.backward_input + self.backward_weight

    @property
    def ideal(self) -> float:
        """Time a stage works in all: what the step would take without a bubble."""
        return self.micro_batches * (self.forward + self.backward)

    @property
    def splits_backward(self) -> bool:
        """Whether B and W are scheduled apart."""
        return self.schedule == "zb-h1"


def _check_schedule(one: Pipeline) -> None:
    if one.schedule not in ORDERS:
        raise Refusal(
            Sentence(
                "There is no schedule {name}; choose one of {list}.",
                name=one.schedule,
                list=with_commas(SCHEDULES),
            )
        )
    if one.schedule != "interleaved" and one.chunks != 1:
        raise Refusal(
            Sentence(
                "{name} has one model chunk in each stage, not {chunks}; use "
                "interleaved for more.",
                name=one.schedule,
                chunks=one.chunks,
            )
        )
    if one.schedule == "interleaved":
        _check_rounds(one)


def _check_rounds(one: Pipeline) -> None:
    """What the interleaved schedule needs beside."""
    if one.chunks < 2:
        raise Refusal(
            Sentence(
                "interleaved needs at least two model chunks in each stage, not "
                "{chunks}; use 1f1b for one.",
                chunks=one.chunks,
            )
        )
    if 0 < one.micro_batches < one.stages:
        raise Refusal(
            Sentence(
                "interleaved works in rounds with one micro-batch for each stage, "
                "but {micros} micro-batches are fewer than {stages} stages; use "
                "{stages} of them.",
                micros=f"{one.micro_batches:,}",
                stages=one.stages,
            )
        )
    over = one.micro_batches % max(one.stages, 1)
    if over:
        raise Refusal(
            Sentence(
                "interleaved works in rounds with one micro-batch for each stage, "
                "but {micros} micro-batches are not a multiple of {stages} stages; "
                "use {less} or {more} of them.",
                micros=f"{one.micro_batches:,}",
                stages=one.stages,
                less=f"{one.micro_batches - over:,}",
                more=f"{one.micro_batches - over + one.stages:,}",
            )
        )


def _check_numbers(one: Pipeline) -> None:
    if one.stages < 1 or one.micro_batches < 1:
        raise Refusal(
            Sentence(
                "A pipeline needs at least one stage and one micro-batch, not "
                "{stages} and {micros}.",
                stages=one.stages,
                micros=one.micro_batches,
            )
        )
    if min(one.forward, one.backward_input, one.backward_weight) <= 0:
        raise Refusal(Sentence("Each piece of work takes time; give more than 0."))
    if not 0 <= one.weight_share <= 1:
        raise Refusal(
            Sentence(
                "The part of the activations that W still needs is a share from 0 "
                "to 1, not {share}.",
                share=one.weight_share,
            )
        )
    ops = one.stages * one.micro_batches * one.chunks * (2 + one.splits_backward)
    if ops > MOST_OPS:
        raise Refusal(
            Sentence(
                "{stages} stages and {micros} micro-batches make {ops} pieces of "
                "work, but at most {most} can be simulated; use fewer stages or "
                "micro-batches.",
                stages=f"{one.stages:,}",
                micros=f"{one.micro_batches:,}",
                ops=f"{ops:,}",
                most=f"{MOST_OPS:,}",
            )
        )
