"""What a run begins with and what it counts, in packets and in slots.

A slot is the time that one packet takes on a cable. All cables have the same rate, so that
each carries at most one packet in a slot.
"""

from dataclasses import dataclass
from typing import Literal

from certlab.errors import Refusal

PACKET = 4000  # bytes
GBIT = 400  # of every cable, in Gbit/s
SLOT_NS = PACKET * 8 / GBIT
METRES_A_SLOT = 16  # light in glass: 5 ns a metre, and a slot is 80 ns

Control = Literal["drop", "pause", "credits"]


@dataclass(frozen=True, slots=True)
class Setup:
    """One experiment.

    Attributes:
        senders: hosts that begin at once, each with a message for the busy receiver.
        message: its packets.
        innocent: packets that the first sender also has for a receiver that nobody else uses.
        control: what the switch does when too much arrives.
        metres: of every cable.
        buffer: with drops, packets that may wait for one receiver.
        xoff: with pause, packets of one sender at which it is told to stop.
        headroom: with pause, room for what still arrives after that.
        credits: with credits, packets of one sender for which the switch has room.
        mark: packets waiting for a receiver above which they are marked; None marks none.
        slots: how long the run lasts.
    """

    senders: int = 8
    message: int = 512
    innocent: int = 0
    control: Control = "drop"
    metres: int = 80
    buffer: int = 160
    xoff: int = 10
    headroom: int = 10
    credits: int = 20
    mark: int | None = None
    slots: int = 5000

    def __post_init__(self) -> None:
        if self.senders < 1 or self.message < 1 or self.slots < 1:
            raise Refusal("A run needs at least one sender, one packet and one slot.")
        if min(self.innocent, self.headroom, self.metres) < 0:
            raise Refusal("Packets, headroom and metres are not less than 0.")
        if min(self.buffer, self.xoff, self.credits) < 1:
            raise Refusal("buffer, xoff and credits are at least one packet.")

    @property
    def delay(self) -> int:
        """Slots that a packet is on a cable, at least one."""
        return max(1, -(-self.metres // METRES_A_SLOT))

    @property
    def room(self) -> int | None:
        """Packets of one sender that the switch can hold; None where all share a buffer."""
        return {
            "drop": None,
            "pause": self.xoff + self.headroom,
            "credits": self.credits,
        }[self.control]


@dataclass(frozen=True, slots=True)
class Totals:
    """Packets of a whole run. What was sent is delivered, dropped or still under way.

    Attributes:
        sent: by all senders, those that were sent again included.
        dropped: by the switch.
        useful: taken by receivers, each once and in its order.
        discarded: delivered, and thrown away there because an earlier one was missing.
        waiting: in the switch at the end.
        flying: on cables at the end.
        marked: with the mark for congestion.
    """

    sent: int
    dropped: int
    useful: int
    discarded: int
    waiting: int
    flying: int
    marked: int
