"""The device plugin's configuration, a YAML text in a ConfigMap, held against its own structure.

The keys are those of its api/config/v1 (commit 1b826acc6). What stands elsewhere is passed
over by the plugin without a word, so a key at a wrong place sets nothing.
"""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from certlab.finding import Finding
from certlab.labs.cluster.manifests.finding import Node, of_rule

STRATEGIES = ("none", "single", "mixed")
WAYS = ("timeSlicing", "mps")
# A mapping has its keys, a list one form for its entries; None is a value of any kind.
_ENTRY = dict.fromkeys(("name", "rename", "devices", "replicas"))
_SHARED: dict[str, Any] = {
    **dict.fromkeys(("renameByDefault", "failRequestsGreaterThanOne")),
    "resources": [_ENTRY],
}
_NAMED = [dict.fromkeys(("pattern", "name"))]
_KEYS: dict[str, Any] = {
    "version": None,
    "flags": {
        **dict.fromkeys(("migStrategy", "failOnInitError", "mpsRoot", "gdsEnabled")),
        **dict.fromkeys(("nvidiaDriverRoot", "nvidiaDevRoot", "gdrcopyEnabled")),
        **dict.fromkeys(("mofedEnabled", "useNodeFeatureAPI")),
        "deviceDiscoveryStrategy": None,
        "plugin": {
            **dict.fromkeys(("passDeviceSpecs", "deviceListStrategy")),
            **dict.fromkeys(("deviceIDStrategy", "cdiAnnotationPrefix")),
            **dict.fromkeys(("nvidiaCTKPath", "containerDriverRoot")),
            "sharedDevicesAllocationPolicy": None,
        },
        "gfd": {
            **dict.fromkeys(("oneshot", "noTimestamp", "sleepInterval", "outputFile")),
            "machineTypeFile": None,
        },
    },
    "resources": {"gpus": _NAMED, "mig": _NAMED},
    "sharing": dict.fromkeys(WAYS, _SHARED),
    "imex": dict.fromkeys(("channelIDs", "required")),
}


def is_plugins(config: Any) -> bool:
    """Whether a text of a ConfigMap, as it was read, is meant for the device plugin."""
    if not isinstance(config, Mapping) or "mig-configs" in config:
        return False
    sure = {"sharing", *WAYS, "renameByDefault"}
    return bool(sure & config.keys() or {"version", "flags"} <= config.keys())


def check(config: Any, where: str, node: Node) -> Iterator[Finding]:
    """What of the device plugin's configuration will not work.

    Args:
        config: as it was read; a text of something else is passed over.
    """
    if not is_plugins(config):
        return
    if config.get("version") not in (None, "", "v1"):
        yield of_rule("plugin-version", where, f"Its version is {config['version']}.")
    wrong = [*_structure(config, _KEYS, "", where)]
    yield from wrong
    if not any(one.rule == "plugin-form" for one in wrong):
        yield from _sharing(config, where, node)


def _structure(part: Any, form: Any, path: str, where: str) -> Iterator[Finding]:
    """Keys that the plugin does not read there, and values of another form."""
    if form is None or part is None:
        return
    if isinstance(form, list) and isinstance(part, list):
        for one in part:
            yield from _structure(one, form[0], f"an entry of {path}", where)
    elif isinstance(form, dict) and isinstance(part, Mapping):
        for key, value in part.items():
            if key in form:
                below = f"{path}.{key}" if path else key
                yield from _structure(value, form[key], below, where)
            else:
                yield of_rule("plugin-key", where, _misplaced(str(key), path, form))
    else:
        called = "mapping" if isinstance(form, dict) else "list"
        says = f"{path} must be a {called}, and is {part!r:.40}."
        yield of_rule("plugin-form", where, says)


def _misplaced(key: str, path: str, form: Mapping[str, Any]) -> str:
    at = f"under {path}" if path else "at the top"
    place = next((one for one in _places(key, _KEYS, "") if one != path), "")
    if place:
        return f"{key} stands {at} and belongs under {place}."
    near = get_close_matches(key, form, n=1)
    return f"{key} stands {at}, where " + (
        f"{near[0]} is read." if near else f"the plugin reads {', '.join(form)}."
    )


def _places(key: str, form: Any, path: str) -> Iterator[str]:
    """Where in the structure a key is read."""
    if isinstance(form, list):
        yield from _places(key, form[0], f"an entry of {path}")
    elif isinstance(form, dict):
        if key in form:
            yield path
        for name, below in form.items():
            yield from _places(key, below, f"{path}.{name}" if path else name)


def _sharing(config: Mapping[str, Any], where: str, node: Node) -> Iterator[Finding]:
    if config.get("resources"):
        yield of_rule("not-supported-yet", where, "It has resources at the top.")
    shared = config.get("sharing") or {}
    strategy = (config.get("flags") or {}).get("migStrategy", "none")
    if strategy not in STRATEGIES:
        yield of_rule("mig-strategy", where, f"migStrategy is {strategy!r}.")
    if all(way in shared for way in WAYS):
        yield of_rule("slicing-and-mps", where, "It has timeSlicing and mps.")
    if "mps" in shared and strategy != "none":
        says = f"It has mps, and migStrategy is {strategy}."
        yield of_rule("mps-and-mig", where, says)
    for way in (way for way in WAYS if way in shared):
        entries = (shared[way] or {}).get("resources") or ()
        if not entries:
            yield of_rule("no-resources", where, f"{way} names no resources.")
        for one in entries:
            yield from _entry(one or {}, where, node)


def _entry(one: Mapping[str, Any], where: str, node: Node) -> Iterator[Finding]:
    name, replicas = one.get("name"), one.get("replicas")
    if type(replicas) is not int or replicas < 2:
        yield of_rule("few-replicas", where, f"{name} has replicas: {replicas}.")
    for key in ("rename", "devices"):
        if one.get(key) not in (None, "", "all"):
            yield of_rule("not-supported-yet", where, f"{name} has {key}: {one[key]}.")
    if name not in [*node.offers]:
        there = ", ".join(sorted(node.offers))
        says = f"It shares {name}; the node offers {there}."
        yield of_rule("shared-unknown", where, says)
