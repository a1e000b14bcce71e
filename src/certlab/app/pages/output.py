"""The pages: sources written out, built by Sphinx, and only what they use taken over."""

import re
import tempfile
from importlib.util import find_spec
from pathlib import Path
from posixpath import dirname, normpath

from certlab.app.pages.prose_apart import ProseApart
from certlab.app.pages.sources import SCRIPT, sources
from certlab.app.pages.sphinx_folder import run_sphinx, take_over, write_sources
from certlab.course import Course
from certlab.errors import SiteError

_THEME = Path(__file__).parents[1] / "static" / "theme" / "theme.css"
TOKENS = "static/tokens.css"
ASSETS = "_static/certlab-of-this-edition"  # in what Sphinx reads and writes
NEEDED = {"sphinx": "sphinx", "furo": "furo", "myst_parser": "myst-parser"}
_IMPORT = re.compile(r'(?:from|import) "(\.[^"]+\.js)";')


def ready() -> None:
    """Make sure that pages can be built here.

    Raises:
        SiteError: what is missing, and how to get it.
    """
    for module, name in NEEDED.items():
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
    with tempfile.TemporaryDirectory(prefix="certlab-pages-") as name:
        folder = Path(name).resolve()
        write_sources(folder, texts(course, to / assets, opens))
        run_sphinx(folder)
        take_over(folder, to, lambda text: text.replace(ASSETS, assets))


def texts(
    course: Course,
    assets: Path,
    opens: dict[str, str],
    apart: ProseApart | None = None,
) -> dict[str, str]:
    """Text by path of all that Sphinx reads.

    It has ASSETS for the folder with our modules and styles, whose name changes with them:
    only what is taken over has the name, so that Sphinx writes no page for it.

    Args:
        assets: that folder.
        apart: the course, with what is remembered of it.
    """
    # One set of tokens: what the widgets have on .certlab, a page has on its body.
    tokens = _THEME.read_text("utf-8").replace(".certlab", "body")
    found = sources(course, ASSETS, opens, _modules(assets), apart)
    return {**found, TOKENS: tokens}


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
