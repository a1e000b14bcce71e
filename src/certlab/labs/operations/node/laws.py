"""What follows from the state. Nothing here is stored, so no two tools can disagree on it.

`LAWS` are those that stand behind a refusal, which `why` names. The others, and what they
rest on:

1. A tool sees a GPU when its node is on, the module nvidia is loaded and the GPU is on the
   bus; the others keep their addresses. A listing of PCI devices and nvidia-smi -L in issues
   of gpud and akash-network/support.
6. A pending row ends with a reset, a reload of the driver or a boot, and so do the volatile
   counters of ECC; the aggregate ones never end. NVIDIA's page on GPU memory error management.
12. The device plugin keeps a GPU unhealthy after an XID until the plugin restarts, and so
    does a watch of DCGM until its engine restarts. Issue 1065 of NVIDIA/gpu-operator, and
    DcgmHealthWatch.cpp of DCGM 4.5.3.
16. Every command takes time, and time moves jobs and boots. A rule of ours.
17. Under the GPU Operator a container compiles the driver, with headers from its own package
    archive; what is installed on the node is nothing to it. While the archive lacks those of
    the running kernel it fails, and is started again ever later. nvidia-driver of
    NVIDIA/gpu-driver-container, and NVIDIA's page on outdated kernels under the GPU Operator.
"""

from typing import NamedTuple

from certlab.labs.operations.node.gpus import Gpu
from certlab.labs.operations.node.schedulers import Job
from certlab.labs.operations.node.state import Node, World
from certlab.words import Sentence

NO_DRIVER = (
    "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. "
    "Make sure that the latest NVIDIA driver is installed and running.\n"
)
LIBRARY = "libnvidia-compute-590-server"
MANAGER = "nvidia-fabricmanager-590"
DRIVER = "nvidia-dkms-590-server-open"
DRIVER_PODS = "nvidia-driver-daemonset"
# Units that the operator starts once it has loaded the driver.
WITH_DRIVER = ("nvidia-persistenced", "nvidia-fabricmanager", "nvidia-dcgm")

# Number: (what holds, what it rests on).
LAWS: dict[int, tuple[str, str]] = {
    2: (
        Sentence(
            "A loaded module of another version than the libraries stops every new client; what "
            "runs goes on."
        ),
        "nvidia-smi 535.261.03 over a library that returns the code for it",
    ),
    3: (
        Sentence("Fabric Manager starts only with the version of the loaded module."),
        "its own line, in issue 544 of NVIDIA/gpu-operator",
    ),
    4: (
        Sentence(
            "CUDA starts only on a GPU whose fabric state is Completed; else error 802. Fabric "
            "Manager that was stopped and started again wants a reset of the GPUs."
        ),
        "issues 2348 of dstackai/dstack and 1488 of NVIDIA/nccl",
    ),
    5: (
        Sentence(
            "A GPU is reset only when nothing holds it: no process, no DCGM, and no persistence "
            "daemon while the GPU is in persistence mode."
        ),
        "issues 1690 of NVIDIA/NVSentinel and 118 of NVIDIA/gpu-operator",
    ),
    7: (
        Sentence(
            "A GPU off the bus comes back with a power cycle, and never with a reset. Where the "
            "cause has not passed it falls off again under load, and only another one helps."
        ),
        "NVIDIA's catalogue of XID errors, 79; after how long it falls off again is ours",
    ),
    11: (
        Sentence(
            "slurmd registers the GPUs that it finds when it starts. With fewer than configured "
            "the node is drained as INVALID_REG and resuming it is refused; once the count is "
            "right it is drained with the old reason, and resuming works."
        ),
        "slurmctld 22.05.8 with two slurmd, by tools/oracle/slurm.py",
    ),
    18: (
        Sentence("nvidia-smi asks for the driver before it reads its options."),
        "nvidia-smi 535.261.03 over a library that returns one code",
    ),
}


class CannotStart(NamedTuple):
    """How a tool ends that cannot begin."""

    text: str
    exit: int


def reachable(world: World, node: str) -> bool:
    """Whether somebody can log in to it."""
    one = world.nodes[node]
    return one.on and one.up_at <= world.t


def on_bus(node: Node, gpu: Gpu) -> bool:
    """Whether its PCI device answers."""
    return node.on and gpu.seated and not gpu.lost


def driver(node: Node) -> str:
    """The version of the loaded module, "" where none is loaded."""
    return node.modules.get("nvidia", "")


def installed(node: Node, package: str) -> str:
    """The version of a package, "590.48.01"; "" where it is not installed."""
    there = node.packages.get(package)
    return there.version.partition("-")[0] if there else ""


def library(node: Node) -> str:
    """The version of NVML on the disk, "590.48.01"; "" where it is not installed."""
    return installed(node, LIBRARY)


def cannot_start(node: Node) -> CannotStart | None:
    """Why no client of NVML starts here (laws 2 and 18); None where it does."""
    if not driver(node):
        return CannotStart(NO_DRIVER, 9)
    if library(node) != driver(node):
        short = ".".join(library(node).split(".")[:2])
        return CannotStart(
            "Failed to initialize NVML: Driver/library version mismatch\n"
            f"NVML library version: {short}",
            18,
        )
    return None


