"""What is wrong with the course: collected, so that one run reports everything."""

from dataclasses import dataclass

LONGEST = 1_000  # characters of a problem as it is told


@dataclass(frozen=True, order=True)
class Problem:
    """One thing to fix, or to look at.

    Attributes:
        file: path from the course's root.
        id: what it is about, an item, a fact, a cell; "" for the whole file.
        says: one sentence, with the fix where it is not plain.
        warning: it is reported, and the check passes all the same.
    """

    file: str
    id: str
    says: str
    warning: bool = False

    def __str__(self) -> str:
        where = f"{self.file}: {self.id}" if self.id else self.file
        line = f"{where}: {'warning: ' * self.warning}{self.says}"
        # What stands in a file may be of any length, and a sentence repeats some of it.
        return (
            line
            if len(line) <= LONGEST
            else f"{line[: LONGEST - 300]} ... {line[-295:]}"
        )
