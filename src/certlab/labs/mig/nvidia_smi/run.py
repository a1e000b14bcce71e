"""Running a line on simulated GPUs, and answering as nvidia-smi does."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from certlab.labs.mig.gpu import Gpu
from certlab.labs.mig.nvidia_smi import listing
from certlab.labs.mig.nvidia_smi.actions import ACTIONS, Session, Stopped, require_mig
from certlab.labs.mig.nvidia_smi.command_line import CommandLine, parse_all
from certlab.labs.mig.refusal import OFF, PARTLY, UNCHANGED, Refusal
from certlab.words import after_each_other, swapped

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
    """Run one line, such as "nvidia-smi mig -cgi 9,19 -C -i 0"; && and ; may join several.

    Raises:
        Refusal: the line cannot be understood, or names a GPU that is not there.
    """
    done: list[Result] = []
    for join, asked in parse_all(line):
        failed = bool(done) and done[-1].code != 0
        if (join == "&&" and failed) or (join == "||" and not failed):
            continue
        now = done[-1].gpus if done else gpus
        try:
            done.append(_one(now, asked))
        except Refusal as refusal:
            if not done:
                raise
            done.append(Result(now, "", refusal.code, refusal.says))
    if len(done) == 1:
        return done[0]
    text = "\n".join(one.text for one in done if one.text)
    why = after_each_other(*(one.why for one in done))
    return Result(done[-1].gpus, text, done[-1].code, why) if done else Result(gpus, "")


def _one(gpus: tuple[Gpu, ...], asked: CommandLine) -> Result:
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
