"""Whether a manifest's documents have the shape that Kubernetes takes, checked once for all rules."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from certlab.errors import CourseError
from certlab.labs.distributed.launching.kubernetes.pods import VERSIONS, Document

# Kinds that start no Pods.
WITHOUT_PODS = {
    *("Service", "ConfigMap", "Secret", "Namespace", "ServiceAccount", "Role"),
    *("RoleBinding", "ClusterRole", "ClusterRoleBinding", "PersistentVolume"),
    *("PersistentVolumeClaim", "StorageClass", "NetworkPolicy", "PriorityClass"),
    *("ResourceQuota", "LimitRange", "ResourceClaim", "ResourceClaimTemplate"),
    *("LocalQueue", "ClusterQueue", "ResourceFlavor", "PodDisruptionBudget"),
}
_Kind = type | tuple[type, ...]
_MAPPING, _LIST, _COUNT = (
    (Mapping, "a mapping"),
    (list, "a list"),
    (int, "a whole number"),
)
_TEXT, _YES, _EITHER = (
    (str, "a text"),
    (bool, "true or false"),
    ((int, str), "a number"),
)
# What stands below a key in all these kinds, where a rule looks.
_SHAPES: dict[str, tuple[_Kind, str]] = {
    **dict.fromkeys(
        (
            *("metadata", "spec", "template", "resources", "limits", "requests"),
            *("emptyDir", "trainer", "resourcesPerNode", "elasticPolicy", "runtimeRef"),
            *("pytorchReplicaSpecs", "mpiReplicaSpecs", "trainingRuntimeSpec"),
            *("Master", "Worker", "Launcher"),
        ),
        _MAPPING,
    ),
    **dict.fromkeys(
        (
            *("containers", "volumes", "volumeMounts", "env", "command", "args"),
            *("runtimePatches", "replicatedJobs", "resourceClaims"),
        ),
        _LIST,
    ),
    **dict.fromkeys(
        (
            *("replicas", "completions", "parallelism", "numNodes", "slotsPerWorker"),
            *("backoffLimit", "minReplicas", "maxReplicas", "maxRestarts"),
        ),
        _COUNT,
    ),
    **dict.fromkeys(
        (
            *("kind", "apiVersion", "name", "subdomain", "mountPath", "clusterIP"),
            *("restartPolicy", "completionMode", "dnsPolicy", "medium", "rdzvBackend"),
            "value",
        ),
        _TEXT,
    ),
    **dict.fromkeys(("hostIPC", "hostNetwork"), _YES),
    **dict.fromkeys(("nprocPerNode", "numProcPerNode"), _EITHER),
}
# Of these 0 starts nothing, and Kubernetes holds any count in 32 bits.
_STARTS = {"replicas", "completions", "parallelism", "numNodes", "slotsPerWorker"}
_MOST = 2**31 - 1
# What stands below them has names of the reader's own.
_FREE = {"labels", "annotations", "matchLabels", "nodeSelector", "data", "stringData"}


def is_known(one: Document) -> bool:
    """Whether it is a job that is modelled; Volcano has a kind that is called Job, too."""
    group = str(one.get("apiVersion", "")).rpartition("/")[0]
    return one["kind"] in VERSIONS and (one["kind"] != "Job" or group in ("", "batch"))


def document(value: Any) -> Document:
    """A document without its empty fields, which to Kubernetes are as if they were not there.

    Raises:
        CourseError: it is no mapping, or has no kind.
    """
    if not isinstance(value, Mapping):
        raise CourseError(_wrong("A document of the manifest", value, "a mapping"))
    if not isinstance(value.get("kind"), str):
        raise CourseError(_wrong("kind", value.get("kind"), "a text"))
    try:
        made: Document = _filled(value)
    except RecursionError:
        raise CourseError(
            "An anchor of the manifest stands for something that holds it; write it out."
        ) from None
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


def shape(value: Any, path: str = "", below: str = "") -> Iterator[str]:
    """Each field of another kind than Kubernetes takes, with its place, in a sentence.

    Args:
        value: the document, or what stands below a key.
        path: where it stands.
        below: the key.
    """
    pairs: list[tuple[Any, Any]] = [*enumerate(value)]
    if isinstance(value, Mapping):
        pairs = [(key, each) for key, each in value.items() if key not in _FREE]
    for key, each in pairs:
        if isinstance(value, Mapping) and not isinstance(key, str):
            yield _wrong(f"A key of {path}", key, "a text")
            continue
        where = (
            f"{path}[{key}]" if isinstance(value, list) else f"{path}.{key}".lstrip(".")
        )
        wanted, called = _wanted(value, key, below)
        yes_or_no = wanted is not bool and isinstance(each, bool)
        if (
            each is None
            or not isinstance(each, wanted)
            or (wanted is not object and yes_or_no)
        ):
            yield _wrong(where, each, called)
        elif (
            wanted is int
            and isinstance(each, int)
            and not (key in _STARTS) <= each <= _MOST
        ):
            yield _wrong(where, each, f"{int(key in _STARTS)} to {_MOST:,}")
        elif isinstance(each, Mapping) or (key in _SHAPES and isinstance(each, list)):
            yield from shape(each, where, key if isinstance(key, str) else below)


def _wanted(value: Any, key: str, below: str) -> tuple[_Kind, str]:
    """What Kubernetes takes at a place: by its key, or by what holds it."""
    if isinstance(value, list):
        # Kubernetes takes texts there and no numbers, which rules read as texts all the same.
        scalar = ((str, int, float), "a text")
        return scalar if below in ("command", "args") else _MAPPING
    if below.endswith("ReplicaSpecs"):
        return _MAPPING
    if below in ("limits", "requests"):
        return (str, int, float), "a quantity"
    return _SHAPES.get(key, (object, "a text"))


def _wrong(where: str, value: object, takes: str) -> str:
    told = f"`{str(value)[:40]}`"
    if isinstance(value, Mapping | list):
        told = "a mapping" if isinstance(value, Mapping) else "a list"
    told = "empty" if value is None else told
    return f"{where[:200]} is {told}, and Kubernetes takes {takes}."
