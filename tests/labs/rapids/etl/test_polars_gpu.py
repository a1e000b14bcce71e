"""The GPU engine of Polars by contract: what it is asked, and what is told when it cannot.

Polars hands each query to `cudf_polars.execute_with_cudf`, which runs it, leaves it alone
(Polars then runs it on the processor, silently), or raises if it was told to. Polars 1.35
gives it the node and a time, Polars 2.1 the node alone.
"""

import ast
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from certlab.errors import BackendError
from certlab.labs.rapids.real.etl import engines, polars_steps, tables
from certlab.labs.rapids.real.etl.polars_engine import Polars
from certlab.labs.rapids.real.etl.store import Files

from .test_engines import expected

__all__ = ["expected"]
LIST = Path(__file__).parents[3] / "vectors" / "rapids" / "cudf_polars.txt"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The settings each query came with; the stand-in leaves all of them to Polars."""
    settings: list[Any] = []
    module: Any = ModuleType("cudf_polars")
    module.execute_with_cudf = lambda *_, config: settings.append(config)
    monkeypatch.setitem(sys.modules, "cudf_polars", module)
    return settings


def test_every_query_goes_to_the_gpu_and_none_falls_back_silently(
    files: Files, expected: tables.Answer, asked: list[Any]
) -> None:
    one = Polars(gpu=True)
    assert (one.name, one.threads) == ("polars-gpu", 0)
    assert tables.differs(expected, engines.found(one, files)) == ""
    assert len(asked) == 2  # one for each table
    assert all(each.config["raise_on_fail"] for each in asked)
    engines.calls(one, files)
    assert len(asked) == 2 + 6  # jobs, users, and four steps


def test_a_query_it_cannot_run_is_one_sentence(
    files: Files, asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, config: Any) -> None:
        raise NotImplementedError("Unsupported over(...) only expression: IntRange=")

    monkeypatch.setattr(sys.modules["cudf_polars"], "execute_with_cudf", refuse)
    with pytest.raises(BackendError) as told:
        Polars(gpu=True).whole(files)
    says = str(told.value)
    assert says.startswith("Polars cannot run this query on the GPU (")
    assert "IntRange=" in says
    assert "\n" not in says


def test_without_its_package_it_says_what_to_install(files: Files) -> None:
    with pytest.raises(BackendError, match="install cudf-polars-cu13, or collect it"):
        Polars(gpu=True).load(files)


def _listed() -> set[str]:
    lines = LIST.read_text("utf-8").splitlines()
    rights = [line.partition(":")[2] for line in lines if line and line[0] != "#"]
    return {name.strip() for right in rights for name in right.split(",")}


def _before_over(source: str) -> set[str]:
    """The last method called before each `.over(...)`; a name stands for its value."""
    tree = ast.parse(source)
    values = {
        node.targets[0].id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "over":
            before: Any = node.value
            while isinstance(before, ast.Name):
                before = values[before.id]
            assert isinstance(before, ast.Call)
            assert isinstance(before.func, ast.Attribute)
            found.add(before.func.attr)
    return found


def test_what_stands_before_over_is_on_the_list_of_cudf_polars() -> None:
    found = _before_over(inspect.getsource(polars_steps))
    assert found == {"shift", "rank", "rolling_mean", "cum_sum"}
    assert found <= _listed()
    assert "int_range" not in _listed()
