"""One GPU in MIG mode, and what can be done to it."""

from dataclasses import dataclass, replace
from typing import Self

from certlab.labs.mig import change
from certlab.labs.mig.instances import ComputeInstance, Instance
from certlab.labs.mig.state import State


@dataclass(frozen=True)
class Gpu(State):
    """A GPU and what stands on it; every change gives a new one."""

    def create(
        self, profile: str | int, start: int | None = None
    ) -> tuple[Self, Instance]:
        """A new GPU instance.

        Args:
            profile: name or nvidia-smi id.
            start: its first memory slice; None for the one the driver would take.

        Raises:
            Refusal: MIG is off, the profile unknown, or no place for it.
        """
        return change.create(self, profile, start)

    def destroy(self, id: int) -> Self:
        """Without one GPU instance. Raises Refusal while it has compute instances."""
        return change.destroy(self, id)

    def create_compute(
        self, id: int, profile: str | int = "", start: int | None = None
    ) -> tuple[Self, ComputeInstance]:
        """A compute instance in GPU instance `id`; the default profile for "".

        Raises:
            Refusal: no such instance or profile, or too few compute slices left.
        """
        return change.create_compute(self, id, profile, start)

    def destroy_compute(self, id: int, compute: int) -> Self:
        """Without one compute instance. Raises Refusal while a process uses it."""
        return change.destroy_compute(self, id, compute)

    def run(self, id: int, compute: int, process: str) -> Self:
        """With a process on a compute instance. Raises Refusal if there is none."""
        instance = self.instance(id)
        one = change.compute_of(instance, compute)
        busy = replace(one, processes=(*one.processes, process))
        return self.with_instance(instance.with_compute(busy))

    def stop(self, id: int, compute: int) -> Self:
        """With no process on a compute instance. Raises Refusal if there is none."""
        instance = self.instance(id)
        idle = replace(change.compute_of(instance, compute), processes=())
        return self.with_instance(instance.with_compute(idle))

    def enable(self) -> Self:
        """With MIG on. Raises Refusal: driver too old, or a reset is in the way."""
        return change.enable(self)

    def disable(self) -> Self:
        """With MIG off. Raises Refusal while there are instances."""
        return change.disable(self)
