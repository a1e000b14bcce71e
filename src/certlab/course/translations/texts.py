"""Every text of an item that a learner reads, by a name for each.

One walk both lists the texts and puts others in their place, so that nothing can be
translated that is not looked for, and nothing be looked for that cannot be translated.
"""

from collections import Counter
from dataclasses import replace
from typing import Protocol

from certlab.course.items import Body, Item
from certlab.course.items.card import Card
from certlab.course.items.choice import Choice
from certlab.course.items.cloze import Cloze
from certlab.course.items.command import Call, Command
from certlab.course.items.command import Trap as Written
from certlab.course.items.match import Entry, Match
from certlab.course.items.numeric import Numeric
from certlab.course.items.order import Order

# ("option", "seven", "why"): as a bank of translations nests them.
Name = tuple[str, ...]


class Tell(Protocol):
    """Gives the text to stand in the place of one that has this name."""

    def __call__(self, text: str, *name: str) -> str: ...


def texts(item: Item) -> dict[Name, str]:
    """The texts of an item, without those that are empty."""
    found: dict[Name, str] = {}

    def note(text: str, *name: str) -> str:
        found[name] = text
        return text

    retold(item, note)
    return found


def retold(item: Item, tell: Tell) -> Item:
    """The item with what `tell` gives for each text; an empty text stays empty."""

    def told(text: str, *name: str) -> str:
        return tell(text, *name) if text else text

    return replace(
        item,
        ask=told(item.ask, "ask"),
        explain=told(item.explain, "explain"),
        exam_era=told(item.exam_era, "exam_era"),
        current=told(item.current, "current"),
        body=_body(item.body, told),
    )


def _body(body: Body, tell: Tell) -> Body:
    match body:
        case Choice():
            return _choice(body, tell)
        case Order():
            return _order(body, tell)
        case Numeric():
            return _numeric(body, tell)
        case Match():
            return _match(body, tell)
        case Cloze():
            whys = (tell(one.why, "blank", one.id) for one in body.blanks)
            blanks = zip(body.blanks, whys, strict=True)
            return replace(
                body,
                text=tell(body.text, "text"),
                blanks=tuple(replace(one, why=why) for one, why in blanks),
            )
        case Command():
            return _command(body, tell)
        case Card():
            return replace(body, back=tell(body.back, "back"))
        case _:
            return replace(body, context=tell(body.context, "context"))


def _choice(body: Choice, tell: Tell) -> Choice:
    options = tuple(
        replace(
            one,
            text=tell(one.text, "option", one.id, "text"),
            why=tell(one.why, "option", one.id, "why"),
        )
        for one in body.options
    )
    return replace(body, options=options)


def _order(body: Order, tell: Tell) -> Order:
    steps = tuple(
        replace(
            one,
            text=tell(one.text, "step", one.id, "text"),
            why=tell(one.why, "step", one.id, "why"),
        )
        for one in body.steps
    )
    return replace(body, steps=steps)


def _numeric(body: Numeric, tell: Tell) -> Numeric:
    """A trap has no id; the answer that it catches names it."""
    given = (
        replace(one, label=tell(one.label, "given", one.name)) for one in body.given
    )
    traps = (replace(one, why=tell(one.why, "trap", one.answer)) for one in body.traps)
    return replace(body, given=tuple(given), traps=tuple(traps))


def _match(body: Match, tell: Tell) -> Match:
    def side(name: str, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        return tuple(replace(one, text=tell(one.text, name, one.id)) for one in entries)

    whys = {id: tell(why, "whys", id) for id, why in body.whys.items()}
    return replace(
        body, left=side("left", body.left), right=side("right", body.right), whys=whys
    )


def _command(body: Command, tell: Tell) -> Command:
    """A flag is named by its first spelling, one that is wanted again by a number too."""
    seen: Counter[str] = Counter()

    def traps(rows: tuple[Written, ...], *name: str) -> tuple[Written, ...]:
        return tuple(
            replace(one, why=tell(one.why, *name, one.written)) for one in rows
        )

    def call(one: Call) -> Call:
        flags = []
        for flag in one.flags:
            seen[flag.names[0]] += 1
            again = seen[flag.names[0]]
            name = flag.names[0] if again == 1 else f"{flag.names[0]} {again}"
            why = tell(flag.why, "flag", name, "why")
            caught = traps(flag.traps, "flag", name, "trap")
            flags.append(replace(flag, why=why, traps=caught))
        return replace(one, flags=tuple(flags), traps=traps(one.traps, "trap"))

    return replace(
        body,
        calls=tuple(map(call, body.calls)),
        others=tuple(map(call, body.others)),
    )
