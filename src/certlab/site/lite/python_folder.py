"""The folder that a browser loads Python from: Pyodide, wheels, bytecode and the lock."""

import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from certlab.course import Course
from certlab.site.lite import own_wheel
from certlab.site.lite.cache_folders import is_kept, keep, name_of, sha256
from certlab.site.lite.lock import make_lock
from certlab.site.lite.programs import explain, find_node, run
from certlab.site.lite.pyodide import LOCK, PROGRAMS, Distribution

# What a kernel is loaded with; the lock has what they depend on.
PRELOADED = (
    "micropip",
    "piplite",
    "ipykernel",
    "comm",
    "pyodide-kernel",
    "jedi",
    "ipython",
    "widgetsnbextension",
    "ipywidgets",
    "anywidget",
    "certlab",
)
# What its start, a completion and a first widget import, besides what certlab does.
_STARTED = ("pyodide_kernel", "piplite.piplite", "jedi", "anywidget", "fsrs")
_HERE = Path(__file__).parent
_MAKERS = (_HERE / "precompile.mjs", _HERE / "bytecode.py")
_DAY = 86_400  # seconds


def write_python(
    course: Course,
    distribution: Distribution,
    wheels: Sequence[Path],
    to: Path,
    cache: Path,
    say: Callable[[str], None],
) -> str:
    """Write the folder below `to`.

    Args:
        wheels: pure ones that the kernel needs, without our own.

    Returns:
        Its name, which changes with any byte in it.

    Raises:
        SiteError: no Node, a wheel too few, or Pyodide does not run.
    """
    node = find_node()
    kernel = _kernel(node, distribution, wheels, cache, say)
    with tempfile.TemporaryDirectory(dir=to) as name:
        folder = Path(name) / "python"
        folder.mkdir()
        _copy((kernel / name for name in PROGRAMS), folder)
        pure = [*sorted(kernel.glob("*.whl")), _own(node, course, kernel, cache)]
        lock = make_lock(
            distribution.lock["info"],
            _copy(pure, folder),
            [entry for _, entry in distribution.libraries],
        )
        listed = {entry["file_name"] for entry in lock["packages"].values()}
        _copy((one for one, _ in distribution.libraries if one.name in listed), folder)
        _write_lock(lock, folder)
        found = f"pyodide-{_name_of(folder.iterdir())}"
        folder.rename(to / found)
    return found


def _kernel(
    node: str,
    distribution: Distribution,
    wheels: Sequence[Path],
    cache: Path,
    say: Callable[[str], None],
) -> Path:
    """Pyodide and the wheels with bytecode, made once for the same files."""
    core = [distribution.core / name for name in PROGRAMS]
    modules = [*_STARTED, *own_wheel.standard_modules()]
    to = cache / f"kernel-{_name_of([*core, *wheels, *_MAKERS], *modules)}"
    if not is_kept(to):
        say("compiling the labs' Python, which later builds reuse")
        with tempfile.TemporaryDirectory(dir=cache) as name:
            folder = Path(name) / "kernel"
            folder.mkdir()
            _copy(core, folder)
            pure = _copy(wheels, folder)
            _write_lock(make_lock(distribution.lock["info"], pure), folder)
            _precompile(node, folder, folder, modules)
            keep(folder, to)
    return to


def _own(node: str, course: Course, kernel: Path, cache: Path) -> Path:
    """Our own wheel with bytecode; those of earlier days are dropped."""
    with tempfile.TemporaryDirectory(dir=cache) as name:
        folder = Path(name) / "own"
        folder.mkdir()
        path = own_wheel.pack(course, folder)
        to = cache / f"own-{_name_of([path, *_MAKERS], kernel.name)}"
        if not is_kept(to):
            _precompile(node, kernel, folder, [path.name])
            keep(folder, to)
    for other in cache.glob("own-*"):
        if other != to and time.time() - other.stat().st_mtime > _DAY:
            shutil.rmtree(other, ignore_errors=True)
    return to / own_wheel.NAME


def _precompile(node: str, pyodide: Path, folder: Path, names: Iterable[str]) -> None:
    done = run([node, _MAKERS[0], pyodide, folder, *names])
    if done.returncode != 0:
        raise explain("Compiling the labs' Python", done.stdout + done.stderr, ())


def _copy(paths: Iterable[Path], to: Path) -> list[Path]:
    return [Path(shutil.copy(path, to)) for path in paths]


def _write_lock(lock: dict[str, Any], folder: Path) -> None:
    (folder / LOCK).write_text(json.dumps(lock, indent=1) + "\n", "utf-8")


def _name_of(paths: Iterable[Path], *words: str) -> str:
    files = {path.name: sha256(path) for path in paths}
    return name_of(files | dict.fromkeys(words, ""))
