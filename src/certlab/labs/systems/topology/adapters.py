"""Which adapter is near each GPU, and how NCCL's data gets there.

GPUDirect RDMA, where the adapter reads and writes the GPU's memory, is used up to PXB by
default (ncclTopoCheckGdr); beyond, data goes through the host's memory. An adapter that is
near another GPU is reached over NVLink through that GPU instead, which NCCL calls PXN. On
Grace the GPU reaches the CPU's adapters over C2C (P2C), which nvidia-smi does not show.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from certlab.labs.systems.topology.distances import DEFAULT, OF_CELL, farther, level
from certlab.labs.systems.topology.topo_matrix import CELLS, Matrix


@dataclass(frozen=True)
class Near:
    """The adapters nearest to a GPU.

    Attributes:
        cell: how near, one of CELLS; "" where there is no adapter.
        adapters: columns of the matrix, all that are as near.
        gdr: whether GPUDirect RDMA is used to them by default or as set.
        c2c: whether the matrix cannot tell: the GPU's memory is a NUMA node (Grace).
    """

    gpu: str
    cell: str
    adapters: tuple[str, ...]
    gdr: bool
    c2c: bool


def nearest(
    matrix: Matrix, settings: Mapping[str, str] | None = None
) -> tuple[Near, ...]:
    """What is nearest to each GPU.

    Raises:
        CourseError: NCCL_NET_GDR_LEVEL is not a distance.
    """
    limit = level((settings or {}).get("NCCL_NET_GDR_LEVEL", DEFAULT))
    return tuple(_nearest(matrix, gpu, limit) for gpu in matrix.gpus)


def _nearest(matrix: Matrix, gpu: str, limit: str) -> Near:
    own = matrix.affinities[gpu].own
    c2c = own not in ("", "N/A")
    cells = {adapter: matrix.cells[gpu, adapter] for adapter in matrix.adapters}
    if not cells:
        return Near(gpu, "", (), False, c2c)
    best = min(cells.values(), key=CELLS.index)
    near = tuple(adapter for adapter, cell in cells.items() if cell == best)
    return Near(gpu, best, near, not farther(OF_CELL[best], limit), c2c)


def relay(matrix: Matrix, gpu: str, adapter: str) -> str:
    """The GPU through which PXN reaches an adapter; "" where it does not.

    It has NVLink to the first GPU, and the adapter no farther than PXB, while the first
    has it farther away.
    """
    if not farther(OF_CELL[matrix.cells[gpu, adapter]], DEFAULT):
        return ""
    for other in matrix.gpus:
        near = not farther(OF_CELL[matrix.cells[other, adapter]], DEFAULT)
        if other != gpu and near and matrix.links(gpu, other):
            return other
    return ""
