"""Questions about a story, and the one right answer to each."""

from collections.abc import Callable

from certlab.labs.nemo.stories.words import UNKNOWN
from certlab.labs.nemo.stories.world import World, pattern

Answer = Callable[[World, str], str]


def _where(world: World, name: str) -> str:
    place = world.where.get(name)
    return f"{name} is in the {place}." if place else UNKNOWN


def _who(world: World, thing: str) -> str:
    holder = world.holder.get(thing)
    return f"{holder} has the {thing}." if holder else UNKNOWN


def _colour(world: World, thing: str) -> str:
    colour = world.colour.get(thing)
    return f"The {thing} is {colour}." if colour else UNKNOWN


def _thing(world: World, thing: str) -> str:
    holder = world.holder.get(thing)
    return f"The {thing} is in the {world.where[holder]}." if holder else UNKNOWN


# Kind of a question: the question, and what answers it from the state of the world.
QUESTIONS: dict[str, tuple[str, Answer]] = {
    "where": ("Where is NAME?", _where),
    "who": ("Who has the THING?", _who),
    "colour": ("What colour is the THING?", _colour),
    "thing": ("Where is the THING?", _thing),
}
_PATTERNS = {kind: pattern(ask) for kind, (ask, _) in QUESTIONS.items()}


def answer(world: World, question: str) -> str:
    """The right answer to a question; "" where the question is none of the grammar's."""
    for kind, form in _PATTERNS.items():
        match = form.fullmatch(question)
        if match:
            return QUESTIONS[kind][1](world, match.group(1))
    return ""
