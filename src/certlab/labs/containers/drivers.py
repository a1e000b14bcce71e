"""What is out of step on a host: kernel, module, libraries, Fabric Manager, network driver.

Rules are from NVIDIA's Driver Installation Guide (release 620), its Fabric Manager guide, the
driver's README and the DOCA-Host installation guide. Each rule looks at what commands printed.
"""

from collections.abc import Callable, Iterator

from certlab.finding import Finding
from certlab.labs.containers.machine import Machine, branch

LAST_OF_VOLTA = 580
OPEN_ONLY = {"Grace Hopper", "Blackwell"}
UNPINNED_FROM = 590  # packages of Ubuntu carry no branch in their names any more


def check(machine: Machine) -> list[Finding]:
    """Everything found, in the order in which it should be put right."""
    return [one for rule in RULES for one in rule(machine)]


def bus(m: Machine) -> Iterator[Finding]:
    """The GPU is on the bus."""
    if m.said.get("lspci") and not m.gpus:
        says = "lspci lists no NVIDIA GPU, so no driver can find one."
        yield Finding("no-gpu", says, "Look at power, seating and the BMC's inventory.")


def wrong_driver(m: Machine) -> Iterator[Finding]:
    """Nothing else holds the GPU or laid down files of its own."""
    if "nouveau" in m.modules:
        says = "nouveau is loaded and holds the GPU."
        do = "Blacklist it, run update-initramfs -u (dracut --force), reboot."
        yield Finding("nouveau", says, do)
    run_file = "/usr/bin/nvidia-uninstall" in m.said.get("ls /usr/bin", "")
    if run_file and m.installed:
        says = "A .run file and packages have both installed a driver."
        do = "Run nvidia-uninstall, then install the packages again."
        yield Finding("run-file-and-packages", says, do)
    if m.version("cuda-toolkit") and not (m.installed or m.loaded or run_file):
        says = "The CUDA Toolkit is installed and no driver."
        yield Finding("toolkit-only", says, "Install nvidia-open.")
    if m.version("nvidia-dkms", "kmod-nvidia") and not (m.installed or run_file):
        says = "The kernel module is installed without the driver's libraries."
        do = "Install libnvidia-compute (nvidia-driver-cuda) in the same version."
        yield Finding("no-libraries", says, do)


def one_branch(m: Machine) -> Iterator[Finding]:
    """All packages of the driver have one version."""
    parts = ("libnvidia-compute", "nvidia-dkms", "nvidia-driver", "kmod-nvidia")
    versions = {
        version.split("-")[0].split(":")[-1]
        for name, version in m.packages.items()
        if name.startswith(parts) and "pinning" not in name
    }
    if len(versions) > 1:
        says = f"Packages of the driver have versions {', '.join(sorted(versions))}."
        do = "Install one version of all of them, by its pinning package."
        yield Finding("mixed-packages", says, do)


def generation(m: Machine) -> Iterator[Finding]:
    """Branch and flavour run this GPU."""
    newest = max(branch(m.loaded), branch(m.installed))
    if "Volta" in m.generations and newest > LAST_OF_VOLTA:
        says = f"R{newest} does not run Volta; R{LAST_OF_VOLTA} was its last branch."
        do = f"Go back to R{LAST_OF_VOLTA} with the proprietary modules, and pin it."
        yield Finding("branch-too-new", says, do)
    elif "Volta" in m.generations and m.licence == "Dual MIT/GPL":
        says = "The open modules begin with Turing, and this is Volta."
        do = f"Install the proprietary modules of R{LAST_OF_VOLTA}."
        yield Finding("open-on-volta", says, do)
    if m.generations & OPEN_ONLY and m.licence == "NVIDIA":
        says = f"{m.gpus[0]} needs the open modules; these are proprietary."
        yield Finding("proprietary-on-blackwell", says, "Install nvidia-open.")


def built(m: Machine) -> Iterator[Finding]:
    """The module is built for the kernel that runs, and for the next."""
    if not m.kernel or "nouveau" in m.modules:
        return
    headers = any(
        name in (f"linux-headers-{m.kernel}", "linux-headers-amd64")
        or (name.startswith("kernel-devel") and version == m.kernel)
        for name, version in m.packages.items()
    )
    state = m.built.get(m.kernel, "")
    if m.built and state != "installed":
        says = f"DKMS has built no module for the running kernel {m.kernel}."
        if m.packages and not headers:
            says = f"{says[:-1]}, whose headers are missing."
            do = f"Install the headers of {m.kernel}, then run dkms autoinstall."
            yield Finding("no-headers", says, do)
            return
        do = f"Run dkms autoinstall -k {m.kernel}, and read its log where it fails."
        yield Finding("not-built", says, do)
    for name in m.packages if m.built else ():
        kernel = name.removeprefix("linux-image-")
        other = kernel != name and kernel[:1].isdigit() and kernel > m.kernel
        if other and m.built.get(kernel) != "installed":
            says = f"Nothing is built for {kernel}, which the next boot may take."
            do = f"Install its headers, run dkms autoinstall -k {kernel}."
            yield Finding("next-kernel", says, do)


