"""An edge list that every engine reads the same way, and what is wrong with one that is not.

Nodes are numbered from 0; NetworkX takes any label and cuGraph renumbers, but then an
answer cannot be compared position by position. Edges stand once: NetworkX keeps the last
of two equal edges and cuGraph the one of least weight.
"""

from dataclasses import dataclass
from typing import Any

from certlab.errors import Refusal

MOST_NODES = 2**31 - 1  # a node number is a signed integer of 32 bits


@dataclass(frozen=True, slots=True)
class Edges:
    """A graph as columns.

    Attributes:
        nodes: how many there are; those without an edge count.
        source: where each edge starts, an int32 array.
        target: where it ends.
        weight: of each edge, a float64 array; None where all count alike.
        directed: whether an edge leads one way only.
    """

    nodes: int
    source: Any
    target: Any
    weight: Any = None
    directed: bool = False

    def __len__(self) -> int:
        return len(self.source)

    @property
    def stored(self) -> int:
        """Entries of its matrix: an undirected edge stands there twice."""
        import numpy as np

        loops = int(np.count_nonzero(self.source == self.target))
        return len(self) if self.directed else 2 * len(self) - loops


def read(
    frame: Any,
    *,
    source: str = "source",
    target: str = "target",
    weight: str | None = None,
    directed: bool = False,
    nodes: int | None = None,
) -> Edges:
    """Take an edge list from a pandas or cuDF frame.

    Args:
        frame: a table with a row for each edge.
        source, target, weight: names of its columns.
        directed: whether an edge leads one way only.
        nodes: how many there are; left out, one more than the largest number.

    Raises:
        Refusal: a column is missing, a node is not a number from 0, a weight is none, or
            an edge stands twice. The row is given, counted from 0.
    """
    import numpy as np

    ends = [_nodes(_column(frame, name), name) for name in (source, target)]
    highest = max((int(one.max()) for one in ends if len(one)), default=-1)
    count = highest + 1 if nodes is None else nodes
    if highest >= count:
        raise Refusal(f"The edge list names node {highest}, but nodes={nodes}.")
    start, end = (one.astype(np.int32) for one in ends)
    values = None if weight is None else _weights(_column(frame, weight), weight)
    _refuse_twins(start, end, directed, count)
    return Edges(count, start, end, values, directed)


def refuse_negative(edges: Edges, question: str) -> None:
    """Refuse a question that has no answer, or another one, with negative weights.

    Raises:
        Refusal: a weight is below 0.
    """
    if edges.weight is not None and len(edges) and (edges.weight < 0).any():
        row = int((edges.weight < 0).argmax())
        raise Refusal(
            f"{question} needs weights of at least 0, and row {row} has "
            f"{edges.weight[row]:g}; for negative lengths use NetworkX's "
            "bellman_ford_path_length, on the CPU."
        )


def _column(frame: Any, name: str) -> Any:
    import numpy as np

    if name not in list(frame.columns):
        there = ", ".join(map(str, frame.columns))
        raise Refusal(f"The edge list has no column {name!r}; it has {there}.")
    column = frame[name]
    values = column.to_pandas() if hasattr(column, "to_pandas") else column
    if values.isna().any():
        row = int(np.asarray(values.isna()).argmax())
        raise Refusal(f"Row {row}: {name} is empty; drop or fill such rows first.")
    return values.to_numpy()


def _nodes(values: Any, name: str) -> Any:
    import numpy as np

    if values.dtype.kind not in "iuf":
        raise Refusal(
            f"Column {name!r} holds {values.dtype}, not whole numbers; number the nodes "
            "first, with pandas.factorize over both columns."
        )
    whole = np.isfinite(values) & (values == np.floor(values))
    fit = whole & (values >= 0) & (values < MOST_NODES)
    if not fit.all():
        row = int((~fit).argmax())
        raise Refusal(
            f"Row {row}: {name} is {values[row]}; a node is a whole number from 0 to "
            f"{MOST_NODES - 1:,}."
        )
    return values.astype(np.int64)


def _weights(values: Any, name: str) -> Any:
    import numpy as np

    if values.dtype.kind not in "iuf":
        raise Refusal(f"Column {name!r} holds {values.dtype}, not numbers.")
    if not np.isfinite(values).all():
        row = int((~np.isfinite(values)).argmax())
        raise Refusal(f"Row {row}: {name} is {values[row]}, which is not a length.")
    return values.astype(np.float64)


def _refuse_twins(start: Any, end: Any, directed: bool, count: int) -> None:
    import numpy as np

    low, high = (start, end) if directed else _ordered(start, end)
    keys = low.astype(np.int64) * max(count, 1) + high
    _, first = np.unique(keys, return_index=True)
    if len(first) < len(keys):
        again = np.ones(len(keys), dtype=bool)
        again[first] = False
        row = int(again.argmax())
        raise Refusal(
            f"Row {row}: the edge {start[row]}, {end[row]} stands there a second time; "
            "add such weights up or drop one first, since engines keep different ones."
        )


def _ordered(start: Any, end: Any) -> tuple[Any, Any]:
    import numpy as np

    return np.minimum(start, end), np.maximum(start, end)
