"""Kubernetes manifests, as data: which Pods start a program, how many, with what.

The kinds are Job (batch/v1), Kubeflow Trainer's TrainJob (trainer.kubeflow.org/v1alpha1),
and of its forerunner PyTorchJob (kubeflow.org/v1) and MPIJob (v1, v2beta1 of the MPI
operator). Which variables an operator sets: pkg/runtime/framework/plugins/torch/torch.go
(v2.3) and pkg/controller.v1/pytorch/envvar.go (v1.9) in github kubeflow/trainer.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Document = Mapping[str, Any]
VERSIONS = {
    "Job": ("batch/v1",),
    "TrainJob": ("trainer.kubeflow.org/v1alpha1",),
    "PyTorchJob": ("kubeflow.org/v1",),
    "MPIJob": ("kubeflow.org/v2beta1", "kubeflow.org/v1"),
}
_PET = (
    *("PET_NNODES", "PET_NPROC_PER_NODE", "PET_NODE_RANK"),
    *("PET_MASTER_ADDR", "PET_MASTER_PORT"),
)
_REFERENCE = re.compile(r"\$\((\w+)\)")


@dataclass(frozen=True)
class Pods:
    """Pods of one template that take part.

    Attributes:
        job: the document they come from.
        role: which of its templates, "Worker"; "" where there is one.
        count: how many take part in all, 1 or more.
        alike: how many of them this template makes.
        spec: of the Pod.
        container: the one that starts the program.
    """

    job: Document
    role: str
    count: int
    spec: Document
    container: Document
    alike: int = 1

    @property
    def others(self) -> Iterator[str]:
        """Containers of the Pod that ask for GPUs too, by name."""
        for one in self.spec.get("containers") or ():
            if one is not self.container and self.kind != "TrainJob" and _asks(one):
                yield str(one.get("name"))

    @property
    def runtime(self) -> str:
        """The runtime of a TrainJob."""
        return str(at(self.job, "spec", "runtimeRef", "name") or "")

    @property
    def of_torch(self) -> bool:
        """Whether the runtime is Kubeflow's for torch, by its name."""
        return "torch" in self.runtime

    @property
    def kind(self) -> str:
        """The document's kind."""
        return str(self.job.get("kind", ""))

    @property
    def name(self) -> str:
        """The document's name."""
        return str(at(self.job, "metadata", "name") or "")

    @property
    def gpus(self) -> int | None:
        """GPUs of a Pod; None where the limit is not a whole number."""
        limits = at(self.container, "resources", "limits") or {}
        found = [value for key, value in limits.items() if is_gpu(key)]
        numbers = [whole(one) for one in found]
        return None if None in numbers else sum(one for one in numbers if one)

    @property
    def words(self) -> tuple[str, ...]:
        """The command and its arguments, `$(NAME)` filled in from `env`."""
        parts = [*self._list("command"), *self._list("args")]
        return tuple(_fill(str(one), self.environment) for one in parts)

    @property
    def environment(self) -> dict[str, str]:
        """The variables of the container: those of the manifest, and the operator's."""
        env: dict[str, str] = {}
        if self.kind == "Job":
            env["JOB_COMPLETION_INDEX"] = "$JOB_COMPLETION_INDEX"
        for one in self._list("env"):
            env[str(one.get("name"))] = _fill(str(one.get("value", "$runtime")), env)
        return env | self._operators()

    def _list(self, name: str) -> Sequence[Any]:
        found = self.container.get(name) or ()
        return (
            found if isinstance(found, Sequence) and not isinstance(found, str) else ()
        )

    def _operators(self) -> dict[str, str]:
        spec = self.job.get("spec") or {}
        if self.kind == "TrainJob":
            if not self.of_torch:
                return {name: f"${name}" for name in _PET}
            each = at(spec, "trainer", "numProcPerNode")
            return {
                "PET_NNODES": str(self.count),
                "PET_NPROC_PER_NODE": str(each) if each else "auto",
                "PET_NODE_RANK": "$JOB_COMPLETION_INDEX",
                "PET_MASTER_ADDR": f"{self.name}-node-0-0.{self.name}",
                "PET_MASTER_PORT": "29500",
            }
        if self.kind != "PyTorchJob":
            return {}
        each, elastic = spec.get("nprocPerNode"), spec.get("elasticPolicy") or {}
        env = {
            "PET_NNODES": str(self.count),
            "PET_NODE_RANK": "$RANK",
            "PET_MASTER_ADDR": f"{self.name}-master-0",
            "PET_MASTER_PORT": "23456",
        }
        if each:
            env["PET_NPROC_PER_NODE"] = str(each)
        if elastic:
            least, most = elastic.get("minReplicas"), elastic.get("maxReplicas")
            env |= {
                "PET_NNODES": f"{least or self.count}:{most or self.count}",
                "PET_RDZV_BACKEND": str(elastic.get("rdzvBackend", "c10d")),
                "PET_RDZV_ENDPOINT": f"{self.name}-worker-0:23456",
                "PET_RDZV_ID": self.name,
                "PET_MAX_RESTARTS": str(elastic.get("maxRestarts") or ""),
            }
        return env


