"""What a board says of an instance that came to stand somewhere."""

from certlab.labs import mig
from certlab.words import Sentence


def placed(one: mig.Instance, gpu: int) -> Sentence:
    """The sentence for a new instance on a GPU."""
    return Sentence(
        "{profile} placed at memory {span} of GPU {gpu}.",
        profile=one.name,
        span=_span(one),
        gpu=gpu,
    )


def moved(one: mig.Instance, gpu: int) -> Sentence:
    """The sentence for an instance that was elsewhere before."""
    return Sentence(
        "{profile} moved to memory {span} of GPU {gpu}.",
        profile=one.name,
        span=_span(one),
        gpu=gpu,
    )


def _span(one: mig.Instance) -> str:
    last = one.start + one.profile.size - 1
    return str(one.start) if one.profile.size == 1 else f"{one.start}–{last}"
