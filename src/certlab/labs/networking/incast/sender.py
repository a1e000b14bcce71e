"""A host that sends one or two messages over one cable, and what it learns from the others."""

from dataclasses import dataclass, field

CUT_EVERY = 40  # slots between two notices to a flow
RISE_EVERY = 40  # slots without a notice after which a flow rises
WEIGHT = 1 / 16  # of the newest notice in what a flow thinks of the congestion
STEP = 0.01  # of the rate of a cable, by which the target rises in the end
HALVINGS = 3  # of the gap to the target, before the target itself rises


@dataclass(slots=True)
class Flow:
    """One message on its way to one receiver.

    Attributes:
        sender: its host.
        to: its receiver, 0 for the busy one.
        packets: that it has.
        next: the packet to be sent next; it goes back when one was lost.
        arrived: how many the receiver has in order.
        rate: share of the cable that congestion control leaves it.
    """

    sender: int
    to: int
    packets: int
    next: int = 0
    arrived: int = 0
    known: int = 0  # what the sender knows to have arrived
    rate: float = 1.0
    ended: int | None = None
    asked: int = -1_000_000  # when its receiver last asked for a missing packet
    noticed: int = -1_000_000  # when its receiver last gave notice of a mark
    sent_at: int = 0
    _target: float = 1.0
    _congestion: float = 1.0
    _changed: int = 0
    _rises: int = 0
    _saved: float = 1.0

    def ready(self, patience: int, slot: int) -> bool:
        """Whether it has a packet and its rate allows one; without an answer it goes back."""
        if self.next == self.packets > self.known and slot - self.sent_at > patience:
            self.next = self.known
        return self.next < self.packets and self._saved >= 1

    def tick(self, slot: int) -> None:
        """A slot goes by: save up for the next packet, and rise if it was quiet."""
        self._saved = min(1.0, self._saved + self.rate)
        if self.rate < 1 and slot - self._changed >= RISE_EVERY:
            self._changed, self._rises = slot, self._rises + 1
            self._congestion *= 1 - WEIGHT
            if self._rises > HALVINGS:
                self._target = min(1.0, self._target + STEP)
            self.rate = (self.rate + self._target) / 2

    def sends(self, slot: int) -> int:
        """The number of the packet that leaves now."""
        self._saved, self.sent_at = self._saved - 1, slot
        self.next += 1
        return self.next - 1

    def learns(self, known: int) -> None:
        """An answer: so many packets are there."""
        self.known = max(self.known, known)
        self.next = max(self.next, self.known)

    def goes_back(self, missing: int) -> None:
        """An answer: this packet is missing, so it and all behind it are sent again."""
        self.next = max(self.known, missing)

    def cut(self, slot: int) -> None:
        """A notice of congestion: half as fast at first, less and less later on."""
        self._target, self._changed, self._rises = self.rate, slot, 0
        self.rate = max(0.001, self.rate * (1 - self._congestion / 2))
        self._congestion = (1 - WEIGHT) * self._congestion + WEIGHT


@dataclass(slots=True)
class Host:
    """A host with its cable to the switch.

    Attributes:
        credits: packets for which the switch has promised room; None where it promises none.
        paused: whether it was told to stop.
        stopped: slots in which it had something to send and was not allowed to.
    """

    flows: list[Flow]
    credits: int | None = None
    paused: bool = False
    stopped: int = 0
    _turn: int = field(default=0)

    def stop(self) -> None:
        """A pause frame arrives."""
        self.paused = True

    def go_on(self) -> None:
        """The frame that ends a pause arrives."""
        self.paused = False

    def gets_credit(self) -> None:
        """The switch has room for one more packet."""
        self.credits = (self.credits or 0) + 1

    def send(self, slot: int, patience: int) -> tuple[Flow, int] | None:
        """The packet that leaves in this slot; its flows take turns."""
        for flow in self.flows:
            flow.tick(slot)
        ready = [flow for flow in self.flows if flow.ready(patience, slot)]
        if not ready:
            return None
        if self.paused or self.credits == 0:
            self.stopped += 1
            return None
        if self.credits is not None:
            self.credits -= 1
        self._turn += 1
        flow = ready[self._turn % len(ready)]
        return flow, flow.sends(slot)
