"""How far a lab is: how many of its exercises are solved, in the words that lists say.

day/static/lab_progress.js is the twin of this.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from certlab.words import Words


@dataclass(frozen=True)
class LabProgress:
    """So many exercises of a lab, or of several, are solved.

    Attributes:
        done: how many are solved.
        count: how many there are.
    """

    done: int
    count: int

    @property
    def state(self) -> str:
        """ "open", "begun" or "done"; what has no exercise is never done."""
        if self.count and self.done == self.count:
            return "done"
        return "begun" if self.done else "open"

    @property
    def share(self) -> float:
        """The part of it that is solved, from 0 to 1."""
        return self.done / self.count if self.count else 0.0


def lab_progress(exercises: Iterable[str], solved: Collection[str]) -> LabProgress:
    """How far a lab with these exercises is.

    Args:
        exercises: of the lab, by id.
        solved: of all labs, as `Standing.solved` has them.
    """
    ids = [*exercises]
    return LabProgress(sum(id in solved for id in ids), len(ids))


def solved_words(found: LabProgress, words: Words) -> str:
    """ "2 of 4", "4 of 4 ✓"; "" of a lab of which nothing is solved."""
    if found.state == "open":
        return ""
    says = words("{n} of {count}", n=found.done, count=found.count)
    return f"{says} ✓" if found.state == "done" else says
