"""What each verb of `nvidia-smi mig` does to the GPUs, and the lines it prints.

Captured, and printed the same: what -cgi, -cci, -dgi and -dci say when they succeed, the
refusals of -cgi (Insufficient Resources, Invalid Argument, In use by another client) and
of -dgi, and what there is to say when there is nothing. Written by analogy: the refusals
of -cci and -dci, and MIG mode that stays pending because the GPU is in use.
"""

from collections.abc import Callable, Iterator

from certlab.labs.mig.compute_instances import offers
from certlab.labs.mig.gpu import Gpu
from certlab.labs.mig.instances import Instance
from certlab.labs.mig.nvidia_smi import listing
from certlab.labs.mig.nvidia_smi.command_line import CommandLine
from certlab.labs.mig.refusal import MIG_OFF, NOT_FOUND, OFF, Refusal, listed
from certlab.words import Sentence


class Session:
    """GPUs while a line runs, and the lines printed so far."""

    def __init__(self, gpus: tuple[Gpu, ...], line: CommandLine) -> None:
        self.gpus = list(gpus)
        self.line = line
        self.said: list[str] = []

    def picked(self) -> dict[int, Gpu]:
        """The GPUs that the line is about, by number."""
        wanted = self.line.gpus
        if wanted is None:
            return dict(enumerate(self.gpus))
        numbers = [self._number(one) for one in wanted]
        return {one: self.gpus[one] for one in numbers}

    def bus(self, number: int) -> str:
        """A GPU's bus id."""
        return self.gpus[number].bus or f"00000000:{number + 1:02X}:00.0"

    def _number(self, named: int | str) -> int:
        buses = [self.bus(n) for n in range(len(self.gpus))]
        if isinstance(named, int):
            if named < len(buses):
                return named
            raise Refusal(_no_gpu(named, len(buses) - 1), NOT_FOUND)
        if named.startswith("GPU-"):
            says = Sentence(
                "The simulated GPUs have no UUID; name GPU 0 by its number, or as {bus}.",
                bus=buses[0],
            )
            raise Refusal(says, NOT_FOUND)
        for number, bus in enumerate(buses):
            if _address(bus) == _address(named):
                return number
        says = Sentence(
            "No GPU has the bus id {bus} here; there is {buses}.",
            bus=named,
            buses=listed(buses),
        )
        raise Refusal(says, NOT_FOUND)

    def instances(self) -> Iterator[tuple[int, Instance]]:
        """GPU and GPU instance, for those the line is about."""
        for number, gpu in self.picked().items():
            if self.line.instances is None:
                yield from ((number, one) for one in gpu.listed)
            else:
                yield from ((number, gpu.instance(id)) for id in self.line.instances)

    def fail(self, refusal: Refusal, unable: str, failed: str) -> "Stopped":
        """Two lines of refusal; what to raise."""
        self.said += [f"{unable}: {refusal.reason}", f"{failed}: {refusal.reason}"]
        return Stopped(refusal)


