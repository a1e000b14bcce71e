"""A library that a lab cannot do without: the module, or one sentence."""

import warnings
from importlib import import_module
from types import ModuleType

from certlab.compute import missing_packages
from certlab.errors import BackendError

_BRINGS = {"sklearn": "scikit-learn", "umap": "umap-learn"}


def needed(name: str) -> ModuleType:
    """The module of that name, "sklearn.ensemble" or "umap".

    Raises:
        BackendError: it, or something it stands on, is not installed.
    """
    try:
        with warnings.catch_warnings():
            # umap-learn says at import that it has no TensorFlow; we ask for none.
            warnings.simplefilter("ignore", ImportWarning)
            return import_module(name)
    except ImportError as error:
        missing = (error.name or name).split(".")[0]
        lab = missing_packages.current_lab() or "rapids/20_machine_learning"
        says = missing_packages.install_hint([_BRINGS.get(missing, missing)], lab)
        raise BackendError(f"{says}, then restart the kernel.") from error
