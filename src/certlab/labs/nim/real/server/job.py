"""What goes into the engine and what comes out of it."""

from collections.abc import Callable
from dataclasses import dataclass


class ApiError(Exception):
    """A request that is answered with a status and a sentence."""

    def __init__(self, status: int, says: str, param: str | None = None) -> None:
        super().__init__(says)
        self.status, self.says, self.param = status, says, param


@dataclass(frozen=True, kw_only=True)
class Job:
    """What is to be computed: `choices` answers of at most `most` tokens each.

    Attributes:
        ends: tokens that end an answer.
        stops: texts that do.
        trim: whether spaces before the first word are left out.
        seed: of the first choice; the next have the next seeds. None takes any.
        fault: whether the model is to raise.
    """

    prompt: list[int]
    most: int
    choices: int = 1
    temperature: float = 0.0
    seed: int | None = None
    ends: frozenset[int] = frozenset()
    stops: tuple[str, ...] = ()
    trim: bool = False
    fault: bool = False


@dataclass(frozen=True)
class Piece:
    """What a pass has added to one choice.

    Attributes:
        choice: which of the request's answers, from 0.
        text: what can be told now, often one token.
        tokens: that the choice has so far, the one that ended it among them.
        finish: "stop", "length", or "" while it goes on.
    """

    choice: int
    text: str
    tokens: int
    finish: str


Tell = Callable[[Piece | ApiError], object]
