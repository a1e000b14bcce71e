"""Kubernetes' side of a partitioned GPU: resource names, Pods, and checks of them.

Names and rules are those of NVIDIA's device plugin (internal/rm in github
NVIDIA/k8s-device-plugin, commit 1b826acc6) and of Kubernetes' page "Schedule GPUs".
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from certlab.errors import ContentError
from certlab.labs.mig import Gpu

STRATEGIES = ("none", "single", "mixed")
WHOLE = "nvidia.com/gpu"
VERSION = "1.37"  # Kubernetes release whose schemas `validate` takes

_NAME = re.compile(r"nvidia\.com/[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")

Manifest = dict[str, Any]


def resource(profile: str, strategy: str = "mixed") -> str:
    """What a Pod asks for to get a MIG device: a plus sign in the profile turns to a dot.

    Raises:
        ContentError: no such strategy, or one that does not offer this device.
    """
    if strategy not in STRATEGIES:
        among = ", ".join(STRATEGIES)
        raise ContentError(f"There is no MIG strategy {strategy}; use one of {among}.")
    if strategy == "none":
        says = "The strategy none offers whole GPUs only; take single or mixed."
        raise ContentError(f"{profile}: {says}")
    if strategy == "single":
        return WHOLE
    if "c." in profile:
        says = "mixed has names for whole GPU instances only, not for a part of one."
        raise ContentError(f"{profile}: {says}")
    return "nvidia.com/mig-" + profile.replace("+", ".")


def offered(
    gpus: Sequence[Gpu],
    strategy: str = "mixed",
    replicas: Mapping[str, int] | None = None,
) -> dict[str, int]:
    """What a node with these GPUs has to give, by resource name.

    Args:
        gpus: the node's.
        strategy: one of STRATEGIES.
        replicas: by resource, how many Pods time-slice each device.

    Raises:
        ContentError: the device plugin does not start with these GPUs; says why.
    """
    cut = [gpu for gpu in gpus if gpu.enabled and strategy != "none"]
    devices = [name for gpu in cut for name in _devices(gpu)]
    if strategy == "single" and cut:
        _same_everywhere(gpus, devices)
    names = [WHOLE] * (len(gpus) - len(cut))
    names += [resource(device, strategy) for device in devices]
    counts = Counter(names)
    return {name: n * (replicas or {}).get(name, 1) for name, n in counts.items()}


def _devices(gpu: Gpu) -> Iterator[str]:
    """A GPU's MIG devices by profile; an instance without a compute instance is none."""
    for one in gpu.listed:
        for each in one.computes:
            yield one.name if each.compute == one.profile.compute else each.name


def _same_everywhere(gpus: Sequence[Gpu], devices: Sequence[str]) -> None:
    if not all(gpu.enabled for gpu in gpus):
        raise ContentError(
            "single: some GPUs have MIG on and some off; make them equal."
        )
    for number, gpu in enumerate(gpus):
        if not any(_devices(gpu)):
            raise ContentError(f"single: GPU {number} has MIG on and no MIG device.")
    if len(set(devices)) > 1:
        there = ", ".join(dict.fromkeys(devices))
        says = f"all MIG devices of a node must be of one profile, and there is {there}"
        raise ContentError(f"single: {says}; take mixed.")


def pod(
    name: str, image: str, asks: str, count: int = 1, product: str = ""
) -> Manifest:
    """A Pod of one container.

    Args:
        name: the Pod's, and its container's.
        image: the container image.
        asks: the resource, as `resource` gives it.
        count: how many of it.
        product: the node's nvidia.com/gpu.product, "" for any node.
    """
    container = {"name": name, "image": image, "resources": {"limits": {asks: count}}}
    spec: Manifest = {"containers": [container]}
    if product:
        spec = {"nodeSelector": {"nvidia.com/gpu.product": product}, **spec}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": spec}


def time_slicing(replicas: Mapping[str, int]) -> Manifest:
    """The device plugin's configuration in which Pods take turns on a device."""
    rows = [{"name": name, "replicas": n} for name, n in replicas.items()]
    return {"version": "v1", "sharing": {"timeSlicing": {"resources": rows}}}


