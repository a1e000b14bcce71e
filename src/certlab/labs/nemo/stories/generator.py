"""Makes stories and questions from a seed: the text that the tiny GPT learns from."""

import zlib
from collections.abc import Iterator
from itertools import product
from random import Random

from certlab.errors import Refusal
from certlab.labs.nemo.stories.questions import QUESTIONS, answer
from certlab.labs.nemo.stories.words import (
    COLOURS,
    END,
    NAMES,
    PLACES,
    THINGS,
    TIMES,
    WEATHERS,
)
from certlab.labs.nemo.stories.world import World

# What the model is trained to answer; "thing" and what a story does not say are left for
# tuning.
TRAINED = ("where", "who", "colour")
HELD_OUT = 20  # one beginning of so many is never trained on


def stories(seed: int, count: int, *, held_out: bool = False) -> list[str]:
    """`count` stories without questions; the same seed gives the same ones."""
    found = _documents(Random(seed), held_out)
    return [" ".join((*next(found)[0], END)) for _ in range(count)]


def questioned(
    seed: int,
    count: int,
    *,
    kinds: tuple[str, ...] = TRAINED,
    asked: int = 2,
    held_out: bool = False,
) -> list[str]:
    """`count` stories, each with `asked` questions and answers, of the given kinds."""
    rng = Random(seed)
    found = _documents(rng, held_out)
    return [_with_questions(rng, *next(found), kinds, asked) for _ in range(count)]


def prompts(seed: int, count: int) -> list[str]:
    """Scenes of stories that begin as no training text does: a day, two people, a thing."""
    found = _documents(Random(seed), held_out=True)
    return [" ".join(next(found)[0][:4]) for _ in range(count)]


def beginning(sentences: list[str]) -> str:
    """The first three sentences of a story, which say whether it is kept from training."""
    return " ".join(sentences[:3])


def is_held_out(start: str) -> bool:
    """Whether a story that begins so is kept from training."""
    return zlib.crc32(start.encode()) % HELD_OUT == 0


def _documents(rng: Random, held_out: bool) -> Iterator[tuple[list[str], World]]:
    while True:
        sentences, world = _story(rng)
        if is_held_out(beginning(sentences)) is held_out:
            yield sentences, world


def _story(rng: Random) -> tuple[list[str], World]:
    """Sentences drawn until enough were possible, and the world after them."""
    world = World()
    cast = rng.sample(NAMES, 2)
    sentences: list[str] = []
    wanted = rng.randint(4, 7)
    while len(sentences) < wanted:
        sentence = _sentence(rng, len(sentences), cast, world)
        try:
            world.tell(sentence)
        except Refusal:
            continue
        sentences.append(sentence)
    return sentences, world


def _sentence(rng: Random, place: int, cast: list[str], world: World) -> str:
    """One sentence that may come at this place of a story, possible or not."""
    get = f"a {rng.choice(COLOURS)} {rng.choice(THINGS)}."
    if place == 0:
        return f"It is a {rng.choice(WEATHERS)} {rng.choice(TIMES)}."
    if place in (1, 3):
        return f"{cast[place // 2]} is in the {rng.choice(PLACES)}."
    if place == 2:
        return f"{cast[0]} has {get}"
    name, other = cast if rng.random() < 0.5 else cast[::-1]
    where = rng.choice((rng.choice(PLACES), world.where[other]))
    thing = rng.choice(list(world.holder))
    return rng.choice(
        (
            f"{name} finds {get}",
            f"{name} goes to the {where}.",
            f"{name} gives the {thing} to {other}.",
        )
    )


def _with_questions(
    rng: Random,
    sentences: list[str],
    world: World,
    kinds: tuple[str, ...],
    asked: int,
) -> str:
    lines = [" ".join((*sentences, END))]
    about = [
        QUESTIONS[kind][0].replace("NAME", who).replace("THING", what)
        for kind in kinds
        for who, what in product(world.where, world.holder)
    ]
    for question in rng.sample(sorted(set(about)), min(asked, len(set(about)))):
        lines += [f"Question: {question}", f"Answer: {answer(world, question)}"]
    return "\n".join(lines)
