"""One question to NetworkX and to backends of it: the same answer first, then the calls.

What a backend takes depends on whether the graph was converted before. So each backend is
called twice over: "kept", with the converted graph that NetworkX holds, and "fresh", with
the conversion inside the time.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from certlab.errors import Refusal
from certlab.labs.rapids.real.graphs import agreement, networkx_side
from certlab.labs.rapids.real.graphs.entry_point import any_networkx

QUESTIONS = ("PageRank", "steps", "lengths")
EPSILON = 1e-6  # where PageRank stops: all changes of a step together


def ask(question: str, graph: Any, start: int, backend: str = "networkx") -> Any:
    """Put a question to a backend of NetworkX's; the answer is an array by node.

    Args:
        question: one of `QUESTIONS`.
        graph: from `networkx_side.build`; lengths must not be negative.
        start: the node that steps and lengths are counted from.
        backend: by NetworkX's name for it; "networkx" is NetworkX itself.

    Raises:
        Refusal: there is no such question.
    """
    if question == "PageRank":
        return networkx_side.pagerank(graph, epsilon=EPSILON, backend=backend)
    if question == "steps":
        return networkx_side.bfs(graph, start, backend=backend)
    if question == "lengths":
        return networkx_side.sssp(graph, start, backend=backend)
    raise Refusal(f"{question!r} is not a question; ask for {', '.join(QUESTIONS)}.")


def ask_afresh(question: str, graph: Any, start: int, backend: str) -> Any:
    """As `ask`, with the graph converted anew; what was kept stays as it is."""
    with any_networkx().config(cache_converted_graphs=False):
        return ask(question, graph, start, backend)


def differs(question: str, graph: Any, start: int, backend: str) -> str:
    """What a backend answers otherwise than NetworkX; "" when it is the same."""
    old = ask(question, graph, start)
    new = ask(question, graph, start, backend)
    if question == "PageRank":
        return agreement.ranks(old, new, epsilon=EPSILON)
    return agreement.distances(old, new)


def calls(
    question: str, graph: Any, start: int, backends: Iterable[str]
) -> dict[str, Callable[[], Any]]:
    """What `timing.interleave` takes: NetworkX, then each backend kept and fresh."""
    found: dict[str, Callable[[], Any]]
    found = {"NetworkX": partial(ask, question, graph, start)}
    for one in backends:
        found[f"{one}, kept"] = partial(ask, question, graph, start, one)
        found[f"{one}, fresh"] = partial(ask_afresh, question, graph, start, one)
    return found


def hub(graph: Any) -> int:
    """The node with the most edges: most of the others can be reached from it."""
    return int(max(graph.degree, key=lambda one: one[1])[0])
