"""A graph as compressed sparse rows: the form that GPUs, SciPy and cuGraph compute on."""

from functools import cached_property
from itertools import chain
from typing import Any


class CsrGraph:
    """A converted graph; `__networkx_backend__` tells NetworkX whose it is.

    Attributes:
        matrix: SciPy's CSR; the entry (u, v) is the weight of the edge from u to v.
        nodes: label of each row.
        directed: whether the original was.
    """

    __networkx_backend__ = "csr"

    def __init__(self, matrix: Any, nodes: list[Any], *, directed: bool) -> None:
        self.matrix = matrix
        self.nodes = nodes
        self.directed = directed

    @classmethod
    def of(cls, graph: Any, attribute: str, default: float) -> "CsrGraph":
        """Convert a NetworkX graph: a pass over all its dicts, in Python."""
        import numpy as np
        from scipy.sparse import (  # type: ignore[import-untyped,unused-ignore]  # it has no types
            csr_array,
        )

        nodes = list(graph)
        number = {node: n for n, node in enumerate(nodes)}
        rows = [neighbours for _, neighbours in graph.adjacency()]
        offsets = np.zeros(len(rows) + 1, np.int64)
        np.cumsum([len(one) for one in rows], out=offsets[1:])
        ends = map(number.__getitem__, chain.from_iterable(rows))
        columns = np.fromiter(ends, np.int32, offsets[-1])
        data = chain.from_iterable(one.values() for one in rows)
        weights = np.fromiter(
            (each.get(attribute, default) for each in data), np.float64, offsets[-1]
        )
        matrix = csr_array((weights, columns, offsets), shape=(len(rows), len(rows)))
        return cls(matrix, nodes, directed=graph.is_directed())

    def __len__(self) -> int:
        return len(self.nodes)

    def is_directed(self) -> bool:
        """As NetworkX's graphs tell it."""
        return self.directed

    def is_multigraph(self) -> bool:
        """As NetworkX's graphs tell it; parallel edges are never converted."""
        return False

    def number_of_edges(self) -> int:
        """Entries of the matrix: an undirected edge counts twice."""
        return int(self.matrix.nnz)

    @cached_property
    def _numbers(self) -> dict[Any, int]:
        return {node: n for n, node in enumerate(self.nodes)}

    def number(self, node: Any, says: str) -> int:
        """The row of a node.

        Raises:
            networkx.NodeNotFound: with NetworkX's own words for it.
        """
        import networkx as nx  # type: ignore[import-untyped,unused-ignore]  # it has no types

        if node not in self._numbers:
            raise nx.NodeNotFound(says.format(node))
        return self._numbers[node]

    def names(self, numbers: Any) -> list[Any]:
        """Labels of rows."""
        return [self.nodes[n] for n in numbers.tolist()]

    def shares(self, values: dict[Any, float]) -> Any:
        """Values by row, with a sum of 1; what is not given is 0."""
        import numpy as np

        found = np.array([values.get(node, 0) for node in self.nodes], dtype=float)
        if found.sum() == 0:
            raise ZeroDivisionError
        return found / found.sum()

    @cached_property
    def pull(self) -> tuple[Any, Any]:
        """What each node gets from the others by weight, and which nodes lead nowhere."""
        import numpy as np
        from scipy.sparse import csr_array, diags_array

        out = np.asarray(self.matrix.sum(axis=1)).ravel()
        each = np.divide(1.0, out, out=np.zeros(len(out)), where=out != 0)
        return csr_array((diags_array(each) @ self.matrix).T), np.flatnonzero(out == 0)

    def levels(self, start: int, cutoff: float | None) -> Any:
        """Steps from a node to each, -1 where none leads, a whole level at a time.

        A GPU does it likewise: all edges of a level at once, then the next level.
        """
        import numpy as np

        offsets, neighbours = self.matrix.indptr, self.matrix.indices
        steps = np.full(len(self), -1, np.int64)
        steps[start] = level = 0
        frontier = np.array([start])
        while len(frontier) and (cutoff is None or level < cutoff):
            level += 1
            begin, count = offsets[frontier], np.diff(offsets)[frontier]
            # The places of all their entries: each row's beginning and the next ones.
            places = np.repeat(begin - (np.cumsum(count) - count), count)
            found = neighbours[places + np.arange(count.sum())]
            frontier = np.unique(found[steps[found] < 0])
            steps[frontier] = level
        return steps
