"""scikit-learn and cuML as one thing each: where its classes are, and whether it works."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from certlab.compute import probe
from certlab.compute.backend import choice
from certlab.compute.probe import Probe
from certlab.compute.processor import cores
from certlab.labs.rapids.real.learning.methods import Method
from certlab.labs.rapids.real.required_library import needed


@dataclass(frozen=True, slots=True)
class Engine:
    """A library that has the five methods.

    Attributes:
        name: "scikit-learn" or "cuML". UMAP is no part of scikit-learn; with that engine
            it is umap-learn's.
        threads: of the processor it may use; 0 for a GPU's.
    """

    name: str
    threads: int

    @property
    def on_gpu(self) -> bool:
        """Whether it computes on a GPU."""
        return not self.threads

    @property
    def title(self) -> str:
        """As tables say it."""
        if self.on_gpu:
            return f"{self.name} on the GPU"
        return f"{self.name}, {self.threads} thread{'s' * (self.threads != 1)}"

    def estimator(self, method: Method, seed: int | None = None, **more: Any) -> Any:
        """A new model with the method's settings.

        Args:
            seed: `random_state`, for a method that takes one; None leaves it out.
            more: settings to replace or add.

        Raises:
            BackendError: the library is not installed.
        """
        module = needed(method.homes[self.name])
        settings = {**method.settings, **more}
        if method.seeded and seed is not None:
            settings["random_state"] = seed
        if method.jobs and not self.on_gpu:
            settings["n_jobs"] = self.threads
        return getattr(module, method.estimator)(**settings)


def scikit_learn(threads: int | None = None) -> Engine:
    """scikit-learn on so many threads; on all cores when none are named."""
    return Engine("scikit-learn", threads or cores())


def engines() -> tuple[Engine, ...]:
    """What works here: scikit-learn on one thread, on all cores, and cuML where it can."""
    found = {1: scikit_learn(1), cores(): scikit_learn()}
    taken = choice()
    gpu = (Engine("cuML", 0),) if taken.on_gpu and not cuml_here().fault else ()
    return (*found.values(), *gpu)


@cache
def cuml_here() -> Probe:
    """Whether cuML finds two clusters in four points here."""
    if probe.cupy().fault:  # cuML stands on CuPy
        return probe.cupy()
    get = "install RAPIDS, as environment.yml does"
    try:
        cluster = import_module("cuml.cluster")
    except ImportError as error:
        if error.name == "cuml":
            return Probe("cuML is not installed", get)
        return Probe(f"cuML cannot be imported ({error})", get)
    except Exception as error:  # noqa: BLE001 -- its parts raise errors of their own on import
        return Probe(f"cuML cannot be imported ({type(error).__name__}: {error})", get)
    return _tried(cluster, get)


def _tried(cluster: Any, get: str) -> Probe:
    import numpy as np

    points = np.array([[0, 0], [0, 1], [9, 9], [9, 8]], "float32")
    try:
        model = cluster.KMeans(n_clusters=2, n_init=1, random_state=0).fit(points)
        middles = sorted(float(one) for one in model.cluster_centers_[:, 0])
    except Exception as error:  # noqa: BLE001 -- driver, cuBLAS and cuVS each raise their own
        return Probe(f"cuML cannot compute ({type(error).__name__}: {error})", get)
    if middles != [0.0, 9.0]:
        return Probe(f"cuML finds centres at {middles} where 0 and 9 are right", get)
    return Probe()
