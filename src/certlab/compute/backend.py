"""Which array and data-frame libraries a lab uses here, and why.

What comes back is the library's own module: `xp.asarray` is CuPy's or NumPy's own
function, and nothing stands between. Transfers stay visible: `xp.asarray` moves data in,
`to_host` moves it out.

`want` is None or "auto" (the GPU where it works, else the CPU), "gpu" (or an error; it
never falls back) or "cpu". The variable CERTLAB_BACKEND holds the same words and stands
in for None and "auto".
"""

import importlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import ModuleType

from certlab.compute import probe
from certlab.compute.probe import Probe
from certlab.errors import BackendError

VARIABLE = "CERTLAB_BACKEND"
WHY_CPU = "CERTLAB_WHY_CPU"  # set by a class that has no GPU left for a learner
WANTS = ("auto", "gpu", "cpu")
_TITLES = {
    ("numpy", "pandas"): "NumPy and pandas on the CPU",
    ("cupy", "pandas"): "CuPy on the GPU and pandas on the CPU",
    ("cupy", "cudf"): "CuPy and cuDF on the GPU",
    ("cupy", ""): "CuPy on the GPU and no data frames",
    ("", ""): "Neither arrays nor data frames",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """What a lab takes here; its text is the sentence labs and `doctor` print.

    Attributes:
        arrays: "cupy" or "numpy"; "" where "gpu" was asked for and does not work.
        frames: "cudf" or "pandas"; "" likewise.
        why: the reason, as the end of a sentence.
    """

    arrays: str
    frames: str
    why: str

    @property
    def on_gpu(self) -> bool:
        """Whether arrays live on a GPU."""
        return self.arrays == "cupy"

    def __str__(self) -> str:
        return f"{_TITLES[self.arrays, self.frames]}: {self.why}."


def backend(want: str | None = None) -> tuple[ModuleType, ModuleType]:
    """The array library and the data-frame library: `xp, pd = backend()`.

    Raises:
        BackendError: "gpu" was asked for and CuPy or cuDF does not work here; what the
            CPU needs is not installed; or the word is none of `WANTS`.
    """
    return arrays(want), frames(want)


def arrays(want: str | None = None, *, room_gib: float = 0) -> ModuleType:
    """The module `cupy` or `numpy`.

    Args:
        want: "auto", "gpu" or "cpu".
        room_gib: memory the GPU must have free, or it does not count.

    Raises:
        BackendError: as `backend`, but whatever state cuDF and pandas are in.
    """
    return _take(want, "cupy", "numpy", partial(_cupy, room_gib))


def frames(want: str | None = None) -> ModuleType:
    """The module `cudf` or `pandas`.

    Raises:
        BackendError: as `backend`.
    """
    return _take(want, "cudf", "pandas", probe.cudf)


def choice(want: str | None = None, *, room_gib: float = 0) -> Choice:
    """What `arrays` and `frames` would hand back, and why; a refusal is told, not raised.

    Args:
        want, room_gib: as for `arrays`.

    Raises:
        BackendError: the word is none of `WANTS`.
    """
    word, asked = _resolve(want)
    if word == "cpu":
        why = os.environ.get(WHY_CPU) or f"{asked} was asked for"
        return Choice("numpy", "pandas", why)
    arrays = _cupy(room_gib)
    frames = probe.cudf() if not arrays.fault else arrays
    if not frames.fault:
        return Choice("cupy", "cudf", "both computed a small example")
    if word == "gpu":
        why = f"{asked} was asked for, and {frames.fault}; {frames.fix}"
        return Choice("" if arrays.fault else "cupy", "", why)
    if arrays.fault:
        return Choice("numpy", "pandas", arrays.fault)
    return Choice("cupy", "pandas", frames.fault)


def _cupy(room_gib: float) -> Probe:
    """Whether CuPy works here and the GPU has the room."""
    found = probe.cupy()
    return found if found.fault else probe.room(room_gib)


def _take(
    want: str | None, fast: str, plain: str, try_out: Callable[[], Probe]
) -> ModuleType:
    word, asked = _resolve(want)
    if word != "cpu":
        found = try_out()
        if not found.fault:
            return importlib.import_module(fast)
        if word == "gpu":
            says = f"{asked} was asked for, and {found.fault}; {found.fix}."
            raise BackendError(says)
    try:
        return importlib.import_module(plain)
    except ImportError as error:
        says = (
            f"{error.name or plain} is not installed; run pip install 'certlab[study]'."
        )
        raise BackendError(says) from error


def _resolve(want: str | None) -> tuple[str, str]:
    """The word that holds, and how it was asked for."""
    if want not in (None, "auto"):
        word, asked = str(want), f'"{want}"'
    else:
        word = os.environ.get(VARIABLE, "").strip().lower() or "auto"
        asked = f"{VARIABLE}={word}"
    if word not in WANTS:
        raise BackendError(f"{asked} is not known; use one of {', '.join(WANTS)}.")
    return word, asked
