"""The Hub's proxy, configurable-http-proxy, which npm has and PyPI has not."""

import re
import shutil
import subprocess
from pathlib import Path

from certlab.errors import ServerError

NAME, VERSION = "configurable-http-proxy", "5.3.0"
OLDEST_NODE = 20


def program(cache: Path) -> Path:
    """Where the program is once it was fetched."""
    folder = cache / f"{NAME}-{VERSION}"
    return folder / "node_modules" / ".bin" / NAME


def lacks() -> str:
    """What is missing to fetch and run it, in one sentence; "" for nothing."""
    node = shutil.which("node")
    said = (
        node
        and subprocess.run(
            [node, "--version"], capture_output=True, text=True, check=False
        ).stdout
    )
    found = re.match(r"v(\d+)\.", said or "")
    if found is None or int(found.group(1)) < OLDEST_NODE:
        return (
            f"The Hub's proxy needs Node {OLDEST_NODE} or newer; install it with npm (on "
            "Debian: apt install nodejs npm)."
        )
    if shutil.which("npm") is None:
        return (
            "The Hub's proxy comes from npm, and there is no npm here; install it (on "
            "Debian: apt install npm)."
        )
    return ""


def fetch(cache: Path) -> Path:
    """The program, from the cache or from npm.

    Raises:
        ServerError: npm does not bring it.
    """
    path = program(cache)
    if path.exists():
        return path
    if missing := lacks():
        raise ServerError(missing)
    folder = path.parents[2]
    folder.mkdir(parents=True, exist_ok=True)
    quiet = ("--no-package-lock", "--no-audit", "--no-fund", "--no-save")
    done = subprocess.run(
        ["npm", "install", *quiet, "--prefix", str(folder), f"{NAME}@{VERSION}"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode or not path.exists():
        raise ServerError(
            f"npm could not install {NAME} {VERSION} in {folder}; check the network and "
            "npm's registry, then run the same command again."
        )
    return path
