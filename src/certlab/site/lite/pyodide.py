"""Python for browsers: Pyodide's own files, which npm has."""

import base64
import hashlib
import json
import re
import shutil
import tarfile
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certlab.errors import SiteError
from certlab.site.lite.cache_folders import is_kept, keep
from certlab.site.lite.programs import Reasons, explain, find_npm, run

LOCK = "pyodide-lock.json"
PROGRAMS = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
)
CORE = (*PROGRAMS, LOCK)
_VERSION = re.compile(r'="(\d+\.\d+\.\d+[a-z0-9.]*)"')
_OR_FULL = "or give a full Pyodide distribution with --pyodide"
_REASONS: Reasons = (
    (
        "ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|SOCKET|CERT",
        "the npm registry cannot be reached; check the network and npm's settings, "
        + _OR_FULL,
    ),
    (
        "E404|ETARGET",
        f"the npm registry does not have it; name another one, {_OR_FULL}",
    ),
    ("E401|E403", f"the npm registry refuses it; check npm's settings, {_OR_FULL}"),
)


@dataclass(frozen=True)
class Distribution:
    """Pyodide, as far as we ship it.

    Attributes:
        core: the folder with the files of CORE.
        libraries: wheels compiled for it, with their entries in its lock.
    """

    version: str
    core: Path
    libraries: tuple[tuple[Path, dict[str, Any]], ...] = ()

    @property
    def lock(self) -> dict[str, Any]:
        """The lock that came with it."""
        return read_lock(self.core / LOCK)


def wanted_version() -> str:
    """The one version that JupyterLite's kernel works with.

    Raises:
        SiteError: JupyterLite is not installed.
    """
    try:
        from jupyterlite_pyodide_kernel.constants import (  # type: ignore[import-untyped]  # it has no types
            PYODIDE_VERSION,
        )
    except ImportError as error:
        raise SiteError(
            f"Building the labs needs {error.name}; "
            "run pip install 'certlab[study,site]'."
        ) from error
    return str(PYODIDE_VERSION)


def is_fetched(cache: Path) -> bool:
    """Whether npm is not needed any more."""
    return is_kept(_place(cache, wanted_version()))


def fetch(cache: Path, say: Callable[[str], None]) -> Distribution:
    """Pyodide's core, from the cache or from npm.

    Raises:
        SiteError: npm does not bring it.
    """
    version = wanted_version()
    core = _place(cache, version)
    if not is_kept(core):
        say(f"fetching Pyodide {version} with npm")
        _fetch(version, core)
    return Distribution(version, core)


def version_in(program: Path) -> str:
    """The version that a pyodide.mjs says it is; "" when it does not."""
    found = _VERSION.search(program.read_text("utf-8", "replace"))
    return found.group(1) if found else ""


def read_lock(path: Path) -> dict[str, Any]:
    """A lock.

    Raises:
        SiteError: the file is none.
    """
    try:
        data = json.loads(path.read_text("utf-8"))
        data["info"]["python"], data["packages"]
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise SiteError(
            f"{path}: this is not a lock file of Pyodide; download it again."
        ) from error
    return dict(data)


def _place(cache: Path, version: str) -> Path:
    return cache / f"pyodide-{version}"


def _fetch(version: str, core: Path) -> None:
    npm = find_npm()
    core.parent.mkdir(parents=True, exist_ok=True)
    what = f"npm pack pyodide@{version}"
    settings = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000"]
    with tempfile.TemporaryDirectory(dir=core.parent) as name:
        scratch = Path(name)
        words = ["pack", f"pyodide@{version}", "--json", "--ignore-scripts", *settings]
        done = run([npm, *words], cwd=scratch)
        if done.returncode != 0:
            raise explain(what, done.stdout + done.stderr, _REASONS)
        _unpack(_archive(what, done.stdout, scratch), scratch / "core")
        if version_in(scratch / "core" / "pyodide.mjs") != version:
            raise SiteError(f"{what}: npm brought another version; empty npm's cache.")
        keep(scratch / "core", core)


def _archive(what: str, printed: str, folder: Path) -> Path:
    """The archive that npm has written, if its bytes are those that npm says."""
    try:
        (row,) = json.loads(printed)
        archive = folder / str(row["filename"])
        kind, _, sum = str(row["integrity"]).partition("-")
        found = hashlib.new(kind, archive.read_bytes()).digest()
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise explain(what, printed, ()) from error
    if base64.b64encode(found).decode() != sum:
        raise SiteError(f"{what}: the download is damaged; build again.")
    return archive


def _unpack(archive: Path, to: Path) -> None:
    to.mkdir()
    try:
        with tarfile.open(archive) as packed:
            for name in CORE:
                member = packed.extractfile(f"package/{name}")
                assert member is not None  # only of a folder
                with (to / name).open("wb") as file:
                    shutil.copyfileobj(member, file)
    except (tarfile.TarError, KeyError) as error:
        raise SiteError(
            f"{archive.name}: this is no Pyodide; npm's registry has something else "
            "under that name, so name another one."
        ) from error
