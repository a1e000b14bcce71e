"""The switch: one queue for each receiver, and how many packets of each sender it holds."""

from collections import deque

from certlab.labs.networking.incast.sender import Flow
from certlab.labs.networking.incast.setup import Setup

Packet = tuple[Flow, int, bool]  # of which flow, its number, whether it is marked


class Switch:
    """A switch while a run goes on.

    Attributes:
        queues: packets that wait, for the busy receiver and for the other one.
        held: packets of each sender, whomever they are for.
        dropped: packets for which there was no room.
        marked: packets that joined a queue longer than the threshold.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.queues: tuple[deque[Packet], deque[Packet]] = (deque(), deque())
        self.held = [0] * setup.senders
        self.dropped = self.marked = 0
        self._told = [False] * setup.senders

    def takes(self, flow: Flow, number: int) -> None:
        """A packet arrives: it joins its queue, or there is no room for it."""
        queue, room = self.queues[flow.to], self.setup.room
        waiting, most = len(queue), self.setup.buffer
        if room is not None:
            waiting, most = self.held[flow.sender], room
        if waiting >= most:
            self.dropped += 1
            return
        mark = self.setup.mark is not None and len(queue) >= self.setup.mark
        self.marked += mark
        self.held[flow.sender] += 1
        queue.append((flow, number, mark))

    def gives(self) -> list[Packet]:
        """The first packet of each queue leaves."""
        leaving = [queue.popleft() for queue in self.queues if queue]
        for flow, _, _ in leaving:
            self.held[flow.sender] -= 1
        return leaving

    def orders(self) -> list[tuple[int, bool]]:
        """Senders that are told something new: True to stop, False to go on."""
        if self.setup.control != "pause":
            return []
        changes = []
        for sender, held in enumerate(self.held):
            told = self._told[sender]
            stop = held > self.setup.xoff // 2 if told else held >= self.setup.xoff
            if stop != told:
                self._told[sender] = stop
                changes.append((sender, stop))
        return changes
