"""A memory bill in a line of words: what it adds up to, whether it fits, and why not."""

from certlab.course.facts import format_result
from certlab.labs.distributed.memory.advice import ways
from certlab.labs.distributed.memory.bill import GIB, PARTS, Bill
from certlab.words import Sentence, after_each_other, with_commas

_TOLD = 3  # ways out that a sentence names

_NAMES = {
    "weights": Sentence("weights"),
    "gradients": Sentence("gradients"),
    "optimizer": Sentence("optimizer states"),
    "activations": Sentence("activations"),
}


def words(one: Bill) -> str:
    """The bill, and what would fit where it does not."""
    parts = [
        Sentence("{what} {gib} GiB", what=_NAMES[part], gib=_gib(getattr(one, part)))
        for part in PARTS
    ]
    said = Sentence(
        "Each GPU of the first pipeline stage needs {total} GiB: {parts}.",
        total=_gib(one.total),
        parts=with_commas(parts),
    )
    return after_each_other(said, _fits(one) if one.fits else _why_not(one))


def _fits(one: Bill) -> Sentence:
    card = one.training.card
    return Sentence(
        "This fits on {card} with {gib} GiB and leaves {left} GiB for what is not "
        "counted here.",
        card=card.name,
        gib=format_result(card.gib),
        left=_gib(card.gib * GIB - one.total),
    )


def _why_not(one: Bill) -> str:
    card = one.training.card
    largest = max(PARTS, key=lambda part: float(getattr(one, part)))
    said = Sentence(
        "This does not fit on {card} with {gib} GiB, because it needs {over} GiB "
        "more than the card has. The largest part is {what}.",
        card=card.name,
        gib=format_result(card.gib),
        over=_gib(one.total - card.gib * GIB),
        what=_NAMES[largest],
    )
    enough = [way for way in ways(one.training) if way.bill.fits]
    if not enough:
        return after_each_other(
            said,
            Sentence(
                "No single change makes it fit, so use more GPUs or combine "
                "several changes."
            ),
        )
    told = [
        Sentence("{change} ({gib} GiB)", change=way.change, gib=_gib(way.bill.total))
        for way in enough[:_TOLD]
    ]
    return after_each_other(
        said,
        Sentence(
            "Any one of these changes would make it fit: {list}.",
            list=with_commas(told),
        ),
    )


def _gib(count: float) -> str:
    return format_result(count / GIB)
