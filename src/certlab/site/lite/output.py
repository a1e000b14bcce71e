"""The labs in the browser: JupyterLite, with all that it needs beside it."""

import hashlib
import json
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from certlab.course import Course
from certlab.errors import SiteError
from certlab.site.lite import cache_folders, full_pyodide, pyodide, wheels
from certlab.site.lite.jupyterlite import (
    CONFIG,
    KERNEL,
    build_jupyterlite,
    labextensions,
    require_whole,
)
from certlab.site.lite.markup import finish_pages
from certlab.site.lite.notebooks import LISTING, listing, opens, write_notebooks
from certlab.site.lite.programs import find_node, find_npm
from certlab.site.lite.python_folder import PRELOADED, write_python

__all__ = ["LiteReport", "opens", "ready", "write_lite"]

_OURS = Path(__file__).with_name("static")
_NEEDED = {
    "jupyterlite_core": "jupyterlite-core",
    "jupyterlite_pyodide_kernel": "jupyterlite-pyodide-kernel",
    "jupyter_server": "jupyter-server",
}
_PACKAGE = re.compile(
    r'(?<=from ")\.\./\.\./\.\./'
)  # as lite/static/ names the others' modules
_MODULE = re.compile(r'(?<=from "\./)([a-z]+\.js)(?=";)')
# For browsers that run no WebAssembly, and for JupyterLite's own developers.
_UNUSED = (
    "rspack.*",
    "manifest.webmanifest",
    *(f"build/fa-*.{end}" for end in ("eot", "svg", "ttf", "woff")),
)


@dataclass(frozen=True)
class LiteReport:
    """What was built.

    Attributes:
        notebooks: paths of those that open, below files/.
        pyodide: its version.
        python: the folder that Python is loaded from, below static/.
    """

    notebooks: tuple[str, ...]
    pyodide: str
    python: str


def ready(pyodide_folder: Path | None, cache: Path | None = None) -> None:
    """Make sure that the labs can be built here, before anything is.

    Raises:
        SiteError: what is missing, and how to get it.
    """
    for module, name in _NEEDED.items():
        if find_spec(module) is None:
            raise SiteError(
                f"Building the labs needs {name}; run pip install 'certlab[study,site]'."
            )
    wheels.require_same_halves()
    labextensions()
    find_node()
    if pyodide_folder is not None:
        full_pyodide.read_full(pyodide_folder)
    elif not pyodide.is_fetched(cache or cache_folders.folder()):
        find_npm()


def write_lite(
    course: Course,
    to: Path,
    assets: str,
    pyodide_folder: Path | None,
    say: Callable[[str], None],
    cache: Path | None = None,
) -> LiteReport:
    """Build JupyterLite with the labs that open in a browser.

    Args:
        to: the folder to make; it must not be there.
        assets: path from there to the folder with our ES modules.
        pyodide_folder: a full Pyodide distribution; the core comes from npm without.
        say: takes a line each time a part is begun or done.
        cache: where downloads are kept; see `cache_folders.folder`.

    Raises:
        SiteError: something is missing, out of reach or damaged, or JupyterLite was not
            built whole.
    """
    ready(pyodide_folder, cache)
    cache = cache or cache_folders.folder()
    cache.mkdir(parents=True, exist_ok=True)
    to.parent.mkdir(parents=True, exist_ok=True)
    found = (
        pyodide.fetch(cache, say)
        if pyodide_folder is None
        else full_pyodide.read_full(pyodide_folder)
    )
    pure = [*wheels.fetch_kernel(cache, say), *wheels.stand_ins(labextensions())]
    with tempfile.TemporaryDirectory(dir=to.parent) as name:
        scratch, log = Path(name), cache / "jupyterlite.log"
        static = scratch / "static"
        static.mkdir()
        python = write_python(course, found, pure, static, cache, say)
        say(f"the labs' Python: Pyodide {found.version} and {len(pure) + 1} wheels")
        labs = write_notebooks(course, pyodide_folder, scratch / "notebooks")
        built = build_jupyterlite(scratch, _config(python), scratch / "notebooks", log)
        (static / python).rename(built / "static" / python)
        require_whole(built, built / "static" / python, labs, log)
        _finish(built, listing(course, labs), assets)
        built.rename(to)
    say(f"JupyterLite with {len(labs)} notebooks")
    return LiteReport(tuple(lab.file for lab in labs), found.version, python)


def _config(python: str) -> dict[str, Any]:
    """jupyter-lite.json: ours, and where Python is."""
    config = json.loads((_OURS / CONFIG).read_text("utf-8"))
    kernel = config["jupyter-config-data"]["litePluginSettings"][KERNEL]
    kernel["pyodideUrl"] = f"./static/{python}/pyodide.mjs"
    kernel["loadPyodideOptions"] = {"packages": list(PRELOADED)}
    return dict(config)


def _finish(built: Path, notebooks: dict[str, dict[str, str]], assets: str) -> None:
    """Add what is ours to what JupyterLite has built, and take out what is of no use."""
    for pattern in _UNUSED:
        for path in built.glob(pattern):
            path.unlink()
    text = json.dumps(notebooks, indent=1, ensure_ascii=False) + "\n"
    (built / LISTING).write_text(text, "utf-8")
    texts = {
        path.name: path.read_text("utf-8")
        for pattern in ("*.js", "*.css")
        for path in _OURS.glob(pattern)
    }
    edition = _edition(texts | {"assets": assets})
    for name, text in texts.items():
        (built / "lab" / name).write_text(placed(text, assets, edition), "utf-8")
    finish_pages(
        built,
        '<link rel="icon" href="favicon.ico">\n'
        f'<link rel="stylesheet" href="../{assets}/app/static/theme/theme.css">\n'
        f'<link rel="stylesheet" href="../{assets}/app/static/theme/widgets.css">\n'
        f'<link rel="stylesheet" href="lab.css?v={edition}">\n'
        f'<script type="module" src="lab.js?v={edition}"></script>',
    )


def placed(text: str, assets: str, edition: str) -> str:
    """A file of ours with the addresses that what it imports has on the site."""
    return _MODULE.sub(rf"\1?v={edition}", _PACKAGE.sub(f"../{assets}/", text))


def _edition(texts: dict[str, str]) -> str:
    whole = json.dumps(texts, sort_keys=True)
    return hashlib.sha256(whole.encode()).hexdigest()[:12]