class Stopped(Exception):
    """A line ends here: its last words are said, and this is why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def require_mig(session: Session) -> None:
    """Stop unless MIG is on somewhere; switching it needs no such thing."""
    gpus = session.picked().values()
    if session.line.verb != "mig" and not any(gpu.enabled for gpu in gpus):
        session.said.append(OFF)
        raise Stopped(Refusal(MIG_OFF, OFF))


def _address(bus: str) -> list[int]:
    """Domain, bus, device and function; the domain is 0 where it is left out."""
    parts = [int(one, 16) for one in bus.replace(".", ":").split(":")]
    return [0] * (4 - len(parts)) + parts


def _no_gpu(number: int, last: int) -> Sentence:
    if not last:
        return Sentence("There is no GPU {n}; the only one is GPU 0.", n=number)
    return Sentence("There is no GPU {n}; choose 0 to {last}.", n=number, last=last)


def _create(session: Session) -> None:
    for number, gpu in session.picked().items():
        if not gpu.enabled:
            continue
        for named, start in session.line.wanted:
            try:
                changed, made = session.gpus[number].create(named, start)
            except Refusal as refusal:
                unable = f"Unable to create a GPU instance on GPU {number:>2} using profile {named}"
                failed = "Failed to create GPU instances"
                raise session.fail(refusal, unable, failed) from None
            session.gpus[number] = changed
            session.said.append(
                f"Successfully created GPU instance ID {made.id:>2} on GPU {number:>2} "
                f"using profile MIG {made.name} (ID {made.profile.id:>2})"
            )
            if session.line.default:
                _add_compute(session, number, made.id, "", None)


def _create_compute(session: Session) -> None:
    for number, one in _some(session):
        for named, start in session.line.wanted or (("", None),):
            _add_compute(session, number, one.id, named, start)


def _add_compute(
    session: Session, number: int, id: int, named: str, start: int | None
) -> None:
    gpu = session.gpus[number]
    try:
        changed, made = gpu.create_compute(id, named, start)
    except Refusal as refusal:
        default = offers(gpu.table, gpu.instance(id).profile)[-1].id
        unable = (
            f"Unable to create a compute instance on GPU {number:>2} GPU instance ID "
            f"{id:>2} using profile {named or default}"
        )
        failed = "Failed to create compute instances"
        raise session.fail(refusal, unable, failed) from None
    session.gpus[number] = changed
    session.said.append(
        f"Successfully created compute instance ID {made.id:>2} on GPU {number:>2} GPU "
        f"instance ID {id:>2} using profile MIG {made.name} (ID {made.profile:>2})"
    )


def _destroy(session: Session) -> None:
    for number, one in _some(session):
        try:
            session.gpus[number] = session.gpus[number].destroy(one.id)
        except Refusal as refusal:
            unable = (
                f"Unable to destroy GPU instance ID {one.id:>2} from GPU {number:>2}"
            )
            failed = "Failed to destroy GPU instances"
            raise session.fail(refusal, unable, failed) from None
        session.said.append(
            f"Successfully destroyed GPU instance ID {one.id:>2} from GPU {number:>2}"
        )


def _destroy_compute(session: Session) -> None:
    wanted = session.line.computes
    for number, one in _some(session):
        for id in wanted or tuple(each.id for each in one.computes):
            where = f"from GPU {number:>2} GPU instance ID {one.id:>2}"
            try:
                changed = session.gpus[number].destroy_compute(one.id, id)
            except Refusal as refusal:
                unable = f"Unable to destroy compute instance ID {id:>2} {where}"
                failed = "Failed to destroy compute instances"
                raise session.fail(refusal, unable, failed) from None
            session.gpus[number] = changed
            session.said.append(
                f"Successfully destroyed compute instance ID {id:>2} {where}"
            )
    if not session.said:
        session.said.append(listing.NO_COMPUTES)
        raise Stopped(Refusal(Sentence("There is no compute instance."), NOT_FOUND))


def _some(session: Session) -> list[tuple[int, Instance]]:
    """The GPU instances the line is about; stops when there is none."""
    try:
        found = list(session.instances())
    except Refusal as refusal:
        session.said.append(listing.NO_INSTANCES)
        raise Stopped(refusal) from None
    if not found:
        session.said.append(listing.NO_INSTANCES)
        raise Stopped(Refusal(Sentence("There is no GPU instance."), NOT_FOUND))
    return found


def _switch(session: Session) -> None:
    word = "enable" if session.line.on else "disable"
    for number, gpu in session.picked().items():
        bus = session.bus(number)
        try:
            changed = gpu.enable() if session.line.on else gpu.disable()
        except Refusal as refusal:
            session.said += [
                f"Warning: MIG mode is in pending {word} state for GPU {bus}:{refusal.reason}",
                "All done.",
            ]
            raise Stopped(refusal) from None
        session.gpus[number] = changed
        session.said.append(f"{word.capitalize()}d MIG Mode for GPU {bus}")
    session.said.append("All done.")


ACTIONS: dict[str, Callable[[Session], None]] = {
    "cgi": _create,
    "cci": _create_compute,
    "dgi": _destroy,
    "dci": _destroy_compute,
    "mig": _switch,
}
