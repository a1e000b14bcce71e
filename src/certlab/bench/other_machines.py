"""What other machines measured: their reports beside this one's, a column each.

A file bench.NAME.json in a report's folder is the bench.json of another machine, such as
one with a GPU. It is read and never written.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from certlab.bench import wording
from certlab.compute.interval import Interval
from certlab.errors import WorkspaceError


@dataclass(frozen=True, slots=True)
class Machine:
    """Another machine's report.

    Attributes:
        about: the machine, the versions, the day and the command.
        cells: claim: its measured ratio in words.
    """

    about: Mapping[str, str]
    cells: Mapping[str, str]

    @property
    def title(self) -> str:
        """Its card, or else its processor, and the day: "NVIDIA H100 80GB HBM3, 2026-12-01"."""
        device = self.about.get("gpu 0") or self.about.get("cpu", "another machine")
        return f"{device.split(',')[0]}, {self.about['date'][:10]}"


def read(folder: Path) -> list[Machine]:
    """The reports bench.NAME.json in a folder, by name.

    Raises:
        WorkspaceError: a file is no report of `certlab bench`.
    """
    return [_machine(path) for path in sorted(folder.glob("bench.*.json"))]


def _machine(path: Path) -> Machine:
    try:
        report = json.loads(path.read_text("utf-8"))
        about = {str(name): str(text) for name, text in report["about"].items()}
        ratios = {row["id"]: row["here"]["ratio"] for row in report["claims"]}
        cells = {
            str(id): wording.interval(Interval(**ratio))
            for id, ratio in ratios.items()
            if ratio
        }
        return Machine({"date": "", **about}, cells)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise WorkspaceError(
            f"{path}: this is no report of certlab bench ({error!r}); put the bench.json "
            "of the other machine there as it was written, or take the file away."
        ) from error
