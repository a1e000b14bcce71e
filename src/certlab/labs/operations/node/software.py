"""What apt does to a machine: packages come and go, and modules are built for kernels."""

from dataclasses import replace

from certlab.labs.operations.node import laws
from certlab.labs.operations.node.state import Node, Package, World

HEADERS, IMAGE = "linux-headers-", "linux-image-"


def installed(node: Node) -> dict[str, Package]:
    """All packages: those of the node, and its kernels with their headers."""
    kernels = {f"{IMAGE}{k}": _kernel_package(k) for k in node.kernels}
    headers = {f"{HEADERS}{k}": _kernel_package(k) for k in sorted(node.headers)}
    return dict(sorted({**node.packages, **kernels, **headers}.items()))


def _kernel_package(kernel: str) -> Package:
    return Package(
        f"{kernel.removesuffix('-generic')}.{int(kernel.split('-')[1]) + 10}"
    )


def archive(world: World, node: str) -> dict[str, set[str]]:
    """The versions of each package that apt could install."""
    one, of = world.nodes[node], world.machine["packages"]
    versions = {name: {p.version, p.newer} - {""} for name, p in installed(one).items()}
    for name, version in of.items():
        versions.setdefault(name, set()).add(version)
    kernels = one.kernels
    if world.kube:  # the house's mirror has only what somebody has fetched
        kernels = tuple(k for k in kernels if k in world.kube.archive)
    for kernel in kernels:
        name = f"{HEADERS}{kernel}"
        versions.setdefault(name, set()).add(_kernel_package(kernel).version)
    return versions


def install(world: World, node: str, line: str, name: str, version: str) -> World:
    """A package in this version; with headers, and with a driver, modules are built anew."""
    one, kernel = world.nodes[node], name.removeprefix(HEADERS)
    old = installed(one).get(name)
    change = (
        f"Upgrade: {name}:amd64 ({old.version}, " if old else f"Install: {name}:amd64 ("
    )
    what = f"{change}{version})"
    history = (*one.history, (world.t, line, what))
    if kernel != name:
        world = world.with_node(node, headers=one.headers | {kernel}, history=history)
    else:
        newest = max(archive(world, node)[name] | {version})
        newer = newest if newest > version else ""
        package = Package(version, bool(old and old.held), newer)
        packages = {**one.packages, name: package}
        world = world.with_node(node, packages=packages, history=history)
    one = world.nodes[node]
    built = one.headers & {*one.kernels} if laws.DRIVER in one.packages else frozenset()
    return world.with_node(node, built=built)


def builds(node: Node, name: str) -> bool:
    """Whether dkms builds the driver when this package is installed."""
    headers = name.startswith(HEADERS) and laws.DRIVER in node.packages
    return name == laws.DRIVER or headers


def hold(world: World, node: str, name: str, held: bool) -> World:
    """Have apt leave a package as it is, or not."""
    one = world.nodes[node]
    package = replace(one.packages[name], held=held)
    return world.with_node(node, packages={**one.packages, name: package})
