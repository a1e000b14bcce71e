"""Our own wheel for browsers, packed from the certlab that is running."""

import ast
import re
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from sys import stdlib_module_names

from certlab import __version__
from certlab.course import Course
from certlab.course.location import PARTS
from certlab.module_parts import level

PACKAGE = Path(__file__).parents[2]
# What a browser has no use for: servers, terminals, and what builds this site.
LEFT_OUT = (
    *(
        "app/assets",
        "app/first_questions",
        "app/page_scripts",
        "app/page_widgets",
        "app/pages",
        "app/search_files",
        "app/server",
        "bench",
        "classroom",
    ),
    *("cli", "console", "search", "servers", "site", "templates", "terminal"),
)
_LEFT_OUT = re.compile(
    rf"({'|'.join(LEFT_OUT)}|_course|_pages|labs/\w+/(verbs|environment|contest|handlers))\b|__main__"
)
# Weights are read by torch, which no browser has here.
WEIGHTS = {".safetensors"}
# The launcher of ranks imports it, and then says in a sentence that no browser has ranks.
BROUGHT = {f"servers/{name}.py" for name in ("__init__", "guardian", "lifeline")}
# What it does use. typer, textual and snowballstemmer are for the command line, and left out with it.
NEEDS = ("anywidget", "fsrs", "ipywidgets")
NAME = f"certlab-{__version__}-py3-none-any.whl"
_INFO = f"certlab-{__version__}.dist-info"
_DATE = (1980, 1, 1, 0, 0, 0)  # the first that a zip knows


def pack(course: Course, folder: Path) -> Path:
    """Write the wheel: the package, the course inside it, and what a wheel must say.

    The same files give the same bytes.
    """
    found = dict(_files(course))
    needs = "".join(f"Requires-Dist: {name}\n" for name in NEEDS)
    about = f"Metadata-Version: 2.1\nName: certlab\nVersion: {__version__}\n"
    found[f"{_INFO}/METADATA"] = (about + needs).encode()
    found[f"{_INFO}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: certlab\n"
        b"Root-Is-Purelib: true\nTag: py3-none-any\n"
    )
    record = f"{_INFO}/RECORD"
    found[record] = "".join(f"{name},,\n" for name in [*sorted(found), record]).encode()
    path = folder / NAME
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, data in sorted(found.items()):
            wheel.writestr(zipfile.ZipInfo(name, _DATE), data, zipfile.ZIP_DEFLATED)
    return path


def standard_modules() -> list[str]:
    """What the packed files import of Python's own library."""
    found: set[str] = set()
    for path in _sources(PACKAGE):
        if path.suffix == ".py":
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Import):
                    found |= {alias.name for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module:
                    found.add(node.module)
    return sorted(
        name for name in found if name.partition(".")[0] in stdlib_module_names
    )


def _files(course: Course) -> Iterator[tuple[str, bytes]]:
    for path in _sources(PACKAGE):
        yield f"certlab/{path.relative_to(PACKAGE).as_posix()}", path.read_bytes()
    for part in PARTS:
        for path in _visible(course.root / part):
            if path.suffix not in WEIGHTS:
                name = path.relative_to(course.root).as_posix()
                yield f"certlab/_course/{name}", path.read_bytes()
    for path in _licences():
        yield f"{_INFO}/licenses/{path.name}", path.read_bytes()


def _sources(package: Path) -> Iterator[Path]:
    for path in _visible(package):
        name = path.relative_to(package).as_posix()
        if name.endswith(".d.ts"):  # types of scripts, which no browser reads
            continue
        if name in BROUGHT or not any(map(_LEFT_OUT.match, (name, level(name)))):
            yield path


def _visible(folder: Path) -> Iterator[Path]:
    """The files below a folder, without caches and editors' leavings."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith((".", "__pycache__")) for part in parts)
        if path.is_file() and not hidden:
            yield path


def _licences() -> list[Path]:
    """What installing has put beside the metadata; nothing where nothing is installed."""
    try:
        found = files("certlab") or []
    except PackageNotFoundError:
        return []
    return [Path(str(one.locate())) for one in found if one.parent.name == "licenses"]
