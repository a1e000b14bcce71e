"""Finding a profile, and what its name says."""

import re

from certlab.labs.mig.partitions import Mig, Partition
from certlab.labs.mig.refusal import INVALID, Refusal
from certlab.words import Sentence

_NAME = re.compile(r"(\d+g\.\d+gb)(.*)")

# What NVML counts through when nvidia-smi lists instances: the plain profiles by size,
# then the variants in the order of nvml.h's GPU_INSTANCE_PROFILE constants.
_VARIANTS = ("", "+me", "double", "+gfx", "-me", "+me.all")


def find(table: Mig, named: str | int) -> Partition:
    """The profile of that name or nvidia-smi id, as `-cgi` takes them.

    Raises:
        Refusal: the GPU has none.
    """
    wanted = str(named).strip().removeprefix("MIG ").strip()
    for one in table.profiles:
        if wanted in (one.name, str(one.id)):
            return one
    there = ", ".join(f"{one.name} ({one.id})" for one in table.profiles)
    says = Sentence(
        "There is no profile {profile} on {gpu}; choose one of {there}.",
        profile=wanted,
        gpu=table.name,
        there=there,
    )
    raise Refusal(says, INVALID)


def plain(name: str) -> str:
    """A profile's name without what sets its engines: 1g.10gb+me is 1g.10gb."""
    match = _NAME.fullmatch(name)
    return match.group(1) if match else name


def suffix(name: str) -> str:
    """What follows the sizes in a profile's name: "+me", "-me", "+gfx" or ""."""
    return name.removeprefix(plain(name))


def is_double(table: Mig, profile: Partition) -> bool:
    """Whether it takes more memory than the smallest profile of as much compute."""
    least = min(one.size for one in table.profiles if one.compute == profile.compute)
    return profile.size > least


def variant(table: Mig, profile: Partition) -> int:
    """Its place among the variants: 0 plain, then as NVML numbers them."""
    kind = suffix(profile.name) or ("double" if is_double(table, profile) else "")
    return _VARIANTS.index(kind) if kind in _VARIANTS else len(_VARIANTS)


def in_order(table: Mig, profile: Partition) -> tuple[int, int]:
    """Sorts profiles as `-lgi`, `-lci`, `-dci` and `-dgi` go through them."""
    return variant(table, profile), profile.compute


def knows(driver: str, least: str) -> bool:
    """Whether a driver is as new as it must be; "" is new enough, and asks for none."""

    def version(text: str) -> tuple[int, ...]:
        return tuple(int(one) for one in text.split(".") if one.isdigit())

    return not (driver and least) or version(driver) >= version(least)
