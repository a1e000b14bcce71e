"""The five methods: where each engine has it, with what settings, and what is asked of it.

Settings are written out where the engines' defaults differ or have changed: the depth of
a tree (cuML had 16 before 26.08), the starts of k-means, the solver of PCA.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Literal

Kind = Literal["labels", "centres", "axes", "places"]


@dataclass(frozen=True, slots=True)
class Method:
    """One method, and the subset of both engines' interfaces that we use for it.

    Attributes:
        id: "forest".
        name: as tables say it.
        estimator: the class, by the same name in both engines.
        homes: module that has the class, by engine.
        settings: arguments both engines take and understand alike.
        seeded: whether it takes `random_state`.
        jobs: whether scikit-learn's own takes `n_jobs`; else only the libraries it
            stands on have threads.
        taught: whether `fit` takes the labels.
        gives: what comes out: labels of the held-out pictures, centres, axes or places.
        yardstick: by which an answer is judged.
    """

    id: str
    name: str
    estimator: str
    homes: Mapping[str, str]
    settings: Mapping[str, Any]
    seeded: bool
    jobs: bool
    taught: bool
    gives: Kind
    yardstick: str


def _homes(module: str) -> dict[str, str]:
    return {"scikit-learn": f"sklearn.{module}", "cuML": f"cuml.{module}"}


METHODS: tuple[Method, ...] = (
    Method(
        id="forest",
        name="random forest",
        estimator="RandomForestClassifier",
        homes=_homes("ensemble"),
        settings={"n_estimators": 50, "max_depth": 16, "max_features": "sqrt"},
        seeded=True,
        jobs=True,
        taught=True,
        gives="labels",
        yardstick="accuracy",
    ),
    Method(
        id="kmeans",
        name="k-means",
        estimator="KMeans",
        homes=_homes("cluster"),
        settings={"n_clusters": 10, "n_init": 4, "max_iter": 300},
        seeded=True,
        jobs=False,
        taught=False,
        gives="centres",
        yardstick="inertia",
    ),
    Method(
        id="pca",
        name="PCA",
        estimator="PCA",
        homes=_homes("decomposition"),
        settings={"n_components": 16, "svd_solver": "full"},
        seeded=False,
        jobs=False,
        taught=False,
        gives="axes",
        yardstick="variance",
    ),
    Method(
        id="knn",
        name="k-nearest neighbours",
        estimator="KNeighborsClassifier",
        homes=_homes("neighbors"),
        settings={"n_neighbors": 5, "algorithm": "brute"},
        seeded=False,
        jobs=True,
        taught=True,
        gives="labels",
        yardstick="exact accuracy",
    ),
    Method(
        id="umap",
        name="UMAP",
        estimator="UMAP",
        homes={"scikit-learn": "umap", "cuML": "cuml.manifold"},
        settings={
            "n_neighbors": 15,
            "n_components": 2,
            "min_dist": 0.1,
            "n_epochs": 100,
            "init": "spectral",
        },
        seeded=True,
        jobs=True,
        taught=False,
        gives="places",
        yardstick="trustworthiness",
    ),
)


def methods_here() -> tuple[Method, ...]:
    """Those that can run here: all, but UMAP only where umap-learn is installed.

    Nothing is imported to find out.
    """
    umap = find_spec("umap") is not None
    return tuple(one for one in METHODS if umap or one.id != "umap")


def method(id: str) -> Method:
    """The method of that id.

    Raises:
        KeyError: there is none.
    """
    return {one.id: one for one in METHODS}[id]
