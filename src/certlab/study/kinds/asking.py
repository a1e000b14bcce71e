"""One asking of an item, as its kind compiles it."""

import random
from dataclasses import dataclass

from certlab.course.template import Values


@dataclass(frozen=True)
class Asking:
    """What a kind may use of an item beside its body.

    Attributes:
        ask: the question as its bank has it, with placeholders.
        values: what placeholders stand for, this asking's given values among it.
        draw: decides the order of what is shown.
    """

    kind: str
    ask: str
    values: Values
    draw: random.Random
