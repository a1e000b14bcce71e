"""The corpus: scripts and manifests, each with what it gives in its first comments."""

import re
from dataclasses import dataclass
from pathlib import Path

from certlab.labs.distributed.launching import Report, Setting, check, check_manifests
from certlab.labs.distributed.real import manifests

FOLDER = Path(__file__).parents[3] / "vectors" / "launching"


@dataclass(frozen=True)
class Vector:
    """One file of the corpus."""

    path: Path

    @property
    def text(self) -> str:
        return self.path.read_bytes().decode()  # with the line ends that it has

    def heads(self, name: str) -> list[str]:
        return re.findall(rf"^# {name}: (.*)$", self.text, re.MULTILINE)

    def head(self, name: str) -> str:
        return next(iter(self.heads(name)), "")

    @property
    def finds(self) -> list[str]:
        told = self.head("finds")
        assert told, self.path
        return [] if told == "none" else sorted(told.split(", "))

    @property
    def setting(self) -> Setting:
        pairs = (one.split("=") for one in self.head("given").split())
        given = {k: v if k == "slurm" else int(v) for k, v in pairs}
        program = self.head("program")
        source = (FOLDER / program).read_text("utf-8") if program else ""
        return Setting(program=source, **given)  # type: ignore[arg-type]  # names are fields

    def report(self) -> Report:
        text = self.text
        if self.path.suffix == ".yaml":
            return check_manifests(manifests.documents(text), self.setting)
        return check(text, self.setting)


def vectors(*suffixes: str) -> list[Vector]:
    """The files of these kinds, by name."""
    return [Vector(one) for one in sorted(FOLDER.iterdir()) if one.suffix in suffixes]
