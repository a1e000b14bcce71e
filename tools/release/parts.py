"""The files of a release, each kind made by what makes it everywhere else."""

import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from certlab.course import Course
from certlab.errors import ContentError
from certlab.formats import export_formats, exports

SUMS = "SHA256SUMS"
#: Builds the static site of a course at a place, as certlab.site.build does.
Build = Callable[[Course, Path], object]


def packages(root: Path, folder: Path) -> None:
    """The sdist of a checkout, and the wheel out of it, so that both hold the same.

    Raises:
        subprocess.CalledProcessError: it was not built; the output says why.
    """
    words = ["-m", "build", "--no-isolation", "--outdir", str(folder), str(root)]
    subprocess.run([sys.executable, *words], check=True)


def anki(course: Course, folder: Path, version: str, now: float) -> None:
    """A package for each exam that has questions; their notes are the same ones in all."""
    for code in course.certifications:
        try:
            items = exports.chosen(course, exam=code)
        except ContentError:  # nothing of this exam is asked yet
            continue
        done = export_formats.write("apkg", exports.compiled(course, items), now)
        (folder / f"certlab-{code}-{version}.apkg").write_bytes(done.data)


def site(course: Course, folder: Path, version: str, build: Build) -> None:
    """The static site, as an archive that unpacks into one folder."""
    name = f"certlab-site-{version}"
    with tempfile.TemporaryDirectory(prefix="certlab-release-") as scratch:
        build(course, Path(scratch, name))
        shutil.make_archive(str(folder / name), "zip", scratch, name)


def checksums(folder: Path) -> None:
    """The SHA-256 of each file, in the form that sha256sum --check reads."""
    rows = [
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n"
        for file in sorted(folder.iterdir())
    ]
    (folder / SUMS).write_text("".join(rows), "utf-8")
