"""The whole site in one folder, which appears when it is finished and not before."""

import json
import shutil
import tempfile
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from certlab import __version__
from certlab.app.assets import write_assets
from certlab.app.pages import output as pages
from certlab.course import Course
from certlab.errors import SiteError
from certlab.site.check import check
from certlab.site.lite import output as lite
from certlab.site.llms import write_llms

# First match counts. The names are what the size report shows.
_PARTS = (
    ("pyodide and wheels", "lite/static/"),
    ("JupyterLab", "lite/"),
    ("widgets and questions", "_static/certlab-"),
    ("pages", ""),
)


@dataclass(frozen=True)
class Part:
    """One part of a site.

    Attributes:
        bytes: on disk.
        gzip: compressed, as a server would send it where that is smaller.
    """

    name: str
    files: int
    bytes: int
    gzip: int


def parts(site: Path) -> list[Part]:
    """The parts of a site, and all of it last."""
    rows: dict[str, list[tuple[int, int]]] = {name: [] for name, _ in _PARTS}
    for path in sorted(site.rglob("*")):
        if path.is_file():
            where = path.relative_to(site).as_posix()
            name = next(name for name, begin in _PARTS if where.startswith(begin))
            data = path.read_bytes()
            rows[name].append((len(data), min(len(data), _packed(data))))
    rows["the whole site"] = [size for sizes in rows.values() for size in sizes]
    return [
        Part(name, len(sizes), sum(raw for raw, _ in sizes), sum(s for _, s in sizes))
        for name, sizes in rows.items()
    ]


def _packed(data: bytes) -> int:
    packer = zlib.compressobj(6, wbits=31)  # 31: with gzip's header
    return len(packer.compress(data)) + len(packer.flush())


MARK = "certlab-site.json"  # what tells a site of ours from a folder of somebody's


def build(
    course: Course,
    to: Path,
    pyodide: Path | None = None,
    say: Callable[[str], None] = print,
) -> list[Part]:
    """Build the site and put it at `to`, in place of an earlier one.

    Args:
        course: what to show.
        to: the folder to make; one that is there must be empty, or a site of ours.
        pyodide: a full Pyodide distribution, for the labs that need NumPy.
        say: takes a line each time a part is done.

    Returns:
        What the site is made of, with sizes.

    Raises:
        SiteError: something is missing or out of reach; what was at `to` is unchanged.
    """
    to = to.absolute()
    _refuse_foreign(to)
    pages.ready()
    lite.ready(pyodide)
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix=f".{to.name}-", dir=to.parent))
        try:
            _write(course, scratch, pyodide, say)
            check(scratch)
            found = parts(scratch)
            _swap(scratch, to)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    except OSError as error:
        says = error.strerror or str(error)
        raise SiteError(
            f"{to}: the site was not written ({says}); make room or give another folder."
        ) from error
    return found


def _write(
    course: Course, site: Path, pyodide: Path | None, say: Callable[[str], None]
) -> None:
    began = time.monotonic()

    def told(words: str) -> None:
        say(f"{time.monotonic() - began:6.1f} s  {words}")

    assets = write_assets(course, site)
    opens = {lab.id: lite.opens(lab, pyodide) for lab in course.labs.values()}
    pages.write_pages(course, site, assets, opens)
    write_llms(course, site)
    told(f"pages of {len(course.modules)} modules")
    lite.write_lite(course, site / "lite", f"../{assets}", pyodide, told)
    (site / ".nojekyll").touch()  # else GitHub Pages leaves out folders with a _
    mark = {"certlab": __version__, "assets": assets}
    (site / MARK).write_text(json.dumps(mark) + "\n", "utf-8")


def _refuse_foreign(to: Path) -> None:
    """Somebody's own files are never replaced by a site."""
    if to.is_dir() and any(to.iterdir()) and not (to / MARK).is_file():
        raise SiteError(
            f"{to}: there are other files in this folder; "
            "empty it or name another with --to."
        )
    if to.exists() and not to.is_dir():
        raise SiteError(f"{to}: this is a file; name a folder with --to.")


def _swap(scratch: Path, to: Path) -> None:
    """Put the new site in the old one's place, which is gone only afterwards."""
    scratch.chmod(0o755)  # mkdtemp makes it private, and web servers are others
    if not to.exists():
        scratch.rename(to)
        return
    with tempfile.TemporaryDirectory(prefix=f".{to.name}-", dir=to.parent) as aside:
        old = Path(aside) / "old"
        to.rename(old)
        try:
            scratch.rename(to)
        except OSError:
            old.rename(to)
            raise
