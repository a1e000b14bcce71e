"""Two threads that read the same graph: neither loses what the other one drops."""

import pickle
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import dask.dataframe
import pandas as pd
import pytest

from certlab.labs.rapids.real.partitions import expressions


@pytest.fixture
def in_short_turns() -> Iterator[None]:
    """Python's threads take turns so often that a race of two comes at once."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_what_another_thread_drops_is_still_read(in_short_turns: None) -> None:
    expressions.share_safely()
    frame = dask.dataframe.from_pandas(pd.DataFrame({"a": [1, 2]}), npartitions=1)
    graph = pickle.dumps(frame["a"].sum().expr)
    name = frame["a"].sum()._name
    del frame

    def read(_: int) -> str:
        return str(pickle.loads(graph)._name)  # and drops it

    with ThreadPoolExecutor(2) as both:
        assert set(both.map(read, range(2_000))) == {name}


def test_equal_expressions_stay_one_object() -> None:
    frame = dask.dataframe.from_pandas(pd.DataFrame({"a": [1, 2]}), npartitions=1)
    before = frame["a"].expr
    expressions.share_safely()
    assert frame["a"].expr is before
    assert pickle.loads(pickle.dumps(before)) is before
