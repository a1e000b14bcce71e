"""The lock that tells Pyodide which packages there are: those beside it, no other."""

import email.parser
import re
import zipfile
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from certlab.errors import SiteError
from certlab.site.lite.cache_folders import sha256

# What wheels name and a browser has no use for: a terminal's and a server's parts.
OMITTED = ("jupyterlab-widgets", "pexpect")
_METADATA = re.compile(r"[^/]+\.dist-info/METADATA")


def make_lock(
    info: dict[str, Any],
    wheels: Iterable[Path],
    compiled: Iterable[dict[str, Any]] = (),
    omitted: Collection[str] = OMITTED,
) -> dict[str, Any]:
    """A lock of these wheels alone.

    Args:
        info: the first part of Pyodide's own lock.
        wheels: pure ones; entries are made from their metadata and their bytes.
        compiled: entries of a lock of Pyodide, which are taken over.
        omitted: what they may need and do not get.

    Raises:
        SiteError: they need something else that is not among them.
    """
    packages = {entry["name"]: dict(entry) for entry in compiled}
    needs = {name: set(entry["depends"]) for name, entry in packages.items()}
    for path in wheels:
        entry, wanted = _entry(path, environment(info))
        packages[entry["name"]], needs[entry["name"]] = entry, wanted
    for name, wanted in needs.items():
        missing = sorted(wanted - packages.keys() - set(omitted))
        if missing:
            raise SiteError(
                f"{name} needs {', '.join(missing)}, which the labs do not get; "
                "add it to kernel.txt."
            )
        packages[name]["depends"] = sorted(wanted & packages.keys())
    return {"info": info, "packages": dict(sorted(packages.items()))}


def environment(info: dict[str, Any]) -> dict[str, str]:
    """What Pyodide says of itself, for the markers of requirements."""
    version = info["python"]
    return {
        "extra": "",
        "implementation_name": "cpython",
        "implementation_version": version,
        "os_name": "posix",
        "platform_machine": "wasm32",
        "platform_python_implementation": "CPython",
        "platform_release": "",
        "platform_system": "Emscripten",
        "platform_version": "",
        "python_full_version": version,
        "python_version": ".".join(version.split(".")[:2]),
        "sys_platform": "emscripten",
    }


def _entry(path: Path, here: dict[str, str]) -> tuple[dict[str, Any], set[str]]:
    """The lock's entry of a wheel, and the names that it needs there."""
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name, parse_wheel_filename

    name, version, _, _ = parse_wheel_filename(path.name)
    with zipfile.ZipFile(path) as wheel:
        files = wheel.namelist()
        (about,) = (file for file in files if _METADATA.fullmatch(file))
        metadata = email.parser.Parser().parsestr(wheel.read(about).decode())
    wanted = map(Requirement, metadata.get_all("Requires-Dist") or [])
    entry = {
        "depends": [],
        "file_name": path.name,
        "imports": _imports(files),
        "install_dir": "site",
        "name": str(name),
        "package_type": "package",
        "sha256": sha256(path),
        "unvendored_tests": False,
        "version": str(version),
    }
    return entry, {
        canonicalize_name(one.name)
        for one in wanted
        if one.marker is None or one.marker.evaluate(here)
    }


def _imports(files: Iterable[str]) -> list[str]:
    """The modules at the top of a wheel."""
    found = set()
    for file in files:
        top, _, rest = file.partition("/")
        if file.endswith(".py") and not top.endswith((".data", ".dist-info")):
            found.add(top if rest else top.removesuffix(".py"))
    return sorted(found)
