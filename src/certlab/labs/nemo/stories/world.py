"""What is so after each sentence of a story, and which sentence may not come next."""

import re
from dataclasses import dataclass, field

from certlab.errors import Refusal
from certlab.labs.nemo.stories import words


@dataclass
class World:
    """Who is where, who holds what, and which colour each thing has."""

    weather: str = ""
    where: dict[str, str] = field(default_factory=dict)
    holder: dict[str, str] = field(default_factory=dict)
    colour: dict[str, str] = field(default_factory=dict)

    def tell(self, sentence: str) -> None:
        """Take in one sentence of a story.

        Raises:
            Refusal: no sentence of this grammar, or one that the story so far forbids.
        """
        for pattern, event in _EVENTS:
            match = pattern.fullmatch(sentence)
            if match:
                event(self, *match.groups())
                return
        raise Refusal(f'"{sentence}" is no sentence of a story.')

    def open(self, weather: str) -> None:
        """Say what day it is, once and first."""
        _need(not self.weather, "the day was told already")
        self.weather = weather

    def enter(self, name: str, place: str) -> None:
        """Bring a person into the story."""
        _need(bool(self.weather), "a story begins with the day")
        _need(name not in self.where, f"{name} is in the story already")
        self.where[name] = place

    def get(self, name: str, colour: str, thing: str) -> None:
        """Let a person have a thing that the story has not named yet."""
        _need(name in self.where, f"nobody knows where {name} is")
        _need(thing not in self.holder, f"there is a {thing} already")
        self.holder[thing], self.colour[thing] = name, colour

    def go(self, name: str, place: str) -> None:
        """Let a person go elsewhere, with all they hold."""
        _need(name in self.where, f"nobody knows where {name} is")
        _need(self.where[name] != place, f"{name} is in the {place} already")
        self.where[name] = place

    def give(self, giver: str, thing: str, taker: str) -> None:
        """Let a person give what they hold to another in the same place."""
        _need(self.holder.get(thing) == giver, f"{giver} does not have the {thing}")
        _need(taker in self.where, f"nobody knows where {taker} is")
        _need(giver != taker, f"{giver} gives the {thing} to nobody else")
        together = self.where[giver] == self.where[taker]
        _need(together, f"{giver} and {taker} are in different places")
        self.holder[thing] = taker


def _need(holds: bool, why: str) -> None:
    if not holds:
        raise Refusal(f"{why[0].upper()}{why[1:]}.")


def pattern(sentence: str) -> re.Pattern[str]:
    """What a sentence with NAME, THING, COLOUR, PLACE, WEATHER and TIME matches."""
    text = re.escape(sentence)
    for slot, choice in SLOTS.items():
        text = text.replace(slot, f"({'|'.join(choice)})")
    return re.compile(text)


SLOTS = {
    "NAME": words.NAMES,
    "THING": words.THINGS,
    "COLOUR": words.COLOURS,
    "PLACE": words.PLACES,
    "WEATHER": words.WEATHERS,
}
_DAY = re.compile(
    f"It is a ({'|'.join(words.WEATHERS)}) (?:{'|'.join(words.TIMES)})\\."
)
_EVENTS = (
    (_DAY, World.open),
    (pattern("NAME is in the PLACE."), World.enter),
    (pattern("NAME has a COLOUR THING."), World.get),
    (pattern("NAME finds a COLOUR THING."), World.get),
    (pattern("NAME goes to the PLACE."), World.go),
    (pattern("NAME gives the THING to NAME."), World.give),
)
