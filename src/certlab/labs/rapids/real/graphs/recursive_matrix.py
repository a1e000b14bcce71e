"""A graph with the skew of real ones, drawn from a seed by a rule of a few lines.

R-MAT (Chakrabarti, Zhan and Faloutsos, 2004): the square of all pairs is cut in four, an
edge falls into one quarter by chance, that quarter is cut again, and so on until one pair
is left. The chances are those of the Graph 500 benchmark: 0.57, 0.19, 0.19, 0.05. So a
few nodes have very many edges and most have few, as in networks of pages or people.
"""

from certlab.errors import Refusal
from certlab.labs.rapids.real.graphs.edges import Edges
from certlab.labs.rapids.real.graphs.memory import available_bytes

QUARTERS = (0.57, 0.19, 0.19, 0.05)
# Host bytes for each edge asked for while it is drawn: two numbers of 8, a random one, keys
# and their sorted copies. The process was seen to grow by 87, of which a tenth more is asked.
DRAWING_BYTES = 100
SCALES = range(1, 31)


def rmat(
    scale: int,
    *,
    edges_per_node: int = 8,
    directed: bool = False,
    weighted: bool = False,
    seed: int = 7,
) -> Edges:
    """A graph of 2**scale nodes, the same for the same arguments on every machine.

    Args:
        scale: log2 of the number of nodes.
        edges_per_node: edges drawn for each; fewer are left, since loops and repeated
            edges are dropped.
        directed: whether edges lead one way.
        weighted: give each a whole number from 1 to 9 as its length. Sums of such numbers
            are exact in float32 and float64, so every engine must find the same ones.
        seed: of NumPy's generator.

    Raises:
        Refusal: the scale is none, or the computer has too little memory.
    """
    import numpy as np

    if scale not in SCALES:
        raise Refusal(f"A scale is a whole number from 1 to 30, not {scale!r}.")
    count, drawn = 2**scale, edges_per_node * 2**scale
    _refuse_too_large(scale, drawn)
    rng = np.random.default_rng(seed)
    source, target = np.zeros((2, drawn), np.int64)
    first, second, third, _ = QUARTERS
    for _ in range(scale):
        at = rng.random(drawn)
        low, right = at >= first + second, (at >= first) & (at < first + second)
        source = 2 * source + low
        target = 2 * target + (right | (at >= first + second + third))
    # Otherwise the numbers would tell: node 0 would always have the most edges.
    names = rng.permutation(count)
    source, target = names[source], names[target]
    if not directed:
        source, target = np.minimum(source, target), np.maximum(source, target)
    keys = np.unique((source * count + target)[source != target])
    keys = rng.permutation(keys)
    weight = rng.integers(1, 10, len(keys)).astype(np.float64) if weighted else None
    ends = (keys // count).astype(np.int32), (keys % count).astype(np.int32)
    return Edges(count, *ends, weight, directed)


def _refuse_too_large(scale: int, drawn: int) -> None:
    need, free = drawn * DRAWING_BYTES, available_bytes()
    if free is not None and need > free:
        raise Refusal(
            f"A graph of scale {scale} takes about {need / 2**30:.1f} GiB while it is "
            f"drawn, and {free / 2**30:.1f} GiB are free; take a smaller scale."
        )
