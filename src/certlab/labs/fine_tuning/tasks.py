"""What the tiny GPT is tuned to: brief answers, and saying that a story does not say."""

from dataclasses import dataclass

from certlab.labs.nemo.stories import questioned
from certlab.labs.nemo.stories.world import pattern


@dataclass(frozen=True)
class Example:
    """A prompt, which ends with the line of the question, and the answer wanted to it."""

    prompt: str
    answer: str


@dataclass(frozen=True)
class Pair:
    """Two answers to a prompt: the better one and the worse one."""

    prompt: str
    chosen: str
    rejected: str


def plain(seed: int, count: int, *, held_out: bool = False) -> list[Example]:
    """Questions with the answers that the model was pretrained on, one a story."""
    found = []
    for text in questioned(seed, count, asked=1, held_out=held_out):
        story, question, answer = text.split("\n")
        found.append(Example(f"{story}\n{question}\n", answer))
    return found


def brief(seed: int, count: int, *, held_out: bool = False) -> list[Example]:
    """The same questions with brief answers: a name, a place, or a colour and its thing."""
    return [
        Example(one.prompt, shortened(one.answer))
        for one in plain(seed, count, held_out=held_out)
    ]


def pairs(seed: int, count: int, *, held_out: bool = False) -> list[Pair]:
    """Pairs of right answers, of which the brief one is preferred to the whole sentence."""
    return [
        Pair(one.prompt, shortened(one.answer), one.answer)
        for one in plain(seed, count, held_out=held_out)
    ]


_FORMS = {
    "brief": ("The PLACE.", "NAME.", "The COLOUR THING."),
    "whole": ("NAME is in the PLACE.", "NAME has the THING.", "The THING is COLOUR."),
}
_PATTERNS = {
    form: [pattern(f"Answer: {one}") for one in ways] for form, ways in _FORMS.items()
}


def form_of(answer: str) -> str:
    """Whether an answer is "brief", a "whole" sentence, or "broken", right or wrong."""
    for form, ways in _PATTERNS.items():
        if any(way.fullmatch(answer) for way in ways):
            return form
    return "broken"


def shortened(answer: str) -> str:
    """The brief form of an answer of the grammar."""
    words = answer.removeprefix("Answer: ").removesuffix(".").split()
    match words:
        case [_, "is", "in", "the", place]:
            return f"Answer: The {place}."
        case [name, "has", "the", _]:
            return f"Answer: {name}."
        case ["The", thing, "is", colour]:
            return f"Answer: The {colour} {thing}."
    return answer
