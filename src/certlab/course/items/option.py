"""An option of a choice."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    """One option, and why somebody would or would not choose it.

    `pin` keeps it last when the rest are shuffled.
    """

    id: str
    text: str
    correct: bool
    why: str
    pin: str
