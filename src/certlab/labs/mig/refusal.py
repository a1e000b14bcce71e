"""A refusal: why, who is in the way, that nothing changed, and the way out."""

from collections.abc import Iterable
from typing import Literal

from certlab import errors
from certlab.words import Sentence, with_commas

# nvidia-smi's words for a reason, and NVML's number of each, which it exits with.
INSUFFICIENT = "Insufficient Resources"
INVALID = "Invalid Argument"
IN_USE = "In use by another client"
NOT_FOUND = "Not Found"
OFF = "No MIG-enabled devices found."
_CODES = {INVALID: 2, OFF: 3, NOT_FOUND: 6, IN_USE: 19, INSUFFICIENT: 23}

UNCHANGED = Sentence("Nothing was changed.")
PARTLY = Sentence("This step changed nothing; what the line did before it stays.")
MIG_OFF = Sentence("MIG is off on this GPU; switch it on with nvidia-smi -i 0 -mig 1.")


class Refusal(errors.Refusal):
    """Something the GPU does not do.

    Attributes:
        says: the sentence, for a surface to say in its language.
        reason: what nvidia-smi says of it, one of the words of this module.
        prefix: what stands before the sentence where a learner's code raised it.
    """

    prefix = "nvidia-smi would refuse this"

    def __init__(self, says: str, reason: str) -> None:
        super().__init__(says)
        self.reason = reason

    @property
    def code(self) -> int:
        """What nvidia-smi exits with, NVML's number for the reason."""
        return _CODES[self.reason]


def listed(words: Iterable[str], last: Literal["and", "or"] = "and") -> str:
    """Words as a sentence lists them: "a, b and c"."""
    *head, tail = [*words] or [""]
    if not head:
        return tail
    first = with_commas(head)
    if last == "or":
        return Sentence("{list} or {last}", list=first, last=tail)
    return Sentence("{list} and {last}", list=first, last=tail)


def span(start: int, size: int) -> str:
    """A run of slices: "4" or "4–7"."""
    return str(start) if size == 1 else f"{start}–{start + size - 1}"
