"""The cuML path calls nothing but what the list, read from its wheel, has."""

import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from certlab.compute.probe import Probe
from certlab.labs.rapids.real import learning
from certlab.labs.rapids.real.learning import METHODS, Engine, Method, Pictures
from certlab.labs.rapids.real.learning import engine as here

from .conftest import Listed, Model, listed

CUML = Engine("cuML", 0)


@pytest.mark.parametrize("one", METHODS, ids=lambda one: one.id)
def test_each_method_runs_through_the_listed_subset(
    one: Method, few: Pictures, cuml: dict[str, Listed]
) -> None:
    answer = learning.train(one, CUML, few, seed=5)
    (asked,) = cuml[one.estimator].settings
    assert asked == {**one.settings, **({"random_state": 5} if one.seeded else {})}
    assert np.isfinite(learning.score(one, answer, few))


@pytest.mark.parametrize(
    "one", [one for one in METHODS if one.id != "umap"], ids=lambda one: one.id
)
def test_both_engines_give_the_same_answer_where_one_stands_in(
    one: Method, few: Pictures, cuml: dict[str, Listed]
) -> None:
    old = learning.train(one, learning.scikit_learn(1), few)
    new = learning.train(one, CUML, few)
    scores = [learning.score(one, answer, few) for answer in (old, new)]
    assert scores[0] == pytest.approx(scores[1])
    assert learning.told_apart(one, scores[:1], scores[1:]) == ""


def test_the_list_has_what_the_methods_use_and_nothing_more() -> None:
    rows = {(home, name): takes for home, name, takes, _ in listed()}
    used = {
        (one.homes["cuML"], one.estimator): {
            *one.settings,
            *(["random_state"] if one.seeded else []),
            *(["precomputed_knn"] if one.id == "umap" else []),
        }
        for one in METHODS
    }
    assert rows == used


@pytest.mark.parametrize("one", METHODS, ids=lambda one: one.id)
def test_scikit_learn_takes_the_same_settings(one: Method) -> None:
    model = learning.scikit_learn(1).estimator(one, 0)
    known = model.get_params()
    assert one.settings.items() <= known.items()
    if one.seeded:
        assert known["random_state"] == 0
    assert ("n_jobs" in known) is one.jobs


def test_what_is_not_listed_is_refused(few: Pictures, cuml: dict[str, Listed]) -> None:
    with pytest.raises(AssertionError, match="not on the list"):
        learning.train(learning.method("pca"), CUML, few, whiten=True)
    with pytest.raises(AssertionError, match="not on the list"):
        cuml["KMeans"]().labels_  # noqa: B018 -- the reading is what is refused


def test_answers_come_home_from_the_device(
    few: Pictures, cuml: dict[str, Listed], monkeypatch: pytest.MonkeyPatch
) -> None:
    class OnDevice:
        def __init__(self, host: object) -> None:
            self.host = host

        def get(self) -> object:
            return self.host

    cupy = ModuleType("cupy")
    cupy.ndarray = OnDevice  # type: ignore[attr-defined]  # a stand-in has what is set
    monkeypatch.setitem(sys.modules, "cupy", cupy)
    monkeypatch.setattr(Model, "shown", OnDevice)
    for name in ("pca", "kmeans", "umap"):
        answer = learning.train(learning.method(name), CUML, few)
        came = [getattr(answer, one) for one in ("axes", "mean", "centres", "places")]
        assert {type(one) for one in came} == {np.ndarray, type(None)}


def test_engines_are_told_with_their_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CERTLAB_BACKEND", "cpu")
    monkeypatch.setattr(here, "cores", lambda: 8)
    assert [one.title for one in learning.engines()] == [
        "scikit-learn, 1 thread",
        "scikit-learn, 8 threads",
    ]
    monkeypatch.setattr(here, "cores", lambda: 1)
    assert [one.title for one in learning.engines()] == ["scikit-learn, 1 thread"]
    assert CUML.title == "cuML on the GPU"


@pytest.mark.usefixtures("fresh")
def test_cuml_counts_when_it_computes(
    cuml: dict[str, Listed], monkeypatch: pytest.MonkeyPatch
) -> None:
    cupy_is(monkeypatch, Probe())
    assert learning.cuml_here() == Probe()
    assert cuml["KMeans"].settings == [
        {"n_clusters": 2, "n_init": 1, "random_state": 0}
    ]
    for on_gpu, count in ((True, 3), (False, 2)):
        monkeypatch.setattr(here, "choice", lambda on=on_gpu: Taken(on))
        monkeypatch.setattr(here, "cores", lambda: 4)
        assert len(learning.engines()) == count


def cupy_is(monkeypatch: pytest.MonkeyPatch, state: Probe) -> None:
    """CuPy's own state is remembered elsewhere, and is none of these tests' business."""
    monkeypatch.setattr(here, "probe", SimpleNamespace(cupy=lambda: state))


class Taken:
    def __init__(self, on_gpu: bool) -> None:
        self.on_gpu = on_gpu


@pytest.mark.usefixtures("fresh")
def test_without_cuml_a_clause_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    cupy_is(monkeypatch, Probe("CuPy is not installed", "get it"))
    assert learning.cuml_here().fault == "CuPy is not installed"
    learning.cuml_here.cache_clear()
    cupy_is(monkeypatch, Probe())
    monkeypatch.setattr(here, "import_module", raising(ModuleNotFoundError, "cuml"))
    assert learning.cuml_here().fault == "cuML is not installed"
    learning.cuml_here.cache_clear()
    monkeypatch.setattr(here, "import_module", raising(ImportError, "libcuml.so"))
    assert learning.cuml_here().fault.startswith("cuML cannot be imported (")
    learning.cuml_here.cache_clear()
    monkeypatch.setattr(here, "import_module", raising(OSError, None))
    assert learning.cuml_here().fault == "cuML cannot be imported (OSError: broken)"


@pytest.mark.usefixtures("fresh")
def test_a_cuml_that_computes_wrongly_is_not_used(
    cuml: dict[str, Listed], monkeypatch: pytest.MonkeyPatch
) -> None:
    cupy_is(monkeypatch, Probe())
    cuml["KMeans"].real = WrongCentres
    assert learning.cuml_here().fault == (
        "cuML finds centres at [1.0, 2.0] where 0 and 9 are right"
    )
    learning.cuml_here.cache_clear()
    cuml["KMeans"].real = raising(RuntimeError, None)  # type: ignore[assignment]  # any call
    assert learning.cuml_here().fault == "cuML cannot compute (RuntimeError: broken)"


class WrongCentres:
    cluster_centers_ = np.array([[1.0, 0], [2.0, 0]])

    def __init__(self, **_settings: object) -> None:
        pass

    def fit(self, _rows: object) -> "WrongCentres":
        return self


def raising(kind: type[Exception], name: str | None):  # type: ignore[no-untyped-def]  # any call's
    def call(*_arguments: object, **_named: object) -> None:
        if issubclass(kind, ImportError):
            raise kind("broken", name=name)
        raise kind("broken")

    return call
