"""One burst into one port as a stream: no packet by itself, and all senders alike.

`run` has the packets; this has the same cables, feedback and rule of the rate (`sender.Flow`)
in a few sums a slot, so that a page can do them: `static/incast/burst.js` is its twin.
"""

from collections import defaultdict
from dataclasses import dataclass

from certlab.errors import Refusal
from certlab.labs.networking.incast.sender import CUT_EVERY, Flow

LONGEST = 6000  # slots; a burst that takes longer is broken off


@dataclass(frozen=True, slots=True)
class Burst:
    """What comes together, in packets and in slots.

    Attributes:
        senders: that begin at once, each at the full rate of its cable.
        packets: of all of them together.
        room: packets that the queue holds.
        mark: waiting packets from which on they are marked; None marks none.
        pause: waiting packets from which on the senders are paused; None pauses none.
        delay: slots that a packet is on a cable.
    """

    senders: int
    packets: int = 1024
    room: int = 400
    mark: int | None = None
    pause: int | None = None
    delay: int = 5

    def __post_init__(self) -> None:
        if min(self.senders, self.packets, self.room, self.delay) < 1:
            raise Refusal("Senders, packets, room and delay are at least 1.")


@dataclass(frozen=True, slots=True)
class Passed:
    """How it went.

    Attributes:
        queue: packets that wait, slot by slot.
        dropped: and therefore sent again.
        marked: that joined a queue above the threshold.
        paused: slots in which the senders stood still.
        idle: slots in which the port had nothing to send although not all was there.
        ended: slots until all packets were there; None if they were not.
    """

    queue: tuple[float, ...]
    dropped: float
    marked: float
    paused: int
    idle: int
    ended: int | None


def burst(given: Burst) -> Passed:
    """Let it pass, slot by slot."""
    flow, queue, left, took = Flow(0, 0, given.packets), 0.0, float(given.packets), 0.0
    arrives: dict[int, float] = defaultdict(float)
    again: dict[int, float] = defaultdict(float)
    orders: dict[int, bool] = {}
    cuts: set[int] = set()
    told = stands = False
    noticed = -CUT_EVERY
    dropped = marked = 0.0
    paused = idle = 0
    line: list[float] = []
    for slot in range(LONGEST):
        flow.tick(slot)
        if slot in cuts:
            flow.cut(slot)
        stands = orders.get(slot, stands)
        left += again.pop(slot, 0.0)
        sends = 0.0 if stands else min(given.senders * flow.rate, left)
        paused += stands and left > 0
        left -= sends
        arrives[slot + given.delay] = sends
        comes = arrives.pop(slot, 0.0)
        over = max(0.0, queue + comes - given.room)
        queue += comes - over
        dropped += over
        again[slot + 4 * given.delay] += over
        if given.mark is not None and queue > given.mark:
            marked += comes - over
            if comes and slot - noticed >= CUT_EVERY:
                noticed = slot
                cuts.add(slot + 4 * given.delay)
        if given.pause is not None:
            wants = queue > given.pause / 2 if told else queue >= given.pause
            if wants != told:
                told = wants
                orders[slot + given.delay] = told
        out = min(1.0, queue)
        queue -= out
        took += out
        idle += out < 1 and slot >= given.delay
        line.append(queue)
        if took > given.packets - 1e-6:
            return Passed(tuple(line), dropped, marked, paused, idle, slot + 1)
    return Passed(tuple(line), dropped, marked, paused, idle, None)
