"""GPU code by its target, and the GPUs it runs on.

The rules are those of the CUDA Programming Guide: binary code runs on the same major
capability with an equal or higher minor one, PTX is compiled for any equal or higher
capability, the suffix a binds to one capability, the suffix f to a family. Binary
compatibility is promised for cards, not for Jetson and its relatives.
"""

import re
from dataclasses import dataclass
from typing import Literal

from certlab.errors import CourseError

Capability = tuple[int, int]
Kind = Literal["SASS", "PTX"]
# Systems on a chip. No promise holds between them, or between them and cards.
INTEGRATED = {(5, 3), (6, 2), (7, 2), (8, 7), (11, 0)}
_TARGET = re.compile(r"(sm|compute)_(\d{1,2})(\d)([af]?)")
_CAPABILITY = re.compile(r"(\d{1,2})\.(\d)")


@dataclass(frozen=True, slots=True, order=True)
class Code:
    """One piece of GPU code.

    Attributes:
        kind: machine code, or assembly that a driver compiles when it is loaded.
        capability: major and minor it was made for.
        suffix: "a" architecture-specific, "f" family-specific, "" neither.
    """

    kind: Kind
    capability: Capability
    suffix: str = ""

    def __str__(self) -> str:
        major, minor = self.capability
        prefix = "sm" if self.kind == "SASS" else "compute"
        return f"{prefix}_{major}{minor}{self.suffix}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether code runs on a GPU: "runs", "JIT" (the driver compiles it) or "no"."""

    how: Literal["runs", "JIT", "no"]
    why: str

    def __bool__(self) -> bool:
        return self.how != "no"


def parse(target: str) -> Code:
    """A target as nvcc names it, "sm_90a" or "compute_100f".

    Raises:
        CourseError: it is no such name.
    """
    found = _TARGET.fullmatch(target.strip())
    if not found:
        raise CourseError(
            f'"{target}" is not a target; write sm_90, compute_90 or sm_90a.'
        )
    prefix, major, minor, suffix = found.groups()
    kind: Kind = "SASS" if prefix == "sm" else "PTX"
    return Code(kind, (int(major), int(minor)), suffix)


def capability(text: str) -> Capability:
    """A capability as nvidia-smi prints it, "9.0".

    Raises:
        CourseError: it is no such number.
    """
    found = _CAPABILITY.fullmatch(text.strip())
    if not found:
        raise CourseError(f'"{text}" is not a compute capability; write 9.0 or 12.1.')
    return int(found[1]), int(found[2])


def runs(code: Code, gpu: str | Capability) -> Outcome:
    """Whether a GPU of that capability runs the code.

    Raises:
        CourseError: the capability is written wrongly.
    """
    card = capability(gpu) if isinstance(gpu, str) else gpu
    if code.suffix == "a" and card != code.capability:
        return Outcome("no", f"the suffix a binds {code} to {dotted(code.capability)}")
    if code.suffix == "f" and (card[0] != code.capability[0] or card < code.capability):
        return Outcome("no", f"{dotted(card)} is not of the family of {code}")
    if code.kind == "PTX":
        if card < code.capability:
            return Outcome("no", f"{code} asks for {dotted(code.capability)} or higher")
        return Outcome("JIT", f"the driver compiles {code} for {dotted(card)}")
    if card == code.capability:
        return Outcome("runs", f"{code} is this GPU's own code")
    if card[0] != code.capability[0]:
        return Outcome("no", f"SASS for {code.capability[0]}.x runs on no {card[0]}.x")
    if card < code.capability:
        return Outcome(
            "no", f"{code} asks for a minor of {code.capability[1]} or higher"
        )
    if {card, code.capability} & INTEGRATED:
        return Outcome("no", "a system on a chip takes no other one's SASS")
    return Outcome(
        "runs", f"same major, and minor {card[1]} is not below {code.capability[1]}"
    )


def dotted(of: tuple[int, ...]) -> str:
    """Numbers with dots between them, "9.0"."""
    return ".".join(map(str, of))
