"""What `nvidia-smi nvlink -s` prints: the links of each card, and their rates."""

import re
from dataclasses import dataclass

from certlab.errors import CourseError
from certlab.labs.systems.topology.lines import lines

_CARD = re.compile(r"\s*GPU (\d+): (.+?)(?: \(UUID: [^)]*\)(.*))?")
_LINK = re.compile(r"\s*Link (\d+)\s*([:,])\s*(.*)")
_RATE = re.compile(r"(\d+(?:\.\d+)?) GB/s")
_WITHOUT = re.compile(r"not have or support|not supported", re.IGNORECASE)
_NONE = re.compile(rf"links are inactive|{_WITHOUT.pattern}|NVML: ", re.IGNORECASE)


@dataclass(frozen=True)
class Card:
    """A card and its links.

    Attributes:
        index: as nvidia-smi counts.
        name: the product.
        links: GB/s in one direction as printed, None for one that is inactive or sleeps.
        says: what the tool said in place of links, "" where it listed them.
    """

    index: int
    name: str
    links: tuple[float | None, ...]
    says: str = ""

    @property
    def up(self) -> int:
        """Links that carry."""
        return sum(one is not None for one in self.links)

    @property
    def gb_per_s(self) -> float:
        """All links together, one direction, as printed."""
        return sum(one for one in self.links if one is not None)


def without(says: str) -> bool:
    """Whether the tool said that a card has no NVLink at all, which is no fault."""
    return bool(_WITHOUT.search(says))


def owns(line: str) -> bool:
    """Whether a line can be one of the tool's."""
    return bool(_LINK.fullmatch(line) or _CARD.fullmatch(line) or _NONE.search(line))


def read(text: str) -> tuple[Card, ...]:
    """The cards of a listing.

    Raises:
        CourseError: it is none; the sentence names the line and what was expected.
    """
    cards: list[Card] = []
    for number, line in lines(text):
        if found := _LINK.fullmatch(line):
            if not cards:
                raise CourseError(
                    f"Line {number}: a link before any card; expected a line GPU 0 first."
                )
            cards[-1] = _with_link(number, cards[-1], *found.groups())
        elif found := _CARD.fullmatch(line):
            says = (found[3] or "").strip() if _NONE.search(line) else ""
            cards.append(Card(int(found[1]), found[2], (), says))
        elif cards and _NONE.search(line):
            last = cards[-1]
            cards[-1] = Card(last.index, last.name, last.links, line.strip())
    if not cards:
        raise CourseError(
            "No line begins with GPU and a number; expected what nvidia-smi nvlink -s "
            "prints."
        )
    told = {card.index for card in cards if card.links or card.says}
    # nvidia-smi -L, which people run first, prints the same lines without links.
    cards = [
        card for card in cards if card.links or card.says or card.index not in told
    ]
    for card in cards:
        if not card.links and not card.says:
            raise CourseError(
                f"GPU {card.index} has no links below it; expected Link 0 and a rate."
            )
    return tuple(cards)


def _with_link(number: int, card: Card, link: str, mark: str, rest: str) -> Card:
    rate = _RATE.fullmatch(rest.strip())
    inactive = rest.strip().strip("<>").lower() in ("inactive", "sleep")
    if mark != ":" or not (rate or inactive):
        raise CourseError(
            f'Line {number}: link {link} of GPU {card.index} reads "{rest.strip()}"; '
            "expected a rate in GB/s or <inactive>, as nvlink -s prints and not -c, -e or -R."
        )
    if int(link) != len(card.links):
        raise CourseError(
            f"Line {number}: link {link} of GPU {card.index}; expected link "
            f"{len(card.links)}."
        )
    value = float(rate[1]) if rate else None
    return Card(card.index, card.name, (*card.links, value), card.says)
