"""The pages: sources written out, built by Sphinx, and only what they use taken over."""

import tempfile
from importlib.util import find_spec
from pathlib import Path

from certlab.app.pages.sources import sources
from certlab.app.pages.sphinx_folder import run_sphinx, take_over, write_sources
from certlab.course import Course
from certlab.errors import SiteError

# The folder with our modules and styles, in what Sphinx reads and writes. The name changes with
# them: only what is taken over has it, so that Sphinx writes no page for it.
ASSETS = "_static/certlab-of-this-edition"
NEEDED = {"sphinx": "sphinx", "furo": "furo", "myst_parser": "myst-parser"}


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
        write_sources(folder, sources(course, ASSETS, opens))
        run_sphinx(folder)
        take_over(folder, to, lambda text: text.replace(ASSETS, assets))
