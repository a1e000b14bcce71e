"""In which order each stage works, by schedule; when it does follows from that.

naive           one micro-batch at a time through all stages and back
gpipe           all forwards, then all backwards (Huang et al., GPipe)
1f1b            a few forwards, then one forward and one backward in turn (PipeDream-Flush)
interleaved     the same with several model chunks a stage (Narayanan et al., 2021)
zb-h1           1f1b with the backward split: B, the gradient of the input, which the
                stage before waits for, and W, that of the weights, which nobody waits for.
                Stage i holds W back by i micro-batches (Qi et al., Zero Bubble Pipeline
                Parallelism, section 2.1).
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

FORWARD, BACKWARD, WEIGHT = "F", "B", "W"


class Op(NamedTuple):
    """One piece of work of a stage.

    Attributes:
        kind: "F", "B" or "W"; B is the whole backward but in zb-h1.
        micro: the micro-batch.
        chunk: the stage's model chunk, 0 where it has one.
    """

    kind: str
    micro: int
    chunk: int = 0


# A schedule: stage, stages, micro-batches, chunks -> the stage's work in order.
Order = Callable[[int, int, int, int], Iterator[Op]]


def naive(_stage: int, _stages: int, micros: int, _chunks: int) -> Iterator[Op]:
    """Forward and backward of a micro-batch, then the next."""
    for micro in range(micros):
        yield Op(FORWARD, micro)
        yield Op(BACKWARD, micro)


def gpipe(_stage: int, _stages: int, micros: int, _chunks: int) -> Iterator[Op]:
    """All forwards, then all backwards."""
    for kind in (FORWARD, BACKWARD):
        for micro in range(micros):
            yield Op(kind, micro)


def one_forward_one_backward(
    stage: int, stages: int, micros: int, _chunks: int
) -> Iterator[Op]:
    """As many forwards ahead as there are stages behind, then in turn."""
    ahead = min(stages - 1 - stage, micros)
    forwards = [Op(FORWARD, micro) for micro in range(micros)]
    backwards = [Op(BACKWARD, micro) for micro in range(micros)]
    yield from _in_turn(forwards, backwards, ahead)


def interleaved(stage: int, stages: int, micros: int, chunks: int) -> Iterator[Op]:
    """Rounds of `stages` micro-batches through one chunk, then through the next."""
    total = micros * chunks
    ahead = min(2 * (stages - 1 - stage) + (chunks - 1) * stages, total)
    forwards, backwards = [], []
    for count in range(total):
        group, inside = divmod(count, stages * chunks)
        chunk, place = divmod(inside, stages)
        micro = group * stages + place
        forwards.append(Op(FORWARD, micro, chunk))
        backwards.append(Op(BACKWARD, micro, chunks - 1 - chunk))
    yield from _in_turn(forwards, backwards, ahead)


def zb_h1(stage: int, stages: int, micros: int, _chunks: int) -> Iterator[Op]:
    """1f1b of F and B; W of a micro-batch comes `stage` micro-batches after its B."""
    weights = 0
    for op in one_forward_one_backward(stage, stages, micros, 1):
        yield op
        if op.kind == BACKWARD and op.micro >= stage:
            yield Op(WEIGHT, weights)
            weights += 1
    for micro in range(weights, micros):
        yield Op(WEIGHT, micro)


def _in_turn(forwards: list[Op], backwards: list[Op], ahead: int) -> Iterator[Op]:
    yield from forwards[:ahead]
    for forward, backward in zip(forwards[ahead:], backwards, strict=False):
        yield forward
        yield backward
    yield from backwards[len(forwards) - ahead :]


ORDERS: dict[str, Order] = {
    "naive": naive,
    "gpipe": gpipe,
    "1f1b": one_forward_one_backward,
    "interleaved": interleaved,
    "zb-h1": zb_h1,
}
SCHEDULES = tuple(ORDERS)
