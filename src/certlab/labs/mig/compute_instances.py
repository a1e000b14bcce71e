"""What a GPU instance can be divided into, and where a compute instance goes.

Ampere takes the first slices that are free; later GPUs take the slices that leave most
choice, the lowest among equals. Both are in the driver's open source
(kgrmgrCheckVeidsRequest and kmigmgrGetFreeCTSId) and fit the captures of an A100 and an
H100.

Where a 1g profile of double memory has more SMs than a plain one, from Hopper on, one
compute slice comes in a second revision with those SMs, on two slices side by side. Its
rows were captured in a 2g of an H100 and in a 1g of a GH200; that wider instances have it
as well follows from subdeviceCtrlCmdGpuGetComputeProfiles, which lists each compute
profile whose SMs the instance has.
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
_REVISED_ID = 7  # NVML's COMPUTE_INSTANCE_PROFILE_1_SLICE_REV1


@dataclass(frozen=True)
class Offer:
    """A compute instance profile of one GPU instance.

    Attributes:
        whole: whether it takes all of the instance, the default (`*` in `-lcip`).
        starts: slices it may start at, counted inside the GPU instance.
        most: how many of it an empty instance holds.
    """

    name: str
    id: int
    compute: int
    size: int
    starts: tuple[int, ...]
    most: int
    sms: int | None
    whole: bool

    def at(self, start: int) -> int:
        """The slices it would span, a bit each."""
        return ((1 << self.size) - 1) << start


def offers(table: Mig, profile: Partition) -> tuple[Offer, ...]:
    """The compute instance profiles of a GPU instance, smallest first."""
    parts = _DIVISIONS.get(profile.compute, tuple(range(1, profile.compute)))
    wide = _revised(table)
    found = [
        _offer(table, profile, one, whole=one == profile.compute and profile != wide)
        for one in (*parts, profile.compute)
    ]
    if wide and (profile.compute > 1 or profile == wide):
        found.insert(1, _revised_offer(profile, wide))
    return tuple(found)


def _offer(table: Mig, profile: Partition, compute: int, *, whole: bool) -> Offer:
    size = _SPANS.get(compute, compute)
    step = 1 if first_fit(table) else size
    starts = tuple(range(0, profile.compute - compute + 1, step))
    return Offer(
        name=_name(profile, compute),
        id=_IDS.get(compute, compute),
        compute=compute,
        size=size,
        starts=starts,
        most=profile.compute // compute if first_fit(table) else len(starts),
        sms=profile.sms if whole else _sms(table, compute),
        whole=whole,
    )


def _revised_offer(profile: Partition, wide: Partition) -> Offer:
    starts = tuple(range(0, _SPANS.get(profile.compute, profile.compute), 2))
    return Offer(
        name=_name(profile, 1),
        id=_REVISED_ID,
        compute=1,
        size=2,
        starts=starts,
        most=len(starts),
        sms=wide.sms,
        whole=profile == wide,
    )


def _name(profile: Partition, compute: int) -> str:
    name = plain(profile.name)
    return name if compute == profile.compute else f"{compute}c.{name}"


def _revised(table: Mig) -> Partition | None:
    """The 1g profile of double memory whose SMs one compute slice may have, too."""
    usual = _sms(table, 1)
    ones = (one for one in table.profiles if one.compute == 1 and is_double(table, one))
    return next((one for one in ones if one.sms != usual), None)


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
    for one in sorted(found, key=lambda each: not each.whole):  # of one name, that
        if wanted in (one.name, str(one.id)) or not wanted:
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
    if offer.compute > _left(instance):
        return ()
    return tuple(at for at in offer.starts if not taken & offer.at(at))


def free(instance: Instance, offer: Offer) -> int:
    """How many more such compute instances fit now."""
    end = count = 0
    for start in open_starts(instance, offer):
        if start >= end:
            end, count = start + offer.size, count + 1
    return min(count, _left(instance) // offer.compute)


def _left(instance: Instance) -> int:
    """Compute slices that no compute instance has."""
    return instance.profile.compute - sum(one.compute for one in instance.computes)


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
