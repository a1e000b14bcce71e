"""Why an instance has no place: which resource ran out, where, and who holds it."""

from collections.abc import Iterator, Sequence

from certlab.labs.mig.compute_instances import Offer
from certlab.labs.mig.eviction import cheapest
from certlab.labs.mig.grid import Place
from certlab.labs.mig.instances import Instance
from certlab.labs.mig.partitions import Partition
from certlab.labs.mig.refusal import (
    INSUFFICIENT,
    INVALID,
    UNCHANGED,
    Refusal,
    listed,
    span,
)
from certlab.labs.mig.state import State
from certlab.words import Sentence, after_each_other, plural


def not_a_start(profile: Partition, start: int) -> Refusal:
    """The refusal of a start that the profile never has."""
    says = Sentence(
        "{profile} cannot start at memory slice {start}; it may start at {starts}.",
        profile=profile.name,
        start=start,
        starts=listed(map(str, profile.starts), "or"),
    )
    return Refusal(after_each_other(says, UNCHANGED), INVALID)


def no_room(gpu: State, profile: Partition, start: int | None) -> Refusal:
    """The refusal of a profile that fits nowhere now, or not at `start`."""
    places = [
        place for place in gpu.grid.of[profile.name] if start in (None, place.start)
    ]
    says = [*_memory(gpu, places), *_beside(gpu, places)]
    way_out = _way_out(gpu, profile, start)
    return Refusal(after_each_other(*says, UNCHANGED, way_out), INSUFFICIENT)


def _memory(gpu: State, places: Sequence[Place]) -> Iterator[str]:
    """The sentence about memory slices, unless some place has them free."""
    taken = gpu.taken
    if any(not place.mask & taken for place in places):
        return
    wanted = 0
    for place in places:
        wanted |= place.mask
    held: list[Sentence] = []
    for one in sorted(gpu.instances, key=lambda one: one.start):
        mask = gpu.grid.at[one.key].mask & wanted
        if mask:
            first = (mask & -mask).bit_length() - 1
            slices = span(first, mask.bit_count())
            held.append(
                Sentence("{span} by {name}", span=slices, name=one.called)
                if held
                else Sentence("{span} is used by {name}", span=slices, name=one.called)
            )
    yield Sentence(
        "{profile} needs {wanted}, but {held}.",
        profile=places[0].profile.name,
        wanted=_wanted(places),
        held=listed(held),
    )


def _wanted(places: Sequence[Place]) -> Sentence:
    """The memory slices that would do."""
    size, first, last = places[0].profile.size, places[0].start, places[-1].start
    if size > 1:
        spans = listed((span(one.start, size) for one in places), "or")
        return Sentence("memory slices {spans}", spans=spans)
    if len(places) > 1:
        slices = span(first, last - first + 1)
        return Sentence("one of memory slices {span}", span=slices)
    return Sentence("memory slice {n}", n=first)


def _beside(gpu: State, places: Sequence[Place]) -> Iterator[str]:
    """A sentence for each other resource that ran out."""
    grid, taken, profile = gpu.grid, gpu.taken, places[0].profile
    left, limits = grid.left(gpu.room), dict(grid.limits)
    if left["compute slices"] < profile.compute:
        held = _held(gpu, "compute")
        yield plural(
            "It needs {wants} of {total} compute slices, but {n} is free: {held}.",
            "It needs {wants} of {total} compute slices, but {n} are free: {held}.",
            left["compute slices"],
            wants=profile.compute,
            total=limits["compute slices"],
            held=held,
        )
    if not left[profile.name] and profile.most < len(profile.starts):
        there = [one for one in gpu.instances if one.profile == profile]
        names = listed(one.called for one in there)
        yield Sentence(
            "A GPU can have {profile} at most {times}, and it has {names}.",
            profile=profile.name,
            times=_times(profile.most),
            names=names,
        )
    elif any(not place.mask & taken for place in places):
        for engine, words in _ENGINES.items():
            wants, free = getattr(profile, engine) or 0, left[engine]
            if free < wants:
                yield plural(
                    "{profile} needs {wants} of {total} {engines}, but {n} is free: {held}.",
                    "{profile} needs {wants} of {total} {engines}, but {n} are free: {held}.",
                    free,
                    profile=profile.name,
                    wants=wants,
                    total=limits[engine],
                    engines=words,
                    held=_held(gpu, engine),
                )


def _held(gpu: State, resource: str) -> str:
    """Who holds how much of a resource, a field of a profile."""
    holders = [
        (getattr(one.profile, resource) or 0, one.called) for one in gpu.instances
    ]
    says = [(count, called) for count, called in holders if count]
    return listed(
        Sentence("{n} by {name}", n=count, name=called)
        if place
        else Sentence("{n} used by {name}", n=count, name=called)
        for place, (count, called) in enumerate(says)
    )


_ENGINES = {
    "decoders": Sentence("video decoders (DEC)"),
    "encoders": Sentence("video encoders (ENC)"),
    "jpeg": Sentence("JPEG engines (JPEG)"),
    "ofa": Sentence("optical flow engines (OFA)"),
}


def _times(count: int) -> Sentence:
    few = {1: Sentence("once"), 2: Sentence("twice")}
    return few.get(count) or Sentence("{n} times", n=count)


def _way_out(gpu: State, profile: Partition, start: int | None) -> str:
    """What to destroy, sparing instances of the same profile: those gain nothing."""
    same = frozenset(one.id for one in gpu.instances if one.profile == profile)
    ids, at = cheapest(gpu, profile, start, keep=same)
    names = listed(one.called for one in gpu.instances if one.id in ids)
    says = Sentence(
        "Destroying {names} would make room at {span}.",
        names=names,
        span=span(at, profile.size),
    )
    elsewhere = listed((str(one.start) for one in gpu.open_places(profile)), "or")
    fits = Sentence("It fits at {starts}.", starts=elsewhere) if elsewhere else ""
    return after_each_other(fits, says)


def no_compute_room(instance: Instance, offer: Offer) -> Refusal:
    """The refusal of a compute instance that does not fit."""
    held = listed(
        Sentence(
            "{span} by compute instance {id} ({profile})",
            span=span(one.start, one.takes),
            id=one.id,
            profile=one.name,
        )
        for one in instance.computes
    )
    says = plural(
        "{profile} needs {n} compute slice of {name}, which has {total}: {held}.",
        "{profile} needs {n} compute slices of {name}, which has {total}: {held}.",
        offer.size if offer.compute == 1 else offer.compute,
        profile=offer.name,
        name=instance.called,
        total=instance.profile.compute,
        held=held,
    )
    way_out = Sentence(
        "Destroy a compute instance first, with -dci -gi {id}.", id=instance.id
    )
    return Refusal(after_each_other(says, UNCHANGED, way_out), INSUFFICIENT)
