"""Bytecode for a browser's Python, made by that Python itself: run by precompile.mjs.

A wheel and Pyodide's library hold sources only, and compiling what a kernel imports takes
longer than all else in its start. Only modules that a start imports are compiled, since
bytecode is to be downloaded too.
"""

import contextlib
import importlib
import os
import py_compile
import sys
import sysconfig
import zipfile
from collections.abc import Iterable
from pathlib import Path

_DATE = (1980, 1, 1, 0, 0, 0)
# Of jedi: types of other people's packages and of Django, which no lab has.
_UNUSED = ("jedi/third_party/django-stubs/", "jedi/third_party/typeshed/third_party/")
_BESIDES = ".data/data/"  # what a wheel puts outside of Python: JupyterLab's half of it
_SITE = sysconfig.get_path("purelib")


def imported(names: Iterable[str]) -> set[str]:
    """Files of all modules that are there after importing these.

    They are paths from the folder or from the archive that holds them.
    """
    for name in names:
        with contextlib.suppress(ImportError):  # it is for another system, as winreg is
            importlib.import_module(name)
    files = {getattr(one, "__file__", None) or "" for one in [*sys.modules.values()]}
    roots = [f"{_SITE}/", *(f"{path}/" for path in sys.path if path.endswith(".zip"))]
    return {
        file.removeprefix(root)
        for file in files
        for root in roots
        if file.startswith(root)
    }


def compile_wheel(path: str, wanted: set[str] | None = None) -> None:
    """Add bytecode to a wheel, of the wanted modules or of all; leave out the unused."""
    new: dict[str, bytes] = {}
    for name, data in _read(path).items():
        if name.startswith(_UNUSED) or _BESIDES in name:
            continue
        new[name] = data
        if name.endswith(".py") and (wanted is None or name in wanted):
            folder, file = os.path.split(name)
            code = (
                f"{folder}/__pycache__/{file[:-3]}.{sys.implementation.cache_tag}.pyc"
            )
            new[code.lstrip("/")] = _compiled(data, f"{_SITE}/{name}")
    if any(name.startswith("jedi/") for name in new):
        new[f"{_UNUSED[1]}none/none.pyi"] = b""  # jedi lists this folder
    (record,) = (name for name in new if name.endswith(".dist-info/RECORD"))
    new[record] = "".join(f"{name},,\n" for name in sorted(new)).encode()
    _write(path, new)


def compile_library(path: str, wanted: set[str]) -> None:
    """Put bytecode in place of the wanted modules in Pyodide's archive of the library."""
    name_in = sys.path[[one.endswith(".zip") for one in sys.path].index(True)]
    new: dict[str, bytes] = {}
    for name, data in _read(path).items():
        if name in wanted and name.endswith(".py"):
            new[f"{name}c"] = _compiled(data, f"{name_in}/{name}")
        else:
            new[name] = data
    _write(path, new)


def _compiled(source: bytes, name: str) -> bytes:
    """Bytecode that is taken as it is, with no look at its source's date."""
    Path("/tmp/module.py").write_bytes(source)
    py_compile.compile(
        "/tmp/module.py",
        "/tmp/module.pyc",
        dfile=name,
        doraise=True,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    return Path("/tmp/module.pyc").read_bytes()


def _read(path: str) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _write(path: str, files: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", compresslevel=9) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _DATE), data, zipfile.ZIP_DEFLATED)
