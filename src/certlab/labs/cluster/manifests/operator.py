"""What an administrator applies: the GPU Operator's objects, and the plugin's sharing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from certlab.finding import Finding
from certlab.labs.cluster.manifests import plugin
from certlab.labs.cluster.manifests.finding import Node, of_rule

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
        yield of_rule("claim-version", where, says)
    elif kind == "ConfigMap":
        for name, text in (one.get("data") or {}).items():
            yield from plugin.check(text, f"{where}, {name}", node)


def _policy(spec: Part, where: str) -> Iterator[Finding]:
    for name, part in spec.items():
        enabled = part.get("enabled", True) if isinstance(part, Mapping) else True
        if not isinstance(enabled, bool):
            says = f"{name}.enabled is {enabled!r}, a text."
            yield of_rule("not-true-or-false", where, says)
    strategy = (spec.get("mig") or {}).get("strategy", "single")
    if strategy not in plugin.STRATEGIES:
        yield of_rule("mig-strategy", where, f"mig.strategy is {strategy!r}.")


def together(documents: Sequence[Part]) -> Iterator[Finding]:
    """What is wrong of several objects at once."""
    kinds = {str(one.get("kind")) for one in documents}
    if {"ClusterPolicy", "GPUCluster"} <= kinds:
        says = "A ClusterPolicy and a GPUCluster are applied together."
        yield of_rule("policy-and-cluster", "the cluster", says)
