"""What `list-model-profiles` prints, read: the GPUs, and each profile with its group.

The groups and the words in brackets are those of NVIDIA's page Model Profiles and Selection;
SYSTEM INFO stands in outputs of releases from 1.0 to 2.0.
"""

import re
from dataclasses import dataclass, replace

from certlab.errors import Refusal
from certlab.labs.nim.profiles import Profile, read_name

GROUPS = {
    "compatible with system and runnable": "runnable",
    "compatible with the system and runnable": "runnable",
    "compatible with system but low memory": "low memory",
    "compilable to trt-llm": "to be built",
    "incompatible with system": "incompatible",
}
_GPU = re.compile(
    r"-\s+\[\w+:\w+\] \((\d+)\) (.+?)(?: \[current utilization: (\d+)%\])?$"
)
_PROFILE = re.compile(r"-\s+([0-9a-f.…]{6,64}) \(([^)]+)\)(?:\s+\[(.*)\])?$")
_NEEDS = re.compile(r"requires >=\s*([\d.]+) GB/gpu")
_SHORTER = re.compile(r"--max-model-len=(\d+) to reduce to >=\s*([\d.]+) GB/gpu")


@dataclass(frozen=True)
class Seen:
    """A GPU of the listing: its number, name, and whether nothing else uses it."""

    number: int
    name: str
    free: bool


@dataclass(frozen=True)
class Listing:
    """The whole output.

    Attributes:
        gpus: () where the output has no SYSTEM INFO.
        groups: profiles by group, "runnable", "low memory", "to be built", "incompatible".
    """

    gpus: tuple[Seen, ...]
    groups: dict[str, tuple[Profile, ...]]

    @property
    def profiles(self) -> tuple[Profile, ...]:
        """All of them, in the order of the output."""
        return tuple(one for group in self.groups.values() for one in group)


def read_listing(text: str) -> Listing:
    """Read a pasted output; raise a Refusal where it has no list of profiles."""
    gpus: list[Seen] = []
    groups: dict[str, tuple[Profile, ...]] = {}
    now, free = "", True
    for line in map(str.strip, text.splitlines()):
        head = line.removeprefix("- ").lower()
        if head.startswith(("free gpus", "non-free gpus")):
            free = head.startswith("free")
        elif seen := _GPU.match(line):
            gpus.append(Seen(int(seen[1]), seen[2], free))
        elif group := next((one for one in GROUPS if head.startswith(one)), ""):
            now = GROUPS[group]
            groups.setdefault(now, ())
        elif now and (found := _PROFILE.match(line)):
            groups[now] += (_profile(*found.groups()),)
    if not groups:
        raise Refusal(
            "The text holds no list of profiles; paste all that list-model-profiles "
            "printed, with the line MODEL PROFILES."
        )
    return Listing(tuple(gpus), groups)


def _profile(id: str, name: str, bracket: str | None) -> Profile:
    profile = read_name(name, id)
    if needs := _NEEDS.search(bracket or ""):
        profile = replace(profile, needs=float(needs[1]))
    if shorter := _SHORTER.search(bracket or ""):
        profile = replace(profile, shorter=(int(shorter[1]), float(shorter[2])))
    return profile
