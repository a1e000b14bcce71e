"""Rails around a small local model: lines, topics, documents, and the model's reading of a prompt."""

from certlab.labs.trustworthy_ai.rails.documents import CHUNKS, found
from certlab.labs.trustworthy_ai.rails.grade import Grade, graded
from certlab.labs.trustworthy_ai.rails.lines import ATTACKS, TOPICS
from certlab.labs.trustworthy_ai.rails.reading import reply
from certlab.labs.trustworthy_ai.rails.topics import Topics, learnt

__all__ = [
    "ATTACKS",
    "CHUNKS",
    "TOPICS",
    "Grade",
    "Topics",
    "found",
    "graded",
    "learnt",
    "reply",
]
