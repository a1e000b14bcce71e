"""The Hub's proxy, configurable-http-proxy, which npm has and PyPI has not.

`proxy_lock` names each package that it needs, in one version and with its digest. npm takes
no other, and runs nothing of theirs while it installs. To renew it, edit its package.json and
run there: npm install --package-lock-only --omit-lockfile-registry-resolved
"""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from certlab.errors import ServerError

NAME, VERSION = "configurable-http-proxy", "5.3.0"
OLDEST_NODE = 20
_LOCK = Path(__file__).with_name("proxy_lock")
_CI = ("npm", "ci", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund")


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
    cache.mkdir(parents=True, exist_ok=True)
    folder = path.parents[2]
    # Beside its place, so that what was interrupted is never taken for the proxy.
    with tempfile.TemporaryDirectory(prefix=f"{folder.name}-", dir=cache) as made:
        done = subprocess.run(
            _CI,
            cwd=shutil.copytree(_LOCK, Path(made) / "lock"),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise ServerError(
                f"npm could not install {NAME} {VERSION}: {_why(done.stderr)} Check the "
                "network and npm's registry, then run the same command again."
            )
        shutil.rmtree(folder, ignore_errors=True)
        (Path(made) / "lock").rename(folder)
    return path


def _why(said: str) -> str:
    """What npm says of it, "EINTEGRITY"."""
    found = re.search(r"^npm error code (\w+)", said, re.MULTILINE)
    return f"it says {found.group(1)}." if found else "it does not say why."
