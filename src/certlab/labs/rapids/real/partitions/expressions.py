"""Dask's table of expressions, made safe for the two threads of a cluster in this process.

Dask keeps one object for equal expressions, and looks it up in two steps: is it there, then
which is it. The scheduler that reads a graph in its thread meets the client's own objects,
and one that the client drops between the steps ends the run with a KeyError.
"""

from contextlib import suppress
from functools import cache
from typing import Any

_TURNS = 100  # each would have to meet another drop; an error of another kind comes out


@cache
def share_safely() -> None:
    """Have Dask look again where an expression was dropped; once is enough."""
    from dask._expr import SingletonExpr

    plain = SingletonExpr.__new__

    def look(kind: type, *args: Any, **kwargs: Any) -> Any:
        for _ in range(_TURNS):
            with suppress(KeyError):  # dropped since it was seen; it is made anew
                return plain(kind, *args, **kwargs)
        return plain(kind, *args, **kwargs)

    SingletonExpr.__new__ = look
