"""What stands out in a log of NCCL: networks, fallbacks, transports, rings."""

from certlab.finding import Finding
from certlab.labs.systems.topology import nccl_variable_findings
from certlab.labs.systems.topology.adapter_names import is_interface
from certlab.labs.systems.topology.findings import Report, note, problem
from certlab.labs.systems.topology.nccl_log import Log
from certlab.labs.systems.topology.variables import Variable
from certlab.labs.systems.topology.wording import counted, listed


def check(log: Log, variables: tuple[Variable, ...]) -> Report:
    """A log on its own; compare() holds it against a matrix."""
    return Report(
        (
            *(problem("warning", f"NCCL warns: {one}.") for one in _few(log)),
            *_sockets(log),
            *_without_gdr(log),
            *_torn(log),
            *_versions(log),
            *_networks(log),
            *_transports(log),
            *_graphs(log),
            *_sharp(log),
            *nccl_variable_findings.check(log.settings, variables).findings,
        )
    )


def _few(log: Log, most: int = 5) -> list[str]:
    return [one.rstrip(".") for one in log.warnings[:most]]


def _sockets(log: Log) -> list[Finding]:
    """A run between nodes, or with channels, over plain sockets."""
    used = any(one.network == "Socket" for one in log.channels)
    if used or (log.network == "Socket" and log.nodes > 1):
        return [
            problem(
                "sockets",
                f"the run goes through TCP sockets (NET/Socket{_over(log)}), not through "
                f"RDMA: {why_sockets(log)}.",
            )
        ]
    if log.network != "Socket":
        return []
    if log.channels or log.nodes:
        says = "and no channel goes through it: within a node that is no loss"
    else:
        says = (
            f"because {why_sockets(log)}; on one node that is no loss, and between nodes "
            "it is TCP. The log shows no channel"
        )
    return [note("network", f"Socket was chosen {says}.")]


def _over(log: Log) -> str:
    names = [name for name, _ in log.devices.get("Socket", [])]
    return f" over {listed(names)}" if names else ""


def why_sockets(log: Log) -> str:
    """Why NCCL had no verbs device, as far as the log tells."""
    chosen = log.settings.get("NCCL_IB_HCA", "")
    if log.settings.get("NCCL_IB_DISABLE", "0") not in ("", "0"):
        return "NCCL_IB_DISABLE switches InfiniBand and RoCE off"
    if log.settings.get("NCCL_NET") == "Socket":
        return "NCCL_NET asks for it"
    none = any("No device found" in one for one in log.missing)
    if none and is_interface(chosen.lstrip("^=")):
        return (
            f"NCCL_IB_HCA is {chosen}, a network interface, and takes verbs devices such "
            "as mlx5_0; with it no device is left"
        )
    if none and chosen:
        return f"NCCL_IB_HCA is {chosen}, and no active device matches that"
    if none:
        return "no verbs device has an active port, ibstat says more"
    if any("libibverbs" in one for one in (*log.missing, *log.warnings)):
        return "libibverbs could not be loaded"
    if log.devices.get("IB"):
        return "though verbs devices were found"
    return "the log does not say why; NCCL_DEBUG_SUBSYS with INIT and NET says more"


def _without_gdr(log: Log) -> list[Finding]:
    without = [
        one for one in log.channels if one.network not in ("", "Socket") and not one.gdr
    ]
    if not without:
        return []
    many = len({one.key for one in without})  # each end has an adapter of its own
    far = [row for row in log.rdma if row[0] == "Disabled"]
    why = (
        f"the distance of GPU {far[0][2]} and adapter {far[0][1]} is {far[0][3]}, beyond "
        f"{far[0][4]}"
        if far
        else "the adapter is beyond PXB, or neither nvidia-peermem nor DMA-BUF is there"
    )
    return [
        problem(
            "GPUDirect",
            f"{counted(many, 'connection')} over NET/{without[0].network} without GDRDMA: "
            f"data goes through the host's memory; {why}.",
        )
    ]


def _torn(log: Log) -> list[Finding]:
    """Messages of which a part is missing, so that nothing counts them as told."""
    if not log.torn:
        return []
    says = f"{counted(len(log.torn), 'message')} could not be read, cut off or run together"
    return [note("torn", f"{says}; the first is in line {log.torn[0]}.")]


def _versions(log: Log) -> list[Finding]:
    size = [
        counted(many, one)
        for many, one in ((log.ranks, "rank"), (log.nodes, "node"))
        if many
    ]
    cuda = f", built for CUDA {log.cuda}" if log.cuda else ""
    return [
        note(
            "run",
            f"NCCL {log.version or 'of unknown version'}{cuda}"
            + (f", {' on '.join(size)}" if size else "")
            + ("" if log.complete else "; no line says that it came to its end")
            + ".",
        )
    ]


def _networks(log: Log) -> list[Finding]:
    devices = log.devices.get("IB", [])
    kinds = {"RoCE" if "RoCE" in port else "IB" for _, port in devices}
    if not devices:
        return []
    names = listed(f"{name} ({port.split('/')[-1]})" for name, port in devices)
    says = f"verbs devices: {names}."
    if len(kinds) > 1:
        says += (
            " InfiniBand and RoCE together, which NCCL does not join: NCCL_IB_HCA with = "
            "before the names keeps to one kind."
        )
    return [note("network", says)]


def _transports(log: Log) -> list[Finding]:
    """How many pairs of ranks each way joins."""
    ways: dict[str, list[str]] = {}
    for (one, other), found in log.between().items():
        for via in found:
            ways.setdefault(via, []).append(f"{one}-{other}")
    return [
        note(
            via.split("/")[0],
            f"{via} between ranks {listed(pairs)}."
            if len(pairs) <= 8
            else f"{via} between {len(pairs)} pairs of ranks.",
        )
        for via, pairs in ways.items()
    ]


def _graphs(log: Log) -> list[Finding]:
    says = []
    if log.rings:
        ring = listed_ring(log.rings[min(log.rings)])
        says.append(
            note("rings", f"{counted(len(log.rings), 'ring')}; the first goes {ring}.")
        )
    if log.trees:
        says.append(note("trees", f"{counted(len(log.trees), 'tree')}."))
    return says


def listed_ring(ring: tuple[int, ...]) -> str:
    """0-1-2-0."""
    return "-".join(map(str, (*ring, ring[0])))


def _sharp(log: Log) -> list[Finding]:
    if not log.sharp:
        return []
    able = sum(log.sharp.values())
    says = f"multicast is there on {able} of {counted(len(log.sharp), 'GPU')}"
    if log.sharp_channels:
        says += f", {counted(log.sharp_channels, 'channel')} set up"
    return [
        Finding(
            "NVLS",
            f"{says}.",
            weight="problem" if 0 < able < len(log.sharp) else "note",
        )
    ]
