"""A host with its containers' wiring, and what a container will get on it."""

from dataclasses import dataclass

from certlab.finding import Finding


@dataclass(frozen=True)
class Host:
    """What a host has for its containers.

    Attributes:
        driver: version of the driver that is loaded, "" for none.
        toolkit: version of the Container Toolkit, "" for none.
        daemon_json: the text of Docker's daemon.json, "" for no file.
        restarted: Docker was restarted after that file was changed.
        devices: names of nvidia-smi -L, GPUs "0" and MIG devices "0:1".
        specification: names that the CDI specification lists, without their prefix.
        rootless: Docker runs without root.
        no_cgroups: the toolkit's option of that name.
        cgroups: who manages the containers' cgroups, "systemd" or "cgroupfs".
    """

    driver: str = "580.95.05"
    toolkit: str = "1.20.0"
    daemon_json: str = '{"runtimes": {"nvidia": {"path": "nvidia-container-runtime"}}}'
    restarted: bool = True
    devices: tuple[str, ...] = ("0", "1")
    specification: tuple[str, ...] = ("0", "1", "all")
    rootless: bool = False
    no_cgroups: bool = False
    cgroups: str = "systemd"


@dataclass(frozen=True)
class Wiring:
    """What a container will get.

    Attributes:
        way: the stations passed, a sentence each.
        devices: names of the devices that it will see.
        capabilities: which of the driver's files it gets.
        findings: what is in the way, and advice.
    """

    way: tuple[str, ...]
    devices: tuple[str, ...]
    capabilities: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def works(self) -> bool:
        """Whether CUDA finds a GPU in the container."""
        lost = any(not one.advice for one in self.findings)
        return bool(self.devices) and not lost
