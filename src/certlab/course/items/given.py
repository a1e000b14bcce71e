"""A value that a question states."""

from dataclasses import dataclass

from certlab.course.expression import Number


@dataclass(frozen=True)
class Given:
    """A value the question states; one of `choices` is drawn by the seed.

    Attributes:
        row: the given by whose place it is drawn, its own name where it is drawn apart.
    """

    name: str
    label: str
    choices: tuple[Number, ...]
    unit: str
    row: str
