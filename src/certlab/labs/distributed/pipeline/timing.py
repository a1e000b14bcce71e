"""When each piece of work begins: as soon as its stage is free and its input is there.

Sending between stages takes no time here: it hides behind other work, or it does not, and
then a measurement says so.
"""

from certlab.labs.distributed.pipeline.orders import BACKWARD, FORWARD, ORDERS, Op
from certlab.labs.distributed.pipeline.pipeline import Pipeline
from certlab.labs.distributed.pipeline.span import Span

_NOT_YET = -1.0


def spans(one: Pipeline) -> tuple[tuple[Span, ...], ...]:
    """What every stage does when, by stage, in order of time."""
    clock = _Clock(one)
    waiting = list(range(one.stages))
    while waiting:
        waiting += clock.advance(waiting.pop())
    return tuple(map(tuple, clock.done))


class _Clock:
    """The state of one simulation: what has ended when, and where each stage stands."""

    def __init__(self, one: Pipeline) -> None:
        p, m, v = one.stages, one.micro_batches, one.chunks
        order = ORDERS[one.schedule]
        self.todo: list[list[Op]] = [[*order(stage, p, m, v)] for stage in range(p)]
        self.done: list[list[Span]] = [[] for _ in range(p)]
        self.free = [0.0] * p
        self.stages, self.micros, self.last = p, m, p * v - 1
        whole = one.backward_input if one.splits_backward else one.backward
        self.lasts = {
            FORWARD: one.forward / v,
            BACKWARD: whole / v,
            "W": one.backward_weight / v,
        }
        # Ends of forwards and backwards by model part (chunk * p + stage) and micro-batch.
        self.ends = {
            kind: [_NOT_YET] * ((self.last + 1) * m) for kind in (FORWARD, BACKWARD)
        }

    def advance(self, stage: int) -> list[int]:
        """Do all that a stage can do now; the stages that may go on because of it."""
        woken, now, done = [], self.free[stage], self.done[stage]
        todo = self.todo[stage]
        while len(done) < len(todo):
            op = todo[len(done)]
            part = op.chunk * self.stages + stage
            ready = self._ready(op, part)
            if ready < 0:
                break
            start = max(now, ready)
            now = start + self.lasts[op.kind]
            done.append(Span(op.kind, op.micro, op.chunk, start, now))
            if op.kind in self.ends:
                self.ends[op.kind][part * self.micros + op.micro] = now
                woken.append((part + (1 if op.kind == FORWARD else -1)) % self.stages)
        self.free[stage] = now
        return [one for one in set(woken) if one != stage]

    def _ready(self, op: Op, part: int) -> float:
        """When what an op works on is there; below 0 while that is unknown."""
        at = part * self.micros + op.micro
        if op.kind == FORWARD:
            return self.ends[FORWARD][at - self.micros] if part else 0.0
        if op.kind == BACKWARD:
            if part == self.last:
                return self.ends[FORWARD][at]
            return self.ends[BACKWARD][at + self.micros]
        return self.ends[BACKWARD][at]
