"""The package's scripts as a parser sees them; all of them are read once, by Node and acorn."""

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from certlab.app.esm import SOURCE

ROOT = SOURCE.parents[1]
# Others' code, brought along as it is.
OTHERS = {"app/static/search/minisearch.js"}


@dataclass(frozen=True)
class Script:
    """What is asked of a script.

    Attributes:
        imports: files, and the names that are taken; None where `import()` hands on all.
        by_address: it imports a file whose address it is told.
        taken: names of properties that stand in it.
        functions: name, line and number of lines.
        texts: what stands between quotes.
        comments: line and words.
        lines: of the file.
        code: its lines without blanks and comments.
    """

    imports: tuple[tuple[Path, tuple[str, ...] | None], ...]
    by_address: bool
    exports: tuple[str, ...]
    taken: frozenset[str]
    functions: tuple[tuple[str, int, int], ...]
    texts: tuple[str, ...]
    comments: tuple[tuple[int, str], ...]
    lines: int
    code: int


def name_of(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def folder_of(path: Path) -> str:
    """Its row in the table: of app/static the folder in it, of a wing "labs"."""
    before, _, after = name_of(path).partition("/static/")
    if before == "app" and "/" in after:
        return f"app/{after.partition('/')[0]}"
    return "labs" if before.startswith("labs/") else before


@cache
def scripts(package: Path = SOURCE) -> dict[Path, Script]:
    """Every script below a folder."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    if not (ROOT / "node_modules" / "acorn").is_dir():
        pytest.skip("npm has not brought acorn; run python -m tools.browser_code")
    paths = sorted(
        path
        for path in package.rglob("*.js")
        if path.relative_to(package).as_posix() not in OTHERS
        and not path.relative_to(package).parts[0].startswith("_")
    )
    done = subprocess.run(
        [node, Path(__file__).with_suffix(".mjs")],
        input="\n".join(map(str, paths)),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    told = json.loads(done.stdout)
    return {path: _script(path, told[str(path)]) for path in paths}


def _script(path: Path, told: dict[str, Any]) -> Script:
    imports = [
        (Path(os.path.normpath(path.parent / address)), names and tuple(names))
        for address, names in told["imports"]
        if address.startswith(".")
    ]
    return Script(
        imports=tuple(imports),
        by_address=any(not address for address, _ in told["imports"]),
        exports=tuple(told["exports"]),
        taken=frozenset(told["taken"]),
        functions=tuple((name, line, lines) for name, line, lines in told["functions"]),
        texts=tuple(told["texts"]),
        comments=tuple((line, words) for line, words in told["comments"]),
        lines=told["lines"],
        code=told["code"],
    )
