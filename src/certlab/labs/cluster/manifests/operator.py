"""What an administrator applies: the GPU Operator's objects, and the plugin's sharing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from certlab.labs.cluster.manifests.finding import Finding, Node

STRATEGIES = ("none", "single", "mixed")
CLAIMS = ("ResourceClaim", "ResourceClaimTemplate")
STABLE = "resource.k8s.io/v1"

Part = Mapping[str, Any]


def check(one: Part, where: str, node: Node) -> Iterator[Finding]:
    """What of an administrator's object will not work."""
    kind = one.get("kind")
    if kind == "ClusterPolicy":
        yield from _policy(one.get("spec") or {}, where)
    elif kind in CLAIMS and one.get("apiVersion") != STABLE:
        says = f"Its apiVersion is {one.get('apiVersion')}."
        yield Finding("claim-version", where, says)
    elif kind == "ConfigMap":
        for name, text in (one.get("data") or {}).items():
            yield from sharing(text, f"{where}, {name}", node)


def _policy(spec: Part, where: str) -> Iterator[Finding]:
    for name, part in spec.items():
        enabled = part.get("enabled", True) if isinstance(part, Mapping) else True
        if not isinstance(enabled, bool):
            says = f"{name}.enabled is {enabled!r}, a text."
            yield Finding("not-true-or-false", where, says)
    strategy = (spec.get("mig") or {}).get("strategy", "single")
    if strategy not in STRATEGIES:
        yield Finding("mig-strategy", where, f"mig.strategy is {strategy!r}.")


def sharing(config: Any, where: str, node: Node) -> Iterator[Finding]:
    """What of the device plugin's configuration will not work.

    Args:
        config: as it was read; a text of something else is passed over.
    """
    if not isinstance(config, Mapping) or "sharing" not in config:
        return
    shared = config.get("sharing") or {}
    strategy = (config.get("flags") or {}).get("migStrategy", "none")
    if strategy not in STRATEGIES:
        yield Finding("mig-strategy", where, f"migStrategy is {strategy!r}.")
    if "timeSlicing" in shared and "mps" in shared:
        yield Finding("slicing-and-mps", where, "It has timeSlicing and mps.")
    if "mps" in shared and strategy != "none":
        yield Finding(
            "mps-and-mig", where, f"It has mps, and migStrategy is {strategy}."
        )
    for way in ("timeSlicing", "mps"):
        for one in (shared.get(way) or {}).get("resources") or ():
            name, replicas = one.get("name"), one.get("replicas")
            if not isinstance(replicas, int) or replicas < 2:
                yield Finding(
                    "few-replicas", where, f"{name} has replicas: {replicas}."
                )
            if name not in node.offers:
                there = ", ".join(sorted(node.offers))
                yield Finding(
                    "shared-unknown",
                    where,
                    f"It shares {name}; the node offers {there}.",
                )


def together(documents: Sequence[Part]) -> Iterator[Finding]:
    """What is wrong of several objects at once."""
    kinds = {one.get("kind") for one in documents}
    if {"ClusterPolicy", "GPUCluster"} <= kinds:
        says = "A ClusterPolicy and a GPUCluster are applied together."
        yield Finding("policy-and-cluster", "the cluster", says)
