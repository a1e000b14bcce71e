"""Whether a manifest's documents have the shape that Kubernetes takes, checked once for all rules."""

import re
from collections.abc import Mapping
from typing import Any

from certlab.errors import CourseError
from certlab.labs.distributed.launching.manifest import VERSIONS, Document

# Kinds that start no Pods.
WITHOUT_PODS = {
    *("Service", "ConfigMap", "Secret", "Namespace", "ServiceAccount", "Role"),
    *("RoleBinding", "ClusterRole", "ClusterRoleBinding", "PersistentVolume"),
    *("PersistentVolumeClaim", "StorageClass", "NetworkPolicy", "PriorityClass"),
    *("ResourceQuota", "LimitRange", "ResourceClaim", "ResourceClaimTemplate"),
    *("LocalQueue", "ClusterQueue", "ResourceFlavor", "PodDisruptionBudget"),
}
# What stands below a key in all these kinds, where a rule looks.
_SHAPES: dict[str, tuple[type, str]] = {
    **dict.fromkeys(
        (
            *("metadata", "spec", "template", "resources", "limits", "requests"),
            *("emptyDir", "trainer", "resourcesPerNode", "elasticPolicy", "runtimeRef"),
            *("pytorchReplicaSpecs", "mpiReplicaSpecs", "trainingRuntimeSpec"),
            *("Master", "Worker", "Launcher"),
        ),
        (Mapping, "a mapping"),
    ),
    **dict.fromkeys(
        (
            *("containers", "volumes", "volumeMounts", "env", "command", "args"),
            *("runtimePatches", "replicatedJobs"),
        ),
        (list, "a list"),
    ),
    **dict.fromkeys(
        (
            *("replicas", "completions", "parallelism", "numNodes", "slotsPerWorker"),
            "backoffLimit",
        ),
        (int, "a whole number"),
    ),
    **dict.fromkeys(
        ("kind", "apiVersion", "name", "subdomain", "mountPath", "clusterIP"),
        (str, "a text"),
    ),
}
# What stands below them has names of the reader's own.
_FREE = {"labels", "annotations", "matchLabels", "nodeSelector", "data", "stringData"}


def is_known(one: Document) -> bool:
    """Whether it is a job that is modelled; Volcano has a kind that is called Job, too."""
    group = str(one.get("apiVersion", "")).rpartition("/")[0]
    return one["kind"] in VERSIONS and (one["kind"] != "Job" or group in ("", "batch"))


def document(value: Any) -> Document:
    """A document without its empty fields, which to Kubernetes are as if they were not there.

    Raises:
        CourseError: it is no mapping, or something in it has another shape.
    """
    if not isinstance(value, Mapping):
        raise _wrong("A document of the manifest", value, "a mapping")
    if not isinstance(value.get("kind"), str):
        raise _wrong("kind", value.get("kind"), "a text")
    try:
        made: Document = _filled(value)
    except RecursionError:
        raise CourseError(
            "An anchor of the manifest stands for something that holds it; write it out."
        ) from None
    if made["kind"] in (*VERSIONS, "Service"):
        shape(made)
    return made


def _filled(value: Any) -> Any:
    if isinstance(value, str) and (found := re.search(r"\{\{.*?\}\}", value)):
        raise CourseError(
            f"{found[0]} is of a template; fill it in first, as helm template does, and check "
            "what comes out."
        )
    if isinstance(value, Mapping):
        return {key: _filled(each) for key, each in value.items() if each is not None}
    return [_filled(each) for each in value] if isinstance(value, list) else value


def shape(value: Any, path: str = "") -> None:
    """Refuse a document in which something is of another kind than Kubernetes takes.

    Raises:
        CourseError: it names what.
    """
    pairs: list[tuple[str, Any]] = [(str(n), each) for n, each in enumerate(value)]
    if isinstance(value, Mapping):
        pairs = [(key, each) for key, each in value.items() if key not in _FREE]
    last = path.rpartition(".")[2]
    for key, each in pairs:
        if not isinstance(key, str):
            raise _wrong(f"A key of {path.lstrip('.')}", key, "a text")
        wanted, called = _SHAPES.get(key, (object, "a text"))
        listed = isinstance(value, list) and last not in ("command", "args")
        if listed or last.endswith("ReplicaSpecs"):
            wanted, called = Mapping, "a mapping"
        yes_or_no = wanted is int and isinstance(each, bool)
        if each is None or yes_or_no or not isinstance(each, wanted):
            raise _wrong(f"{path}.{key}".lstrip("."), each, called)
        if isinstance(each, Mapping) or (key in _SHAPES and isinstance(each, list)):
            shape(each, f"{path}.{key}")


def _wrong(where: str, value: object, takes: str) -> CourseError:
    told = f"`{str(value)[:40]}`"
    if isinstance(value, Mapping | list):
        told = "a mapping" if isinstance(value, Mapping) else "a list"
    told = "empty" if value is None else told
    return CourseError(f"{where} is {told}, and Kubernetes takes {takes}.")
