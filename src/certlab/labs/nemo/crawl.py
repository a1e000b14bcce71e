"""A small crawl with faults planted in it, and the benchmark that leaked into it.

Everything is drawn from one seed and made of a few hundred plain words, so the texts are
nobody's, and what a method finds can be compared with what was planted.
"""

import random
from dataclasses import dataclass

from certlab.labs.nemo.vocabulary import (
    ADJECTIVES,
    DID,
    NOUNS,
    PLACES,
    TIMES,
    VERBS,
)

SEED = 2026
COUNTS = {
    "good": 4200,
    "exact copy": 300,
    "near copy": 300,
    "menu": 120,
    "symbols": 120,
    "stub": 120,
    "list": 120,
    "leak": 70,
    "reworded leak": 50,
}
BAD = ("menu", "symbols", "stub")  # what filters are for; a list is odd and good
QUESTIONS = 120

OPENING = (
    "According to the passage above, which"  # of every question, and a common phrase
)
ENTRIES = ("Home", "Shop", "About us", "Contact", "Sign in", "Read more", "Next page")
MARKS = ("###", "...", "####", "…", "##")


@dataclass(frozen=True)
class Document:
    """One document of the crawl.

    Attributes:
        planted: what it is, a key of `COUNTS`. A method must not read it.
        source: the document that it copies, -1 where it copies none.
    """

    number: int
    text: str
    planted: str
    source: int = -1


@dataclass(frozen=True)
class Crawl:
    """Documents in the order in which they were found, and the benchmark's questions."""

    documents: tuple[Document, ...]
    questions: tuple[str, ...]


def crawl(seed: int = SEED) -> Crawl:
    """The same crawl for the same seed, on every machine."""
    draw = random.Random(seed)
    questions = tuple(_question(draw) for _ in range(QUESTIONS))
    made: list[tuple[str, str, int]] = [
        (_good(draw), "good", -1) for _ in range(COUNTS["good"])
    ]
    for kind in ("exact copy", "near copy"):
        for source in draw.sample(range(COUNTS["good"]), COUNTS[kind]):
            text = made[source][0]
            made.append(
                (text if kind == "exact copy" else _edited(draw, text), kind, source)
            )
    for kind, make in (
        ("menu", _menu),
        ("symbols", _symbols),
        ("stub", _stub),
        ("list", _list),
    ):
        made += [(make(draw), kind, -1) for _ in range(COUNTS[kind])]
    for number in range(COUNTS["leak"] + COUNTS["reworded leak"]):
        whole = number < COUNTS["leak"]
        question = questions[number] if whole else _reworded(draw, questions[number])
        lines = _good(draw).split("\n")
        lines.insert(draw.randrange(1, len(lines)), question)
        made.append(("\n".join(lines), "leak" if whole else "reworded leak", -1))
    return Crawl(_in_order(draw, made), questions)


def _in_order(
    draw: random.Random, made: list[tuple[str, str, int]]
) -> tuple[Document, ...]:
    """Shuffled, and each copy behind the document that it copies."""
    places = list(range(len(made)))
    draw.shuffle(places)
    for late, (_, _, source) in enumerate(made):
        if source >= 0 and places[late] < places[source]:
            places[late], places[source] = places[source], places[late]
    made_at = sorted(range(len(made)), key=places.__getitem__)
    number = {one: n for n, one in enumerate(made_at)}
    return tuple(
        Document(n, made[one][0], made[one][1], number.get(made[one][2], -1))
        for n, one in enumerate(made_at)
    )


def _phrase(draw: random.Random) -> str:
    return f"the {draw.choice(ADJECTIVES)} {draw.choice(NOUNS)}"


def _sentence(draw: random.Random) -> str:
    words = f"{_phrase(draw)} {draw.choice(VERBS)} {_phrase(draw)}"
    if draw.random() < 0.7:
        words += f" {draw.choice(PLACES)} {_phrase(draw)}"
    if draw.random() < 0.5:
        words += f" {draw.choice(TIMES)}"
    if draw.random() < 0.015:
        words = f"{OPENING.lower()} {draw.choice(NOUNS)} it was, {words}"
    return f"{words[0].upper()}{words[1:]}."


def _good(draw: random.Random) -> str:
    return "\n".join(_sentence(draw) for _ in range(draw.randint(4, 6)))


def _edited(draw: random.Random, text: str) -> str:
    """With one to three other words, and often another first line."""
    words = text.split(" ")
    inside = [n for n, word in enumerate(words) if word.isalpha()]
    for place in draw.sample(inside, draw.randint(1, 3)):
        words[place] = draw.choice([one for one in NOUNS if one != words[place]])
    head = f"Printed on day {draw.randint(1, 28)} of a busy month.\n"
    return (head if draw.random() < 0.5 else "") + " ".join(words)


def _menu(draw: random.Random) -> str:
    lines = [draw.choice(ENTRIES) for _ in range(draw.randint(30, 50))]
    return "\n".join([*lines, *(_sentence(draw) for _ in range(2))])


def _symbols(draw: random.Random) -> str:
    words = _good(draw).split(" ")
    return " ".join(
        draw.choice(MARKS) if draw.random() < 0.5 else word for word in words
    )


def _stub(draw: random.Random) -> str:
    return " ".join(_sentence(draw).split()[: draw.randint(3, 12)])


def _list(draw: random.Random) -> str:
    """Good and odd: short lines, few words, and a mark in front of some."""
    mark = draw.choice(("", "", "# "))
    lines = [f"{mark}{_phrase(draw)}" for _ in range(draw.randint(7, 12))]
    return "\n".join([f"What to bring to {_phrase(draw)}:", *lines])


def _question(draw: random.Random) -> str:
    return (
        f"{OPENING} {draw.choice(NOUNS)} did {_phrase(draw)} {draw.choice(DID)} "
        f"{draw.choice(PLACES)} {_phrase(draw)} before {_phrase(draw)} "
        f"{draw.choice(VERBS)} it?"
    )


def _reworded(draw: random.Random, question: str) -> str:
    """With another word in the middle, so that no long run is left."""
    words = question.split()
    words[11] = draw.choice([one for one in DID if one != words[11]])
    return " ".join(words)
