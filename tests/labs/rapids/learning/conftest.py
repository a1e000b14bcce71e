"""Small pictures, and a cuML on paper that has what the list from its wheel has."""

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from certlab.labs.rapids.real import learning
from certlab.labs.rapids.real.learning import Pictures
from tests.late import Late

LIST = Path(__file__).parents[3] / "vectors" / "rapids" / "cuml.txt"
_LINE = re.compile(r"(?P<home>[\w.]+)\.(?P<name>\w+) \((?P<takes>[^)]*)\) (?P<has>.+)")


class FlatUmap:
    """UMAP's interface over PCA: its own compiles for seconds, and is tested by itself."""

    def __init__(self, n_components: int = 2, **_settings: Any) -> None:
        self._model = Late("sklearn.decomposition").PCA(n_components)

    def fit(self, X: Any) -> "FlatUmap":
        self.embedding_ = self._model.fit_transform(X)
        return self


HOMES = {
    "RandomForestClassifier": "sklearn.ensemble",
    "KMeans": "sklearn.cluster",
    "PCA": "sklearn.decomposition",
    "KNeighborsClassifier": "sklearn.neighbors",
}


def stand_in(name: str) -> Any:
    """A class that is asked where cuML's would be."""
    return FlatUmap if name == "UMAP" else getattr(Late(HOMES[name]), name)


class Listed:
    """A model with the listed part of cuML's interface; anything else is refused."""

    def __init__(self, real: type, takes: set[str], has: dict[str, int]) -> None:
        self.real, self.takes, self.has = real, takes, has
        self.settings: list[dict[str, Any]] = []

    def __call__(self, **settings: Any) -> "Model":
        assert settings.keys() <= self.takes, f"not on the list: {settings}"
        self.settings.append(settings)
        return Model(self.real(**settings), self.has)


class Model:
    """What `Listed` makes; its attributes are shown as NumPy's arrays, or as told."""

    shown: Any = staticmethod(np.asarray)

    def __init__(self, model: Any, has: dict[str, int]) -> None:
        self._model, self._has = model, has

    def __getattr__(self, name: str) -> Any:
        assert name in self._has, f"not on the list: {name}"
        found = getattr(self._model, name)
        if not callable(found):
            return self.shown(found)

        def call(*arguments: Any) -> Any:  # by place only, so that names cannot differ
            assert len(arguments) <= self._has[name], f"too many arguments for {name}"
            assert all(one.dtype != np.float64 for one in arguments)
            return found(*arguments)

        return call


def listed() -> Iterator[tuple[str, str, set[str], dict[str, int]]]:
    """Module, class, parameters, and members with how many arguments each takes."""
    for line in LIST.read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        row = _LINE.fullmatch(line)
        assert row, line
        members = re.findall(r"(\w+)(?:\(([^)]*)\))?", row["has"])
        has = {name: len(takes.split(",")) if takes else 0 for name, takes in members}
        yield row["home"], row["name"], set(row["takes"].split(", ")), has


@pytest.fixture
def cuml(monkeypatch: pytest.MonkeyPatch) -> dict[str, Listed]:
    """A cuML with what is on the list, and what was asked of each of its classes."""
    monkeypatch.setitem(sys.modules, "cuml", ModuleType("cuml"))
    found = {}
    for home, name, takes, has in listed():
        found[name] = Listed(stand_in(name), takes, has)
        module = ModuleType(home)
        setattr(module, name, found[name])
        monkeypatch.setitem(sys.modules, home, module)
    return found


@pytest.fixture(scope="session", autouse=True)
def before_torch_is_hidden() -> None:
    """SciPy asks for torch as it is imported, and stumbles over one that is hidden."""
    import_module("scipy.stats")


@pytest.fixture(scope="session")
def data() -> Pictures:
    return learning.pictures()


@pytest.fixture(scope="session")
def few(data: Pictures) -> Pictures:
    return learning.enlarged(data, 300)


@pytest.fixture
def fresh() -> Iterator[None]:
    """What is remembered of cuML is forgotten before and after."""
    learning.cuml_here.cache_clear()
    yield
    learning.cuml_here.cache_clear()
