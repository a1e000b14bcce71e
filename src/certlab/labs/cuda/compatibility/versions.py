"""Versions of toolkits and drivers as the course's facts have them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from certlab.course.facts import Fact
from certlab.errors import CourseError

Version = tuple[int, ...]
_MAJOR = re.compile(r"cuda-(\d+)\.min_driver")
_BRANCH = re.compile(r"r(\d+)\.cuda")
_VERSION = re.compile(r"\d+(\.\d+){0,2}")


@dataclass(frozen=True)
class Versions:
    """What the official tables say.

    Attributes:
        oldest: oldest driver branch by major version of CUDA.
        newest: newest CUDA whose toolkit carries a driver of a branch, by branch.
        compat: systems on which the forward-compatibility package is supported.
        dropped: oldest capability that CUDA 13's compiler makes code for.
        sources: ids of the sources of all of it.
    """

    oldest: Mapping[int, int]
    newest: Mapping[int, Version]
    compat: str
    dropped: Version
    sources: tuple[str, ...]

    def cuda_of(self, branch: int) -> Version:
        """The newest CUDA a driver branch is as new as; of an unlisted one, the last below."""
        known = [one for one in self.newest if one <= branch]
        if not known:
            raise CourseError(
                f"Driver branch {branch} is older than {min(self.newest)}, the oldest known here."
            )
        return self.newest[max(known)]


def versions(facts: Mapping[str, Fact]) -> Versions:
    """Gather the tables from the facts `cuda-N.min_driver`, `rN.cuda` and their like."""
    oldest, newest, used = {}, {}, []
    for id, fact in facts.items():
        if found := _MAJOR.fullmatch(id):
            oldest[int(found[1])] = int(str(fact.value))
        elif found := _BRANCH.fullmatch(id):
            newest[int(found[1])] = version(str(fact.value))
        else:
            continue
        used.append(fact)
    compat, dropped = (
        facts["cuda-compat.supported_on"],
        facts["cuda-13.oldest_compute_capability"],
    )
    sources = {source for fact in (*used, compat, dropped) for source in fact.sources}
    return Versions(
        oldest,
        newest,
        str(compat.value),
        version(str(dropped.value)),
        tuple(sorted(sources)),
    )


def version(text: str) -> Version:
    """One to three numbers with dots between them, "535.183.01" or "12.6".

    Raises:
        CourseError: it is not a version.
    """
    if not _VERSION.fullmatch(text.strip()):
        raise CourseError(f'"{text}" is not a version; write 12.6 or 535.183.01.')
    return tuple(map(int, text.strip().split(".")))