def loads(m: Machine) -> Iterator[Finding]:
    """The module can be loaded, and is."""
    answer = m.said.get("modprobe nvidia", "")
    if "Key was rejected" in answer:
        says = "Secure Boot rejects the module, because its key is not enrolled."
        do = "Run mokutil --import with the key of DKMS, reboot, enrol it."
        yield Finding("key-rejected", says, do)
    elif (
        m.built.get(m.kernel) == "installed"
        and m.said.get("lsmod")
        and "nvidia" not in m.modules
        and "nouveau" not in m.modules
        and not [*bus(m), *generation(m)]  # of which this is only what follows
    ):
        says = "The module is built and not loaded."
        yield Finding("not-loaded", says, "Run modprobe nvidia, and read dmesg.")


def one_version(m: Machine) -> Iterator[Finding]:
    """Module in memory and libraries on disk agree."""
    if m.loaded and m.installed and m.loaded != m.installed:
        says = f"The loaded module is {m.loaded}, the libraries are {m.installed}."
        yield Finding(
            "version-mismatch", says, "Reboot, or unload and load the modules."
        )


def fabric(m: Machine) -> Iterator[Finding]:
    """Fabric Manager is there where it must be, in the version of the driver."""
    manager = m.version("nvidia-fabricmanager")
    state = m.services.get("nvidia-fabricmanager", "")
    fourth = bool({"B200", "B300"} & set(m.gpus))
    needed = m.switches or fourth
    driver = m.installed or m.loaded
    if needed and not manager and m.packages:
        says = "A system with NVSwitch has no Fabric Manager."
        yield Finding("no-fabric-manager", says, f"Install it in version {driver}.")
    elif needed and manager and driver and manager != driver:
        says = f"Fabric Manager is {manager} and the driver {driver}, so it stops."
        yield Finding("fabric-version", says, f"Install Fabric Manager {driver}.")
    elif needed and state in ("inactive", "failed"):
        says = "Fabric Manager does not run, so CUDA is not ready."
        yield Finding(
            "fabric-off", says, "Run systemctl enable --now nvidia-fabricmanager."
        )
    elif m.gpus and manager and not needed:
        says = "Fabric Manager is installed and there is no NVSwitch."
        yield Finding(
            "fabric-needless", says, "Remove it; it cannot start.", weight="advice"
        )
    if fourth and manager and m.packages and not m.version("nvlsm"):
        says = "The fourth NVSwitch needs the NVLink Subnet Manager too."
        yield Finding("no-subnet-manager", says, "Install nvlsm.")


def network(m: Machine) -> Iterator[Finding]:
    """One network driver, and peermem built against it."""
    old, new = m.version("mlnx-ofed", "mlnx_ofed"), m.version("doca-ofed")
    if old and new:
        says = "MLNX_OFED and doca-ofed are both installed."
        do = "Remove both, with ofed_uninstall.sh --force, then install doca-ofed."
        yield Finding("two-network-stacks", says, do)
    answer = m.said.get("modprobe nvidia-peermem", "")
    if "nknown symbol" in answer or "Invalid argument" in answer:
        says = "nvidia-peermem was built against another network driver."
        do = "Build the GPU modules again after DOCA, or use DMA-BUF."
        yield Finding("peermem", says, do)


def upkeep(m: Machine) -> Iterator[Finding]:
    """What works today and should be better."""
    ubuntu = any(name.startswith("libnvidia-compute") for name in m.packages)
    pinned = any(name.startswith("nvidia-driver-pinning") for name in m.packages)
    if ubuntu and branch(m.installed) >= UNPINNED_FROM and not pinned:
        says = "No branch is pinned, so an upgrade moves to the newest one."
        do = f"Run apt install nvidia-driver-pinning-{branch(m.installed)}."
        yield Finding("not-pinned", says, do, weight="advice")
    if m.services.get("nvidia-persistenced") == "inactive":
        says = "Without persistence the driver starts again for each first user."
        do = "Run systemctl enable --now nvidia-persistenced."
        yield Finding("no-persistence", says, do, weight="advice")


RULES: tuple[Callable[[Machine], Iterator[Finding]], ...] = (
    *(bus, wrong_driver, one_branch, generation, built, loads, one_version),
    *(fabric, network, upkeep),
)
