"""The body of an item: what everybody may ask of it, whatever its kind.

The rest of the course names no kind: what differs between kinds stands in their files.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from typing import Any, ClassVar, Protocol, Self

from certlab.course.expression import Number
from certlab.course.items.given import Given
from certlab.course.items.option import Option
from certlab.course.template import Values

# ("option", "seven", "why"): as a bank of translations nests them.
Name = tuple[str, ...]


class Tell(Protocol):
    """Gives the text to stand in the place of one that has this name."""

    def __call__(self, text: str, *name: str) -> str: ...


class Body(ABC):
    """What a kind adds to an item.

    Attributes:
        asked: a learner is asked it itself; of a scenario its items are.
        graded: its answers are judged; of a card the learner says whether they knew it.
        typed: learners write the answer in many ways, so an item needs tests.
    """

    asked: ClassVar[bool] = True
    graded: ClassVar[bool] = True
    typed: ClassVar[bool] = False

    @abstractmethod
    def key(self, values: Values) -> Any:
        """What is right, as JSON takes it: another key judges an answer otherwise.

        None where nothing is asked.

        Raises:
            TemplateError, ExpressionError: a fact or a number is missing.
        """

    @abstractmethod
    def retold(self, tell: Tell) -> Self:
        """The body with what `tell` gives for each text that a learner reads.

        One walk both lists the texts and puts others in their place, so that nothing
        can be translated that is not looked for, nor the reverse.
        """

    @abstractmethod
    def example(self, values: Values) -> object:
        """A right answer as a surface sends it, with these values; None if not asked.

        Raises:
            TemplateError, ExpressionError: a fact or a number is missing.
        """

    def response(self, answer: object) -> object:
        """What a surface sends for an answer as an item's test writes it."""
        return answer

    @property
    def stem(self) -> tuple[str, ...]:
        """What makes "Fill the gaps." a question of its own, beside the item's `ask`."""
        return ()

    @property
    def answer_words(self) -> str:
        """What answers it in words, "" for a number: that says nothing of its question."""
        return ""

    @property
    def decoys(self) -> Collection[Name]:
        """Names of texts that may say what is not so, as a wrong option may."""
        return ()

    @property
    def chance(self) -> float:
        """The chance of a blind answer to be right, from 0 to below 1."""
        return 0.0

    @property
    def verbatim(self) -> dict[str, str]:
        """What a learner reads and no translation replaces, by a name for each."""
        return {}

    @property
    def formulas(self) -> tuple[str, ...]:
        """Expressions that are computed, the answer's first."""
        return ()

    @property
    def children(self) -> tuple[str, ...]:
        """Ids of items that are asked in its situation."""
        return ()

    @property
    def offered(self) -> tuple[Option, ...]:
        """The options to pick from."""
        return ()

    @property
    def drawn(self) -> tuple[Given, ...]:
        """The values that are stated, of which some are drawn for each asking."""
        return ()

    @property
    def gaps(self) -> tuple[str, ...]:
        """Ids of the gaps in which a translation may accept words of its own."""
        return ()

    def accepting(self, _words: Mapping[str, tuple[str, ...]]) -> Self:
        """The body with more words that are right, by gap, in front of its own."""
        return self

    def draw(self, _seeded: random.Random) -> dict[str, Number]:
        """The given values of one asking."""
        return {}

    def variants(self) -> Iterator[dict[str, Number]]:
        """Every set of given values, as far as a check looks at them."""
        yield {}
