"""mig-parted's configuration file: which GPUs get which MIG devices.

As mig-parted reads it (api/spec/v1 of NVIDIA/mig-parted): `version: v1`, then under
`mig-configs` named lists of rules. A field nobody knows is an error, as it is there.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from certlab.errors import ContentError
from certlab.formats import yaml_text

VERSION = "v1"
_PROFILE = re.compile(r"(\d+c\.)?\d+g\.\d+gb([+-][a-z]+(\.[a-z]+)*)*")
_BARE = re.compile(r"[A-Za-z_][\w.-]*")  # a key or text that YAML takes unquoted
_WORDS = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}  # not as text


@dataclass(frozen=True)
class Rule:
    """What some GPUs get.

    Attributes:
        devices: GPU numbers, None for all.
        enabled: whether MIG is on.
        profiles: how many of each MIG device, by profile name.
        filters: PCI ids ("0x233010DE") the GPU must have one of; () for any GPU.
    """

    devices: tuple[int, ...] | None = None
    enabled: bool = True
    profiles: tuple[tuple[str, int], ...] = ()
    filters: tuple[str, ...] = ()

    def covers(self, number: int, pci_ids: tuple[str, ...]) -> bool:
        """Whether the rule is about a GPU of that number and those PCI ids."""
        if self.devices is not None and number not in self.devices:
            return False
        wanted = {one.lower().partition(":")[0] for one in self.filters}
        return not wanted or not wanted.isdisjoint(one.lower() for one in pci_ids)


Configs = Mapping[str, tuple[Rule, ...]]


def read(text: str, file: str = "mig-parted file") -> dict[str, tuple[Rule, ...]]:
    """The configurations of a file, by name.

    Args:
        text: YAML, or JSON, which is YAML too.
        file: what an error calls it.

    Raises:
        ContentError: PyYAML is missing, or the file is not as mig-parted wants it;
            one sentence with the place.
    """
    found = yaml_text.documents(text, file)
    if len(found) > 1:
        raise ContentError(f"{file}: it holds {len(found)} documents; write one.")
    data = found[0] if found else None
    fields = _fields(file, data, {"version", "mig-configs"}, "version")
    if fields["version"] != VERSION:
        says = f"version is {fields['version']!r}; it must be {VERSION}."
        raise ContentError(f"{file}: {says}")
    configs = fields.get("mig-configs", {})
    if not isinstance(configs, dict) or ("mig-configs" in fields and not configs):
        raise ContentError(f"{file}: mig-configs must hold named lists of rules.")
    return {
        str(name): _rules(f"{file}: {name}", rows) for name, rows in configs.items()
    }


def _rules(where: str, rows: Any) -> tuple[Rule, ...]:
    if not isinstance(rows, list) or not rows:
        raise ContentError(f"{where}: must be a list of at least one rule.")
    return tuple(_rule(f"{where}[{n}]", row) for n, row in enumerate(rows))


def _rule(where: str, row: Any) -> Rule:
    known = {"devices", "device-filter", "mig-enabled", "mig-devices"}
    fields = _fields(where, row, known, "devices", "mig-enabled")
    enabled = fields["mig-enabled"]
    if not isinstance(enabled, bool):
        raise ContentError(f"{where}: mig-enabled must be true or false.")
    profiles = _profiles(where, fields.get("mig-devices"))
    if enabled and fields.get("mig-devices") is None:
        raise ContentError(f"{where}: mig-enabled is true, so mig-devices is needed.")
    if not enabled and profiles:
        says = "mig-devices are listed, but mig-enabled is false."
        raise ContentError(f"{where}: {says}")
    return Rule(
        devices=_devices(where, fields["devices"]),
        enabled=enabled,
        profiles=profiles,
        filters=_filters(where, fields.get("device-filter", ())),
    )


def _fields(where: str, data: Any, known: set[str], *needed: str) -> dict[str, Any]:
    """A mapping with no unknown field and every needed one."""
    if not isinstance(data, dict):
        raise ContentError(f"{where}: must be a mapping with {' and '.join(needed)}.")
    for name in data:
        if name not in known:
            among = ", ".join(sorted(known))
            raise ContentError(f"{where}: unknown field {name}; it knows {among}.")
    for name in needed:
        if name not in data:
            raise ContentError(f"{where}: no {name}; add it.")
    return data


def _devices(where: str, value: Any) -> tuple[int, ...] | None:
    if value == "all":
        return None
    if isinstance(value, list) and all(type(one) is int and one >= 0 for one in value):
        return tuple(value)
    raise ContentError(f"{where}: devices must be all or a list of GPU numbers.")


def _filters(where: str, value: Any) -> tuple[str, ...]:
    texts = [value] if isinstance(value, str) else value
    if isinstance(texts, list | tuple) and all(isinstance(one, str) for one in texts):
        return tuple(texts)
    raise ContentError(f"{where}: device-filter must be a text or a list of texts.")


def _profiles(where: str, value: Any) -> tuple[tuple[str, int], ...]:
    if value is None:
        return ()
    if not isinstance(value, dict):
        raise ContentError(f"{where}: mig-devices must map profiles to counts.")
    for name, count in value.items():
        if not isinstance(name, str) or not _PROFILE.fullmatch(name):
            says = f"mig-devices: {name} is not a profile name, such as 1g.10gb."
            raise ContentError(f"{where}: {says}")
        if type(count) is not int or count < 0:
            says = f"mig-devices: {name}: {count!r} must be a whole number, 0 or more."
            raise ContentError(f"{where}: {says}")
    if value and not any(value.values()):
        raise ContentError(f"{where}: mig-devices: all counts are 0.")
    return tuple(value.items())


def write(configs: Configs) -> str:
    """The file as mig-parted reads it, in the order given."""
    return "\n".join(_lines(configs)) + "\n"


def _lines(configs: Configs) -> Iterator[str]:
    yield f"version: {VERSION}"
    if configs:
        yield "mig-configs:"
    for name, rules in configs.items():
        yield f"  {_text(name)}:"
        for rule in rules:
            devices = "all" if rule.devices is None else json.dumps(list(rule.devices))
            yield f"    - devices: {devices}"
            if rule.filters:
                one = rule.filters[0] if len(rule.filters) == 1 else list(rule.filters)
                yield f"      device-filter: {json.dumps(one)}"
            yield f"      mig-enabled: {str(rule.enabled).lower()}"
            if rule.enabled:
                yield f"      mig-devices:{'' if rule.profiles else ' {}'}"
            for profile, count in rule.profiles:
                yield f'        "{profile}": {count}'


def _text(text: str) -> str:
    """A text as YAML takes it: bare when that is plain, else in quotes."""
    plain = _BARE.fullmatch(text) and text.lower() not in _WORDS
    return text if plain else json.dumps(text)
