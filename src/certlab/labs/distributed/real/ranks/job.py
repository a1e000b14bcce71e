"""A run's folder: what the ranks are to do, and what each of them left there."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

CALL = "call.pickle"


@dataclass(frozen=True, slots=True)
class Job:
    """What a run is to be.

    Attributes:
        ranks: how many.
        backend: "gloo", "nccl" or "", which takes nccl where each rank has a GPU.
        threads: of each rank, for work inside an operation.
        seconds: until the run is given up.
        until: when that is, in seconds since the epoch.
        modules: of torch, imported where the run was asked for. Ranks that are forked find
            them imported, in place of importing each of them once more.
    """

    ranks: int
    backend: str
    threads: int
    seconds: float
    until: float
    modules: list[str] = field(default_factory=list)

    def write(self, folder: Path) -> None:
        """Leave it in the run's folder."""
        note(folder, "job", asdict(self))


def read(folder: Path) -> Job:
    """The job of a folder."""
    return Job(**noted(folder, "job"))


def note(folder: Path, name: str, content: Mapping[str, Any]) -> None:
    """Leave a note; who reads it finds all of it or none."""
    leave(folder, f"{name}.json", json.dumps(content).encode())


def noted(folder: Path, name: str) -> dict[str, Any]:
    """What a note says; {} where there is none."""
    try:
        found: dict[str, Any] = json.loads((folder / f"{name}.json").read_bytes())
    except FileNotFoundError:
        return {}
    return found


def leave(folder: Path, name: str, content: bytes) -> None:
    """A file, whole from the moment it has its name."""
    unfinished = folder / f"{name}.part"
    unfinished.write_bytes(content)
    unfinished.replace(folder / name)
