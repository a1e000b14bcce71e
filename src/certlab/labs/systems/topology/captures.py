"""What real systems printed, and where it was found: content/captures/systems."""

import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from certlab.course import location
from certlab.errors import CourseError
from certlab.near_names import choice


@dataclass(frozen=True)
class Capture:
    """One output of one tool.

    Attributes:
        kind: "topo", "nvlink", "ibstat" or "nccl".
        system: what machine it is.
        versions: of driver, firmware or NCCL, as far as the posting told.
        found: where it is published.
        changed: what we changed, names and addresses mostly.
        text: the output.
    """

    id: str
    kind: str
    system: str
    versions: str
    found: str
    opened: date
    changed: str
    text: str


@cache
def captures(root: Path | None = None) -> dict[str, Capture]:
    """All captures by their id."""
    folder = (root or location.find()) / "content" / "captures"
    rows = tomllib.loads((folder / "systems.toml").read_text("utf-8"))["capture"]
    texts = {
        row["id"]: (folder / "systems" / f"{row['id']}.txt").read_text("utf-8")
        for row in rows
    }
    return {row["id"]: Capture(**row, text=texts[row["id"]]) for row in rows}


def capture(id: str) -> Capture:
    """One of them.

    Raises:
        CourseError: there is none of that id.
    """
    if id not in captures():
        raise CourseError(f'There is no capture "{id}"; {choice(id, captures())}')
    return captures()[id]
