"""Whether a container will see its GPUs, said before it is started.

The way goes from the line to the daemon, to a runtime, to the edit of the container (by a
hook or by CDI) and to the driver on the host; `wire` follows it and stops at the station
where the GPU is lost. Rules are from NVIDIA's documentation and code of the Container
Toolkit 1.20 (install guide, CDI support, docker-specialized, troubleshooting, and
pkg/config/engine/docker/docker.go).
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from certlab.finding import Finding
from certlab.labs.containers.devices import named_by_gpus, named_by_variable
from certlab.labs.containers.docker_line import DockerRun, docker_run, words_of
from certlab.labs.containers.host import Host, Wiring

CDI = "nvidia.com/gpu="
DEFAULT_CAPABILITIES = ("utility", "compute")


def wire(host: Host, line: str, image_sets: dict[str, str] | None = None) -> Wiring:
    """Follow a line of `docker run` on a host.

    Args:
        image_sets: variables that the image sets; the line's own come over them.
    """
    words = words_of(line)
    if words[:1] == ["nvidia-docker"]:
        says = "nvidia-docker is the wrapper of the package nvidia-docker2, now gone."
        return _lost((), Finding("nvidia-docker", says, "Write docker run --gpus all."))
    walk = _Walk(host, docker_run(line), image_sets or {})
    findings = tuple(walk.follow())
    seen = () if any(not one.advice for one in findings) else walk.devices
    return Wiring(tuple(walk.way), seen, walk.capabilities, findings)


def _lost(way: tuple[str, ...], finding: Finding) -> Wiring:
    return Wiring(way, (), (), (finding,))


@dataclass
class _Walk:
    host: Host
    line: DockerRun
    image_sets: dict[str, str]
    way: list[str] = field(default_factory=list)
    devices: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()

    def follow(self) -> Iterator[Finding]:
        """What is found on the way; it ends at the first station that loses the GPU."""
        for station in (
            self._line,
            self._daemon,
            self._runtime,
            self._edit,
            self._host,
        ):
            found = list(station())
            yield from found
            if any(not one.advice for one in found):
                return

    @property
    def variables(self) -> dict[str, str]:
        return {**self.image_sets, **self.line.variables}

    @property
    def asked_as_cdi(self) -> list[str]:
        return [
            one.removeprefix(CDI)
            for one in self.line.values("--device")
            if one.startswith(CDI)
        ]

    def _line(self) -> Iterator[Finding]:
        behind = [one.partition("=")[0] for one in self.line.command]
        for option in ("--gpus", "--runtime", "--device"):
            if option in behind and not self.line.has(option):
                says = f"{option} comes after the image, so the program gets it."
                do = "Put it before the image."
                yield Finding("behind-image", says, do)
                return
        for one in self.line.values("--device"):
            if "gpu" in one and not one.startswith((CDI, "/dev/")):
                says = f"--device {one} is no name of CDI."
                yield Finding("cdi-name", says, f"Write --device {CDI}0.")
        self.way.append(f"The line asks for a container of {self.line.image}.")

    def _daemon(self) -> Iterator[Finding]:
        try:
            settings = json.loads(self.host.daemon_json or "{}")
        except json.JSONDecodeError as error:
            says = f"daemon.json is no JSON (line {error.lineno}); Docker stops at it."
            yield Finding("daemon-json", says, "Mend the file and restart Docker.")
            return
        self.runtimes: dict[str, Any] = settings.get("runtimes", {})
        default = settings.get("default-runtime", "runc")
        if default not in (*self.runtimes, "runc"):
            says = f"default-runtime is {default}, which no runtime is called."
            do = "Run nvidia-ctk runtime configure --set-as-default, restart Docker."
            yield Finding("default-runtime", says, do)
            return
        if not self.host.restarted:
            self.runtimes, default = {}, "runc"
        self.runtime = (self.line.values("--runtime") or [default])[-1]
        self.way.append(f"Docker takes the runtime {self.runtime}.")

    def _runtime(self) -> Iterator[Finding]:
        if self.runtime == "runc":
            return
        if not self.host.restarted:
            says = f"daemon.json names {self.runtime}, but Docker runs since before."
            yield Finding("not-restarted", says, "Run systemctl restart docker.")
        elif self.runtime not in self.runtimes:
            says = f"No runtime is registered under the name {self.runtime}."
            do = "Run nvidia-ctk runtime configure --runtime=docker, restart Docker."
            yield Finding("runtime-unknown", says, do)
        elif not self.host.toolkit:
            says = "The runtime is registered and its program is not installed."
            yield Finding("no-toolkit", says, "Install nvidia-container-toolkit.")
        elif not str(self.runtimes[self.runtime].get("path", "")).endswith(
            "nvidia-container-runtime"
        ):
            says = f"The runtime {self.runtime} has a path to another program."
            do = "Set it to nvidia-container-runtime and restart Docker."
            yield Finding("runtime-path", says, do)

    def _edit(self) -> Iterator[Finding]:
        if self.asked_as_cdi:
            yield from self._by_cdi()
        elif self.line.has("--gpus"):
            yield from self._by_hook()
        else:
            yield from self._by_variable()

    def _by_cdi(self) -> Iterator[Finding]:
        for name in self.asked_as_cdi:
            if name in self.host.specification:
                continue
            there = name in (*self.host.devices, "all")
            says = f"The CDI specification does not list {CDI}{name}"
            says += ", although the host has it." if there else ", nor has the host it."
            do = "Run systemctl restart nvidia-cdi-refresh."
            if not there:
                do = "Take a name of nvidia-ctk cdi list."
            yield Finding("cdi-stale" if there else "cdi-unknown", says, do)
            return
        gone = [
            one
            for one in self.asked_as_cdi
            if one != "all" and one not in self.host.devices
        ]
        if gone:
            says = f"The specification lists {gone[0]}, which the host has no more."
            do = "Run systemctl restart nvidia-cdi-refresh."
            yield Finding("cdi-stale", says, do)
            return
        everything = "all" in self.asked_as_cdi
        self.devices = self.host.devices if everything else tuple(self.asked_as_cdi)
        self.capabilities = ("compute", "utility", "video", "graphics")
        self.way.append("Docker applies the CDI specification.")

    def _by_hook(self) -> Iterator[Finding]:
        if not self.host.toolkit:
            says = "Docker finds nobody who could serve --gpus."
            do = "Install nvidia-container-toolkit, configure it, restart Docker."
            yield Finding("no-toolkit", says, do)
            return
        named = named_by_gpus(self.line.values("--gpus")[-1], self.host.devices)
        yield from self._take(named)
        if self.host.cgroups == "systemd" and not isinstance(named, Finding):
            says = "A systemctl daemon-reload takes away the rights that a hook gave."
            do = "Ask for the devices by CDI, or set native.cgroupdriver=cgroupfs."
            yield Finding("lost-on-reload", says, do, weight="advice")

    def _by_variable(self) -> Iterator[Finding]:
        value = self.variables.get("NVIDIA_VISIBLE_DEVICES", "")
        if self.runtime == "runc":
            if value and "NVIDIA_VISIBLE_DEVICES" in self.line.variables:
                says = "NVIDIA_VISIBLE_DEVICES is read by the NVIDIA runtime, not runc."
                do = "Add --runtime=nvidia, or use --gpus."
                yield Finding("variable-under-runc", says, do)
                return
            says = "Nothing asks for a GPU, so the container gets none."
            yield Finding("nothing-asked", says, "Add --gpus all before the image.")
        elif value in ("", "void"):
            says = "NVIDIA_VISIBLE_DEVICES is void or not set, so nothing is added."
            do = "Set it to all or to indexes, or use --gpus."
            yield Finding("variable-void", says, do)
        elif value == "none":
            says = "NVIDIA_VISIBLE_DEVICES=none gives the driver's files and no GPU."
            yield Finding("variable-none", says, "Set it to all or to indexes.")
        else:
            yield from self._take(named_by_variable(value, self.host.devices))

    def _take(self, named: tuple[str, ...] | Finding) -> Iterator[Finding]:
        if isinstance(named, Finding):
            yield named
            return
        if self.host.rootless and not self.host.no_cgroups:
            says = "Without root the hook may not change the container's cgroups."
            do = "Run sudo nvidia-ctk config --set nvidia-container-cli.no-cgroups --in-place."
            yield Finding("rootless-cgroups", says, do)
            return
        self.devices = named
        asked = self.variables.get("NVIDIA_DRIVER_CAPABILITIES", "")
        self.capabilities = tuple(asked.split(",")) if asked else DEFAULT_CAPABILITIES
        self.way.append(f"The toolkit adds {', '.join(named)} and the driver's files.")
        yield from self._files()

    def _files(self) -> Iterator[Finding]:
        have = set(self.capabilities)
        if not have & {"all", "compute"}:
            says = "NVIDIA_DRIVER_CAPABILITIES leaves compute out, so CUDA is missing."
            yield Finding("no-compute", says, "Add compute to the list.")
        elif not have & {"all", "utility"}:
            says = "NVIDIA_DRIVER_CAPABILITIES leaves utility out: no nvidia-smi."
            do = "Add utility to the list."
            yield Finding("no-utility", says, do, weight="advice")

    def _host(self) -> Iterator[Finding]:
        if not self.host.driver:
            says = "The host has no driver, and no image can bring one."
            yield Finding("no-driver", says, "Install the driver on the host.")
            return
        inside = self.variables.get("CUDA_VISIBLE_DEVICES", "")
        numbers = [one for one in inside.split(",") if one.isdigit()]
        if any(int(one) >= len(self.devices) for one in numbers):
            says = f"CUDA_VISIBLE_DEVICES={inside}: inside, GPUs count from 0 again."
            yield Finding("counted-inside", says, "Leave it out, or count from 0.")
