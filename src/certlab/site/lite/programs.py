"""Programs that building the labs needs, and what is said when one fails."""

import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from certlab.errors import SiteError

OLDEST_NODE = 20

Reasons = Sequence[tuple[str, str]]
FULL_DISK = ("ENOSPC|No space left", "the disk is full; make about 1 GB of room")


def find_node() -> str:
    """The path of a Node that is new enough.

    Raises:
        SiteError: there is none.
    """
    node = shutil.which("node")
    if node is None:
        raise SiteError(
            f"Building the labs needs Node; install Node {OLDEST_NODE} or newer."
        )
    said = run([node, "--version"]).stdout.strip()
    found = re.match(r"v(\d+)\.", said)
    if found is None or int(found.group(1)) < OLDEST_NODE:
        raise SiteError(
            f"{node}: this is Node {said.removeprefix('v') or 'without a version'}; "
            f"install Node {OLDEST_NODE} or newer."
        )
    return node


def find_npm() -> str:
    """The path of npm.

    Raises:
        SiteError: there is none.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise SiteError(
            "Fetching Pyodide needs npm; install npm, which comes with Node, "
            "or give a full Pyodide distribution with --pyodide."
        )
    return npm


def run(
    words: Sequence[str | Path],
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end; what it prints is kept, how it ended is not judged."""
    return subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def explain(what: str, printed: str, reasons: Reasons) -> SiteError:
    """The sentence for what a program printed: the first reason that is found in it."""
    for pattern, says in (FULL_DISK, *reasons):
        if re.search(pattern, printed):
            return SiteError(f"{what}: {says}.")
    lines = [line.strip() for line in printed.splitlines() if line.strip()]
    last = lines[-1][:200].rstrip(".") if lines else "it ended without a word"
    return SiteError(f"{what}: {last}; fix that and build again.")
