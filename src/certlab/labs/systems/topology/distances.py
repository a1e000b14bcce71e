"""What NCCL makes of a topology: its distance for every pair, and the transport it takes.

The rules are those of NCCL 2.30.7: distances in src/include/graph.h, how they are found in
ncclTopoSetPaths, and from where on peer access is not used in ncclTopoCheckP2p, both in
src/graph/paths.cc; the order in which transports are tried in src/transport.cc. NCCL knows
no NODE: a CPU of its graph is a NUMA node, so what stays within one is PHB.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from certlab.errors import CourseError
from certlab.labs.systems.topology.topo_matrix import Matrix

Cpu = Literal["intel", "amd", "arm"]
Transport = Literal["P2P", "SHM", "NET"]
# From near to far, as NCCL compares them.
DISTANCES = (
    *("LOC", "NVL", "NVB", "C2C", "PIX", "PXB"),
    *("P2C", "PXN", "PHB", "SYS"),
)
OF_CELL = {"PIX": "PIX", "PXB": "PXB", "PHB": "PHB", "NODE": "PHB", "SYS": "SYS"}
# Numbers that NCCL_P2P_LEVEL and NCCL_NET_GDR_LEVEL took before they took names.
OLD_NUMBERS = ("LOC", "PIX", "PXB", "PHB", "SYS", "SYS")
DEFAULT = "PXB"  # peer access up to here, by default


@dataclass(frozen=True)
class Way:
    """How two GPUs of one node reach each other.

    Attributes:
        cell: as nvidia-smi prints it.
        distance: NCCL's name for it; NVB goes through a third GPU.
        links: NVLinks between them, 0 for none.
        through: the GPU between them where the distance is NVB.
        transport: what NCCL takes: peer access, shared memory of the host, or the network.
        why: in a sentence.
    """

    one: str
    other: str
    cell: str
    distance: str
    links: int
    through: str
    transport: Transport
    why: str


def farther(one: str, other: str) -> bool:
    """Whether the first distance is beyond the second."""
    return DISTANCES.index(one) > DISTANCES.index(other)


def level(text: str) -> str:
    """A distance from NCCL_P2P_LEVEL or NCCL_NET_GDR_LEVEL, by name or old number.

    Raises:
        CourseError: it is none; NCCL would pass over it and take its default.
    """
    if text in DISTANCES:
        return text
    if text[:1].isdecimal():
        number = int("".join(one for one in text if one.isdecimal()))
        return OLD_NUMBERS[min(number, len(OLD_NUMBERS) - 1)]
    raise CourseError(
        f'"{text}" is not a distance that NCCL knows; write LOC, NVL, PIX, PXB, PHB or SYS.'
    )


def ways(
    matrix: Matrix, settings: Mapping[str, str] | None = None, cpu: Cpu | None = None
) -> tuple[Way, ...]:
    """The way between every two GPUs.

    Args:
        settings: NCCL's variables by name, as far as they are set.
        cpu: the maker; only for AMD with two GPUs does the default differ.

    Raises:
        CourseError: NCCL_P2P_LEVEL is not a distance.
    """
    set_to = settings or {}
    limit, from_ = _limit(matrix, set_to, cpu)
    no_memory = set_to.get("NCCL_SHM_DISABLE") == "1"
    bridges = set_to.get("NCCL_NVB_DISABLE", "0") == "0"
    return tuple(
        _way(matrix, one, other, limit, from_, no_memory=no_memory, bridges=bridges)
        for one, other in matrix.pairs()
    )


def _limit(
    matrix: Matrix, settings: Mapping[str, str], cpu: Cpu | None
) -> tuple[str, str]:
    """The farthest distance of peer access, and what sets it."""
    if settings.get("NCCL_P2P_DISABLE") == "1":
        return "LOC", "NCCL_P2P_DISABLE"
    if "NCCL_P2P_LEVEL" in settings:
        return level(settings["NCCL_P2P_LEVEL"]), "NCCL_P2P_LEVEL"
    if cpu == "amd" and len(matrix.gpus) <= 2:
        return "SYS", "the default for two GPUs on AMD"
    return DEFAULT, "the default"


def _way(
    matrix: Matrix,
    one: str,
    other: str,
    limit: str,
    from_: str,
    *,
    no_memory: bool,
    bridges: bool,
) -> Way:
    cell, links = matrix.cells[one, other], matrix.links(one, other)
    through = "" if links or not bridges else between(matrix, one, other)
    distance = "NVL" if links else "NVB" if through else OF_CELL[cell]
    transport: Transport
    if not farther(distance, limit):
        transport, why = "P2P", f"{distance} is within {limit}, {from_}"
    elif not no_memory:
        transport, why = "SHM", f"{distance} is beyond {limit}, {from_}"
    else:
        transport, why = "NET", f"{distance} is beyond {limit}, and memory is ruled out"
    return Way(one, other, cell, distance, links, through, transport, why)


def between(matrix: Matrix, one: str, other: str) -> str:
    """A GPU with NVLinks to both, the best of them; "" where there is none."""
    found = {
        gpu: min(matrix.links(one, gpu), matrix.links(gpu, other))
        for gpu in matrix.gpus
        if gpu not in (one, other)
    }
    best = max(found, key=lambda gpu: found[gpu], default="")
    return best if best and found[best] else ""


def islands(matrix: Matrix) -> tuple[tuple[str, ...], ...]:
    """Groups of GPUs that NVLink joins, directly or through each other."""
    left, groups = list(matrix.gpus), []
    while left:
        group, edge = [], [left[0]]
        while edge:
            gpu = edge.pop()
            if gpu in left:
                left.remove(gpu)
                group.append(gpu)
                edge += [other for other in left if matrix.links(gpu, other)]
        groups.append(tuple(sorted(group, key=matrix.gpus.index)))
    return tuple(groups)
