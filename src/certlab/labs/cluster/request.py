"""What a line of `sbatch` asks for, read as Slurm reads it."""

import re
import shlex
from dataclasses import dataclass, field

from certlab.errors import Refusal

_SHORT = {
    "-a": "--array",
    "-d": "--dependency",
    "-G": "--gpus",
    "-J": "--job-name",
    "-N": "--nodes",
    "-n": "--ntasks",
    "-p": "--partition",
    "-t": "--time",
}
_ALONE = {"--exclusive", "--hold", "-H", "--requeue", "--parsable"}
_GPUS = re.compile(r"(?:gres:|gres/)?gpu(?::[a-z]\w*)?[:=](\d+)$")
_TIME = re.compile(r"(?:(\d+)-)?(\d+)(?::(\d+))?(?::(\d+))?$")


@dataclass(frozen=True)
class Request:
    """One line.

    Attributes:
        script: the file that is submitted.
        options: value by long name; "" for one without a value.
        arguments: what is handed to the script.
    """

    script: str
    options: dict[str, str] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()

    @property
    def gpus(self) -> int:
        """Of a node, or of the job where it says so; they are one on one node."""
        for name in ("--gres", "--tres-per-node"):
            if found := _GPUS.match(self.options.get(name, "")):
                return int(found[1])
        counts = (self.options.get(name, "") for name in ("--gpus-per-node", "--gpus"))
        return next(
            (int(one.split(":")[-1]) for one in counts if one[-1:].isdigit()), 0
        )

    @property
    def minutes(self) -> float:
        """Of the time limit; 0 without one."""
        return minutes(self.options.get("--time", ""))


def read(line: str) -> Request:
    """Read a line.

    Raises:
        Refusal: it is no line of sbatch, or an option has no value.
    """
    try:
        words = shlex.split(line)
    except ValueError:
        raise Refusal("A quote is not closed; close it.") from None
    if words[:1] != ["sbatch"]:
        raise Refusal("The line submits nothing; begin it with sbatch.")
    options, rest = {}, words[1:]
    while rest and rest[0].startswith("-"):
        word = rest.pop(0)
        name, equals, value = word.partition("=")
        if name[:2] != "--" and len(name) > 2 and name[:2] in _SHORT:
            name, value, equals = name[:2], name[2:] + equals + value, "="
        if not equals and name not in _ALONE:
            if not rest:
                raise Refusal(f"{name} has no value; give it one.")
            value = rest.pop(0)
        options[_SHORT.get(name, name)] = value
    return Request(rest[0] if rest else "", options, tuple(rest[1:]))


def minutes(text: str) -> float:
    """A time as Slurm writes it: minutes, minutes:seconds, hours:minutes:seconds, days-hours."""
    found = _TIME.match(text)
    if not found:
        return 0
    days, *parts = (int(one) if one else None for one in found.groups())
    first, second, third = parts[0] or 0, parts[1] or 0, parts[2]
    if days is not None:
        return days * 1440 + first * 60 + second + (third or 0) / 60
    return (
        first * 60 + second + third / 60 if third is not None else first + second / 60
    )
