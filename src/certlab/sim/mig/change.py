"""What changes a GPU: instances made and destroyed, MIG switched on and off."""

from dataclasses import replace
from typing import TypeVar

from certlab.sim.mig import compute_instances
from certlab.sim.mig.instances import ComputeInstance, Instance
from certlab.sim.mig.no_room import no_compute_room, no_room, not_a_start
from certlab.sim.mig.placement import choose, instance_id
from certlab.sim.mig.profiles import knows
from certlab.sim.mig.refusal import (
    IN_USE,
    INVALID,
    NOT_FOUND,
    OFF,
    UNCHANGED,
    Refusal,
    listed,
)
from certlab.sim.mig.state import State

G = TypeVar("G", bound=State)  # what is changed comes back as what it was


def create(gpu: G, named: str | int, start: int | None) -> tuple[G, Instance]:
    """A new GPU instance; see `Gpu.create`."""
    _on(gpu)
    profile = gpu.profile(named)
    _driver_knows(gpu, profile.name, profile.min_driver or gpu.table.min_driver)
    if gpu.clients:
        raise Refusal(f"The GPU is held {_by(gpu.clients)} {UNCHANGED}", IN_USE)
    if start is not None and start not in profile.starts:
        raise not_a_start(profile, start)
    places = gpu.open_places(profile)
    if start is not None:
        places = tuple(place for place in places if place.start == start)
    if not places:
        raise no_room(gpu, profile, start)
    place = choose(gpu.grid, places, gpu.taken, gpu.room)
    id = instance_id(gpu.table, profile, place.start, crossed=gpu.crossed)
    made = Instance(id, profile, place.start)
    return replace(gpu, instances=(*gpu.instances, made)), made


def destroy(gpu: G, id: int) -> G:
    """Without a GPU instance; see `Gpu.destroy`."""
    _on(gpu)
    instance = gpu.instance(id)
    if instance.computes:
        ids = listed(str(one.id) for one in instance.computes)
        many = "s" * (len(instance.computes) > 1)
        says = (
            f"{instance.called} still holds compute instance{many} {ids}; destroy "
            f"{'them' if many else 'it'} first, with -dci. {UNCHANGED}"
        )
        raise Refusal(says, IN_USE)
    left = tuple(one for one in gpu.instances if one.id != id)
    return replace(gpu, instances=left)


def create_compute(
    gpu: G, id: int, named: str | int, start: int | None
) -> tuple[G, ComputeInstance]:
    """A compute instance; see `Gpu.create_compute`."""
    _on(gpu)
    instance = gpu.instance(id)
    offer = compute_instances.find_offer(gpu.table, instance, named)
    starts = compute_instances.open_starts(instance, offer)
    if start is not None and start not in offer.starts:
        allowed = listed(map(str, offer.starts), "or")
        says = f"{offer.name} cannot start at {start}; it may start at {allowed}."
        raise Refusal(f"{says} {UNCHANGED}", INVALID)
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
    )
    return gpu.with_instance(instance.with_compute(made)), made


def destroy_compute(gpu: G, id: int, compute: int) -> G:
    """Without a compute instance; see `Gpu.destroy_compute`."""
    _on(gpu)
    instance = gpu.instance(id)
    one = compute_of(instance, compute)
    if one.processes:
        what = f"Compute instance {compute} of {instance.called} is used"
        raise Refusal(f"{what} {_by(one.processes)} {UNCHANGED}", IN_USE)
    return gpu.with_instance(instance.without_compute(compute))


def compute_of(instance: Instance, id: int) -> ComputeInstance:
    """The compute instance of that id. Raises Refusal."""
    for one in instance.computes:
        if one.id == id:
            return one
    there = listed(str(one.id) for one in instance.computes) or "none"
    says = f"{instance.called} has no compute instance {id}; it has {there}."
    raise Refusal(says, NOT_FOUND)


def enable(gpu: G) -> G:
    """With MIG on; see `Gpu.enable`."""
    _driver_knows(gpu, f"MIG on {gpu.table.name}", gpu.table.min_driver)
    if gpu.clients and gpu.table.resets:
        what = f"{gpu.table.name} is reset when MIG is switched on, and it is held"
        raise Refusal(f"{what} {_by(gpu.clients)} {UNCHANGED}", IN_USE)
    return replace(gpu, enabled=True)


def disable(gpu: G) -> G:
    """With MIG off; see `Gpu.disable`."""
    if gpu.instances:
        there = listed(one.called for one in gpu.instances)
        says = f"MIG stays on while there are instances: {there}; destroy them first."
        raise Refusal(f"{says} {UNCHANGED}", IN_USE)
    return replace(gpu, enabled=False)


def _on(gpu: State) -> None:
    if not gpu.enabled:
        says = "MIG is off on this GPU; switch it on with nvidia-smi -i 0 -mig 1."
        raise Refusal(says, OFF)


def _by(processes: tuple[str, ...]) -> str:
    return (
        f"by {listed(processes)}; stop {'it' if len(processes) == 1 else 'them'} first."
    )


def _driver_knows(gpu: State, what: str, least: str) -> None:
    if not knows(gpu.driver, least):
        says = f"{what} needs driver {least}, and this one is {gpu.driver}; update it."
        raise Refusal(says, INVALID)
