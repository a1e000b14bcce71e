"""cuGraph and cuDF on paper: the signatures of the list, answered by NetworkX."""

import inspect
import sys
import warnings
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

LIST = Path(__file__).parents[3] / "vectors" / "rapids" / "cugraph.txt"


class Contract:
    """The list, and which of its names were called."""

    def __init__(self) -> None:
        self.signatures: dict[str, inspect.Signature] = {}
        self.columns: dict[str, list[str]] = {}
        self.called: list[str] = []
        self.given: list[SimpleNamespace] = []
        for line in LIST.read_text("utf-8").splitlines():
            if line and not line.startswith("#"):
                self._add(line)

    def _add(self, line: str) -> None:
        name, _, rest = line.partition("(")
        parameters, _, columns = rest.rpartition(")")
        space: dict[str, Any] = {}
        exec(f"def called({parameters}): ...", space)  # noqa: S102 -- our own list
        self.signatures[name] = inspect.signature(space["called"])
        self.columns[name] = columns.removeprefix(" -> ").split(", ")

    def take(self, name: str, *args: Any, **kwargs: Any) -> SimpleNamespace:
        """The arguments of a call, bound as the real one would bind them."""
        bound = self.signatures[name].bind(*args, **kwargs)
        self.called.append(name)
        bound.apply_defaults()
        self.given.append(SimpleNamespace(**bound.arguments))
        return self.given[-1]

    def arguments(self, name: str) -> list[SimpleNamespace]:
        """What a name was called with, each time."""
        pairs = zip(self.called, self.given, strict=True)
        return [given for called, given in pairs if called == name]

    def frame(self, name: str, **columns: Any) -> Any:
        """What a call returns: the columns of the list, on the device, in no order."""
        assert list(columns) == self.columns[name]
        host = pd.DataFrame(columns)
        order = np.random.default_rng(3).permutation(len(host))
        return sys.modules["cudf"].DataFrame(host.iloc[order].reset_index(drop=True))


class Held:
    """Something on the device: only its way back is open."""

    def __init__(self, contract: Contract, name: str, args: Any, kwargs: Any) -> None:
        self._contract = contract
        self._host = contract.take(name, *args, **kwargs).data


def install_stand_ins(contract: Contract, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put both where `import` finds them."""

    class DataFrame(Held):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(contract, "cudf.DataFrame", args, kwargs)

        def to_pandas(self, *args: Any, **kwargs: Any) -> pd.DataFrame:
            contract.take("cudf.DataFrame.to_pandas", self, *args, **kwargs)
            return pd.DataFrame(self._host)

    class Series(Held):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(contract, "cudf.Series", args, kwargs)

    class Graph:
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            self._directed = contract.take("cugraph.Graph", *args, **kwargs).directed
            self._weighted = self._transposed = False

        def from_cudf_edgelist(self, *args: Any, **kwargs: Any) -> None:
            given = contract.take(
                "cugraph.Graph.from_cudf_edgelist", self, *args, **kwargs
            )
            assert isinstance(given.input_df, DataFrame)
            assert isinstance(given.vertices, Series)
            self._transposed = given.store_transposed
            self._weighted = given.edge_attr is not None
            nx = import_module("networkx")
            self._nx = nx.from_pandas_edgelist(
                pd.DataFrame(given.input_df._host),
                given.source,
                given.destination,
                edge_attr=given.edge_attr,
                create_using=nx.DiGraph if self._directed else nx.Graph,
            )
            self._nx.add_nodes_from(given.vertices._host.tolist())

        def is_weighted(self) -> bool:
            contract.take("cugraph.Graph.is_weighted", self)
            return self._weighted

    functions = _functions(contract)
    monkeypatch.setitem(
        sys.modules, "cudf", _module("cudf", DataFrame=DataFrame, Series=Series)
    )
    monkeypatch.setitem(
        sys.modules, "cugraph", _module("cugraph", Graph=Graph, **functions)
    )


def _module(name: str, **parts: Any) -> ModuleType:
    module = ModuleType(name)
    module.__dict__.update(parts)
    return module


def _functions(contract: Contract) -> dict[str, Any]:
    def pagerank(*args: Any, **kwargs: Any) -> Any:
        given = contract.take("cugraph.pagerank", *args, **kwargs)
        if not given.G._transposed:
            warnings.warn(
                "Pagerank expects store_transposed", UserWarning, stacklevel=2
            )
        graph = given.G._nx
        found = import_module("networkx").pagerank(
            graph,
            alpha=given.alpha,
            max_iter=given.max_iter,
            tol=given.tol / len(graph),
        )
        return contract.frame(
            "cugraph.pagerank", vertex=list(found), pagerank=list(found.values())
        )

    def louvain(*args: Any, **kwargs: Any) -> Any:
        given = contract.take("cugraph.louvain", *args, **kwargs)
        if given.G._directed:
            raise ValueError("input graph must be undirected")
        nx = import_module("networkx")
        found = nx.community.louvain_communities(given.G._nx, seed=5)
        of = {node: n for n, group in enumerate(found) for node in group}
        frame = contract.frame(
            "cugraph.louvain", vertex=list(of), partition=list(of.values())
        )
        return frame, nx.community.modularity(given.G._nx, found)

    def bfs(*args: Any, **kwargs: Any) -> Any:
        given = contract.take("cugraph.bfs", *args, **kwargs)
        graph = given.G._nx
        found = import_module("networkx").single_source_shortest_path_length(
            graph, given.start
        )
        far = np.iinfo(np.int32).max
        steps = np.array([found.get(node, far) for node in graph], np.int32)
        return contract.frame(
            "cugraph.bfs", vertex=list(graph), distance=steps, predecessor=steps * 0 - 1
        )

    def sssp(*args: Any, **kwargs: Any) -> Any:
        given = contract.take("cugraph.sssp", *args, **kwargs)
        if not given.G._weighted:
            raise RuntimeError("'SSSP' requires the input graph to be weighted.")
        graph = given.G._nx
        found = import_module("networkx").single_source_dijkstra_path_length(
            graph, given.source
        )
        far = np.finfo(np.float64).max
        values = np.array([found.get(node, far) for node in graph])
        return contract.frame(
            "cugraph.sssp",
            distance=values,
            vertex=list(graph),
            predecessor=[-1] * len(graph),
        )

    return {"pagerank": pagerank, "louvain": louvain, "bfs": bfs, "sssp": sssp}
