"""How a game ends: its end is looked at once settled, and once more after hours of work.

Most faults hide while nothing runs, so an end that holds at once may not hold for long.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from certlab.labs.operations.node import laws, scheduling, shell
from certlab.labs.operations.node.checks import hold, in_service
from certlab.labs.operations.node.machine import HEAD
from certlab.labs.operations.node.passing import advance
from certlab.labs.operations.node.scenarios import Scenario, begin
from certlab.labs.operations.node.schedulers import Job, Workload
from certlab.labs.operations.node.state import World

SETTLES = 600  # seconds until it is looked at: a boot takes 480


class Ending(NamedTuple):
    """An end that was looked at.

    Attributes:
        checks: line, whether it held once settled, and whether it did after the work.
        harms: what happened under the work.
    """

    checks: tuple[tuple[str, bool, bool], ...]
    harms: tuple[str, ...]

    @property
    def reached(self) -> bool:
        """All held, both times."""
        return all(settled and worked for _, settled, worked in self.checks)


def ending(one: Scenario, world: World, begun: World) -> Ending:
    """Let a world settle and look; let its nodes work for hours and look again."""
    settled = advance(world, SETTLES)
    worked = advance(busy(settled, one.load_hours * 3600), one.load_hours * 3600 + 60)
    first, then = (hold(one.end, after, begun) for after in (settled, worked))
    if "nothing done" in first:
        then["nothing done"] = first["nothing done"]  # the work is ours
    harms = tuple(harm.text for harm in worked.harms[len(settled.harms) :])
    return Ending(tuple((line, first[line], then[line]) for line in one.end), harms)


def busy(world: World, seconds: float) -> World:
    """Work for every GPU that a scheduler has to give."""
    for name in world.slurm.nodes if world.slurm else ():
        assert world.slurm
        running = [job for job in world.slurm.jobs if name in job.nodes]
        used = sum(job.gpus for job in running if job.state == "RUNNING")
        free = world.slurm.nodes[name].found - used
        if free > 0 and scheduling.takes_jobs(world, name):
            id = world.slurm.next_id
            job = Job(id, "load", "root", free, seconds, submitted=world.t, wants=name)
            more = replace(world.slurm, jobs=(*world.slurm.jobs, job), next_id=id + 1)
            world = replace(world, slurm=more)
    for name in world.kube.nodes if world.kube else ():
        assert world.kube
        works = {gpu.slot for gpu in laws.usable(world, name)}
        slots = tuple(n for n in scheduling.free_slots(world, name) if n in works)
        if slots and in_service(world, name):
            load = Workload("default", f"load-{name}", len(slots), world.t, name)
            load = replace(load, state="Running", slots=slots, started=world.t)
            pods = (*world.kube.workloads, load)
            world = replace(world, kube=replace(world.kube, workloads=pods))
    return world


def costs(world: World) -> dict[str, float]:
    """What has been caused, by kind, and the simulated minutes."""
    sums: dict[str, float] = {}
    for harm in world.harms:
        sums[harm.kind] = sums.get(harm.kind, 0) + harm.amount
    return {**sums, "minutes": round(world.t / 60)}


class Walk(NamedTuple):
    """Lines that were run from the start.

    Attributes:
        refused: how many of them ended with an exit status that is not 0.
    """

    world: World
    refused: int


def walk(one: Scenario, seed: int, lines: Iterable[str]) -> Walk:
    """Run lines of the shell from the start of a scenario; lines of ours do nothing."""
    world, host, refused = begin(one, seed), HEAD, 0
    for line in lines:
        done = shell.run(world, host, line)
        world, host = done.world, done.host
        refused += done.exit != 0
    return Walk(world, refused)
