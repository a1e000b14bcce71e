"""A full distribution of Pyodide, of which the labs take NumPy, pandas and Matplotlib."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from certlab.errors import SiteError
from certlab.site.lite.cache_folders import sha256
from certlab.site.lite.pyodide import (
    CORE,
    LOCK,
    Distribution,
    read_lock,
    version_in,
    wanted_version,
)

# They bring what they depend on; nothing else is taken.
LIBRARIES = ("numpy", "pandas", "matplotlib", "pyyaml")


def read_full(folder: Path) -> Distribution:
    """A full distribution, which must be whole as far as we take it.

    Raises:
        SiteError: another version, or a file that is missing or damaged.
    """
    version = wanted_version()
    again = f"unpack the full distribution of Pyodide {version} again"
    if not folder.is_dir():
        raise SiteError(f"{folder}: there is no such folder; {again}.")
    for name in CORE:
        if not (folder / name).is_file():
            raise SiteError(f"{folder}: {name} is missing; {again}.")
    found = version_in(folder / "pyodide.mjs")
    if found != version:
        raise SiteError(
            f"{folder}: this is Pyodide {found or 'of an unknown version'} and "
            f"{version} is wanted; take the full distribution of that one."
        )
    packages = read_lock(folder / LOCK)["packages"]
    wheels = []
    for name in closure(packages, LIBRARIES):
        path = folder / packages[name]["file_name"]
        if not path.is_file():
            raise SiteError(f"{folder}: {path.name} is missing; {again}.")
        if sha256(path) != packages[name]["sha256"]:
            raise SiteError(f"{folder}: {path.name} is damaged; {again}.")
        wheels.append((path, packages[name]))
    return Distribution(version, folder, tuple(wheels))


def closure(packages: dict[str, Any], names: Iterable[str]) -> list[str]:
    """The names, and all that they depend on, by a lock.

    Raises:
        SiteError: the lock lacks one of them.
    """
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in packages:
            raise SiteError(
                f"{LOCK} lists no {name}; take the full distribution of Pyodide."
            )
        if name not in found:
            found.add(name)
            waiting += packages[name]["depends"]
    return sorted(found)
