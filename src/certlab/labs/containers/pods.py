"""What is wrong in a pod that starts an image from NGC, as a dictionary of its manifest."""

import re
from collections.abc import Iterator
from typing import Any

from certlab.finding import Finding
from certlab.labs.containers.lines import image_name

GPU = "nvidia.com/gpu"
# How the names of time-sliced GPUs and of MIG devices begin.
PARTS = (f"{GPU}.shared", "nvidia.com/mig-")
HARMLESS = ("none", "void", "")


def check_pod(manifest: dict[str, Any]) -> list[Finding]:
    """Mistakes of a pod's manifest, container by container."""
    spec = manifest.get("spec", {})
    found: list[Finding] = []
    asks = any(_asks(one) for one in spec.get("containers", []))
    for container in spec.get("containers", []):
        helper = asks and not container.get("image", "").startswith("nvcr.io/")
        found += [] if helper and not _asks(container) else _gpus(container)
        found += [*_variables(container), *_image(container, spec)]
        found += _memory(container, spec)
    return found


def _asks(container: dict[str, Any]) -> bool:
    resources = container.get("resources", {})
    names = {*resources.get("limits", {}), *resources.get("requests", {})}
    return any(name == GPU or name.startswith(PARTS) for name in names)


def _gpus(container: dict[str, Any]) -> Iterator[Finding]:
    resources = container.get("resources", {})
    limits, requests = resources.get("limits", {}), resources.get("requests", {})
    if GPU not in limits and any(name.startswith(PARTS) for name in limits):
        return
    if str(limits.get(GPU, "0")) == "0":
        kind = "no-limit" if GPU not in requests else "requests-only"
        says = f"{container['name']} has no limit of {GPU}, so it gets no GPU."
        yield Finding(kind, says, f"Add {GPU} under limits.")
        return
    count = str(limits[GPU])
    if not count.isdigit():
        says = f"{count} GPUs cannot be had; the plugin counts whole devices."
        yield Finding("fraction", says, "Take a whole number, or MIG devices.")
    elif str(requests.get(GPU, count)) != count:
        says = f"Request and limit of {GPU} differ, which Kubernetes refuses."
        yield Finding("unequal", says, "Leave the request out.")


def _variables(container: dict[str, Any]) -> Iterator[Finding]:
    for one in container.get("env", []):
        value = str(one.get("value", ""))
        if one.get("name") == "NVIDIA_VISIBLE_DEVICES" and value not in HARMLESS:
            says = "NVIDIA_VISIBLE_DEVICES passes the allocation by."
            yield Finding("visible-devices", says, "Remove it; the plugin sets it.")
        if value.startswith("nvapi-"):
            says = f"The key stands in the manifest, in {one.get('name')}."
            yield Finding("key-in-manifest", says, "Take it from a secret.")
    if (container.get("securityContext") or {}).get("privileged"):
        says = f"{container['name']} is privileged and sees every device of the node."
        yield Finding("privileged", says, "Ask for GPUs under limits alone.")


def _image(container: dict[str, Any], spec: dict[str, Any]) -> Iterator[Finding]:
    image = container.get("image", "")
    yield from image_name(image)
    own = re.match(r"nvcr\.io/(?!nvidia/|nim/)", image)
    if own and not spec.get("imagePullSecrets"):
        says = f"{image} is in a private registry, and no secret is named."
        yield Finding("no-pull-secret", says, "Name one under imagePullSecrets.")
    if "nvcr.io#" in image:
        says = "The # between registry and image is Pyxis's; here it is no name."
        yield Finding("pyxis-name", says, "Write nvcr.io/nvidia/…")


def _memory(container: dict[str, Any], spec: dict[str, Any]) -> Iterator[Finding]:
    limits = container.get("resources", {}).get("limits", {})
    count = str(limits.get(GPU, "1"))
    if not count.isdigit() or int(count) < 2:
        return
    memory = {
        volume["name"]
        for volume in spec.get("volumes", [])
        if volume.get("emptyDir", {}).get("medium") == "Memory"
    }
    mounts = container.get("volumeMounts", [])
    if not any(
        one.get("mountPath") == "/dev/shm" and one.get("name") in memory
        for one in mounts
    ):
        says = "Several GPUs share little memory in the pod's /dev/shm."
        do = "Mount an emptyDir of medium Memory there."
        yield Finding("shared-memory", says, do, weight="advice")
