"""A machine that somebody lends for an hour: what it costs, what it forgets, what it cannot show."""

import os
from dataclasses import dataclass

from certlab.compute.gpus import Gpus

# The first compute capability whose Tensor Cores multiply a format: BF16 came with Ampere.
FORMATS = {"BF16": "8.0", "FP8": "8.9"}


@dataclass(frozen=True, slots=True)
class Host:
    """One that lends machines.

    Attributes:
        name: as it calls itself.
        variable: of the environment, which it alone sets.
        terms: what a machine of it costs, as the end of a sentence; docs/hosted.md has the sources.
        gpu: where one gets a GPU, as a sentence.
    """

    name: str
    variable: str
    terms: str
    gpu: str


HOSTS = (
    Host(
        "Binder",
        "BINDER_LAUNCH_HOST",
        "costs nothing, has little memory and ends when it is left alone",
        "It lends no GPU, so nothing here is measured on one.",
    ),
    Host(
        "Google Colab",
        "COLAB_RELEASE_TAG",
        "costs nothing within limits that Google changes and does not guarantee",
        "Runtime, Change runtime type asks it for a GPU, which it lends when one is free.",
    ),
)


def host() -> Host | None:
    """Who lends this machine; None where nobody does whom we know."""
    return next((one for one in HOSTS if one.variable in os.environ), None)


def sentences(graphics: Gpus, *, bf16: bool = False, ranks: int = 1) -> list[str]:
    """What a lab says of a lent machine in its first cell; nothing on one's own.

    Args:
        graphics: the GPUs that are here.
        bf16: whether the lab measures BF16.
        ranks: processes of the lab's GPU path, each of which has a GPU to itself.
    """
    lender = host()
    if not lender:
        return []
    found = [f"This machine is lent by {lender.name}: it {lender.terms}."]
    if not graphics.found:
        return [*found, lender.gpu]
    card = graphics.found[0]
    own = _number(card.compute_capability)
    lacks = [name for name, first in FORMATS.items() if () < own < _number(first)]
    if lacks:
        says = f"The Tensor Cores of {card.name} do not multiply {' and '.join(lacks)}"
        gain = ", so that its times of BF16 in this lab show no gain"
        found.append(f"{says}{gain if bf16 and 'BF16' in lacks else ''}.")
    if (here := len(graphics.found)) < ranks:
        found.append(
            f"The GPU path of this lab has {ranks} processes with a GPU each, and here "
            f"{'is one' if here == 1 else f'are {here}'}: what passes between GPUs is not shown."
        )
    return found


def where_answers_go() -> str:
    """What somebody should know who answers on a machine that is given back."""
    return (
        "What you answer is kept in ~/certlab/history.jsonl on this machine. If it is lent, download "
        "that file before you leave; certlab import history.jsonl adds it to your own."
    )


def _number(capability: str) -> tuple[int, ...]:
    """A compute capability that can be compared; () where the driver does not say one."""
    parts = capability.split(".")
    return tuple(map(int, parts)) if all(map(str.isdecimal, parts)) else ()
