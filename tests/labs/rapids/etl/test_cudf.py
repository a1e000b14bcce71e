"""The cuDF engine by contract: only what NVIDIA's wheel has is called, and it is right."""

import sys
from types import ModuleType
from typing import Any

import pandas as pd
import pytest

from certlab.compute import probe
from certlab.labs.rapids.real.etl import engines, race, tables
from certlab.labs.rapids.real.etl.store import Files

from . import paper_cudf
from .paper_cudf import Door, NotInCudf
from .test_engines import expected

__all__ = ["expected"]


@pytest.fixture
def used(cupy: ModuleType, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What was called of a cuDF that is on paper."""
    called: set[str] = set()
    monkeypatch.setitem(sys.modules, "cudf", paper_cudf.library(called))
    probe.forget()
    return called


def test_the_engine_calls_what_is_on_the_list_and_nothing_else(
    files: Files, expected: tables.Answer, used: set[str]
) -> None:
    one = engines.engine("cudf")
    assert one.threads == 0
    found = engines.found(one, files)
    assert tables.differs(expected, found) == ""
    assert tables.differs(expected, race.written(files)) == ""
    jobs, _ = one.load(files)
    assert isinstance(jobs, Door)
    assert one.bytes(jobs) == engines.engine("pandas").bytes(jobs._behind)
    # The rest of the list is cudf.pandas': test_zero_change.
    others = {"pandas.install", "Profiler.per_function_stats"}
    assert used == paper_cudf.listed().keys() - others


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda frame: frame.apply(len), "DataFrame.apply is not on the list"),
        (lambda frame: frame["a"].map(len), "Series.map is not on the list"),
        (
            lambda frame: frame.sort_values("a", stable=True),
            "DataFrame.sort_values takes no stable",
        ),
        (
            lambda frame: frame["a"].str.strip("x", "y"),
            "Series.str.strip takes 1 and got 2",
        ),
    ],
)
def test_the_door_refuses_what_cudf_does_not_have(call: Any, says: str) -> None:
    frame = Door("DataFrame", pd.DataFrame({"a": ["b"]}), set())
    with pytest.raises(NotInCudf) as told:
        call(frame)
    assert str(told.value) == says


def test_with_a_gpu_the_engine_is_among_the_others(used: set[str]) -> None:
    found, sentences = engines.engines()
    assert [one.name for one in found] == ["pandas", "cudf", "polars", "duckdb"]
    (sentence,) = sentences
    assert sentence == (
        "Polars on the GPU cannot run: cudf_polars is not installed; run pip install "
        "cudf-polars-cu13."
    )
