"""What single values of NCCL's variables do, one function a variable."""

import re
from collections.abc import Callable, Iterator, Mapping

from certlab.errors import CourseError
from certlab.finding import Finding
from certlab.labs.systems.topology.adapter_names import interfaces
from certlab.labs.systems.topology.distances import level
from certlab.labs.systems.topology.findings import note, problem
from certlab.labs.systems.topology.wording import listed

Found = Iterator[Finding]
ALGORITHMS = (
    *("ring", "tree", "nvls", "nvlstree"),
    *("collnetchain", "collnetdirect", "pat"),
)
PROTOCOLS = ("ll", "ll128", "simple")
DEBUG = ("VERSION", "WARN", "INFO", "ABORT", "TRACE")


def _distance(value: str) -> Found:
    try:
        meant = level(value)
    except CourseError as error:
        yield problem("distance", f"{error} It passes over this one.")
        return
    if meant != value:
        yield note("old number", f"{value} means {meant}.")


def _p2p_level(value: str) -> Found:
    yield from _distance(value)
    if value == "NVL":
        yield note(
            "NCCL_P2P_LEVEL",
            "NVL sets no rings and makes NVLink no faster: it only takes peer access over "
            "PCIe away. Channels are NCCL_MIN_CTAS and NCCL_MAX_CTAS.",
        )
    elif value in ("PHB", "SYS"):
        yield note(
            "NCCL_P2P_LEVEL",
            f"{value} lets peer access go through the CPU, which the default of PXB "
            "avoids: it needs a driver and a CPU that allow it, and may be slower.",
        )


def _gdr_level(value: str) -> Found:
    yield from _distance(value)
    if value in ("PHB", "SYS"):
        yield note(
            "NCCL_NET_GDR_LEVEL",
            f"{value} uses GPUDirect RDMA through the CPU too; it brings no adapter nearer "
            "and may be slower than the host's memory.",
        )


def _tokens(value: str) -> list[str]:
    parts = re.split(r"[;,]", value.lower())
    return [part.rpartition(":")[2].strip().lstrip("^") for part in parts if part]


def _algorithms(value: str) -> Found:
    unknown = [one for one in _tokens(value) if one not in ALGORITHMS]
    if unknown:
        yield problem(
            "NCCL_ALGO",
            f"{listed(unknown)}: no algorithm of NCCL's; since 2.24 that is an error.",
        )
    elif (
        ":" not in value and not value.startswith("^") and "nvls" not in _tokens(value)
    ):
        yield note(
            "NCCL_ALGO",
            f"{value} holds for every size and collective: NVLS is ruled out, and with "
            "it the sums in the switch.",
        )


def _protocols(value: str) -> Found:
    unknown = [one for one in _tokens(value) if one not in PROTOCOLS]
    if unknown:
        yield problem("NCCL_PROTO", f"{listed(unknown)}: no protocol.")
    elif "^" not in value and "ll128" in _tokens(value):
        yield problem(
            "NCCL_PROTO",
            "LL128 is forced on: where the platform does not support it, data can be "
            "corrupted.",
        )


def _debug(value: str) -> Found:
    if value.upper() not in DEBUG:
        yield problem(
            "NCCL_DEBUG",
            f'"{value}" is not a level; write VERSION, WARN, INFO or TRACE.',
        )
    elif value.upper() == "INFO":
        yield note(
            "NCCL_DEBUG",
            "do not search the log for nvlink: its lines read P2P/CUMEM, P2P/IPC or NVLS.",
        )


def _switched(name: str, says: str) -> Callable[[str], Found]:
    def found(value: str) -> Found:
        if value == "1":
            yield problem(name, says)

    return found


def _errors(value: str) -> Found:
    if value == "0":
        yield problem(
            "TORCH_NCCL_ASYNC_ERROR_HANDLING",
            "0: when one rank dies, the others wait for ever.",
        )


def _nvls(value: str) -> Found:
    if value == "0":
        yield note("NCCL_NVLS_ENABLE", "0: the switch does no sums.")


def _cross(value: str) -> Found:
    if value == "1":
        yield note(
            "NCCL_CROSS_NIC",
            "1 is for adapters that share a switch; on a rail-optimised fabric it sends "
            "through the spine what would have stayed on the rail.",
        )


def _net(value: str) -> Found:
    if value == "Socket":
        yield problem("NCCL_NET", "Socket: the run goes through sockets.")


RULES: Mapping[str, Callable[[str], Found]] = {
    "NCCL_P2P_LEVEL": _p2p_level,
    "NCCL_NET_GDR_LEVEL": _gdr_level,
    "NCCL_ALGO": _algorithms,
    "NCCL_PROTO": _protocols,
    "NCCL_DEBUG": _debug,
    "NCCL_SOCKET_IFNAME": interfaces,
    "NCCL_IB_DISABLE": _switched(
        "NCCL_IB_DISABLE",
        "1 takes InfiniBand and RoCE away, which are verbs both: the run goes through "
        "IP sockets, whatever the cable.",
    ),
    "NCCL_P2P_DISABLE": _switched(
        "NCCL_P2P_DISABLE",
        "1 takes peer access away, over NVLink too: data goes through the host's memory.",
    ),
    "NCCL_SHM_DISABLE": _switched(
        "NCCL_SHM_DISABLE",
        "1 sends over the network what peer access does not carry, even within a node.",
    ),
    "NCCL_NVLS_ENABLE": _nvls,
    "NCCL_CROSS_NIC": _cross,
    "NCCL_NET": _net,
    "TORCH_NCCL_ASYNC_ERROR_HANDLING": _errors,
}
