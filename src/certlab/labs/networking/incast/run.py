"""The run itself, slot by slot: hosts, cables, a switch, receivers and their answers.

Left out: time within cards and switch, headers, the timers of pause frames, other priorities,
more than one switch, and all that a driver does. Answers travel back on cables of their own
and are never lost. Who comes first within a slot is drawn by lot, the same in each run.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from certlab.labs.networking.incast.sender import CUT_EVERY, Flow, Host
from certlab.labs.networking.incast.setup import Setup, Totals
from certlab.labs.networking.incast.switch import Packet, Switch

BUSY, OTHER = 0, 1  # receivers


@dataclass(frozen=True, slots=True)
class Result:
    """What came out.

    Attributes:
        setup: what it began with.
        totals: packets of all flows.
        queue: packets that wait for the busy receiver, slot by slot.
        carried: packets that came to the busy receiver.
        taken: those of them that it could use.
        ended: slot in which the last message for it was whole; None if one was not.
        innocent_ended: the same for the message to the other receiver.
        stopped: for each sender, slots in which it had a packet and was not allowed to send.
    """

    setup: Setup
    totals: Totals
    queue: tuple[int, ...]
    carried: int
    taken: int
    ended: int | None
    innocent_ended: int | None
    stopped: tuple[int, ...]

    @property
    def useful(self) -> float:
        """Share of what came to the busy receiver that it could use."""
        return self.taken / self.carried

    @property
    def arrived(self) -> float:
        """Share of the messages for the busy receiver that is there at the end."""
        return self.taken / (self.setup.senders * self.setup.message)

    @property
    def longest(self) -> int:
        """Most packets that waited at once for the busy receiver."""
        return max(self.queue)

    def waits(self, start: int, end: int) -> float:
        """Packets that wait for the busy receiver, on average from one slot to another."""
        return sum(self.queue[start:end]) / (end - start)


class _Run:
    def __init__(self, setup: Setup) -> None:
        self.setup, self.delay = setup, setup.delay
        self.switch, self.lot = Switch(setup), Random(1)
        self.hosts = [_host(setup, sender) for sender in range(setup.senders)]
        self.up: dict[int, list[tuple[Flow, int]]] = defaultdict(list)
        self.down: dict[int, list[Packet]] = defaultdict(list)
        self.answers: dict[int, list[Callable[[], None]]] = defaultdict(list)
        self.sent, self.came, self.took = 0, [0, 0], [0, 0]
        waits = setup.buffer if setup.room is None else setup.senders * setup.room
        self.patience = 4 * self.delay + waits  # a way to the receiver and back

    def step(self, slot: int) -> None:
        """One slot, from the answers that come in to the packets that arrive."""
        for answer in self.answers.pop(slot, ()):
            answer()
        for host in self.hosts:
            packet = host.send(slot, self.patience)
            if packet:
                self.sent += 1
                self.up[slot + self.delay].append(packet)
        arriving = self.up.pop(slot, [])
        for flow, number in sorted(arriving, key=lambda _: self.lot.random()):
            self.switch.takes(flow, number)
        for packet_out in self.switch.gives():
            self.down[slot + self.delay].append(packet_out)
            if self.setup.control == "credits":
                host = self.hosts[packet_out[0].sender]
                self.answers[slot + self.delay].append(host.gets_credit)
        for sender, stop in self.switch.orders():
            host = self.hosts[sender]
            order = host.stop if stop else host.go_on
            self.answers[slot + self.delay].append(order)
        for flow, number, mark in self.down.pop(slot, ()):
            self.receive(slot, flow, number, mark)

    def receive(self, slot: int, flow: Flow, number: int, mark: bool) -> None:
        """A packet is at its receiver, which takes it only if it is the next one."""
        answers = self.answers[slot + 2 * self.delay]
        self.came[flow.to] += 1
        if number == flow.arrived:
            self.took[flow.to] += 1
            flow.arrived += 1
            flow.ended = slot if flow.arrived == flow.packets else None
            answers.append(lambda known=flow.arrived: flow.learns(known))  # type: ignore[misc]  # a default binds now
        elif number > flow.arrived and slot - flow.asked >= self.patience:
            flow.asked = slot
            answers.append(lambda missing=flow.arrived: flow.goes_back(missing))  # type: ignore[misc]  # a default binds now
        if mark and slot - flow.noticed >= CUT_EVERY:
            flow.noticed = slot
            answers.append(lambda at=slot: flow.cut(at + 2 * self.delay))  # type: ignore[misc]  # a default binds now


def _host(setup: Setup, sender: int) -> Host:
    flows = [Flow(sender, BUSY, setup.message)]
    if sender == 0 and setup.innocent:
        flows.append(Flow(sender, OTHER, setup.innocent))
    return Host(flows, setup.credits if setup.control == "credits" else None)


def run(setup: Setup) -> Result:
    """Run an experiment from its first slot to its last."""
    this, queue = _Run(setup), []
    for slot in range(setup.slots):
        this.step(slot)
        queue.append(len(this.switch.queues[BUSY]))
    busy = [host.flows[0].ended for host in this.hosts]
    innocent = this.hosts[0].flows[1:]
    return Result(
        setup,
        Totals(
            sent=this.sent,
            dropped=this.switch.dropped,
            useful=sum(this.took),
            discarded=sum(this.came) - sum(this.took),
            waiting=sum(map(len, this.switch.queues)),
            flying=sum(map(len, this.up.values())) + sum(map(len, this.down.values())),
            marked=this.switch.marked,
        ),
        tuple(queue),
        this.came[BUSY],
        this.took[BUSY],
        None if None in busy else max(slot for slot in busy if slot is not None),
        innocent[0].ended if innocent else None,
        tuple(host.stopped for host in this.hosts),
    )
