"""What stands out in a listing of nvlink -s."""

from collections.abc import Mapping

from certlab.course.facts import Fact
from certlab.finding import Finding
from certlab.labs.systems.topology import nvlink, nvlink_rates
from certlab.labs.systems.topology.findings import Report, note, problem
from certlab.labs.systems.topology.nvlink import Card
from certlab.labs.systems.topology.wording import counted, listed


def check(cards: tuple[Card, ...], facts: Mapping[str, Fact]) -> Report:
    """Links that are not active or slower, and what the others add up to."""
    return Report(
        (
            *(found for card in cards for found in _silent(card)),
            *_fewer([card for card in cards if card.links]),
            *_inactive([card for card in cards if card.links]),
            *_slow([card for card in cards if card.up]),
            *_sums([card for card in cards if card.up], facts),
        )
    )


def _silent(card: Card) -> list[Finding]:
    if card.links:
        return []
    if nvlink.without(card.says):
        says = f"{card.name} has no NVLink, or none that its driver knows: {card.says}."
        return [note(f"GPU {card.index}", says)]
    return [problem(f"GPU {card.index}", f"lists no links: {card.says}.")]


def _fewer(cards: list[Card]) -> list[Finding]:
    """Cards of one name list as many links each, active or not."""
    most: dict[str, int] = {}
    for card in cards:
        most[card.name] = max(most.get(card.name, 0), len(card.links))
    return [
        problem(
            f"GPU {card.index}",
            f"lists {counted(len(card.links), 'link')} where another {card.name} lists "
            f"{most[card.name]}: the listing is cut, or the card does not know all of them.",
        )
        for card in cards
        if len(card.links) < most[card.name]
    ]


def _down(card: Card) -> tuple[int, ...]:
    return tuple(n for n, rate in enumerate(card.links) if rate is None)


def _inactive(cards: list[Card]) -> list[Finding]:
    down = {card.index: _down(card) for card in cards}
    if not any(down.values()):
        return []
    if len(cards) > 1 and len(set(down.values())) == 1:
        common = next(iter(down.values()))
        return [
            note(
                "inactive",
                f"{'link' if len(common) == 1 else 'links'} {listed(common)} on every card: "
                "as a rule the system has them wired to nothing.",
            )
        ]
    best = max(card.up for card in cards)
    alone = ", unless the system has them wired to nothing" if len(cards) == 1 else ""
    return [
        Finding(
            "inactive",
            f"GPU {card.index}: {'link' if len(down[card.index]) == 1 else 'links'} "
            f"{listed(down[card.index])}; {card.up} of {len(card.links)} carry"
            + (f", {best} on the best card" if card.up < best else "")
            + f"{alone}.",
            weight="problem" if card.up < best or alone else "note",
        )
        for card in cards
        if down[card.index]
    ]


def _slow(cards: list[Card]) -> list[Finding]:
    fastest = max((rate for card in cards for rate in card.links if rate), default=0)
    return [
        problem(
            "slow",
            f"GPU {card.index}: link {number} at {rate:g} GB/s where others run at "
            f"{fastest:g} GB/s.",
        )
        for card in cards
        for number, rate in enumerate(card.links)
        if rate is not None and rate < fastest and card.name == cards[0].name
    ]


def _sums(cards: list[Card], facts: Mapping[str, Fact]) -> list[Finding]:
    says = []
    for up, total in sorted({(card.up, round(card.gb_per_s, 3)) for card in cards}):
        which = [
            card for card in cards if (card.up, round(card.gb_per_s, 3)) == (up, total)
        ]
        sentence = (
            f"GPU {listed(card.index for card in which)}: {counted(up, 'active link')}, "
            f"{total:g} GB/s in one direction, {2 * total:g} GB/s both together, as printed"
        )
        rate = nvlink_rates.printed(total / up, facts)
        if rate:
            sentence += (
                f"; NCCL plans with {rate.planned:g} GB/s a link, "
                f"{up * rate.planned:g} GB/s"
            )
        says.append(note("sum", f"{sentence}."))
    return says
