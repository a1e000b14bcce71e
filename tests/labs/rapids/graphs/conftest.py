"""A NetworkX that knows our backend, whatever other tests have imported before."""

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from certlab.labs.rapids.real.graphs import entry_point

from .stand_in import Contract, install_stand_ins


def _parts() -> list[str]:
    return [name for name in sys.modules if name.split(".")[0] == "networkx"]


@pytest.fixture(scope="module")
def _networkx() -> Iterator[ModuleType]:
    """Imported anew: NetworkX asks for backends once, and torch may have been first."""
    before = {name: sys.modules.pop(name) for name in _parts()}
    finders = sys.meta_path.copy()  # before ours states the entry points
    yield entry_point.networkx()
    for name in _parts():
        del sys.modules[name]
    sys.modules.update(before)
    sys.meta_path[:] = finders


@pytest.fixture
def nx(_networkx: ModuleType) -> Iterator[ModuleType]:
    """NetworkX with its own settings, but for the warning of its cache."""
    before = dict(_networkx.config.backend_priority)
    with _networkx.config(warnings_to_ignore={"cache"}):
        yield _networkx
    _networkx.config.backend_priority = before


@pytest.fixture
def contract(nx: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Contract:
    """cuGraph and cuDF that take what the listed signatures take, and nothing else."""
    found = Contract()
    install_stand_ins(found, monkeypatch)
    return found
