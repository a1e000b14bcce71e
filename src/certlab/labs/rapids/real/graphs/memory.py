"""How many bytes a graph takes, and whether they are there.

CSR, compressed sparse rows, is what GPUs and SciPy compute on: for each node where its
row begins, and for each entry the neighbour's number and perhaps a weight.
"""

import os

GIB = 2**30
OFFSET, INDEX = 8, 4  # bytes: where a row begins, and the number of a neighbour


def csr_bytes(
    nodes: int,
    stored: int,
    *,
    weight: int = 0,
    index: int = INDEX,
    offset: int = OFFSET,
) -> int:
    """Bytes of a graph as CSR.

    Args:
        nodes: how many.
        stored: entries: edges, twice as many where they lead both ways.
        weight: bytes of one weight, 0 for none, 4 for float32, 8 for float64.
        index, offset: bytes of a neighbour's number and of a row's beginning.
    """
    return offset * (nodes + 1) + (index + weight) * stored


def building_bytes(edges: int, *, directed: bool, weight: int = 0) -> int:
    """Bytes that are held while CSR is made of an edge list, CSR itself not counted.

    The list that came in, with two node numbers and perhaps a weight for each edge, and
    its copy with both directions, which is sorted. A lower bound: libraries hold more.
    """
    each = 2 * INDEX + weight
    return each * edges + each * edges * (1 if directed else 2)


def available_bytes() -> int | None:
    """Memory of this computer that is free for use now; None where it is not told."""
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows, macOS
        return None
