"""The browser code: linted and formatted by biome, its types checked by tsc.

    python -m tools.browser_code

Both come from npm, as package.json pins them, into node_modules/.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

NPM = [
    "npm",
    "install",
    "--no-package-lock",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
]
BIN = "node_modules/.bin"
CHECKS = (["biome", "check", "--error-on-warnings"], ["tsc"])


def main() -> int:
    """Install what checks, if it is not there, and run it all; 1 when there is a fault."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            print(
                f"certlab: there is no {program} here, and the browser code is checked "
                "with it; install Node 20 or newer with npm (on Debian: sudo apt install "
                "nodejs npm), then run the same command again.",
                file=sys.stderr,
            )
            return 1
    if not is_installed() and subprocess.run(NPM, check=False).returncode:
        print(
            "certlab: npm could not install what package.json names; check the network "
            "and npm's registry, then run the same command again.",
            file=sys.stderr,
        )
        return 1
    done = [
        subprocess.run([shutil.which(name, path=BIN) or name, *words], check=False)
        for name, *words in CHECKS
    ]
    return int(any(one.returncode for one in done))


def is_installed() -> bool:
    """Whether node_modules/ holds just the versions that package.json pins."""
    pinned = json.loads(Path("package.json").read_text("utf-8"))["devDependencies"]
    return all(_version(name) == version for name, version in pinned.items())


def _version(name: str) -> str:
    path = Path("node_modules", name, "package.json")
    return json.loads(path.read_text("utf-8"))["version"] if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
