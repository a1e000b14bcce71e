"""The command."""

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path

from certlab.course import load
from certlab.errors import CourseError
from certlab.site.build import build
from tools.release import parts
from tools.release.notes import Release, read, refusal

ROOT = Path(__file__).parents[2]


def main(arguments: list[str]) -> int:
    """Make the folder; 1 and one sentence where it cannot be made."""
    parser = argparse.ArgumentParser(prog="python -m tools.release")
    parser.add_argument("folder", type=Path, help="the folder to make")
    parser.add_argument("--tag", default="", help="refuse what this tag does not say")
    asked = parser.parse_args(arguments)
    release = read(ROOT)
    problem = refusal(release, asked.tag) if asked.tag else ""
    if asked.folder.exists():
        problem = f"{asked.folder} is there already; name a new folder."
    try:
        if not problem:
            make(release, ROOT, asked.folder.absolute())
    except CourseError as error:
        problem = str(error)
    except subprocess.CalledProcessError:
        problem = "the packages were not built; what build printed above says why."
    if problem:
        print(f"certlab: {problem}", file=sys.stderr)
    return int(bool(problem))


def make(release: Release, root: Path, folder: Path, site: parts.Build = build) -> None:
    """All files of the release of a checkout, in a folder that is not there yet."""
    files = folder / "files"
    files.mkdir(parents=True)
    try:
        course = load(root)
        parts.anki(course, files, release.version, time.time())
        parts.packages(root, files)
        parts.site(course, files, release.version, site)
        parts.checksums(files)
        (folder / "notes.md").write_text(release.notes, "utf-8")
    except BaseException:  # half of a release would be taken for one
        shutil.rmtree(folder)
        raise


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
