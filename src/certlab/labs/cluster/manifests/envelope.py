"""What surrounds a Pod's specification: version, name, and the selector of a kind."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from certlab.finding import Finding
from certlab.labs.cluster.manifests.finding import of_rule

APPS = ("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet")
VERSIONS = {"Pod": "v1", "Job": "batch/v1"} | dict.fromkeys(APPS, "apps/v1")
# Names of Kubernetes, as its page Object Names and IDs has them: a subdomain of RFC 1123.
NAME = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?")

# What is a mapping, and what a list of mappings, wherever it stands in an object.
MAPPINGS = {
    *("metadata", "spec", "template", "data", "selector", "matchLabels", "labels"),
    *("nodeSelector", "resources", "limits", "securityContext", "hostPath"),
    *("mig", "startupProbe", "readinessProbe", "livenessProbe"),
}
LISTS = {
    *("containers", "initContainers", "tolerations", "volumes", "volumeMounts", "env"),
    *("claims", "resourceClaims"),
}

Part = Mapping[str, Any]


def shape(part: Any, where: str, within: str = "") -> Iterator[Finding]:
    """Values that are no mapping or list where Kubernetes has one; None is nothing."""
    for key, value in part.items() if isinstance(part, Mapping) else ():
        rows = value if isinstance(value, list) else [value]
        mapping = key in MAPPINGS or (key == "requests" and within == "resources")
        if value is not None and mapping and not isinstance(value, Mapping):
            yield of_rule("shape", where, f"{key} is {value!r:.40} and no mapping.")
        elif value is not None and key in LISTS and not isinstance(value, list):
            yield of_rule("shape", where, f"{key} is {value!r:.40} and no list.")
        elif key in LISTS and not all(
            isinstance(one, Mapping) for one in rows if value
        ):
            yield of_rule("shape", where, f"{key} holds something that is no mapping.")
        elif key != "data":  # of a ConfigMap, whose keys are anybody's
            for one in rows:
                yield from shape(one, where, str(key))


def check(one: Part, where: str) -> Iterator[Finding]:
    """What of an object is refused before anybody looks at its Pods."""
    version, kind = one.get("apiVersion"), str(one.get("kind", ""))
    if kind in VERSIONS and version != VERSIONS[kind]:
        says = f"Its apiVersion is {version}, and {kind} belongs to {VERSIONS[kind]}."
        yield of_rule("api-version", where, says)
    name = str((one.get("metadata") or {}).get("name") or "")
    if not name:
        yield of_rule("no-name", where, "It has no name.")
    elif not NAME.fullmatch(name):
        yield of_rule("name-form", where, f"{name} is no name for an object.")
    if kind in APPS:
        yield from _selector(one.get("spec") or {}, where)


def _selector(spec: Part, where: str) -> Iterator[Finding]:
    wanted = (spec.get("selector") or {}).get("matchLabels") or {}
    labels = ((spec.get("template") or {}).get("metadata") or {}).get("labels") or {}
    for key, value in wanted.items():
        if labels.get(key) != value:
            says = f"It selects {key}={value}, and its Pods do not have that label."
            yield of_rule("selector", where, says)
