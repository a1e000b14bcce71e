"""Real tools as the referee of the machine one can break: `make oracle`.

The learner always sees our own rendering. Here the same world is written into files that
real tools read, the real tools print, and what differs after the named masks is shown.
It runs on Linux without root, is no part of CI, and is run once a release. With --store
what the real tools printed is kept under tests/labs/operations/goldens, with the tool and
its version, and the tests compare our rendering with that.

Each file of this folder is a referee and brings a `REFEREE`.
"""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

GOLDENS = Path(__file__).parents[2] / "tests" / "labs" / "operations" / "goldens"


@dataclass(frozen=True)
class Case:
    """A line of a real tool over one world.

    Attributes:
        ours: what our rendering prints.
        real: what the real tool prints, given a folder for what it reads.
        masks: functions of a text that take out what cannot be equal, by their names.
    """

    ours: Callable[[], str]
    real: Callable[[Path], str]
    masks: Mapping[str, Callable[[str], str]]


class Referee(Protocol):
    """Real tools that belong together, such as those of one daemon."""

    name: str

    def version(self) -> str:
        """The tool and its version, "lspci 3.9.0"; "" where it is not installed."""

    def cases(self) -> Mapping[str, Case]:
        """Its lines by a name that may be a file's."""


def referees() -> dict[str, Referee]:
    """All of them by name: each file of this folder brings its own."""
    files = (one.name for one in pkgutil.iter_modules(__path__))
    modules = (
        importlib.import_module(f"{__name__}.{name}")
        for name in files
        if name != "__main__"
    )
    found: list[Referee] = [module.REFEREE for module in modules]
    return {one.name: one for one in sorted(found, key=lambda one: one.name)}


def masked(case: Case, text: str) -> str:
    """A text of this case without what cannot be equal."""
    for mask in case.masks.values():
        text = mask(text)
    return text


def golden(referee: str, case: str) -> Path:
    """Where the text of a real tool is kept."""
    return GOLDENS / referee / f"{case}.txt"