def to_yaml(manifest: Manifest) -> str:
    """The manifest as YAML text.

    Raises:
        ContentError: PyYAML is missing.
    """
    try:
        import yaml  # type: ignore[import-untyped]  # its types are a package of their own
    except ImportError:
        says = "Writing YAML needs PyYAML; install it with pip install pyyaml."
        raise ContentError(says) from None
    return str(yaml.safe_dump(manifest, sort_keys=False))


def validate(manifest: Manifest, version: str = VERSION) -> str:
    """Hold a manifest against Kubernetes' schema, unknown fields refused.

    Args:
        manifest: plain dicts, lists, texts and numbers.
        version: the Kubernetes release; an older one is taken where it has no schema.

    Returns:
        The release whose schema it was held against.

    Raises:
        ContentError: kubernetes-validate is missing, or the first fault and its place.
    """
    try:
        import kubernetes_validate  # type: ignore[import-untyped]  # it has no types
    except ImportError:
        says = "Checking a manifest needs kubernetes-validate; install it with pip."
        raise ContentError(says) from None
    for key in ("apiVersion", "kind"):
        if not isinstance(manifest.get(key), str):
            raise ContentError(f"manifest: {key} is missing, or is not text.")
    try:
        return str(kubernetes_validate.validate(manifest, version, strict=True))
    except kubernetes_validate.ValidationError as error:
        where = ".".join(map(str, error.absolute_path)) or "manifest"
        raise ContentError(f"{where}: {error.message.rstrip('.')}.") from None
    except kubernetes_validate.SchemaNotFoundError:
        what = f"{manifest['kind']} of {manifest['apiVersion']}"
        raise ContentError(f"Kubernetes {version} has no {what}.") from None
    except kubernetes_validate.utils.VersionNotSupportedError:
        there = kubernetes_validate.latest_version()
        says = f"There are no schemas for Kubernetes {version}; the newest is {there}."
        raise ContentError(says) from None


def gpu_faults(manifest: Manifest, node: Mapping[str, int]) -> tuple[str, ...]:
    """What a schema cannot know: whether a Pod's GPU resources can ever be given.

    Args:
        manifest: a Pod; `validate` is for its form.
        node: what the node has to give, as `offered` says.
    """
    asked = [each for one in _resources(manifest) for each in _asked(one)]
    if not asked:
        says = "The Pod asks for no GPU and gets none; name one in resources.limits."
        return (says,)
    return tuple(fault for each in asked for fault in _faults(*each, node))


def _resources(manifest: Manifest) -> Iterator[Manifest]:
    """What each container asks for; nothing where the form is wrong."""
    spec = manifest.get("spec")
    containers = spec.get("containers") if isinstance(spec, dict) else None
    for one in containers if isinstance(containers, list) else ():
        found = one.get("resources") if isinstance(one, dict) else None
        if isinstance(found, dict):
            yield found


def _asked(resources: Manifest) -> Iterator[tuple[str, Any, Any]]:
    """Each GPU resource with its limit and its request, None where it has none."""
    limits, requests = resources.get("limits"), resources.get("requests")
    limits = limits if isinstance(limits, dict) else {}
    requests = requests if isinstance(requests, dict) else {}
    for name in dict.fromkeys((*limits, *requests)):
        if str(name).startswith("nvidia.com/"):
            yield name, limits.get(name), requests.get(name)


def _faults(
    name: str, limit: Any, request: Any, node: Mapping[str, int]
) -> Iterator[str]:
    if not _NAME.fullmatch(name):
        says = "refused, a name has letters, digits and . _ - only; a + becomes a dot"
        yield f"{name}: {says}."
        return
    if limit is None:
        yield f"{name}: a GPU is asked for in limits; requests alone are refused."
        return
    if request is not None and request != limit:
        yield f"{name}: {request} requested and {limit} as limit; they must be equal."
    if not str(limit).isdigit() or int(limit) < 1:
        yield f"{name}: {limit} is not a whole number above 0; no device is given in parts."
    elif name not in node:
        there = ", ".join(node) or "none"
        yield f"{name}: no node offers it, so the Pod stays Pending; there is {there}."
    elif int(limit) > node[name]:
        yield f"{name}: {limit} wanted and {node[name]} on a node; the Pod stays Pending."
