"""A card's state, and where its packets go: after NVIDIA's BlueField Modes of Operation."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["DPU", "SuperNIC"]
Mode = Literal["DPU", "NIC", "zero trust"]
MODES: tuple[Mode, ...] = ("DPU", "NIC", "zero trust")
PARAMETER = (
    "INTERNAL_CPU_OFFLOAD_ENGINE"  # 0: the Arm cores own the card; 1: they do not
)
RESTRICTIONS = ("rshim", "tracer", "counter_rd", "port_owner")


@dataclass(frozen=True, slots=True)
class Card:
    """A BlueField-3 in its server.

    Attributes:
        kind: what was bought, which decides the default mode.
        engine: the parameter's value that the card runs with; None for the default of its kind.
        next_engine: its value after the next power cycle; None if it stays.
        restricted: rights that the host is to lose; None for a host that is trusted.
        applied: those that it has lost, as the card has started anew since.
        switch_up: whether the virtual switch on the Arm cores is loaded.
        offloaded: whether the embedded switch has a rule for the packet, so that it knows the way.
    """

    kind: Kind = "DPU"
    engine: int | None = None
    next_engine: int | None = None
    restricted: frozenset[str] | None = None
    applied: frozenset[str] = frozenset()
    switch_up: bool = True
    offloaded: bool = False

    @property
    def default(self) -> int:
        """The parameter's default, 0 on a DPU and 1 on a SuperNIC."""
        return int(self.kind == "SuperNIC")

    @property
    def current(self) -> int:
        """The parameter's value now."""
        return self.default if self.engine is None else self.engine

    @property
    def after(self) -> int:
        """The parameter's value after a power cycle."""
        return self.current if self.next_engine is None else self.next_engine

    @property
    def mode(self) -> Mode:
        """What the card runs as now."""
        if self.current == 1:
            return "NIC"
        return "DPU" if self.restricted is None else "zero trust"


def way(card: Card) -> tuple[str, ...]:
    """The stations of a packet from the network to the host, in order."""
    if card.mode == "NIC":
        return ("port", "embedded switch", "host")
    if not card.switch_up:
        return ("port", "embedded switch", "nowhere: the virtual switch is not loaded")
    if card.offloaded:
        return ("port", "embedded switch, by a rule from the Arm cores", "host")
    return ("port", "embedded switch", "virtual switch on the Arm cores", "host")


def host_may(card: Card) -> dict[str, bool]:
    """What an administrator of the host can do with the card, and what not.

    A restricted host can write neither firmware nor settings from the first moment; the
    single rights go when the card starts anew.
    """
    off = card.applied
    return {
        "send and receive": "nowhere" not in way(card)[-1],
        "read the port's counters": "counter_rd" not in off,
        "own the port": "port_owner" not in off,
        "write firmware": card.restricted is None,
        "change the mode": card.restricted is None,
        "reach the Arm cores by RShim": "rshim" not in off,
    }
