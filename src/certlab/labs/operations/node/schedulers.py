"""What the schedulers know: Slurm's nodes and jobs, and those of Kubernetes."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Job:
    """A job of Slurm.

    Attributes:
        gpus: asked for, on each node.
        nodes: where it runs, or ran.
        state: "PENDING", "RUNNING", "COMPLETED", "FAILED", "CANCELLED" or "NODE_FAIL".
        submitted, started, ended: seconds of the world; None before.
        seconds: that it takes.
        restarts: how often it was requeued.
        wants: a node it must run on, "" for any.
        checkpoint: seconds between two of its checkpoints, 0 for none.
        begin: when it may begin at the earliest (--begin), in seconds of the world.
        slots: of the GPUs that it was given when it began; () while nothing is given.
    """

    id: int
    name: str
    user: str
    gpus: int
    seconds: float
    nodes: tuple[str, ...] = ()
    state: str = "PENDING"
    submitted: float = 0
    started: float | None = None
    ended: float | None = None
    restarts: int = 0
    wants: str = ""
    checkpoint: float = 0
    begin: float = float("-inf")
    slots: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SlurmNode:
    """What slurmctld has of a node.

    Attributes:
        found: GPUs that slurmd found when it last started.
        drained: somebody's reason, "" while it is in service.
        down: the reason for which somebody set it down, "" where nobody did.
        by: who drained it or set it down.
        since: when, in seconds of the world.
        awaited: when somebody took it back into service last, whether it answered or not.
    """

    found: int = 8
    drained: str = ""
    down: str = ""
    by: str = ""
    since: float = 0
    awaited: float = float("-inf")


@dataclass(frozen=True, slots=True)
class Slurm:
    """The scheduler of batch jobs."""

    nodes: Mapping[str, SlurmNode]
    configured: int = 8  # GPUs of a node by slurm.conf and gres.conf
    jobs: tuple[Job, ...] = ()
    next_id: int = 4712


@dataclass(frozen=True, slots=True)
class KubeNode:
    """What the cluster has of a node.

    Attributes:
        cordoned: takes no new pod.
        advertised: GPUs that the device plugin found when it last started.
        unhealthy: uuids that it has marked since; only its restart forgets them.
        plugin_since: when it last started, in seconds of the world.
        restarts: of the operator's pods, one for each boot of the node.
        cordoned_at: when, in seconds of the world.
        renewed: its pods of the operator that were made anew since the cluster was installed,
            by their DaemonSet: (how often, when last).
    """

    cordoned: bool = False
    advertised: int = 8
    unhealthy: frozenset[str] = frozenset()
    plugin_since: float = 0
    restarts: int = 0
    cordoned_at: float = 0
    renewed: Mapping[str, tuple[int, float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Workload:
    """A pod that somebody has asked for.

    Attributes:
        node: where it runs; "" while it waits.
        state: "Pending", "Running", "Failed", "Succeeded" or "UnexpectedAdmissionError".
        owner: "ReplicaSet", "Job", or "" for a bare pod, which a drain destroys.
        load: of its GPUs, 0 to 1.
        started: when it began to run, in seconds of the world; None before.
        seconds: that a Job's pod takes; 0 for one that runs on.
        scratch: has an emptyDir, which goes with the pod.
    """

    namespace: str
    name: str
    gpus: int
    created: float
    node: str = ""
    state: str = "Pending"
    owner: str = "ReplicaSet"
    load: float = 0.9
    slots: tuple[int, ...] = ()
    started: float | None = None
    seconds: float = 0
    scratch: bool = False


@dataclass(frozen=True, slots=True)
class Kubernetes:
    """The cluster under the GPU Operator.

    Attributes:
        since: when it was installed, in seconds of the world.
        archive: kernels whose headers are in the package archive that the driver's container
            reads, and since when. What is installed on a node is no part of it.
    """

    nodes: Mapping[str, KubeNode]
    workloads: tuple[Workload, ...] = ()
    since: float = 0
    archive: Mapping[str, float] = field(default_factory=dict)
