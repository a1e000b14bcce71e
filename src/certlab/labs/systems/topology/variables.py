"""Variables of NCCL: what each does, its default, and the mistake made with it."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from certlab.course import location


@dataclass(frozen=True)
class Variable:
    """A row of content/nccl.toml.

    Attributes:
        mistake: the classic one.
        instead: the name that took its place, "" where it stands.
        sources: of content/facts.
    """

    name: str
    does: str
    default: str
    mistake: str
    sources: tuple[str, ...]
    instead: str = ""


@cache
def variables(root: Path | None = None) -> tuple[Variable, ...]:
    """The table."""
    rows = _file(root)["variable"]
    return tuple(Variable(**{**row, "sources": tuple(row["sources"])}) for row in rows)


def documented(root: Path | None = None) -> tuple[str, ...]:
    """Every name that NCCL's documentation has."""
    return (*(one.name for one in variables(root)), *_file(root)["others"])


@cache
def _file(root: Path | None) -> dict[str, Any]:
    file = (root or location.find()) / "content" / "nccl.toml"
    return tomllib.loads(file.read_text("utf-8"))
