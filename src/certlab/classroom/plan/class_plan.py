"""The plan of a class: its GPUs, who gets which part of them, and what that costs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from certlab.classroom.plan.fleet import read_fleet
from certlab.classroom.plan.rota import Turn, rota
from certlab.classroom.plan.seats import Cut, divide
from certlab.course import Course


@dataclass(frozen=True)
class Seat:
    """What one learner gets.

    Attributes:
        learner: their number, from 1, in the order in which they join.
        kind: the GPU's, "h100-80gb".
        gpu: which of that kind, from 0.
        profile: the MIG profile, "" for the GPU itself.
        start: the instance's first memory slice, None for a GPU.
        shares: how many learners take turns on it.
    """

    learner: int
    kind: str
    gpu: int
    profile: str
    start: int | None
    shares: int


@dataclass(frozen=True)
class ClassPlan:
    """The plan.

    Attributes:
        memory: GiB that each learner needs at least.
        seats: of the first learners, at most one each; the others begin without.
        turns: who is on a GPU when; () where everybody has a seat.
    """

    learners: int
    memory: float
    cuts: tuple[Cut, ...]
    seats: tuple[Seat, ...]
    turns: tuple[Turn, ...]

    @property
    def places(self) -> int:
        """Learners who can be on a GPU at one time."""
        return sum(cut.seats for cut in self.cuts)

    @property
    def spare(self) -> int:
        """Places that nobody needs."""
        return max(self.places - self.learners, 0)


def make_plan(
    course: Course,
    learners: int,
    gpus: str,
    memory: float,
    sharing: str = "auto",
    steps: Sequence[str] = (),
) -> ClassPlan:
    """The plan for learners on a fleet.

    Args:
        gpus: as `read_fleet` takes them.
        memory, sharing: as for `divide`.
        steps: the syllabus' steps with a GPU path, for the rota.

    Raises:
        CourseError: what was asked for cannot be; one sentence.
    """
    cuts = divide(read_fleet(gpus, course), learners, memory, sharing)
    seats = []
    for learner, (cut, gpu, start) in enumerate(_places(cuts), 1):
        if learner > learners:
            break
        seats.append(Seat(learner, cut.kind.id, gpu, cut.profile, start, cut.shares))
    turns = rota(learners, sum(cut.seats for cut in cuts), steps)
    return ClassPlan(learners, memory, cuts, tuple(seats), turns)


def _places(cuts: Sequence[Cut]) -> Iterator[tuple[Cut, int, int | None]]:
    """Every place, larger parts first; a device is shared only when none is free."""
    for share in range(max(cut.shares for cut in cuts)):
        for cut in sorted(cuts, key=lambda cut: -cut.memory_each):
            if share < cut.shares:
                for gpu, start in _devices(cut):
                    yield cut, gpu, start


def _devices(cut: Cut) -> Iterator[tuple[int, int | None]]:
    """Each device of a cut: the GPU's number, and where its instance starts."""
    if not cut.profile:
        yield from ((gpu, None) for gpu in range(cut.kind.count))
        return
    for number, gpu in enumerate(cut.gpus):
        for one in sorted(gpu.instances, key=lambda one: one.start):
            yield number, one.start
