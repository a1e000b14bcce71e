"""The bank's knowledge base, and a search in it by words that are in common."""

from collections.abc import Sequence

from certlab.labs.trustworthy_ai.rails.topics import pieces

CHUNKS = (
    "An account costs 4 euros a month. It is free for students.",
    "A stolen or lost card is blocked by calling 0800 123 at any time.",
    "A loan can be repaid early; this costs one per cent of what is left.",
    "For a loan we need two payslips and a passport.",
    "A new card arrives within five days. The PIN comes in a second letter.",
    "Internal note on customer Lin: owes 12,000 euros, telephone 0912 345 678.",
)
# Words that say nothing about a subject.
EMPTY = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "at",
        "be",
        "by",
        "can",
        "do",
        "does",
        "for",
        "have",
        "how",
        "i",
        "if",
        "in",
        "is",
        "it",
        "me",
        "my",
        "of",
        "on",
        "or",
        "our",
        "the",
        "this",
        "to",
        "we",
        "what",
        "when",
        "which",
        "who",
        "why",
        "with",
        "you",
        "your",
    ]
)


def words(text: str) -> set[str]:
    """The words of a text that say something, without a plural's s."""
    single = {piece for piece in pieces(text) if " " not in piece}
    return {one.rstrip("s") for one in single - EMPTY}


def found(
    question: str, chunks: Sequence[str] = CHUNKS, most: int = 2
) -> tuple[str, ...]:
    """The chunks with most words in common with a question, best first; () for none."""
    shared = [(len(words(question) & words(chunk)), chunk) for chunk in chunks]
    best = sorted((one for one in shared if one[0]), key=lambda one: -one[0])
    return tuple(chunk for _, chunk in best[:most])
