"""The text that the tiny GPT learns: stories of a small world, with questions and answers."""

from certlab.labs.nemo.stories.generator import prompts, questioned, stories
from certlab.labs.nemo.stories.parser import accepts, read
from certlab.labs.nemo.stories.tokenizer import Tokenizer, learn

__all__ = [
    "Tokenizer",
    "accepts",
    "learn",
    "prompts",
    "questioned",
    "read",
    "stories",
]
