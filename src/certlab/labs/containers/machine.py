"""A host's drivers, read from what its commands print."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

# Generations by what lspci calls the GPU.
GENERATIONS = {
    "V100": "Volta",
    "T4": "Turing",
    "A100": "Ampere",
    "L40S": "Ada",
    "H100": "Hopper",
    "H200": "Hopper",
    "GH200": "Grace Hopper",
    "B200": "Blackwell",
    "GB200": "Blackwell",
}
_DEB = re.compile(r"^ii\s+([a-z][\w.+-]*)(?::\w+)?\s+(\d[\w.:~+-]*)", re.MULTILINE)
_RPM = re.compile(r"^([a-z][\w.+-]*)-(\d[\w.~+]*-[\w.]+)$", re.MULTILINE)
_VERSION = re.compile(r"\b(\d{3}\.\d+(?:\.\d+)?)\b")


@dataclass(frozen=True)
class Machine:
    """What commands said; what was not run is empty.

    Attributes:
        kernel: of `uname -r`.
        gpus: names found by lspci, "H100".
        switches: lspci lists NVSwitch.
        modules: loaded modules, of lsmod.
        loaded: version of the loaded module, of /proc/driver/nvidia/version.
        licence: of modinfo, "Dual MIT/GPL" is the open flavour.
        built: DKMS's state of module nvidia by kernel, "installed" or "built";
            {"": "added"} where no kernel has the module.
        packages: versions by name, of dpkg -l or rpm -qa.
        services: "active", "inactive" or "failed", by unit.
        said: the whole of each command's output, by command.
    """

    kernel: str = ""
    gpus: tuple[str, ...] = ()
    switches: bool = False
    modules: frozenset[str] = frozenset()
    loaded: str = ""
    licence: str = ""
    built: Mapping[str, str] = field(default_factory=dict)
    packages: Mapping[str, str] = field(default_factory=dict)
    services: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)

    @property
    def generations(self) -> set[str]:
        """Generations of the GPUs that are known."""
        return {GENERATIONS[gpu] for gpu in self.gpus if gpu in GENERATIONS}

    @property
    def installed(self) -> str:
        """Version of the driver's libraries on disk, "" where no package has them."""
        names = ("libnvidia-compute", "nvidia-driver-cuda-libs", "libcuda1")
        for name, version in self.packages.items():
            if name.startswith(names):
                return _plain(version)
        return ""

    def version(self, *names: str) -> str:
        """The version of the first package whose name begins so, without its epoch."""
        for name, version in self.packages.items():
            if name.startswith(names):
                return _plain(version)
        return ""


def read(said: Mapping[str, str]) -> Machine:
    """Read outputs by the commands that printed them."""
    lspci = said.get("lspci", "")
    nvidia = [line for line in lspci.splitlines() if "NVIDIA" in line]
    proc = said.get("cat /proc/driver/nvidia/version", "")
    version = _VERSION.search(proc)
    return Machine(
        kernel=said.get("uname -r", "").strip(),
        gpus=tuple(
            name
            for line in nvidia
            for name in GENERATIONS
            if re.search(rf"\b{name}\b", line)
        ),
        switches="NVSwitch" in lspci,
        modules=frozenset(
            line.split()[0] for line in said.get("lsmod", "").splitlines() if line
        ),
        loaded=version[1] if version else "",
        licence=said.get("modinfo -F license nvidia", "").strip(),
        built=_built(said.get("dkms status", "")),
        packages=dict(
            _DEB.findall(said.get("dpkg -l", ""))
            + _RPM.findall(said.get("rpm -qa", ""))
        ),
        services={
            name.removeprefix("systemctl is-active "): text.strip()
            for name, text in said.items()
            if name.startswith("systemctl is-active ")
        },
        said=said,
    )


def _built(status: str) -> dict[str, str]:
    rows = re.findall(r"^nvidia/[\w.]+, ([\w.+-]+), \w+: (\w+)", status, re.MULTILINE)
    if not rows and re.search(r"^nvidia/[\w.]+: added", status, re.MULTILINE):
        return {"": "added"}  # dkms names no kernel where it has built for none
    return dict(rows)


def _plain(version: str) -> str:
    found = _VERSION.search(version)
    return found[1] if found else version


def branch(version: str) -> int:
    """The branch of a driver's version, 0 where there is none."""
    digits = version.partition(".")[0]
    return int(digits) if digits.isdigit() else 0
