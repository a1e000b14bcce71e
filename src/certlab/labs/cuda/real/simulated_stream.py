"""A device on paper: what a GPU does to a clock and to a seed, where there is no GPU.

Nothing here is measured and nothing is random: checks of exercises and tests use it.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any


class PaperStream:
    """A stream whose clock stands still unless somebody works.

    A launch costs the host `launch_seconds`. The work is a function that returns for how
    many seconds it keeps the device busy, after what was queued before it.
    """

    def __init__(self, launch_seconds: float = 1e-5) -> None:
        self._launch_seconds = launch_seconds
        self._now = 0.0
        self._idle_at = 0.0

    def launch(self, work: Callable[[], float]) -> None:
        """Queue the work: time passes on the host for the launch only."""
        self._now += self._launch_seconds
        self._idle_at = max(self._idle_at, self._now) + work()

    def synchronise(self) -> None:
        """Go on to the moment when the device is idle."""
        self._now = max(self._now, self._idle_at)

    def clock(self) -> float:
        """Seconds on the host, from 0."""
        return self._now


def paper_arrays() -> SimpleNamespace:
    """An array library that is not NumPy: it has its own array type and generator.

    It computes with NumPy, whose functions take its arrays. As in CuPy, the same seed
    gives other numbers than in NumPy.
    """
    import numpy as np

    class ndarray(np.ndarray):
        """An array that counts as lying on the device."""

        def get(self) -> Any:
            """A copy on the host."""
            return np.array(self, subok=False)

    def asarray(x: Any, dtype: Any = None) -> Any:
        return np.array(x, dtype=dtype).view(ndarray)

    class Generator:
        """Philox, where NumPy's default is PCG64."""

        def __init__(self, seed: int) -> None:
            self._host = np.random.Generator(np.random.Philox(seed))

        def __getattr__(self, name: str) -> Callable[..., Any]:
            draw = getattr(self._host, name)
            return lambda *arguments, **named: asarray(draw(*arguments, **named))

    random = SimpleNamespace(default_rng=Generator)
    return SimpleNamespace(
        __name__="paper", ndarray=ndarray, asarray=asarray, random=random
    )
