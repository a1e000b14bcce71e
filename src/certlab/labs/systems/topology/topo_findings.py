"""What stands out in a matrix of topo -m."""

from collections.abc import Mapping

from certlab.finding import Finding
from certlab.labs.systems.topology import adapters
from certlab.labs.systems.topology.distances import OF_CELL, Cpu, Way, islands, ways
from certlab.labs.systems.topology.findings import Report, note, problem
from certlab.labs.systems.topology.nvlink_rates import Rate, bandwidth
from certlab.labs.systems.topology.topo_matrix import Matrix
from certlab.labs.systems.topology.wording import counted, listed

SHOWN = 4  # pairs that are named; of more only the number is said
_THEN = {
    "P2P": "it uses peer access",
    "SHM": "it goes through the host's memory (SHM)",
    "NET": "it goes through the network, even within the node",
}


def check(
    matrix: Matrix,
    settings: Mapping[str, str] | None = None,
    *,
    cpu: Cpu | None = None,
    rate: Rate | None = None,
) -> Report:
    """A matrix as NCCL sees it.

    Args:
        settings: NCCL's variables, as far as they are set.
        cpu: the maker, where it is known.
        rate: of one NVLink, where the card is known.

    Raises:
        CourseError: a setting is not a distance.
    """
    found = ways(matrix, settings, cpu)
    return Report(
        (
            *_missing(matrix),
            *_joined(matrix),
            *_ways(found, rate),
            *_near(matrix, settings),
            *_idle(matrix),
        )
    )


def _missing(matrix: Matrix) -> list[Finding]:
    """GPUs with fewer links than the others."""
    most = {
        gpu: max((matrix.links(gpu, other) for other in matrix.gpus), default=0)
        for gpu in matrix.gpus
    }
    total = {
        gpu: sum(matrix.links(gpu, other) for other in matrix.gpus)
        for gpu in matrix.gpus
    }
    short = [gpu for gpu in matrix.gpus if total[gpu] < max(total.values())]
    if not short:
        return []
    best = max(matrix.gpus, key=lambda gpu: (most[gpu], total[gpu]))
    if all(most[gpu] == most[best] for gpu in short):
        says = (
            f"{listed(short)} count {listed(sorted({total[gpu] for gpu in short}))} "
            f"NVLinks in all where {best} counts {total[best]}"
        )
    else:
        says = "; ".join(
            f"{listed(gpu for gpu in short if most[gpu] == value)}: "
            f"{f'at most NV{value}' if value else 'no NVLink'} where {best} has "
            f"NV{most[best]}"
            for value in sorted({most[gpu] for gpu in short})
        )
    return [
        problem(
            "links missing",
            f"{says}: nvidia-smi nvlink -s shows which links are not active.",
        )
    ]


def _joined(matrix: Matrix) -> list[Finding]:
    """What NVLink joins."""
    groups = islands(matrix)
    if len(matrix.gpus) < 2:
        return []
    if len(groups) == 1:
        return [note("NVLink", f"joins all {len(matrix.gpus)} GPUs.")]
    if len(groups) == len(matrix.gpus):
        return [note("NVLink", "joins no two GPUs.")]
    joined = "; ".join(listed(group) for group in groups)
    return [
        note(
            "NVLink",
            f"joins groups only: {joined}. A ring over all GPUs leaves a group "
            f"{len(groups)} times at least, and goes at the pace of those steps.",
        )
    ]


def _ways(found: tuple[Way, ...], rate: Rate | None) -> list[Finding]:
    groups: dict[tuple[str, str, str, str], list[Way]] = {}
    for way in found:
        key = way.cell, way.distance, way.transport, way.why
        groups.setdefault(key, []).append(way)
    says = []
    for (cell, distance, transport, why), members in groups.items():
        named = f" ({_pairs(members)})" if len(members) <= SHOWN else ""
        sentence = f"{counted(len(members), 'pair')}{named}: {why}; {_THEN[transport]}"
        if distance == "NVB":
            sentence += ", over NVLink through a third GPU"
        if members[0].links and rate:
            sentence += f". {bandwidth(members[0].links, rate)}"
        says.append(note(cell, f"{sentence}."))
    if any(
        way.transport == "P2P" and way.distance == OF_CELL.get(way.cell)
        for way in found
    ):
        says.append(
            note(
                "peer access",
                "needs the driver's consent too, which the matrix does not show: "
                "nvidia-smi topo -p2p r.",
            )
        )
    return says


def _pairs(members: list[Way]) -> str:
    return listed(f"{way.one} to {way.other}" for way in members)


def _near(matrix: Matrix, settings: Mapping[str, str] | None) -> list[Finding]:
    """GPUs by how near an adapter is."""
    if not matrix.adapters:
        return [note("adapters", "stand in no column.")]
    every = adapters.nearest(matrix, settings)
    says = []
    for cell in sorted({near.cell for near in every if not near.c2c}):
        group = [near for near in every if near.cell == cell and not near.c2c]
        names = listed(near.gpu for near in group)
        if group[0].gdr:
            with_ = "; ".join(
                f"{near.gpu} with {listed(map(matrix.name, near.adapters))}"
                for near in group
            )
            says.append(note(cell, f"near enough for GPUDirect RDMA: {with_}."))
            continue
        uneven = 2 * sum(near.gdr for near in every) > len(every)
        says.append(
            Finding(
                cell,
                f"is the nearest that an adapter comes to {names}: too far for "
                "GPUDirect RDMA, so through the host's memory"
                + (
                    ", unless PXN goes over NVLink through a GPU that is near one."
                    if any(_relayed(matrix, near.gpu) for near in group)
                    else "."
                ),
                weight="problem" if uneven else "note",
            )
        )
    if grace := [near.gpu for near in every if near.c2c]:
        says.append(
            note(
                "Grace",
                f"the memory of {listed(grace)} is a NUMA node: they reach the adapters "
                "of their CPU over NVLink-C2C, which NCCL counts as P2C and the matrix "
                "does not show.",
            )
        )
    return says


def _relayed(matrix: Matrix, gpu: str) -> bool:
    return any(adapters.relay(matrix, gpu, one) for one in matrix.adapters)


def _idle(matrix: Matrix) -> list[Finding]:
    """Adapters that are near no GPU, where others are."""
    near = {
        adapter
        for adapter in matrix.adapters
        if any(matrix.cells[gpu, adapter] in ("PIX", "PXB") for gpu in matrix.gpus)
    }
    idle = [one for one in matrix.adapters if one not in near]
    if not near or not idle:
        return []
    return [
        note(
            "adapters",
            f"{listed(map(matrix.name, idle))}: near no GPU, as those for storage and "
            "the host are; NCCL_IB_HCA with = before the names keeps NCCL off them.",
        )
    ]
