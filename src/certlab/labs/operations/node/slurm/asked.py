"""What Slurm's tools have in common: the question to slurmctld, lists, ids and refusals."""

from certlab.labs.operations.node.answer import Answer, Call, Refusal
from certlab.labs.operations.node.schedulers import Slurm
from certlab.labs.operations.node.slurm import queue

NO_CONTROLLER = "Unable to contact slurm controller (connect failure)"


def no(text: str, exit: int = 1, seconds: float = 1) -> Refusal:
    """The refusal with a tool's own words."""
    return Refusal(Answer(text, exit, seconds))


def controller(call: Call, prefix: str) -> Slurm:
    """What slurmctld has.

    Raises:
        Refusal: it does not answer; the text begins with the prefix.
    """
    if not queue.controlled(call.world) or not call.world.slurm:
        raise no(f"{prefix}{NO_CONTROLLER}", seconds=3)
    return call.world.slurm


def parts(value: str | None) -> list[str]:
    """What stands between commas."""
    return [part for part in (value or "").split(",") if part]


def is_id(word: str) -> bool:
    """Whether a word may be the id of a job."""
    return word.isascii() and word.isdigit() and len(word) < 10
