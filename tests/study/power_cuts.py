"""Power cuts: the bytes of a mounted disk, copied behind the system's back.

    python -m tests.study.power_cuts FOLDER

What the system has not written yet is not in the copy, as it would not be on the disk.
It mounts a file of its own, so it wants root. Rows are looked for in each copy with
syncing and, so that the trial shows something, without.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from certlab.study import history_file
from certlab.study.answers import Answer
from certlab.study.history import FILE, History

CUTS = 10
ROW = Answer("mig-x", 1, "correct", 1.0)


def run(*words: str | Path) -> None:
    subprocess.run(words, check=True)


def found_after_a_cut(disk: Path, folder: Path, name: Path) -> set[str]:
    """The ulids of a history in what a disk held at this moment."""
    copy, place = folder / "copy", folder / "after"
    place.mkdir(exist_ok=True)
    shutil.copyfile(disk, copy)
    run("mount", "-o", "loop", copy, place)
    try:
        log = History(place / name).read()
    finally:
        run("umount", place)
    assert log.problems == ()
    return {row.ulid for row in log.rows}


def lost(disk: Path, folder: Path, mounted: Path, way: str) -> int:
    """How many of the rows acknowledged before each cut are not there after it."""
    missing, kept = 0, set()
    for cut in range(CUTS):
        if cut % 2 == 0:  # a new file in a new folder, then a row more
            name, kept = Path(way, f"{cut}", FILE), set()
        kept.add(History(mounted / name).append(ROW).ulid)
        missing += len(kept - found_after_a_cut(disk, folder, name))
    return missing


def main(folder: Path) -> None:
    """Print how many rows were lost, with syncing and without."""
    disk, mounted = folder / "disk", folder / "mounted"
    mounted.mkdir()
    run("truncate", "--size", "32M", disk)
    run("mkfs.ext4", "-q", "-F", disk)
    run("mount", "-o", "loop,commit=300", disk, mounted)
    try:
        synced = lost(disk, folder, mounted, "synced")
        history_file.os.fsync = lambda _: None
        unsynced = lost(disk, folder, mounted, "unsynced")
    finally:
        run("umount", mounted)
    sys.stdout.write(json.dumps({"synced": synced, "unsynced": unsynced}) + "\n")


if __name__ == "__main__":
    assert os.getuid() == 0
    main(Path(sys.argv[1]))
