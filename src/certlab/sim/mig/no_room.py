"""Why an instance has no place: which resource ran out, where, and who holds it."""

from collections.abc import Iterator, Sequence

from certlab.course.partitions import Partition
from certlab.sim.mig.compute_instances import Offer
from certlab.sim.mig.grid import Place
from certlab.sim.mig.instances import Instance
from certlab.sim.mig.refusal import (
    INSUFFICIENT,
    INVALID,
    UNCHANGED,
    Refusal,
    listed,
    span,
)
from certlab.sim.mig.repair import cheapest
from certlab.sim.mig.state import State


def not_a_start(profile: Partition, start: int) -> Refusal:
    """The refusal of a start that the profile never has."""
    allowed = listed(map(str, profile.starts), "or")
    says = f"{profile.name} cannot start at memory slice {start}; it may start at"
    return Refusal(f"{says} {allowed}. {UNCHANGED}", INVALID)


def no_room(gpu: State, profile: Partition, start: int | None) -> Refusal:
    """The refusal of a profile that fits nowhere now, or not at `start`."""
    places = [
        place for place in gpu.grid.of[profile.name] if start in (None, place.start)
    ]
    says = [*_memory(gpu, places), *_beside(gpu, places)]
    return Refusal(
        f"{' '.join(says)} {UNCHANGED} {_way_out(gpu, profile, start)}", INSUFFICIENT
    )


def _memory(gpu: State, places: Sequence[Place]) -> Iterator[str]:
    """The sentence about memory slices, unless some place has them free."""
    taken = gpu.taken
    if any(not place.mask & taken for place in places):
        return
    wanted = 0
    for place in places:
        wanted |= place.mask
    held: list[str] = []
    for one in sorted(gpu.instances, key=lambda one: one.start):
        mask = gpu.grid.at[one.key].mask & wanted
        if mask:
            first = (mask & -mask).bit_length() - 1
            by = "by" if held else "is held by"
            held.append(f"{span(first, mask.bit_count())} {by} {one.called}")
    yield f"{places[0].profile.name} needs {_wanted(places)}: {listed(held)}."


def _wanted(places: Sequence[Place]) -> str:
    """The memory slices that would do."""
    size, first, last = places[0].profile.size, places[0].start, places[-1].start
    if size > 1:
        spans = listed((span(one.start, size) for one in places), "or")
        return f"memory slices {spans}"
    if len(places) > 1:
        return f"one of memory slices {span(first, last - first + 1)}"
    return f"memory slice {first}"


def _beside(gpu: State, places: Sequence[Place]) -> Iterator[str]:
    """A sentence for each other resource that ran out."""
    grid, taken, profile = gpu.grid, gpu.taken, places[0].profile
    left, limits = grid.left(gpu.room), dict(grid.limits)
    if left["compute slices"] < profile.compute:
        held = _held(gpu, "compute")
        total, free = limits["compute slices"], left["compute slices"]
        yield (
            f"It needs {profile.compute} of {total} compute slices, and {free} "
            f"{_are(free)} free: {held}."
        )
    if not left[profile.name] and profile.most < len(profile.starts):
        there = [one for one in gpu.instances if one.profile == profile]
        names = listed(one.called for one in there)
        yield f"A GPU holds {profile.name} {_times(profile.most)} at most: {names}."
    elif any(not place.mask & taken for place in places):
        for engine, words in _ENGINES.items():
            wants, free = getattr(profile, engine) or 0, left[engine]
            if free < wants:
                held = _held(gpu, engine)
                yield (
                    f"{profile.name} needs {wants} of {limits[engine]} {words}, and "
                    f"{free} {_are(free)} free: {held}."
                )


def _held(gpu: State, resource: str) -> str:
    """Who holds how much of a resource, a field of a profile."""
    holders = [
        (getattr(one.profile, resource) or 0, one.called) for one in gpu.instances
    ]
    says = [(count, called) for count, called in holders if count]
    return listed(
        f"{count} {'' if n else 'held '}by {called}"
        for n, (count, called) in enumerate(says)
    )


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


_ENGINES = {
    "decoders": "video decoders (DEC)",
    "encoders": "video encoders (ENC)",
    "jpeg": "JPEG engines (JPEG)",
    "ofa": "optical flow engines (OFA)",
}


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _way_out(gpu: State, profile: Partition, start: int | None) -> str:
    """What to destroy, sparing instances of the same profile: those gain nothing."""
    same = frozenset(one.id for one in gpu.instances if one.profile == profile)
    ids, at = cheapest(gpu, profile, start, keep=same)
    names = listed(one.called for one in gpu.instances if one.id in ids)
    says = f"Destroying {names} would make room at {span(at, profile.size)}."
    elsewhere = listed((str(one.start) for one in gpu.open_places(profile)), "or")
    return f"It fits at {elsewhere}. {says}" if elsewhere else says


def no_compute_room(instance: Instance, offer: Offer) -> Refusal:
    """The refusal of a compute instance that does not fit."""
    held = listed(
        f"{span(one.start, one.compute)} by compute instance {one.id} ({one.name})"
        for one in instance.computes
    )
    slices = "compute slice" if offer.compute == 1 else "compute slices"
    says = (
        f"{offer.name} needs {offer.compute} {slices} of {instance.called}, which has "
        f"{instance.profile.compute}: {held}. {UNCHANGED} "
        f"Destroy a compute instance first, with -dci -gi {instance.id}."
    )
    return Refusal(says, INSUFFICIENT)
