"""NetworkX with our own backend beside whatever backends are installed.

A backend is found by two entry points, `networkx.backends` and `networkx.backend_info`,
https://networkx.org/documentation/stable/reference/backends.html. NetworkX asks for them
once, when it is imported. An installed package states them in its metadata; ours are
stated by a finder in this process, so that no other program of the learner's sees them.
"""

import sys
from collections.abc import Iterable
from importlib import import_module
from importlib.metadata import Distribution, DistributionFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from certlab.compute import missing_packages
from certlab.errors import BackendError, Refusal

NAME = "csr"
_DISTRIBUTION = "certlab-csr-backend"
_TEXTS = {
    "METADATA": f"Metadata-Version: 2.1\nName: {_DISTRIBUTION}\nVersion: 1\n",
    "entry_points.txt": (
        "[networkx.backends]\n"
        f"{NAME} = certlab.labs.rapids.real.graphs.csr_backend\n"
        "[networkx.backend_info]\n"
        f"{NAME} = certlab.labs.rapids.real.graphs.csr_backend:get_info\n"
    ),
}


class _Stated(Distribution):
    """The metadata of a package that lies in no folder of its own."""

    def read_text(self, filename: str) -> str | None:
        return _TEXTS.get(str(filename))

    def locate_file(self, path: Any) -> Path:
        return Path(__file__).parent / str(path)


class _Finder(DistributionFinder):
    """Asked by importlib.metadata together with those that look into folders."""

    def find_spec(self, *_arguments: Any, **_named: Any) -> None:
        """It finds metadata, and no modules."""

    def find_distributions(
        self, context: DistributionFinder.Context | None = None
    ) -> Iterable[Distribution]:
        name = getattr(context, "name", None)
        return [_Stated()] if name in (None, _DISTRIBUTION) else []


def register() -> None:
    """State the entry points of our backend, once a process."""
    if not any(isinstance(one, _Finder) for one in sys.meta_path):
        sys.meta_path.append(_Finder())


def networkx() -> ModuleType:
    """The module `networkx` itself, which knows our backend: `nx = graphs.networkx()`.

    Raises:
        BackendError: NetworkX or SciPy is not installed.
        Refusal: NetworkX was imported before our entry points were there.
    """
    found = any_networkx()
    if NAME not in found.utils.backends.backends:
        raise Refusal(
            "NetworkX was imported before our backend was stated, and it asks only once; "
            "restart the kernel and run the first cell first."
        )
    return found


def any_networkx() -> ModuleType:
    """The module `networkx`, with our backend unless somebody has imported it before.

    Raises:
        BackendError: NetworkX or SciPy is not installed.
    """
    register()
    try:
        import_module("scipy.sparse")
        return import_module("networkx")
    except ImportError as error:
        lab = missing_packages.current_lab() or "rapids/30_graphs"
        says = missing_packages.install_hint([str(error.name).partition(".")[0]], lab)
        raise BackendError(f"{says}.") from error