def pods(document: Document) -> Iterator[Pods]:
    """The Pods of a document that take part in the training."""
    kind, spec = document.get("kind"), document.get("spec") or {}
    if kind == "Job":
        count = spec.get("completions") or spec.get("parallelism") or 1
        yield from _template(document, "", count, spec.get("template"), count)
    elif kind == "TrainJob":
        trainer = spec.get("trainer") or {}
        container = dict(trainer) | {"resources": trainer.get("resourcesPerNode") or {}}
        count = trainer.get("numNodes") or 1
        yield Pods(document, "", count, _patched(spec), container, count)
    elif kind in ("PyTorchJob", "MPIJob"):
        roles = (
            spec.get(f"{'pytorch' if kind == 'PyTorchJob' else 'mpi'}ReplicaSpecs")
            or {}
        )
        counts = {role: (one or {}).get("replicas") or 1 for role, one in roles.items()}
        for role, one in roles.items():
            count = sum(counts.values()) if kind == "PyTorchJob" else counts[role]
            template = (one or {}).get("template")
            yield from _template(document, role, count, template, counts[role])


def _template(
    document: Document, role: str, count: int, template: Document | None, alike: int
) -> Iterator[Pods]:
    spec = at(template or {}, "spec") or {}
    containers = spec.get("containers") or [{}]
    asking = [one for one in containers if _asks(one)] or list(containers)
    yield Pods(document, role, count, spec, asking[0], alike)


def _patched(spec: Document) -> Document:
    """What `runtimePatches` of a TrainJob say of its Pods, the container's part beside."""
    merged: dict[str, Any] = {}
    for patch in spec.get("runtimePatches") or ():
        jobs = (
            at(patch, "trainingRuntimeSpec", "template", "spec", "replicatedJobs") or ()
        )
        for one in jobs:
            merged |= at(one, "template", "spec", "template", "spec") or {}
    return merged


def _asks(container: Document) -> bool:
    resources = container.get("resources") or {}
    every = [*(resources.get("limits") or {}), *(resources.get("requests") or {})]
    return any(map(is_gpu, every))


def at(value: Any, *path: str) -> Any:
    """What stands below keys, None where one of them is missing."""
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def is_gpu(resource: str) -> bool:
    """Whether a resource is a GPU or a part of one."""
    return resource in (
        "nvidia.com/gpu",
        "nvidia.com/gpu.shared",
    ) or resource.startswith("nvidia.com/mig-")


def whole(value: object) -> int | None:
    """A whole number of a quantity, None where it is none."""
    text = str(value)
    return int(text) if re.fullmatch(r"\d{1,9}", text, re.ASCII) else None


def _fill(text: str, env: Mapping[str, str]) -> str:
    """`$(NAME)` with what is known; what is not stays, as in Kubernetes."""
    return _REFERENCE.sub(lambda found: env.get(found[1], found[0]), text)
