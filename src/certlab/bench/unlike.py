"""Which comparisons are refused, and in which words.

A claim is about one thing, the library or the type or the device. Whatever else differs
between its two sides is in the ratio too, and nobody can tell how much of it. So each
aspect has a rule of its own, and a claim names the aspects that it is about.
"""

from collections.abc import Callable, Collection
from typing import Protocol

from certlab.course.speedups import ASPECTS, NO_MATTER


class Terms(Protocol):
    """What a side says of itself: `course.speedups.ClaimSide` or `compute.contest.Side`."""

    @property
    def engine(self) -> str: ...
    @property
    def device(self) -> str: ...
    @property
    def dtype(self) -> str: ...
    @property
    def sparsity(self) -> str: ...
    @property
    def threads(self) -> int | None: ...
    @property
    def transfers(self) -> bool | None: ...
    @property
    def warm(self) -> bool | None: ...
    @property
    def size(self) -> str: ...


Rule = Callable[[Terms, Terms], str]


def engine(old: Terms, new: Terms) -> str:
    """One library with another."""
    return _words(old.engine, new.engine)


def device(old: Terms, new: Terms) -> str:
    """One machine with another."""
    return _words(old.device, new.device)


def dtype(old: Terms, new: Terms) -> str:
    """FP8 with FP16, float32 with float64."""
    return _words(old.dtype, new.dtype)


def sparsity(old: Terms, new: Terms) -> str:
    """A rate with structured sparsity with one without."""
    return _words(old.sparsity, new.sparsity)


def threads(old: Terms, new: Terms) -> str:
    """One thread of a processor with all of them, or with a whole GPU.

    No threads, 0, are a GPU's. Then a processor that used one thread was not used.
    """
    a, b = old.threads, new.threads
    if a is None or b is None or a == b:
        return ""
    if a and b:
        return f"{_count(b)} against {_count(a)}"
    if max(a, b) > 1:
        return ""
    return "a whole GPU against one thread of a CPU"


def transfers(old: Terms, new: Terms) -> str:
    """A time with copies to and from a device with one without, on one kind of device.

    A processor has nothing to copy; what a GPU's side counts is told beside the ratio.
    """
    if None in (old.transfers, new.transfers) or old.transfers == new.transfers:
        return ""
    if old.device and new.device and old.device != new.device:
        return ""
    told = {True: "with transfers", False: "without them"}
    return f"{told[bool(new.transfers)]} against {told[bool(old.transfers)]}"


def warm(old: Terms, new: Terms) -> str:
    """A first call with a later one."""
    if None in (old.warm, new.warm) or old.warm == new.warm:
        return ""
    return "warm against cold" if new.warm else "cold against warm"


def size(old: Terms, new: Terms) -> str:
    """A job with a larger or a smaller one."""
    return _words(old.size, new.size)


def split(old: Terms, new: Terms) -> str:
    """A model split over GPUs in one way with one split in another."""
    return _words(getattr(old, "split", ""), getattr(new, "split", ""))


_ALL = (engine, device, dtype, sparsity, threads, transfers, warm, size, split)
RULES: dict[str, Rule] = {rule.__name__: rule for rule in _ALL}
# As they are looked at: what flatters most comes first.
ORDER = ("sparsity", "dtype", "split", "threads", "transfers", "warm", "size")
assert set(RULES) == set(ASPECTS)


def unlike(old: Terms, new: Terms, about: Collection[str]) -> tuple[str, ...]:
    """Why two sides must not be compared, a clause for each reason; () when they may.

    What a side does not say is no reason: `unsaid` names it.

    Args:
        old: the side it starts from.
        new: the side said to be better.
        about: the aspects the comparison is about, of `course.speedups.ASPECTS`.
    """
    order = (*ORDER, *(one for one in RULES if one not in ORDER))
    said = (RULES[one](old, new) for one in order if one not in about)
    return tuple(one for one in said if one)


def unlike_answers(differs: str) -> str:
    """Why two sides that ran must not be compared: what differs in their answers."""
    return f"different answers ({differs})" if differs else ""


WORDS = {
    "engine": "engine",
    "device": "device",
    "dtype": "types",
    "threads": "threads",
    "transfers": "transfers",
    "warm": "cold or warm",
    "size": "size",
}


def unsaid(old: Terms, new: Terms) -> tuple[str, ...]:
    """What a claim leaves out that it would need: the words that are missing.

    Threads and copies are asked for only where one side is a processor.
    """
    sides = (old, new)
    if any(side.engine == NO_MATTER for side in sides):
        return ()
    needed = set(WORDS)
    if not any("CPU" in side.device for side in sides):
        needed -= {"threads", "transfers"}
    return tuple(
        word
        for name, word in WORDS.items()
        if name in needed and any(getattr(side, name) in ("", None) for side in sides)
    )


def _words(old: str, new: str) -> str:
    if not old or not new or NO_MATTER in (old, new) or old == new:
        return ""
    return f"{new} against {old}"


def _count(threads: int) -> str:
    return "one thread" if threads == 1 else f"{threads} threads"
