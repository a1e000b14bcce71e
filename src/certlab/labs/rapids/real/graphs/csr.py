"""A graph as compressed sparse rows: the form that GPUs, SciPy and cuGraph compute on."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import chain
from typing import Any


class CsrGraph:
    """A converted graph; `__networkx_backend__` tells NetworkX whose it is.

    Weights stand beside the rows, by their attribute: NetworkX keeps one converted graph
    and hands it also to calls that want no weights.

    Attributes:
        nodes: label of each row.
        directed: whether the original was.
        offsets: where each row begins, and where the last one ends.
        neighbours: what each row holds, one row after the other.
        weights: by attribute, a weight for each neighbour.
    """

    __networkx_backend__ = "csr"

    def __init__(
        self,
        nodes: list[Any],
        rows: Iterable[Mapping[Any, Mapping[str, Any]]],
        attributes: Mapping[str, float],
        *,
        directed: bool,
    ) -> None:
        """Convert: a pass over all dicts of the graph, in Python.

        Args:
            nodes: its nodes, in order.
            rows: for each, the dict of its neighbours.
            attributes: which to take of each edge, with what stands for a missing one.
            directed: whether edges lead one way.
        """
        import numpy as np

        self.nodes = nodes
        self.directed = directed
        rows = list(rows)
        self.offsets = np.zeros(len(nodes) + 1, np.int64)
        np.cumsum([len(one) for one in rows], out=self.offsets[1:])
        ends = map(self._numbers.__getitem__, chain.from_iterable(rows))
        self.neighbours = np.fromiter(ends, np.int32, self.offsets[-1])
        self.weights = {
            name: np.fromiter(
                (edge.get(name, default) for row in rows for edge in row.values()),
                np.float64,
                self.offsets[-1],
            )
            for name, default in attributes.items()
        }
        self._pulls: dict[str | None, tuple[Any, Any]] = {}

    def __len__(self) -> int:
        return len(self.nodes)

    def is_directed(self) -> bool:
        """As NetworkX's graphs tell it."""
        return self.directed

    def is_multigraph(self) -> bool:
        """As NetworkX's graphs tell it; parallel edges are never converted."""
        return False

    def number_of_edges(self) -> int:
        """Entries of the rows: an undirected edge counts twice."""
        return len(self.neighbours)

    def to_networkx(self) -> Any:
        """The way back, with the attributes that were taken along."""
        import networkx as nx  # type: ignore[import-untyped,unused-ignore]  # it has no types
        import numpy as np

        graph = nx.DiGraph() if self.directed else nx.Graph()
        graph.add_nodes_from(self.nodes)
        starts = self.names(np.repeat(np.arange(len(self)), np.diff(self.offsets)))
        columns = [values.tolist() for values in self.weights.values()]
        rows = zip(*columns, strict=True) if columns else [()] * len(starts)
        attributes = (dict(zip(self.weights, one, strict=True)) for one in rows)
        ends = self.names(self.neighbours)
        graph.add_edges_from(zip(starts, ends, attributes, strict=True))
        return graph

    def matrix(self, weight: str | None) -> Any:
        """SciPy's CSR with an attribute as its values; ones without."""
        import numpy as np
        from scipy.sparse import (  # type: ignore[import-untyped,unused-ignore]  # it has no types
            csr_array,
        )

        values = np.ones(len(self.neighbours))
        if weight is not None:
            values = self.weights[weight]
        parts = values, self.neighbours, self.offsets
        return csr_array(parts, shape=(len(self), len(self)))

    def pull(self, weight: str | None) -> tuple[Any, Any]:
        """What each node gets from the others, and which nodes lead nowhere; kept."""
        import numpy as np
        from scipy.sparse import csr_array, diags_array

        if weight not in self._pulls:
            matrix = self.matrix(weight)
            out = np.asarray(matrix.sum(axis=1)).ravel()
            each = np.divide(1.0, out, out=np.zeros(len(out)), where=out != 0)
            pull = csr_array((diags_array(each) @ matrix).T)
            self._pulls[weight] = pull, np.flatnonzero(out == 0)
        return self._pulls[weight]

    @cached_property
    def _numbers(self) -> dict[Any, int]:
        return {node: n for n, node in enumerate(self.nodes)}

    def number(self, node: Any, says: str) -> int:
        """The row of a node.

        Raises:
            networkx.NodeNotFound: with NetworkX's own words for it.
        """
        import networkx as nx

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

    def levels(self, start: int, cutoff: float | None) -> Any:
        """Steps from a node to each, -1 where none leads, a whole level at a time.

        A GPU does it likewise: all edges of a level at once, then the next level.
        """
        import numpy as np

        steps = np.full(len(self), -1, np.int64)
        steps[start] = level = 0
        frontier = np.array([start])
        while len(frontier) and (cutoff is None or level < cutoff):
            level += 1
            begin, count = self.offsets[frontier], np.diff(self.offsets)[frontier]
            # The places of all their entries: each row's beginning and the next ones.
            places = np.repeat(begin - (np.cumsum(count) - count), count)
            found = self.neighbours[places + np.arange(count.sum())]
            frontier = np.unique(found[steps[found] < 0])
            steps[frontier] = level
        return steps
