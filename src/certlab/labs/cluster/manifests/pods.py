"""Pods, alone or as the template of a Job or a Deployment."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from certlab.finding import Finding
from certlab.labs.cluster.manifests.finding import GPU, Node, of_rule

VARIABLE = "NVIDIA_VISIBLE_DEVICES"
HARMLESS = ("none", "void", "")
CUDA_IMAGES = ("nvcr.io/nvidia/", "nvidia/cuda")
SERVED = ("Deployment", "StatefulSet")  # kinds whose Pods answer requests

Part = Mapping[str, Any]


def specs(one: Part) -> Iterator[tuple[Part, str]]:
    """The Pod specs of an object, with its kind."""
    kind, spec = str(one.get("kind", "")), one.get("spec") or {}
    if kind == "Pod":
        yield spec, kind
    elif kind in (*SERVED, "Job", "DaemonSet", "ReplicaSet"):
        yield (spec.get("template") or {}).get("spec") or {}, kind


def check(spec: Part, kind: str, where: str, node: Node) -> Iterator[Finding]:
    """What of a Pod will not work on this node."""
    policy = spec.get("restartPolicy", "Always")
    if kind == "Job" and policy == "Always":
        yield of_rule("restart-policy", where, "Its restartPolicy is Always.")
    if kind not in ("Pod", "Job") and policy != "Always":
        yield of_rule("always-restarts", where, f"Its restartPolicy is {policy}.")
    for key, value in (spec.get("nodeSelector") or {}).items():
        if node.labels.get(key) != value:
            says = f"No node has the label {key}={value}."
            yield of_rule("no-such-label", where, says)
    tolerated = [one.get("key") for one in spec.get("tolerations") or ()]
    for taint in node.taints:
        if taint not in tolerated and None not in tolerated:
            yield of_rule("no-toleration", where, f"The node has the taint {taint}.")
    for volume in spec.get("volumes") or ():
        path = str((volume.get("hostPath") or {}).get("path", ""))
        if path.startswith("/dev/nvidia"):
            yield of_rule("host-device", where, f"It mounts {path} of the node.")
    for one in _containers(spec):
        place = f"{where}, container {one.get('name', 'without a name')}"
        yield from _container(one, kind, place, node)
    yield from _together(spec, where, node)


def _together(spec: Part, where: str, node: Node) -> Iterator[Finding]:
    """Containers run at the same time and add up; those of initContainers do not."""
    for name, there in node.offers.items():
        each = [
            _whole(((one.get("resources") or {}).get("limits") or {}).get(name)) or 0
            for one in spec.get("containers") or ()
        ]
        if max(each, default=0) <= there < sum(each):
            says = (
                f"Its containers ask for {sum(each)} of {name}, and a node has {there}."
            )
            yield of_rule("too-many", where, says)


def _containers(spec: Part) -> list[Part]:
    return [*(spec.get("initContainers") or ()), *(spec.get("containers") or ())]


def _container(one: Part, kind: str, where: str, node: Node) -> Iterator[Finding]:
    for variable in one.get("env") or ():
        value = str(variable.get("value", ""))
        if variable.get("name") == VARIABLE and value not in HARMLESS:
            yield of_rule("visible-devices", where, f"It sets {VARIABLE}={value}.")
    if (one.get("securityContext") or {}).get("privileged"):
        yield of_rule("privileged", where, "It is privileged.")
    image = str(one.get("image", ""))
    if "@sha256:" not in image and image.rpartition("/")[2].partition(":")[2] in (
        "",
        "latest",
    ):
        yield of_rule("moving-tag", where, f"Its image is {image}.")
    resources = one.get("resources") or {}
    asked = _asked(resources)
    none = all(_whole((resources.get("limits") or {}).get(name)) == 0 for name in asked)
    if none and not resources.get("claims") and image.startswith(CUDA_IMAGES):
        yield of_rule(
            "no-limit", where, f"Its image {image} has CUDA, and it asks for no GPU."
        )
    yield from _resources(resources, where, node)
    if kind in SERVED and (asked or resources.get("claims")):
        yield from _probes(one, where)


def _asked(resources: Part) -> set[str]:
    names = {*(resources.get("limits") or {}), *(resources.get("requests") or {})}
    return {name for name in names if str(name).startswith("nvidia.com/")}


def _resources(resources: Part, where: str, node: Node) -> Iterator[Finding]:
    limits, requests = resources.get("limits") or {}, resources.get("requests") or {}
    for name in sorted(_asked(resources)):
        if name not in limits:
            yield of_rule("requests-only", where, f"{name} stands under requests only.")
            continue
        if name in requests and _number(requests[name]) != _number(limits[name]):
            says = f"It requests {requests[name]} of {name}, and its limit is {limits[name]}."
            yield of_rule("requests-differ", where, says)
        yield from _amount(name, limits[name], where, node)
    if resources.get("claims") and _asked(resources):
        says = "It names a claim, and a limit besides."
        yield of_rule("two-ways", where, says)


def _amount(name: str, amount: Any, where: str, node: Node) -> Iterator[Finding]:
    if name not in node.offers:
        there = ", ".join(sorted(node.offers)) or "no GPU"
        yield of_rule(
            "unknown-resource", where, f"It asks for {name}; the node offers {there}."
        )
        return
    count = _whole(amount)
    if count is None:
        yield of_rule("not-whole", where, f"It asks for {amount} of {name}.")
        return
    if count > node.offers[name]:
        says = f"It asks for {amount} of {name}, and a node has {node.offers[name]}."
        yield of_rule("too-many", where, says)
    elif node.replicas > 1 and count > 1:
        says = f"It asks for {amount} of {name}, and each GPU is offered {node.replicas} times."
        yield of_rule("replicas-in-one-pod", where, says)


def _number(amount: Any) -> str:
    """A quantity as one text: 1, "1" and "1000m" are the same to Kubernetes."""
    text = str(amount)
    return text.removesuffix("000m") if text[:-4].isdigit() else text


def _whole(amount: Any) -> int | None:
    text = _number(amount)
    return int(text) if text.isdigit() else None


def _probes(one: Part, where: str) -> Iterator[Finding]:
    if one.get("ports") and not one.get("readinessProbe"):
        says = "It takes requests as soon as its process runs."
        yield of_rule("no-readiness", where, says)
    if one.get("livenessProbe") and not one.get("startupProbe"):
        says = "Its livenessProbe begins while it loads."
        yield of_rule("impatient-liveness", where, says)


def claims(spec: Part, where: str, documents: Sequence[Part]) -> Iterator[Finding]:
    """What of a Pod's claims on devices (DRA) leads nowhere."""
    there = {str(one.get("name")): one for one in spec.get("resourceClaims") or ()}
    used = {
        str(claim.get("name"))
        for one in _containers(spec)
        for claim in (one.get("resources") or {}).get("claims") or ()
    }
    for name in sorted(used - there.keys()):
        yield of_rule(
            "claim-unknown",
            where,
            f"A container names the claim {name}, which the Pod has not.",
        )
    for name in sorted(there.keys() - used):
        yield of_rule("claim-unused", where, f"No container uses the claim {name}.")
    made = {
        (one.get("kind"), (one.get("metadata") or {}).get("name")) for one in documents
    }
    for one in there.values():
        for key, kind in (
            ("resourceClaimName", "ResourceClaim"),
            ("resourceClaimTemplateName", "ResourceClaimTemplate"),
        ):
            if key in one and (kind, one[key]) not in made:
                yield of_rule(
                    "claim-not-there",
                    where,
                    f"There is no {kind} {one[key]} beside it.",
                )


__all__ = ["GPU", "check", "claims", "specs"]
