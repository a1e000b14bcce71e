"""Running a line on simulated GPUs, and answering as nvidia-smi does."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from certlab.labs.mig.gpu import Gpu
from certlab.labs.mig.nvidia_smi import listing
from certlab.labs.mig.nvidia_smi.actions import ACTIONS, Session, Stopped, require_mig
from certlab.labs.mig.nvidia_smi.command_line import CommandLine, parse
from certlab.labs.mig.refusal import OFF, PARTLY, UNCHANGED
from certlab.words import swapped

_LISTS: dict[str, Callable[[listing.Gpus], str]] = {
    "lgip": listing.lgip,
    "lgipp": listing.lgipp,
    "lgi": listing.lgi,
    "lcip": listing.lcip,
    "lci": listing.lci,
}


@dataclass(frozen=True)
class Result:
    """What a line did.

    Attributes:
        gpus: the GPUs afterwards; what succeeded before a refusal stays.
        text: what nvidia-smi prints.
        code: what it exits with: 0, or NVML's number for the reason (6 was captured).
        why: our own sentence where it refused, else "".
    """

    gpus: tuple[Gpu, ...]
    text: str
    code: int = 0
    why: str = ""


def run(gpus: tuple[Gpu, ...], line: str) -> Result:
    """Run one line, such as "nvidia-smi mig -cgi 9,19 -C -i 0".

    Raises:
        Refusal: the line cannot be understood, or names a GPU that is not there.
    """
    asked = parse(line)
    session = Session(gpus, asked)
    picked = session.picked()
    if asked.verb in _LISTS:
        return _list(gpus, asked, picked)
    try:
        require_mig(session)
        ACTIONS[asked.verb](session)
    except Stopped as stop:
        text, why = "\n".join(session.said), stop.refusal.says
        if tuple(session.gpus) != gpus:
            why = swapped(why, UNCHANGED, PARTLY)
        return Result(tuple(session.gpus), text, stop.refusal.code, why)
    return Result(tuple(session.gpus), "\n".join(session.said))


def _list(gpus: tuple[Gpu, ...], asked: CommandLine, picked: dict[int, Gpu]) -> Result:
    if asked.instances is not None:
        picked = {
            number: replace(
                gpu,
                instances=tuple(
                    one for one in gpu.instances if one.id in asked.instances
                ),
            )
            for number, gpu in picked.items()
        }
    text = _LISTS[asked.verb](picked)
    nothing = {listing.NO_INSTANCES, listing.NO_COMPUTES}
    code = 6 if text in nothing else 3 if text == OFF else 0
    return Result(gpus, text, code)
