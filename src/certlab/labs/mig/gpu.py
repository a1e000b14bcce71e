"""One GPU in MIG mode, and what can be done to it."""

from dataclasses import dataclass, replace
from typing import Self

from certlab.labs.mig import change
from certlab.labs.mig.state import State


@dataclass(frozen=True)
class Gpu(State):
    """A GPU and what stands on it; every change gives a new one."""

    create = change.create
    destroy = change.destroy
    create_compute = change.create_compute
    destroy_compute = change.destroy_compute
    enable = change.enable
    disable = change.disable

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
