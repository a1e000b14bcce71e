"""The pages: sources written out, built by Sphinx, and only what they use taken over."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from posixpath import dirname, normpath

from certlab.app.pages.sources import SCRIPT, sources
from certlab.course import Course
from certlab.errors import SiteError

_CONFIG = Path(__file__).with_name("sphinx")
_THEME = Path(__file__).parents[1] / "static" / "theme" / "theme.css"
_NEEDED = {"sphinx": "sphinx", "furo": "furo", "myst_parser": "myst-parser"}
_IMPORT = re.compile(r'(?:from|import) "(\.[^"]+\.js)";')
_FAULT = "WARNING|ERROR|[Ee]rror:"
_NAMED = re.compile(r'(?:src|href)="([^"?#]*)')


def ready() -> None:
    """Make sure that pages can be built here.

    Raises:
        SiteError: what is missing, and how to get it.
    """
    for module, name in _NEEDED.items():
        if find_spec(module) is None:
            raise SiteError(
                f"Building the pages needs {name}; run pip install 'certlab[study]'."
            )


def write_pages(course: Course, to: Path, assets: str, opens: dict[str, str]) -> None:
    """Write all pages into a site.

    The same course gives the same bytes.

    Args:
        course: what to show.
        to: the site's folder; it may hold `assets` already.
        assets: the folder with our modules and styles, from there.
        opens: by lab, why it does not open in the browser; "" where it does.

    Raises:
        SiteError: Sphinx is missing, or finds something wrong in the course.
    """
    ready()
    texts = sources(course, assets, opens, _modules(to / assets))
    # One set of tokens: what the widgets have on .certlab, a page has on its body.
    tokens = _THEME.read_text("utf-8").replace(".certlab", "body")
    with tempfile.TemporaryDirectory(prefix="certlab-pages-") as name:
        scratch = Path(name).resolve()
        for path, text in {**texts, "static/tokens.css": tokens}.items():
            file = scratch / "source" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        _run_sphinx(scratch)
        _take_over(scratch / "built", to)


def _modules(assets: Path) -> list[str]:
    """The modules a page loads, so that it can ask for all of them at once."""
    found: set[str] = set()
    names = [SCRIPT]
    while names:
        name = names.pop()
        path = assets / name
        if name not in found and path.is_file():
            found.add(name)
            needed = _IMPORT.findall(path.read_text("utf-8"))
            names += [normpath(f"{dirname(name)}/{address}") for address in needed]
    return sorted(found)


def _run_sphinx(scratch: Path) -> None:
    words = [sys.executable, "-m", "sphinx", "--builder=html", "--quiet"]
    words += ["--fail-on-warning", f"--conf-dir={_CONFIG}"]
    words += [f"--doctree-dir={scratch / 'doctrees'}"]
    words += [str(scratch / "source"), str(scratch / "built")]
    done = subprocess.run(
        words,
        # A fixed order of sets: the same course gives the same bytes.
        env={**os.environ, "PYTHONHASHSEED": "0", "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        lines = [line for line in (done.stderr + done.stdout).splitlines() if line]
        first = next((line for line in lines if re.search(_FAULT, line)), "")
        says = (first or (lines or ["it ended without a word"])[-1]).rstrip(".")
        raise SiteError(
            f"Sphinx: {says.replace(f'{scratch}/source/', '')}; "
            "fix that and build again."
        )


def _take_over(built: Path, to: Path) -> None:
    """Copy the pages and what they name; Sphinx brings much that no page uses."""
    pages = sorted(built.rglob("*.html"))
    wanted = set(pages)
    for page in pages:
        for address in _NAMED.findall(page.read_text("utf-8")):
            wanted.add((page.parent / address).resolve())
    wanted |= {path.with_name(f"{path.name}.LICENSE.txt") for path in wanted}
    for path in sorted(built.rglob("*")):
        if path in wanted and path.is_file():
            target = to / path.relative_to(built)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
