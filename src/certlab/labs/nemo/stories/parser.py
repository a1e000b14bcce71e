"""Reads a text and says whether the grammar accepts it, and why not."""

import re

from certlab.errors import Refusal
from certlab.labs.nemo.stories.questions import answer
from certlab.labs.nemo.stories.words import END
from certlab.labs.nemo.stories.world import World

_SENTENCE = re.compile(r"[^.]+\.")


def read(text: str) -> World:
    """The world after a whole text: a story, its end, and any questions with answers.

    Raises:
        Refusal: a sentence is not in the grammar, contradicts the story, or an answer is
            wrong; it names the sentence.
    """
    story, *lines = text.split("\n")
    world = tell(story.removesuffix(END).rstrip())
    if not story.endswith(END):
        raise Refusal(f'The story does not finish with "{END}".')
    if len(lines) % 2:
        raise Refusal("The last question has no answer.")
    for asked, replied in zip(lines[::2], lines[1::2], strict=True):
        right = answer(world, asked.removeprefix("Question: "))
        if not asked.startswith("Question: ") or not right:
            raise Refusal(f'"{asked}" is no question of this grammar.')
        if replied != f"Answer: {right}":
            raise Refusal(f'To "{asked}" the text says "{replied}", not "{right}".')
    return world


def tell(story: str) -> World:
    """The world after the sentences of a story that need not be over.

    Raises:
        Refusal: as `read` says.
    """
    world = World()
    sentences = [part.strip() for part in _SENTENCE.findall(story)]
    if " ".join(sentences) != story:
        raise Refusal("The story breaks off in the middle of a sentence.")
    for sentence in sentences:
        world.tell(sentence)
    if not world.where:
        raise Refusal("Nobody is in the story.")
    return world


def accepts(text: str) -> bool:
    """Whether `read` takes the whole text."""
    try:
        read(text)
    except Refusal:
        return False
    return True
