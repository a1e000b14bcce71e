"""How many threads NumPy's matrix products take."""

from collections.abc import Callable
from typing import Any

from certlab.errors import BackendError
from certlab.labs.rapids.real.required_library import needed


def _controller() -> Any:
    import numpy as np

    np.ones((2, 2)) @ np.ones((2, 2))  # or the library might not be loaded yet
    return needed("threadpoolctl").ThreadpoolController().select(user_api="blas")


def with_threads(count: int, call: Callable[[], Any]) -> Callable[[], Any]:
    """The call with so many threads of BLAS and no more.

    Raises:
        BackendError: threadpoolctl is not installed, or finds no library to hold back.
    """
    controller = _controller()
    if not controller.info():
        raise BackendError("NumPy's BLAS library here does not let its threads be set.")

    def limited() -> Any:
        with controller.limit(limits=count):
            return call()

    return limited
