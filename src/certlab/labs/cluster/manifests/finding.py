"""What a check is told of the node, and what it can find.

The rules follow NVIDIA's device plugin (README, commit 1b826acc6), the GPU Operator's
documentation (github NVIDIA/cloud-native-docs, commit 52dcb7b8) and Kubernetes' own pages.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from certlab.finding import Finding

GPU = "nvidia.com/gpu"

# Every finding there is, with what to do about it.
FINDINGS = {
    "shape": "Give it the form that Kubernetes has there; the object is refused.",
    "no-name": "Give the object a name under metadata.",
    "name-form": "Use small letters, digits and dashes only, with a letter or digit at both ends.",
    "api-version": "Write the apiVersion to which this kind belongs.",
    "selector": "Give the Pods' template every label of the selector, or correct the selector.",
    "visible-devices": "Remove the variable and ask for GPUs under limits: it can show the Pod every GPU of the node.",
    "privileged": "Remove privileged: such a container sees all devices, whatever was allocated to it.",
    "host-device": "Remove the volume of the device file and ask for the GPU under limits.",
    "no-limit": "Ask for a GPU under limits; an image with CUDA and no request gets none, or all of them.",
    "not-whole": "Ask for a whole number; parts come from MIG, time slicing or MPS.",
    "requests-only": "Write the number under limits; the request follows from it.",
    "requests-differ": "Make request and limit equal, or leave the request out.",
    "unknown-resource": "Ask for a name that the node offers.",
    "too-many": "Ask for at most what one node has; a Pod runs on one node.",
    "replicas-in-one-pod": "Ask for one replica; more of them give no more time on the GPU.",
    "no-such-label": "Select by a label that the node has.",
    "no-toleration": "Add a toleration for the taint of the GPU node.",
    "restart-policy": "Set restartPolicy to Never or OnFailure, as a Job wants it.",
    "always-restarts": "Leave restartPolicy out; Pods of this kind are always started again.",
    "moving-tag": "Name a tag of a release, or a digest; latest is another image next month.",
    "no-readiness": "Add a readinessProbe that asks the server whether its model is loaded.",
    "impatient-liveness": "Add a startupProbe, or a server that is still loading is killed again and again.",
    "claim-unknown": "Name a claim of the Pod's resourceClaims.",
    "claim-unused": "Name the claim under the container's resources.claims, or it gets no device.",
    "claim-not-there": "Create the ResourceClaim or template of this name, or correct the name.",
    "two-ways": "Take the claim or the limit, not both: each allocates a GPU of its own.",
    "claim-version": "Write resource.k8s.io/v1, which Kubernetes has had since 1.34.",
    "plugin-key": "Move or correct it; the device plugin passes over what it does not read there.",
    "plugin-form": "Give it that form; the device plugin stops at another.",
    "plugin-version": "Write version: v1; the device plugin stops at another.",
    "not-supported-yet": "Leave it out; the device plugin knows the key and ignores it so far.",
    "no-resources": "List them under resources; without any, the device plugin stops.",
    "few-replicas": "Set replicas to 2 or more; one replica shares nothing.",
    "slicing-and-mps": "Keep timeSlicing or mps; the device plugin takes one of them.",
    "mps-and-mig": "Leave MPS out on GPUs in MIG mode, or set migStrategy to none.",
    "shared-unknown": "Share a resource that the node offers, such as nvidia.com/gpu.",
    "not-true-or-false": "Write true or false without quotes.",
    "mig-strategy": "Choose none, single or mixed.",
    "policy-and-cluster": "Keep ClusterPolicy or GPUCluster; a cluster has one of the two.",
}


def of_rule(rule: str, where: str, says: str) -> Finding:
    """A mistake in a manifest.

    Args:
        rule: one of FINDINGS.
        where: kind and name of the object, and the part of it.
        says: what is there.
    """
    return Finding(rule, says, FINDINGS[rule], where)


@dataclass(frozen=True, slots=True)
class Node:
    """A GPU node, as Kubernetes describes it.

    Attributes:
        offers: how many of each resource it has to give.
        labels: of the node.
        taints: their keys; a Pod needs a toleration for each.
        replicas: how often each GPU is offered by time slicing or MPS.
    """

    offers: Mapping[str, int]
    labels: Mapping[str, str] = field(default_factory=dict)
    taints: tuple[str, ...] = ()
    replicas: int = 1
