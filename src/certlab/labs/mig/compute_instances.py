"""What a GPU instance can be divided into, and where a compute instance goes.

Ampere takes the first slices that are free; later GPUs take the slices that leave most
choice, the lowest among equals. Both are in the driver's open source
(kgrmgrCheckVeidsRequest and kmigmgrGetFreeCTSId) and fit the captures of an A100 and an
H100.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from certlab.labs.mig.instances import Instance
from certlab.labs.mig.partitions import Mig, Partition
from certlab.labs.mig.profiles import is_double, plain
from certlab.labs.mig.refusal import INVALID, Refusal
from certlab.words import Sentence

# Compute slices: nvidia-smi's compute instance profile id, and the slices it spans.
_IDS = {1: 0, 2: 1, 3: 2, 4: 3, 7: 4}
_SPANS = {3: 4, 7: 8}
_DIVISIONS = {3: (1, 2), 4: (1, 2), 7: (1, 2, 3, 4)}  # as -lcip lists them; 2g: (1,)
# The one compute instance of the double-memory profile, on a GH200 (one capture).
_DOUBLE_ID = 7


@dataclass(frozen=True)
class Offer:
    """A compute instance profile of one GPU instance.

    Attributes:
        whole: whether it takes all of the instance, the default (`*` in `-lcip`).
        starts: slices it may start at, counted inside the GPU instance.
    """

    name: str
    id: int
    compute: int
    size: int
    starts: tuple[int, ...]
    sms: int | None
    whole: bool

    def at(self, start: int) -> int:
        """The slices it would span, a bit each."""
        return ((1 << self.size) - 1) << start


def offers(table: Mig, profile: Partition) -> tuple[Offer, ...]:
    """The compute instance profiles of a GPU instance, smallest first."""
    parts = _DIVISIONS.get(profile.compute, tuple(range(1, profile.compute)))
    return tuple(_offer(table, profile, one) for one in (*parts, profile.compute))


def _offer(table: Mig, profile: Partition, compute: int) -> Offer:
    whole = compute == profile.compute
    size = _SPANS.get(compute, compute)
    step = 1 if first_fit(table) else size
    ends = range(0, profile.compute - compute + 1, step)
    name = plain(profile.name)
    later = table.architecture != "Ampere"
    double = whole and later and is_double(table, profile)
    return Offer(
        name=name if whole else f"{compute}c.{name}",
        id=_DOUBLE_ID if double else _IDS.get(compute, compute),
        compute=compute,
        size=size,
        starts=tuple(ends),
        sms=profile.sms if whole else _sms(table, compute),
        whole=whole,
    )


def first_fit(table: Mig) -> bool:
    """Whether compute instances go to the first free slices: Ampere."""
    return table.architecture == "Ampere"


def _sms(table: Mig, compute: int) -> int | None:
    """SMs of that many compute slices: those of the plain profile that has them."""
    plain_ones = (one for one in table.profiles if not is_double(table, one))
    return next((one.sms for one in plain_ones if one.compute == compute), None)


def find_offer(table: Mig, instance: Instance, named: str | int) -> Offer:
    """The offer of that name or id; the default for "".

    Raises:
        Refusal: the instance has none.
    """
    found = offers(table, instance.profile)
    wanted = str(named).strip().removeprefix("MIG ").strip()
    for one in found:
        if wanted in (one.name, str(one.id)) or (one.whole and not wanted):
            return one
    there = ", ".join(f"{one.name} ({one.id})" for one in found)
    says = Sentence(
        "{name} has no compute profile {profile}; it has {there}.",
        name=instance.called,
        profile=wanted,
        there=there,
    )
    raise Refusal(says, INVALID)


def open_starts(instance: Instance, offer: Offer) -> tuple[int, ...]:
    """Where one more such compute instance could stand now."""
    taken = 0
    for one in instance.computes:
        taken |= one.mask
    left = instance.profile.compute - sum(one.compute for one in instance.computes)
    if offer.compute > left:
        return ()
    return tuple(at for at in offer.starts if not taken & offer.at(at))


def free(instance: Instance, offer: Offer) -> int:
    """How many more such compute instances fit now."""
    left = instance.profile.compute - sum(one.compute for one in instance.computes)
    end = count = 0
    for start in open_starts(instance, offer):
        if start >= end:
            end, count = start + offer.size, count + 1
    return min(count, left // offer.compute)


def choose_start(table: Mig, instance: Instance, offer: Offer) -> int:
    """The start the driver would take, of those that are open."""
    starts = open_starts(instance, offer)
    if first_fit(table):
        return starts[0]
    masks = list(_open_masks(table, instance))
    return min(
        starts, key=lambda at: (sum(offer.at(at) & one != 0 for one in masks), at)
    )


def _open_masks(table: Mig, instance: Instance) -> Iterator[int]:
    for offer in offers(table, instance.profile):
        for start in open_starts(instance, offer):
            yield offer.at(start)
