"""Which edition of a file a learner's folder holds.

For each file that the course put there a digest is kept. By it what the learner has edited is
told from what they have not, and the newer edition that lies beside an edited file is known.
"""

import contextlib
import hashlib
import itertools
import json
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from certlab import whole_file
from certlab.course.notebook import canonical

START = "labs/00_start_here.ipynb"
FILE = ".certlab/editions.json"
LOCK = ".certlab/fill.lock"  # whoever changes what the course put there holds it


def keep(path: Path, digests: dict[str, str]) -> None:
    """Keep digests by name in a file."""
    whole_file.write(path, json.dumps(digests, indent=1, sort_keys=True) + "\n")


def beside(workspace: Path, name: str, editions: dict[str, str]) -> str:
    """A name for a newer edition: one that is free, or holds what we put there."""
    for other in numbered(name, "new"):
        there = workspace / other
        if not there.exists():
            return other
        if there.is_file() and (
            digest(other, there.read_bytes()) == editions.get(other)
        ):
            return other
    raise AssertionError  # they do not end


def numbered(name: str, word: str) -> Iterator[str]:
    """Names beside a file without end: "a.new.md", "a.new2.md"."""
    path = Path(name)
    for number in itertools.count(1):
        tail = word if number == 1 else f"{word}{number}"
        yield path.with_name(f"{path.stem}.{tail}{path.suffix}").as_posix()


def digest(name: str, data: bytes) -> str:
    """A digest of what a file says.

    JupyterLab adds the kernel's version to a notebook that is merely opened. That is no
    edit, so a notebook counts by its canonical form, which is how ours are shipped. The
    start notebook shows another day's work each day, so its outputs do not count at all.
    """
    if name.endswith(".ipynb"):
        with contextlib.suppress(*_NO_NOTEBOOK):  # else it is as it is
            notebook = json.loads(data)
            if name == START:
                for cell in notebook.get("cells", []):
                    cell.pop("outputs", None)
            data = canonical(notebook).encode()
    return hashlib.sha256(data).hexdigest()


# What a file of any content may raise where a notebook is expected.
_NO_NOTEBOOK = (ValueError, AttributeError, TypeError, KeyError, RecursionError)


def read(path: Path) -> dict[str, str]:
    """Digest by name, of files in the workspace; {} when unknown, so nothing is lost."""
    try:
        rows = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(rows, dict):
        return {}
    return {k: v for k, v in rows.items() if isinstance(v, str) and _inside(k)}


def _inside(name: str) -> bool:
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts
