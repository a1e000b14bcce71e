"""What a check is told beside the text, and what it finds."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from certlab.finding import Finding, Weight, bullet
from certlab.labs.distributed.launching.launch import Launch

_WIDEST = 2000  # characters of a line of a report

# Every finding there is. A mistake does not start, hangs, is refused, or runs as another
# job than was meant; advice costs time, or breaks under some versions or neighbours.
FINDINGS: dict[str, Weight] = {
    # how many, and with what
    "processes-not-gpus": "mistake",
    "world-does-not-divide": "mistake",
    "tensor-over-nodes": "advice",
    "options-after-script": "mistake",
    "python-in-torchrun": "mistake",
    "nodes-differ": "mistake",
    "no-gpus": "mistake",
    "gpus-of-job": "mistake",
    "omp-threads": "advice",
    "deprecated-launch": "advice",
    # how they meet
    "no-rendezvous": "mistake",
    "local-rendezvous": "mistake",
    "same-node-rank": "mistake",
    "same-rank": "mistake",
    "world-size-differs": "mistake",
    "standalone-on-several": "mistake",
    "static-not-elastic": "mistake",
    "elastic-no-restarts": "mistake",
    "nodelist-unexpanded": "mistake",
    "own-address": "mistake",
    "no-rdzv-id": "advice",
    "fixed-port": "advice",
    "same-port": "mistake",
    "etcd-legacy": "advice",
    # the program
    "local-rank-unused": "mistake",
    "global-rank-as-device": "mistake",
    "no-checkpoint": "mistake",
    # Slurm
    "torchrun-per-gpu": "mistake",
    "no-srun": "mistake",
    "tasks-not-nodes": "mistake",
    "one-cpu": "advice",
    "cpus-not-inherited": "advice",
    "directive-after-command": "mistake",
    "variable-in-directive": "mistake",
    "no-shebang": "mistake",
    "dos-line-ends": "mistake",
    # Kubernetes
    "wrong-type": "mistake",
    "api-version": "mistake",
    "gpu-in-requests-only": "mistake",
    "gpu-requests-differ": "mistake",
    "gpu-not-whole": "mistake",
    "no-shared-memory": "mistake",
    "no-rdma": "advice",
    "host-dns": "mistake",
    "shell-variable": "mistake",
    "restart-policy": "mistake",
    "not-indexed": "mistake",
    "pods-not-at-once": "mistake",
    "no-headless-service": "mistake",
    "elastic-no-new-pod": "mistake",
    # Kubeflow
    "legacy-pytorchjob": "advice",
    "legacy-mpijob": "advice",
    "reserved-env": "mistake",
    "no-launcher": "mistake",
    "container-name": "mistake",
    "masters": "mistake",
    "slots-not-gpus": "mistake",
    "mpi-processes": "mistake",
}


def of_rule(rule: str, says: str, line: int = 0) -> Finding:
    """What one of `FINDINGS` found, in one sentence with its numbers and the fix."""
    return Finding(rule, says, line=line, weight=FINDINGS[rule])


@dataclass(frozen=True)
class Setting:
    """What the text does not say.

    Attributes:
        gpus: of a node; 0 where it is not known.
        tensor: TP ranks of the program; 0 to read them off its own arguments.
        pipeline: PP stages, likewise.
        context: CP ranks, likewise.
        program: source of the training program, "" where it is not at hand.
        slurm: Slurm's version on the cluster, "23.02"; "" where it is not known.
    """

    gpus: int = 0
    tensor: int = 0
    pipeline: int = 0
    context: int = 0
    program: str = ""
    slurm: str = ""


T = TypeVar("T")


def once(found: Iterable[T]) -> tuple[T, ...]:
    """Each thing once, in the order in which it was found."""
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class Report:
    """What will be launched, and what is wrong with it.

    Attributes:
        launches: each once.
        findings: what is wrong.
        unread: what could not be read and might count, in sentences.
    """

    launches: tuple[Launch, ...] = ()
    findings: tuple[Finding, ...] = field(default=())
    unread: tuple[str, ...] = ()

    @property
    def mistakes(self) -> tuple[Finding, ...]:
        """The findings that break the job."""
        return tuple(one for one in self.findings if one.weight == "mistake")

    @property
    def ids(self) -> list[str]:
        """The findings' ids, each once, sorted."""
        return sorted({one.rule for one in self.findings})

    def __str__(self) -> str:
        lines = [one.words for one in self.launches]
        lines = lines or ["Nothing of what certlab models is launched here."]
        lines += map(bullet, self.findings)
        lines += [f"- not read: {one}" for one in self.unread]
        if not self.findings:
            rest = " in what could be read" if self.unread else ""
            lines.append(f"No mistake was found{rest}.")
        return "\n".join(map(_clipped, lines))


def _clipped(line: str) -> str:
    """A line of the report; a word of a foreign text may have any length."""
    return line if len(line) <= _WIDEST else f"{line[: _WIDEST - 1]}…"
