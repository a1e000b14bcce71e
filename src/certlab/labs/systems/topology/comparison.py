"""What topo -m promises, held against what NCCL's log says it used."""

from collections.abc import Mapping
from dataclasses import dataclass

from certlab.finding import Finding
from certlab.labs.systems.topology.distances import Cpu, Transport, Way, ways
from certlab.labs.systems.topology.findings import Report, note, problem
from certlab.labs.systems.topology.nccl_log import Log
from certlab.labs.systems.topology.topo_matrix import Matrix
from certlab.labs.systems.topology.wording import counted, listed

# From fast to slow.
ORDER: tuple[Transport, ...] = ("P2P", "SHM", "NET")
_WHY = {
    "SHM": "peer access was refused or switched off: NCCL_P2P_DISABLE, NCCL_P2P_LEVEL, "
    "a container without the other GPU, PCIe access control (ACS), or what nvidia-smi "
    "topo -p2p r shows",
    "NET": "neither peer access nor shared memory was used: NCCL_SHM_DISABLE, or ranks in "
    "containers that share no /dev/shm",
}


@dataclass(frozen=True)
class Pair:
    """Two ranks of one node.

    Attributes:
        way: as the matrix has it, with NCCL's default or the log's settings.
        used: the ways of the log, "P2P/CUMEM/read", each once.
    """

    ranks: tuple[int, int]
    way: Way
    used: tuple[str, ...]

    @property
    def slower(self) -> bool:
        """Whether the log used less than the matrix promises."""
        return ORDER.index(self.worst) > ORDER.index(self.way.transport)

    @property
    def faster(self) -> bool:
        """Whether it used more."""
        return ORDER.index(self.worst) < ORDER.index(self.way.transport)

    @property
    def worst(self) -> Transport:
        """The slowest that was used."""
        kinds = {via.split("/")[0] for via in self.used}
        return max((one for one in ORDER if one in kinds), key=ORDER.index)


def pairs(
    matrix: Matrix,
    log: Log,
    cpu: Cpu | None = None,
    settings: Mapping[str, str] | None = None,
) -> tuple[Pair, ...]:
    """The pairs of ranks that are connected within a node.

    Ranks meet GPUs by the numbers of nvidia-smi that the log prints from NCCL 2.18 on.
    Between nodes nothing is compared; several nodes are all taken to be like the matrix.
    """
    known = {**log.settings, **(settings or {})}
    way_of = {frozenset((way.one, way.other)): way for way in ways(matrix, known, cpu)}
    found = []
    for ranks, used in log.between().items():
        both = frozenset(f"GPU{log.gpu(rank)}" for rank in ranks)
        local = log.nodes == 1 or not all(via.startswith("NET") for via in used)
        known_ways = [via for via in used if via.startswith(ORDER)]
        if local and both in way_of and known_ways:
            found.append(Pair(ranks, way_of[both], tuple(known_ways)))
    return tuple(found)


def compare(
    matrix: Matrix,
    log: Log,
    cpu: Cpu | None = None,
    settings: Mapping[str, str] | None = None,
) -> Report:
    """In sentences."""
    every = pairs(matrix, log, cpu, settings)
    if not every:
        return Report(
            (
                problem(
                    "compare",
                    "nothing to hold against each other: the log names no GPU of the "
                    "matrix by the number of nvidia-smi, as NCCL 2.18 and later do.",
                ),
            )
        )
    findings = [_slower(pair) for pair in every if pair.slower]
    if faster := [pair for pair in every if pair.faster]:
        findings.append(
            note(
                "faster",
                f"{_named(faster)} use more than the default has them use: the CPU is "
                "another than assumed, or a setting of NCCL is not in the log.",
            )
        )
    as_promised = [pair for pair in every if not (pair.slower or pair.faster)]
    for transport in ORDER:
        group = [pair for pair in as_promised if pair.way.transport == transport]
        if group:
            findings.append(
                note(
                    "as promised",
                    f"{counted(len(group), 'pair')} by {transport}: {_named(group)}.",
                )
            )
    return Report(tuple(findings))


def _named(group: list[Pair]) -> str:
    return listed(
        f"{pair.way.one}-{pair.way.other} ({pair.way.cell})" for pair in group
    )


def _slower(pair: Pair) -> Finding:
    way = pair.way
    return problem(
        "slower",
        f"{way.one} to {way.other}: the matrix reads {way.cell}, so {way.transport}, and "
        f"the log {listed(pair.used)}: {_WHY[pair.worst]}.",
    )
