"""Rows from a bank: its cards, the lines that its questions ask for, and their facts."""

from collections.abc import Iterable, Iterator

from certlab.course.facts import GRADED, Fact
from certlab.course.items import Item
from certlab.course.items.card import Card as CardBody
from certlab.course.items.command import Command as CommandBody
from certlab.sheets.gate import Gate, leans
from certlab.sheets.rows import Card, Command, Renamed
from certlab.sheets.weights import Weights

TIMES = 2  # that items name a fact which is worth knowing by heart


def shown(items: Iterable[Item]) -> list[Item]:
    """Those whose answer may be read: no draft, and none that is kept for mock exams."""
    return [one for one in items if one.status == "reviewed" and one.pool == "practice"]


def card(item: Item, gate: Gate, rank: float) -> Iterator[Card]:
    """A card, if it may stand on a sheet."""
    if isinstance(item.body, CardBody):
        front, back = _both(item, gate, item.ask, item.body.back)
        if front and back:
            yield Card(rank, front, back)


def command(item: Item, gate: Gate, rank: float) -> Iterator[Command]:
    """The line that a question asks for; what it does may repeat the line's numbers."""
    if isinstance(item.body, CommandBody):
        line = gate.filled(item.body.line, f"{item.file}, {item.id}")
        if gate.passes(item.ask, line):
            does = gate.filled(item.ask, f"{item.file}, {item.id}")
            yield Command(rank, line, does)


def renamed(item: Item, gate: Gate, rank: float) -> Iterator[Renamed]:
    """The older and the newer name that an item tells."""
    was, now = _both(item, gate, item.exam_era, item.current)
    if was and now:
        yield Renamed(rank, was, now)


def asked_facts(weights: Weights) -> list[Fact]:
    """The facts that items name and that may be asked, in the order of the items."""
    facts = weights.course.facts
    named = (facts[id] for id in weights.facts if id in facts)
    return [one for one in named if one.tier in GRADED and not leans(one.what)]


def _both(item: Item, gate: Gate, *texts: str) -> tuple[str, ...]:
    where = f"{item.file}, {item.id}"
    return tuple(gate.through(one, where) if one else "" for one in texts)