def visible(node: Node) -> tuple[Gpu, ...]:
    """The GPUs that the driver has, in the order of the bus (law 1)."""
    if not driver(node):
        return ()
    return tuple(one for one in node.gpus if on_bus(node, one))


def known(node: Node) -> tuple[Gpu, ...]:
    """The GPUs that the driver found when it loaded, those that were lost since among them."""
    if not driver(node):
        return ()
    return tuple(one for one in node.gpus if one.seated and one.found)


def index(node: Node, gpu: Gpu) -> int:
    """Its number in nvidia-smi: counted over those that the driver found when it loaded.

    A GPU that was lost since keeps its number, one that was not there leaves none.
    """
    return sum(one.slot < gpu.slot for one in known(node))


def usable(world: World, node: str) -> tuple[Gpu, ...]:
    """The GPUs on which CUDA starts (laws 2 and 4)."""
    one = world.nodes[node]
    if cannot_start(one):
        return ()
    return tuple(gpu for gpu in visible(one) if gpu.fabric == "Completed")


def manager_version(node: Node) -> str:
    """The version of the installed Fabric Manager; "" where there is none."""
    return installed(node, MANAGER)


class Client(NamedTuple):
    """A process that holds GPUs: by whom, and what of their memory."""

    pid: int
    user: str
    name: str
    slots: tuple[int, ...]
    mib: int
    load: float
    kind: str  # "job", "pod", "process" or "unit"


def clients(world: World, node: str) -> list[Client]:
    """All that hold device files of GPUs: units, jobs, pods and other processes (law 5)."""
    one = world.nodes[node]
    seen = tuple(gpu.slot for gpu in visible(one))
    kept = tuple(gpu.slot for gpu in visible(one) if gpu.persistence)
    held = [
        Client(one.units[unit].pid, user, name, slots, 0, 0.0, "unit")
        for unit, user, name in HOLDERS
        if (slots := kept if unit == "nvidia-persistenced" else seen)
        and unit in one.units
        and one.units[unit].state == "active"
    ]
    held += [
        Client(own.pid, own.user, own.name, own.gpus, own.mib, own.load, "process")
        for own in one.processes
    ]
    for job in world.slurm.jobs if world.slurm else ():
        if job.state == "RUNNING" and node in job.nodes:
            pid, mib = 21_000 + job.id, 61_000 + 40 * (job.id % 50)
            slots = job_slots(world, job, node)
            held.append(Client(pid, job.user, "python", slots, mib, 0.94, "job"))
    for n, pod in enumerate(world.kube.workloads if world.kube else ()):
        if pod.state == "Running" and pod.node == node and pod.gpus:
            pid, slots = 31_000 + 61 * n, pod.slots
            held.append(Client(pid, "root", "python3", slots, 58_212, pod.load, "pod"))
    return held


def held(world: World, node: str, slot: int) -> bool:
    """Whether a client stands against a reset of a GPU; Fabric Manager takes it along (law 5)."""
    return any(
        slot in one.slots and one.name != "nv-fabricmanager"
        for one in clients(world, node)
    )


# Units that hold device files: unit, its user, the name of its process.
HOLDERS = (
    ("nvidia-persistenced", "nvidia-persistenced", "nvidia-persistenced"),
    ("nvidia-fabricmanager", "root", "nv-fabricmanager"),
    ("nvidia-dcgm", "root", "nv-hostengine"),
)


def job_slots(world: World, job: Job, node: str) -> tuple[int, ...]:
    """The GPUs that a job has on a node, or gets if it begins now: the first that are free."""
    assert world.slurm
    if job.slots:
        return job.slots
    others = [
        one
        for one in world.slurm.jobs
        if one.id != job.id and one.state == "RUNNING" and node in one.nodes
    ]
    given = {slot for one in others for slot in one.slots}
    earlier = sum(one.gpus for one in others if not one.slots and one.id < job.id)
    free = [
        gpu.slot
        for gpu in world.nodes[node].gpus
        if gpu.seated and gpu.found and not gpu.mig and gpu.slot not in given
    ]
    return tuple(free[earlier : earlier + job.gpus])


def falls_at(world: World, node: str, gpu: Gpu) -> float | None:
    """When a broken GPU that works will fall off again (law 7); None where it does not."""
    if not gpu.broken or not on_bus(world.nodes[node], gpu):
        return None
    begun = [
        job.started
        for job in (world.slurm.jobs if world.slurm else ())
        if job.state == "RUNNING"
        and job.started is not None
        and node in job.nodes
        and gpu.slot in job_slots(world, job, node)
    ]
    begun += [
        max(pod.created, world.nodes[node].booted)
        for pod in (world.kube.workloads if world.kube else ())
        if pod.state == "Running" and pod.node == node and gpu.slot in pod.slots
    ]
    after: float = world.machine["seconds"]["falls"]
    return min(begun) + after if begun else None
