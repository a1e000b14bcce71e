"""What an end is made of: lines such as "node-a gpus 8", each one of the table `CHECKS`."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from certlab.errors import ContentError
from certlab.labs.operations.node import laws, scheduling
from certlab.labs.operations.node.machine import SYSTEMS
from certlab.labs.operations.node.passing import advance
from certlab.labs.operations.node.schedulers import Workload
from certlab.labs.operations.node.slurm.queue import job_of
from certlab.labs.operations.node.state import Node, World


class Look(NamedTuple):
    """What a check looks at: the world, as it began, and the words of the check."""

    world: World
    begun: World
    words: dict[str, str]

    @property
    def name(self) -> str:
        """The machine that the check names."""
        return self.words["node"]

    @property
    def node(self) -> Node:
        """Its state."""
        return self.world.nodes[self.name]


def in_service(world: World, node: str) -> bool:
    """Whether the scheduler gives work to a node."""
    if not laws.reachable(world, node):
        return False
    if world.slurm:
        return scheduling.slurm_state(world, node) in ("IDLE", "MIXED", "ALLOCATED")
    return bool(world.kube and not world.kube.nodes[node].cordoned)


def _gpus(look: Look) -> bool:
    seen = len(laws.visible(look.node))
    return not laws.cannot_start(look.node) and seen == int(look.words["n"])


def _versions(look: Look) -> bool:
    driver = laws.driver(look.node)
    return driver == laws.library(look.node) == laws.manager_version(look.node) != ""


def _held(look: Look) -> bool:
    package = look.node.packages.get(look.words["package"])
    return bool(package and package.held)


def _allocatable(look: Look) -> bool:
    n = int(look.words["n"])
    return bool(look.world.kube) and scheduling.allocatable(look.world, look.name) == n


def _out(look: Look) -> bool:
    holders = laws.clients(look.world, look.name)
    works = any(one.kind in ("job", "pod") for one in holders)
    return not works and not in_service(look.world, look.name)


def _job_kept(look: Look) -> bool:
    job = job_of(look.world, int(look.words["n"]))
    good = ("PENDING", "RUNNING", "COMPLETED")
    return bool(job and not job.restarts and job.state in good)


def _pod(world: World, name: str) -> Workload | None:
    pods = world.kube.workloads if world.kube else ()
    return next((pod for pod in pods if pod.name == name), None)


def _pod_kept(look: Look) -> bool:
    """It runs since it was started first, or is done; what is done may be cleared away."""
    name = look.words["pod"]
    now, then = (_pod(world, name) for world in (look.world, look.begun))
    if now is None:
        return not any(f"/{name} " in f"{harm.text} " for harm in look.world.harms)
    good = ("Running", "Succeeded")
    return bool(then and now.started == then.started and now.state in good)


def _pod_runs(look: Look) -> bool:
    """As many of its kind run as there were, whatever letters their names end with."""
    stem = look.words["pod"].rpartition("-")[0]

    def kin(world: World) -> list[Workload]:
        pods = world.kube.workloads if world.kube else ()
        return [pod for pod in pods if pod.name.rpartition("-")[0] == stem]

    running = [pod for pod in kin(look.world) if pod.state == "Running"]
    return 0 < len(kin(look.begun)) <= len(running)


def _nothing(look: Look) -> bool:
    """Nothing differs from what would be so had nobody sat down."""
    left = advance(look.begun, look.world.t - look.begun.t)
    return bool(_touchable(look.world, left) == _touchable(left, left))


def _touchable(world: World, left: World) -> Any:
    """What somebody can change, without what only looking does."""
    machines = {name: replace(node, watched=None) for name, node in world.nodes.items()}
    if world.slurm is None or left.slurm is None:
        return machines, world.kube, world.spares
    there = {job.id for job in left.slurm.jobs}
    jobs = [job for job in world.slurm.jobs if job.id in there]
    return machines, world.slurm.nodes, jobs, world.spares


_CHECKS: dict[str, Callable[[Look], bool]] = {
    "NODE gpus N": _gpus,
    "NODE fabric completed": lambda look: (
        bool(laws.visible(look.node))
        and all(gpu.fabric == "Completed" for gpu in laws.visible(look.node))
    ),
    "NODE versions equal": _versions,
    "NODE held PACKAGE": _held,
    "NODE pending none": lambda look: all(
        not gpu.remap.pending for gpu in look.node.gpus
    ),
    "NODE allocatable N": _allocatable,
    "NODE units active": lambda look: all(
        unit.state == "active" and unit.enabled for unit in look.node.units.values()
    ),
    "NODE in service": lambda look: in_service(look.world, look.name),
    "NODE out of service": _out,
    "job N not lost": _job_kept,
    "pod POD not lost": _pod_kept,
    "pod POD running": _pod_runs,
    "nothing done": _nothing,
}
_WORDS = {"NODE": "|".join(SYSTEMS), "N": r"\d{1,9}", "PACKAGE": r"\S+", "POD": r"\S+"}


def _pattern(form: str) -> re.Pattern[str]:
    def word(found: re.Match[str]) -> str:
        return f"(?P<{found[0].lower()}>{_WORDS[found[0]]})"

    return re.compile(re.sub("[A-Z]+", word, form))


CHECKS = {_pattern(form): check for form, check in _CHECKS.items()}


def _parsed(line: str) -> tuple[Callable[[Look], bool], dict[str, str], bool]:
    """The check of a line, its words, and what it must come to."""
    for pattern, check in CHECKS.items():
        if words := pattern.fullmatch(line.removeprefix("not ")):
            return check, words.groupdict(), not line.startswith("not ")
    raise ContentError(f'The end has a line "{line}", which is no check.')


def known(lines: Iterable[str]) -> None:
    """Refuse what is no check.

    Raises:
        ContentError: a line is none, or names a machine that there is not.
    """
    for line in lines:
        _parsed(line)


def hold(lines: Sequence[str], world: World, begun: World) -> dict[str, bool]:
    """Each line of an end, and whether it holds."""
    found = {}
    for line in lines:
        check, words, wanted = _parsed(line)
        found[line] = check(Look(world, begun, words)) is wanted
    return found
