"""Build the pages of some modules, and nothing else of the site.

python -m tools.fast.pages mig cuda
"""

import sys
import tempfile
from pathlib import Path

from certlab.app.pages.addresses import page_of
from certlab.app.pages.output import ASSETS
from certlab.app.pages.sources import sources
from certlab.app.pages.sphinx_folder import run_sphinx, write_sources
from certlab.course import load
from certlab.errors import SiteError


def main(modules: list[str]) -> int:
    """Build them; 1 when Sphinx finds something wrong in one."""
    course = load()
    there = [course.modules[one] for one in modules if one in course.modules]
    wanted = {
        page_of(page).removesuffix(".html") + ".md"
        for module in there
        for page in module.pages
    }
    with tempfile.TemporaryDirectory(prefix="certlab-fast-") as name:
        folder = Path(name).resolve()
        try:
            found = sources(course, ASSETS, dict.fromkeys(course.labs, ""))
            kept = wanted | {path for path in found if not path.endswith(".md")}
            kept |= {"index.md"}  # Sphinx wants a first page
            write_sources(folder, {path: found[path] for path in kept})
            run_sphinx(folder)
        except SiteError as problem:
            print(f"certlab: {problem}", file=sys.stderr)
            return 1
    print(f"{len(wanted)} pages of {', '.join(modules)} can be built.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
