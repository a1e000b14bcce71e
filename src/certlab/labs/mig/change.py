"""What changes a GPU: instances made and destroyed, MIG switched on and off.

These are the methods of `Gpu`.
"""

from dataclasses import replace
from typing import TypeVar

from certlab.labs.mig import compute_instances
from certlab.labs.mig.instances import ComputeInstance, Instance
from certlab.labs.mig.placement import choose, instance_id
from certlab.labs.mig.placement_refusals import no_compute_room, no_room, not_a_start
from certlab.labs.mig.profiles import knows
from certlab.labs.mig.refusal import (
    IN_USE,
    INVALID,
    MIG_OFF,
    NOT_FOUND,
    OFF,
    UNCHANGED,
    Refusal,
    listed,
)
from certlab.labs.mig.state import State
from certlab.words import Sentence, after_each_other, plural

G = TypeVar("G", bound=State)  # what is changed comes back as what it was


def create(gpu: G, profile: str | int, start: int | None = None) -> tuple[G, Instance]:
    """A new GPU instance.

    Args:
        profile: name or nvidia-smi id.
        start: its first memory slice; None for the one the driver would take.

    Raises:
        Refusal: MIG is off, the profile unknown, or no place for it.
    """
    _on(gpu)
    wanted = gpu.profile(profile)
    _driver_knows(gpu, wanted.name, wanted.min_driver or gpu.table.min_driver)
    if gpu.clients:
        says = plural(
            "The GPU is in use by {clients}; stop it first.",
            "The GPU is in use by {clients}; stop them first.",
            len(gpu.clients),
            clients=listed(gpu.clients),
        )
        raise Refusal(after_each_other(says, UNCHANGED), IN_USE)
    if start is not None and start not in wanted.starts:
        raise not_a_start(wanted, start)
    places = gpu.open_places(wanted)
    if start is not None:
        places = tuple(place for place in places if place.start == start)
    if not places:
        raise no_room(gpu, wanted, start)
    place = choose(gpu.grid, places, gpu.taken, gpu.room)
    id = instance_id(gpu.table, wanted, place.start, crossed=gpu.crossed)
    made = Instance(id, wanted, place.start)
    return replace(gpu, instances=(*gpu.instances, made)), made


def destroy(gpu: G, id: int) -> G:
    """Without one GPU instance. Raises Refusal while it has compute instances."""
    _on(gpu)
    instance = gpu.instance(id)
    if instance.computes:
        ids = listed(str(one.id) for one in instance.computes)
        says = plural(
            "{name} still contains compute instance {ids}; destroy it first, with -dci.",
            "{name} still contains compute instances {ids}; destroy them first, with -dci.",
            len(instance.computes),
            name=instance.called,
            ids=ids,
        )
        raise Refusal(after_each_other(says, UNCHANGED), IN_USE)
    left = tuple(one for one in gpu.instances if one.id != id)
    return replace(gpu, instances=left)


def create_compute(
    gpu: G, id: int, profile: str | int = "", start: int | None = None
) -> tuple[G, ComputeInstance]:
    """A compute instance in GPU instance `id`; the default profile for "".

    Raises:
        Refusal: no such instance or profile, or too few compute slices left.
    """
    _on(gpu)
    instance = gpu.instance(id)
    offer = compute_instances.find_offer(gpu.table, instance, profile)
    starts = compute_instances.open_starts(instance, offer)
    if start is not None and start not in offer.starts:
        allowed = listed(map(str, offer.starts), "or")
        says = Sentence(
            "{name} cannot start at {start}; it may start at {starts}.",
            name=offer.name,
            start=start,
            starts=allowed,
        )
        raise Refusal(after_each_other(says, UNCHANGED), INVALID)
    if not starts or (start is not None and start not in starts):
        raise no_compute_room(instance, offer)
    if start is None:
        start = compute_instances.choose_start(gpu.table, instance, offer)
    used = {one.id for one in instance.computes}
    made = ComputeInstance(
        id=next(n for n in range(len(used) + 1) if n not in used),
        name=offer.name,
        profile=offer.id,
        compute=offer.compute,
        start=start,
        size=offer.size,
        sms=offer.sms,
        whole=offer.whole,
    )
    return gpu.with_instance(instance.with_compute(made)), made


def destroy_compute(gpu: G, id: int, compute: int) -> G:
    """Without one compute instance. Raises Refusal while a process uses it."""
    _on(gpu)
    instance = gpu.instance(id)
    one = compute_of(instance, compute)
    if one.processes:
        says = plural(
            "Compute instance {id} of {name} is used by {clients}; stop it first.",
            "Compute instance {id} of {name} is used by {clients}; stop them first.",
            len(one.processes),
            id=compute,
            name=instance.called,
            clients=listed(one.processes),
        )
        raise Refusal(after_each_other(says, UNCHANGED), IN_USE)
    return gpu.with_instance(instance.without_compute(compute))


def compute_of(instance: Instance, id: int) -> ComputeInstance:
    """The compute instance of that id. Raises Refusal."""
    for one in instance.computes:
        if one.id == id:
            return one
    there = listed(str(one.id) for one in instance.computes)
    says = Sentence(
        "{name} has no compute instance {id}; it has {there}.",
        name=instance.called,
        id=id,
        there=there or Sentence("none"),
    )
    raise Refusal(says, NOT_FOUND)


def enable(gpu: G) -> G:
    """With MIG on. Raises Refusal: driver too old, or a reset is in the way."""
    what = Sentence("MIG on {gpu}", gpu=gpu.table.name)
    _driver_knows(gpu, what, gpu.table.min_driver)
    if gpu.clients and gpu.table.resets:
        says = plural(
            "{gpu} is reset when MIG is switched on, but it is in use by {clients}; stop it first.",
            "{gpu} is reset when MIG is switched on, but it is in use by {clients}; stop them first.",
            len(gpu.clients),
            gpu=gpu.table.name,
            clients=listed(gpu.clients),
        )
        raise Refusal(after_each_other(says, UNCHANGED), IN_USE)
    return replace(gpu, enabled=True)


def disable(gpu: G) -> G:
    """With MIG off. Raises Refusal while there are instances."""
    if gpu.instances:
        says = Sentence(
            "MIG stays on while these instances exist: {names}; destroy them first.",
            names=listed(one.called for one in gpu.instances),
        )
        raise Refusal(after_each_other(says, UNCHANGED), IN_USE)
    return replace(gpu, enabled=False)


def _on(gpu: State) -> None:
    if not gpu.enabled:
        raise Refusal(MIG_OFF, OFF)


def _driver_knows(gpu: State, what: str, least: str) -> None:
    if not knows(gpu.driver, least):
        says = Sentence(
            "{what} needs driver {least} or newer, but this one is {driver}; update it.",
            what=what,
            least=least,
            driver=gpu.driver,
        )
        raise Refusal(says, INVALID)
