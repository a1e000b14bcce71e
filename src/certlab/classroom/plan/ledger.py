"""Who holds which device: one JSON file, so that a restarted Hub knows it too.

A learner keeps their device while their server runs and gives it back when it stops.
Whoever comes back gets the same device again if it is free.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from certlab import whole_file
from certlab.classroom.plan.devices import Device
from certlab.classroom.plan.rota import on_gpu
from certlab.errors import CourseError


@dataclass
class Ledger:
    """The places of a machine and who holds them.

    Attributes:
        path: the file.
        places: how many learners each device takes, by UUID.
        learners: how many the plan counts with; beyond its places there is a rota.
        held: the device of each running server, by its name.
        last: the device that each learner had last.
        order: learners in the order in which they came; a place in it is for ever.
        turn: the step of the rota, from 0.
    """

    path: Path
    places: Mapping[str, int]
    learners: int
    held: dict[str, str] = field(default_factory=dict)
    last: dict[str, str] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    turn: int = 0

    def take(self, server: str, learner: str) -> str:
        """The UUID for a server that starts, "" where there is none for it now."""
        if learner not in self.order:
            self.order.append(learner)
        if server in self.held and self.held[server] in self.places:
            return self.held[server]
        self.held.pop(server, None)
        uuid = self._choose(learner) if self._has_turn(learner) else ""
        if uuid:
            self.held[server] = self.last[learner] = uuid
        self.write()
        return uuid

    def give_back(self, server: str) -> None:
        """The server stopped; its device is free."""
        if self.held.pop(server, None) is not None:
            self.write()

    def why_not(self, learner: str) -> str:
        """Why `take` gave nothing, as the learner is told."""
        if not self.places:
            return "no GPU of the plan works on this machine"
        if not self._has_turn(learner):
            return f"in step {self.turn + 1} it is the turn of other learners"
        return f"all places on the class's GPUs are taken ({sum(self.places.values())})"

    def _has_turn(self, learner: str) -> bool:
        """Whether the rota gives a learner a GPU now; everybody, where there is no rota."""
        seats = sum(self.places.values())
        count = max(self.learners, len(self.order))
        if seats >= self.learners or not seats:
            return True
        return self.order.index(learner) + 1 in on_gpu(count, seats, self.turn)

    def _choose(self, learner: str) -> str:
        """The learner's last device, else the one with the fewest learners on it."""
        taken = Counter(self.held.values())
        free = {uuid: n for uuid, n in self.places.items() if taken[uuid] < n}
        if self.last.get(learner) in free:
            return self.last[learner]
        return min(free, key=lambda uuid: taken[uuid], default="")

    def write(self) -> None:
        """The file anew, whole or not at all."""
        names = ("held", "last", "order", "turn")
        text = json.dumps({name: getattr(self, name) for name in names}, indent=1)
        whole_file.write(self.path, text + "\n")


def open_ledger(path: Path, places: Mapping[str, int], learners: int) -> Ledger:
    """The ledger as its file has it; an empty one where there is no file.

    Raises:
        CourseError: the file is no ledger; it is left as it is.
    """
    ledger = Ledger(path, places, learners)
    if not path.exists():
        return ledger
    try:
        data = json.loads(path.read_text("utf-8"))
        ledger.held, ledger.last = dict(data["held"]), dict(data["last"])
        ledger.order, ledger.turn = list(data["order"]), int(data["turn"])
    except (ValueError, KeyError, TypeError):
        says = "is not a list of who has which GPU; move it away, and a new one is made"
        raise CourseError(f"{path}: {says}.") from None
    return ledger


def places(
    devices: Sequence[Device], cuts: Sequence[Mapping[str, object]]
) -> dict[str, int]:
    """How many learners each device of this machine takes, by UUID.

    Args:
        cuts: of the plan, as `certlab.classroom.plan.report.as_data` has them.
    """
    rows: dict[str, int] = {}
    for cut in cuts:
        words = str(cut["gpu"]).removeprefix("other").split("-")
        for one in devices:
            if one.profile == cut["profile"] and _is(one.name, words):
                rows.setdefault(one.uuid, int(str(cut["shares"])))
    return rows


def _is(name: str, words: Sequence[str]) -> bool:
    """Whether a product name is of a kind: all its words but the size of the memory."""
    there = name.lower().replace("-", " ").split()
    return all(one in there for one in words if one and not one.endswith("gb"))
