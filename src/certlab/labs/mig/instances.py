"""GPU instances, and the compute instances inside them."""

from dataclasses import dataclass, replace

from certlab.labs.mig.partitions import Partition
from certlab.words import Sentence


@dataclass(frozen=True)
class ComputeInstance:
    """Compute slices of a GPU instance, given to one group of processes.

    Attributes:
        id: nvidia-smi's, counted from 0 in each GPU instance.
        name: profile name, "1c.3g.40gb", or that of the GPU instance when it has all.
        profile: nvidia-smi's profile id.
        compute: compute slices it has.
        start: first slice, counted inside the GPU instance.
        size: slices it spans; 3 compute slices span 4.
        sms: its SMs, None when nobody has printed them.
        whole: whether it is the default one, which takes all of its GPU instance.
        processes: who runs on it.
    """

    id: int
    name: str
    profile: int
    compute: int
    start: int
    size: int
    sms: int | None
    whole: bool
    processes: tuple[str, ...] = ()

    @property
    def takes(self) -> int:
        """The slices that it leaves to no other; the fourth of a 3c is none of them."""
        return self.size if self.compute == 1 else self.compute

    @property
    def mask(self) -> int:
        """The slices it spans, a bit each."""
        return ((1 << self.size) - 1) << self.start


@dataclass(frozen=True)
class Instance:
    """A GPU instance: memory slices from `start` on, and compute slices.

    Attributes:
        id: nvidia-smi's GPU instance id.
        computes: its compute instances, by id.
    """

    id: int
    profile: Partition
    start: int
    computes: tuple[ComputeInstance, ...] = ()

    @property
    def name(self) -> str:
        """Its profile's name."""
        return self.profile.name

    @property
    def key(self) -> tuple[str, int]:
        """What a layout calls it: profile name and start."""
        return self.profile.name, self.start

    @property
    def called(self) -> str:
        """How a sentence names it."""
        return Sentence(
            "{profile} (instance {id})", profile=self.profile.name, id=self.id
        )

    def with_compute(self, compute: ComputeInstance) -> "Instance":
        """The same with one more compute instance, or one in place of its old self."""
        others = (one for one in self.computes if one.id != compute.id)
        ordered = sorted((*others, compute), key=lambda one: one.id)
        return replace(self, computes=tuple(ordered))

    def without_compute(self, id: int) -> "Instance":
        """The same without one compute instance."""
        return replace(
            self, computes=tuple(one for one in self.computes if one.id != id)
        )
