"""A pipeline run: how long it takes, how much of that is bubble, what each stage holds.

The bubble has two shares, and they are not the same number. Of the total time it is
bubble / (work + bubble), of the ideal time bubble / work: for GPipe and 1F1B
(p - 1) / (m + p - 1) and (p - 1) / m. Always say which.
"""

from dataclasses import dataclass
from fractions import Fraction

from certlab.labs.distributed.pipeline.pipeline import Pipeline
from certlab.labs.distributed.pipeline.span import Span
from certlab.labs.distributed.pipeline.timing import spans


@dataclass(frozen=True)
class Run:
    """A schedule carried out.

    Attributes:
        stages: the spans of each stage, in order of time.
        length: time from the first forward to the end of the last piece, in the pipeline's
            unit, as all times here.
        idle: time that each stage waits, to the end of the run.
        peaks: activations that each stage holds at most, in micro-batches of its stage.
    """

    pipeline: Pipeline
    stages: tuple[tuple[Span, ...], ...]
    length: float
    idle: tuple[float, ...]
    peaks: tuple[float, ...]

    @property
    def bubble(self) -> float:
        """Time by which the run is longer than the work of a stage."""
        return self.length - self.pipeline.ideal

    @property
    def share_of_total(self) -> float:
        """The bubble as a share of the run's whole time."""
        return self.bubble / self.length

    @property
    def share_of_ideal(self) -> float:
        """The bubble as a share of the time without one."""
        return self.bubble / self.pipeline.ideal


def run(one: Pipeline) -> Run:
    """Carry out a schedule."""
    stages = spans(one)
    length = max(stage[-1].end for stage in stages)
    idle = tuple(
        length - sum(span.end - span.start for span in stage) for stage in stages
    )
    return Run(one, stages, length, idle, tuple(_peak(one, each) for each in stages))


def _peak(one: Pipeline, stage: tuple[Span, ...]) -> float:
    """Activations are held from the start of F to the end of B; a part of them to W."""
    share = one.weight_share if one.splits_backward else 0.0
    held = most = 0.0
    for span in stage:  # a stage does one thing at a time, so its order is that of time
        if span.kind == "F":
            held += 1.0
            most = max(most, held)
        else:
            held -= share if span.kind == "W" else 1.0 - share
    return most / one.chunks


def bubble_time(one: Pipeline) -> float:
    """The bubble by formula, in the pipeline's unit of time.

    For naive, GPipe and 1F1B of any number of micro-batches; for interleaved as Narayanan
    et al. have it, (p - 1) (F + B + W) / v. For ZB-H1 the paper's (p - 1) (F + B - W),
    which is for pieces of about one length: a W longer than F or B fills no more than
    they do. It wants at least as many micro-batches as stages; of fewer `run` finds more.
    """
    waits = one.stages - 1
    both = one.forward + one.backward
    if one.schedule == "naive":
        return waits * one.micro_batches * both
    if one.schedule == "zb-h1":
        f, b, w = one.forward, one.backward_input, one.backward_weight
        return waits * (f + b - min(f, b, w))
    return waits * both / one.chunks


def shares(one: Pipeline) -> tuple[Fraction, Fraction]:
    """The bubble by formula: its share of the total time, and of the ideal time."""
    bubble = Fraction(bubble_time(one)).limit_denominator(10**9)
    ideal = Fraction(one.ideal).limit_denominator(10**9)
    return bubble / (bubble + ideal), bubble / ideal


def in_flight(schedule: str, stages: int, micro_batches: int, chunks: int = 1) -> float:
    """Micro-batches whose activations the first stage holds at once at most.

    A chunk's activations are a part of its stage's, so interleaved gives fractions.

    Args:
        schedule: one of `SCHEDULES`.
        stages: p.
        micro_batches: m.
        chunks: v, model chunks a stage.
    """
    if schedule == "naive":
        return 1.0
    if schedule == "gpipe":
        return float(micro_batches)
    if schedule == "interleaved":
        ahead = 2 * (stages - 1) + (chunks - 1) * stages + 1
        return min(ahead, micro_batches * chunks) / chunks
    return float(min(stages, micro_batches))
