"""Cards: a front to recall from, a back to compare with."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from certlab.course.items.body import Body, Tell
from certlab.course.table import Table
from certlab.course.template import Values, fill


@dataclass(frozen=True)
class Card(Body):
    """The back of a card; its front is the item's `ask`."""

    back: str
    graded: ClassVar[bool] = False

    def key(self, values: Values) -> list[str]:
        """The words of the back."""
        return fill(self.back, values).split()

    def retold(self, tell: Tell) -> Self:
        """With another back."""
        return replace(self, back=tell(self.back, "back"))

    def example(self, _values: Values) -> str:
        """Whoever says so knew it."""
        return "known"

    @property
    def answer_words(self) -> str:
        """The back."""
        return self.back


def read(table: Table) -> Card:
    """The body of a card."""
    return Card(table.text("back"))
