"""A cuDF on paper: pandas behind a door that only lets through what cuDF has.

`tests/vectors/rapids/cudf.txt` lists names and parameters as NVIDIA's wheel has them. What
is not on it is refused, and what was used is remembered.
"""

from pathlib import Path
from types import ModuleType
from typing import Any

import pandas as pd
import pyarrow as pa

LIST = Path(__file__).parents[3] / "vectors" / "rapids" / "cudf.txt"
# By the names of pandas' classes; RollingGroupby was renamed in pandas 3.1.
_KINDS = {
    "DataFrame": "DataFrame",
    "Series": "Series",
    "DataFrameGroupBy": "GroupBy",
    "SeriesGroupBy": "GroupBy",
    "RollingGroupby": "Rolling",
    "RollingGroupBy": "Rolling",
}


class NotInCudf(AssertionError):
    """Our code called what cuDF does not have, or with what it does not take."""


def listed() -> dict[str, list[str]]:
    """Parameters by name, as the wheel has them."""
    lines = LIST.read_text("utf-8").splitlines()
    rows = [line.split(":") for line in lines if line and line[0] != "#"]
    return {
        name: parameters.replace(" ", "").split(",") for name, parameters, _ in rows
    }


class Door:
    """What stands before an object of pandas."""

    def __init__(self, kind: str, behind: Any, used: set[str]) -> None:
        self._kind, self._behind, self._used = kind, behind, used

    def __getattr__(self, name: str) -> Any:
        if self._kind == "Series" and name in ("str", "dt"):
            return Door(f"Series.{name}", getattr(self._behind, name), self._used)
        return self._through(name)

    def _through(self, name: str) -> Any:
        full, rules = f"{self._kind}.{name}", listed()
        if full not in rules:
            raise NotInCudf(f"{full} is not on the list")

        def call(*given: Any, **named: Any) -> Any:
            fixed = [one for one in rules[full] if one and not one.startswith("*")]
            others = set(named) - set(fixed)
            if others and "**kwargs" not in rules[full]:
                raise NotInCudf(f"{full} takes no {', '.join(sorted(others))}")
            if len(given) > len(fixed):
                raise NotInCudf(f"{full} takes {len(fixed)} and got {len(given)}")
            self._used.add(full)
            inside = [_taken_out(one) for one in given]
            method = getattr(self._behind, name)
            return put_behind(
                method(*inside, **{key: _taken_out(one) for key, one in named.items()}),
                self._used,
            )

        return call

    def __getitem__(self, key: Any) -> Any:
        return self._through("__getitem__")(key)

    def __and__(self, other: Any) -> Any:
        return self._through("__and__")(other)

    def __sub__(self, other: Any) -> Any:
        return self._through("__sub__")(other)

    def __mul__(self, other: Any) -> Any:
        return self._through("__mul__")(other)

    def __truediv__(self, other: Any) -> Any:
        return self._through("__truediv__")(other)

    def __add__(self, other: Any) -> Any:
        return self._through("__add__")(other)

    def __eq__(self, other: object) -> Any:
        return self._through("__eq__")(other)

    __hash__ = None  # type: ignore[assignment]  # like a data frame

    def to_arrow(self, **named: Any) -> Any:
        """cuDF's own way to Arrow, which pandas has by another name."""
        assert set(named) <= set(listed()["DataFrame.to_arrow"])
        self._used.add("DataFrame.to_arrow")
        return pa.Table.from_pandas(self._behind, **named)


def put_behind(found: Any, used: set[str]) -> Any:
    """A door before whatever has one; anything else as it is."""
    kind = _KINDS.get(type(found).__name__)
    return Door(kind, found, used) if kind else found


def _taken_out(one: Any) -> Any:
    return one._behind if isinstance(one, Door) else one


def library(used: set[str]) -> ModuleType:
    """The module `cudf`."""
    module: Any = ModuleType("cudf")
    reads = Door("module", pd, used)
    module.read_parquet = reads.read_parquet
    module.Series = pd.Series
    return module  # type: ignore[no-any-return]  # it was made Any for its attributes
