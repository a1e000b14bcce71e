"""A pipeline to be run: its schedule, and how long each block shall take."""

from dataclasses import dataclass
from typing import NamedTuple

from certlab.errors import CourseError
from certlab.labs.distributed.real.parallel import checks
from certlab.labs.distributed.real.parallel.task import Task

# The schedule's name, as the simulator has it, and torch's class; the last is torch's own.
SCHEDULES = {
    "gpipe": "ScheduleGPipe",
    "1f1b": "Schedule1F1B",
    "interleaved": "ScheduleInterleaved1F1B",
    "zb-h1": "ScheduleInterleavedZeroBubble",
    "zb-v": "ScheduleZBVZeroBubble",
}


class Pause(NamedTuple):
    """Seconds that a block sleeps on top of its work: it takes no core meanwhile.

    Attributes:
        forward: in its forward.
        input: while it finds the gradient of its input.
        weight: while it finds the gradient of its weights.
    """

    forward: float
    input: float
    weight: float


NO_PAUSE = Pause(0, 0, 0)


@dataclass(frozen=True)
class Plan:
    """A schedule over stages.

    Attributes:
        schedule: one of `SCHEDULES`.
        micro_batches: m.
        chunks: model chunks a rank: more than one for "interleaved", two for "zb-v".
        pause: what each block sleeps in a measured step.
        tries: measured steps, of which the shortest is kept.

    Raises:
        CourseError: there is no such schedule, it does not take so many chunks, or there
            is no step to measure.
    """

    schedule: str
    micro_batches: int
    chunks: int = 1
    pause: Pause = NO_PAUSE
    tries: int = 1

    def __post_init__(self) -> None:
        if self.schedule not in SCHEDULES:
            raise CourseError(
                f"There is no schedule {self.schedule}; choose one of {', '.join(SCHEDULES)}."
            )
        if not checks.chunks_fit(self.schedule, self.chunks):
            raise CourseError(
                f"{self.schedule} has {checks.CHUNKS.get(self.schedule, 'one model chunk')}"
                f" in each stage, not {self.chunks}."
            )
        if self.tries < 1:
            raise CourseError(
                f"A schedule must be measured at least once, not {self.tries} times."
            )

    def check(self, task: Task, ranks: int) -> None:
        """Refuse what cannot be laid over so many ranks.

        Raises:
            CourseError: with the numbers that do not fit.
        """
        checks.stages(task.layers, ranks, self.chunks)
        checks.micro_batches(task.batch, self.micro_batches)
        checks.rounds(self.schedule, ranks, self.micro_batches)
