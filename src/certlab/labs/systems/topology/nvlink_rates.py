"""What one NVLink carries, by generation: as sold, as printed, and as NCCL plans with it."""

from collections.abc import Mapping
from dataclasses import dataclass

from certlab.course.facts import Fact
from certlab.errors import CourseError
from certlab.near_names import choice

# The card whose NVLink is a generation's, in the facts of cards.
_CARDS = {"v100": "v100-sxm2", "a100": "a100", "h100": "h100-sxm5", "b200": "b200"}


@dataclass(frozen=True)
class Rate:
    """One link of a card, GB/s in one direction.

    Attributes:
        card: "a100"; cards of the same generation share it.
        links: how many the card has.
        sold: its share of what the data sheet says, or 0 where none is a fact here.
        printed: what nvidia-smi nvlink -s prints.
        planned: what NCCL's graph counts for it.
    """

    card: str
    links: int
    sold: float
    printed: float
    planned: float


def rates(facts: Mapping[str, Fact]) -> dict[str, Rate]:
    """The table, by card."""
    found = {}
    for id in facts:
        if id.startswith("nvlink-") and id.endswith(".printed"):
            card = id.removeprefix("nvlink-").removesuffix(".printed")
            number = {
                name: float(facts[f"nvlink-{card}.{name}"].value)
                for name in ("links", "printed", "planned")
            }
            links = int(number["links"])
            both = facts[f"{_CARDS[card]}.nvlink"].value if card in _CARDS else 0
            found[card] = Rate(
                card,
                links,
                float(both) / 2 / links,
                number["printed"],
                number["planned"],
            )
    return found


def of_card(card: str, facts: Mapping[str, Fact]) -> Rate:
    """The rate of a card.

    Raises:
        CourseError: it is not in the table.
    """
    table = rates(facts)
    if card.lower() not in table:
        says = choice(card, table)
        raise CourseError(f'The NVLink of "{card}" is not known here; {says}')
    return table[card.lower()]


def printed(value: float, facts: Mapping[str, Fact]) -> Rate | None:
    """The card whose links print that rate, None for an unknown one."""
    for rate in rates(facts).values():
        if abs(rate.printed - value) < 0.05:
            return rate
    return None


def bandwidth(links: int, rate: Rate) -> str:
    """That many links in words: one direction and both, each named."""
    one = links * (rate.sold or rate.printed)
    return (
        f"{links} x {rate.sold or rate.printed:g} GB/s: {one:g} GB/s in one direction, "
        f"{2 * one:g} GB/s both together"
    )
