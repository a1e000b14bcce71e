"""Rules of Pods: GPUs, shared memory, network, variables.

Sources: Kubernetes' pages Schedule GPUs, DNS for Services and Pods (dnsPolicy) and Define a
Command and Arguments ($(VAR)); NCCL's user guide, Troubleshooting, Shared Memory; Kubeflow
Trainer's guide to Megatron (64 MB of /dev/shm by default).
"""

import re
from collections.abc import Iterator

from certlab.finding import Finding
from certlab.labs.distributed.launching.finding import of_rule
from certlab.labs.distributed.launching.kubernetes.pods import Pods, at, is_gpu, whole
from certlab.labs.distributed.launching.programs import SHELLS

_PLAIN = {"cpu", "memory", "ephemeral-storage"}


def resources(one: Pods) -> Iterator[Finding]:
    """GPUs are whole numbers, given as limits; requests are left out or alike."""
    limits = at(one.container, "resources", "limits") or {}
    requests = at(one.container, "resources", "requests") or {}
    gpus = {key for key in (*limits, *requests) if is_gpu(key)}
    for name in sorted(gpus):
        asked, limit = requests.get(name), limits.get(name)
        if limit is None:
            says = (
                f"{name}: {asked} is under requests and not under limits, which "
                f"Kubernetes refuses; write limits: {name}: {asked}."
            )
            yield of_rule("gpu-in-requests-only", says)
        elif whole(limit) is None:
            says = (
                f"{name}: {limit} is not a whole number, and a GPU is given whole or not at all; "
                "write 1, or ask for a MIG device."
            )
            yield of_rule("gpu-not-whole", says)
        elif asked is not None and str(asked) != str(limit):
            says = (
                f"{name} is {asked} under requests and {limit} under limits, which must be "
                f"equal; leave requests out, or write {limit}."
            )
            yield of_rule("gpu-requests-differ", says)


def shared_memory(one: Pods) -> Iterator[Finding]:
    """/dev/shm has 64 MB in a Pod, and NCCL and data loaders want more."""
    if (one.gpus or 0) < 2 or one.spec.get("hostIPC"):
        return
    volumes = {each.get("name"): each for each in one.spec.get("volumes") or ()}
    mounts = one.container.get("volumeMounts") or _patched_mounts(one)
    mounted = [
        volumes.get(m.get("name")) for m in mounts if m.get("mountPath") == "/dev/shm"
    ]
    if any(at(each, "emptyDir", "medium") == "Memory" for each in mounted if each):
        return
    lack = "is an emptyDir on disk" if mounted else "has 64 MB by default"
    says = (
        f"/dev/shm {lack}, and {one.gpus} processes share it for NCCL and their data loaders: "
        "a bus error or a failed start; mount an emptyDir with medium: Memory there."
    )
    yield of_rule("no-shared-memory", says)


def _patched_mounts(one: Pods) -> list[dict[str, str]]:
    containers = one.spec.get("containers") or ()
    return [mount for each in containers for mount in each.get("volumeMounts") or ()]


def network(one: Pods) -> Iterator[Finding]:
    """Between nodes NCCL wants RDMA, and host networking a DNS policy of its own."""
    if one.spec.get("hostNetwork"):
        if one.spec.get("dnsPolicy") != "ClusterFirstWithHostNet":
            says = (
                "hostNetwork without dnsPolicy: ClusterFirstWithHostNet asks the node's DNS, "
                "which knows no name of a Service; add it."
            )
            yield of_rule("host-dns", says)
        return
    limits = at(one.container, "resources", "limits") or {}
    devices = [
        key
        for key in limits
        if not is_gpu(key) and key not in _PLAIN and not key.startswith("hugepages")
    ]
    claims = one.spec.get("resourceClaims")
    if one.count > 1 and one.gpus and not devices and not claims:
        says = (
            f"{one.count} Pods with {one.gpus} GPUs each ask for no RDMA device, so NCCL goes "
            "over TCP through the Pod network; ask for one (its name is the cluster's, such "
            "as rdma/ib: 1), or set hostNetwork: true."
        )
        yield of_rule("no-rdma", says)


def variables(one: Pods) -> Iterator[Finding]:
    """Without a shell nobody fills in $NAME; Kubernetes fills in $(NAME)."""
    words = [str(word) for word in (*_given(one, "command"), *_given(one, "args"))]
    if not words or words[0].rpartition("/")[2] in SHELLS:
        return
    for word in words:
        found = re.search(r"\$\{?([A-Za-z_]\w*)", word)
        if found and "\n" not in word:
            says = (
                f"{found[0].replace('{', '')} in {word} stays as it is, as no shell starts "
                f"the program; write $({found[1]}), which Kubernetes fills in."
            )
            yield of_rule("shell-variable", says)
            return


def _given(one: Pods, name: str) -> tuple[object, ...]:
    found = one.container.get(name)
    return tuple(found) if isinstance(found, list | tuple) else ()
