"""Which profiles run on given GPUs, which one a container takes, and how to have another.

Where each rule was read stands in content/facts/sources-nim.toml:

- The number of GPUs decides what is incompatible, and memory what is listed as low (the
  example of nim-profiles, the outputs of nim-listings).
- The order of 1.x is that of nim-order-1, a transcription; nim-profiles-1 and nim-order-0
  confirm that hardware-specific comes before generic, TensorRT-LLM before vLLM, and a
  lower precision before a higher one.
- For 2.x no order was found in the pages that could be read, so none is made up.
- A container with adapters skips profiles without LoRA (its log, nim-listings). Without
  adapters the NIM Operator passes over those with LoRA (nim-operator-match).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from certlab.labs.nim.profiles import Machine, Profile

RELEASES = ("1.x", "2.x")
ENGINES = ("tensorrt_llm", "vllm", "sglang")
PRECISIONS = (*("mxfp4", "fp8", "int8", "fp16", "bf16", "int8wo", "nvfp4", "int4_awq"),)
CRITERIA = (
    "profiles made for this GPU come before generic ones",
    "TensorRT-LLM comes before vLLM, and vLLM before SGLang",
    "the precision stands earlier in the documented order",
    "latency comes before throughput",
    "more tensor parallelism comes first",
)


@dataclass(frozen=True)
class Verdict:
    """What becomes of one profile.

    Attributes:
        outcome: "runnable", "low memory", "incompatible" or "left out".
        rule: "runs", "no-size", "gpu-kind", "too-few", "memory", "lora", or "no-lora".
        says: the reason with its numbers.
    """

    outcome: str
    rule: str
    says: str


def verdict(
    profile: Profile, machine: Machine, adapters: bool = False, billions: float = 0
) -> Verdict:
    """Whether a profile runs; `billions` of parameters help where no need is listed."""
    if not profile.gpus:
        says = (
            "it names no number of GPUs, because it is yet to be built on the machine"
        )
        return Verdict("left out", "no-size", says)
    if profile.gpu and _plain(profile.gpu) != _plain(machine.kind):
        says = f"it was made for {profile.gpu}, and these are {machine.kind}"
        return Verdict("incompatible", "gpu-kind", says)
    if profile.gpus > machine.count:
        says = f"it wants {profile.gpus} GPUs, and {machine.count} can be seen"
        return Verdict("incompatible", "too-few", says)
    if adapters and not profile.lora:
        return Verdict("left out", "no-lora", "it cannot load adapters")
    if profile.lora and not adapters:
        return Verdict("left out", "lora", "it is for adapters, and none are wanted")
    needs = profile.needs or profile.least(billions) or 0.0
    if needs > machine.room:
        of = "" if profile.needs else " for the weights alone"
        says = f"it needs {needs:g} GB in each GPU{of}, and {machine.room:g} are free"
        return Verdict("low memory", "memory", says)
    return Verdict("runnable", "runs", f"{machine.room - needs:g} GB a GPU are left")


def _plain(kind: str) -> str:
    return re.sub(r"nvidia|[^a-z0-9]", "", kind.lower())


@dataclass(frozen=True)
class Choice:
    """What a container takes by itself.

    Attributes:
        profile: None where nothing runs, or where no document says which one it is.
        why: the reason.
        among: those that run.
    """

    profile: Profile | None
    why: str
    among: tuple[Profile, ...]


def choose(
    profiles: Sequence[Profile],
    machine: Machine,
    release: str = "1.x",
    adapters: bool = False,
    billions: float = 0,
) -> Choice:
    """The profile that a container of that release takes when nobody names one."""
    runs = tuple(
        one
        for one in profiles
        if verdict(one, machine, adapters, billions).outcome == "runnable"
    )
    if not runs:
        return Choice(None, "no profile runs", runs)
    if len(runs) == 1:
        return Choice(runs[0], "it is the only one that runs", runs)
    if release != "1.x":
        why = f"{len(runs)} run, and no page that we could read says which is taken"
        return Choice(None, why, runs)
    first, second, *_ = sorted(runs, key=rank)
    pairs = zip(rank(first), rank(second), strict=True)
    decides = next((n for n, (a, b) in enumerate(pairs) if a != b), None)
    if decides is None:
        return Choice(None, "the first two are alike in all that the order names", runs)
    return Choice(first, CRITERIA[decides], runs)


def rank(profile: Profile) -> tuple[int, ...]:
    """Where a profile stands in the order of 1.x, the smallest first."""
    return (
        0 if profile.gpu else 1,
        _place(profile.engine, ENGINES),
        _place(profile.precision, PRECISIONS),
        {"latency": 0, "throughput": 1}.get(profile.target, 1),
        -profile.tp,
    )


def _place(name: str, order: tuple[str, ...]) -> int:
    return order.index(name) if name in order else len(order)


def settings(profile: Profile, machine: Machine, adapters: bool = False) -> list[str]:
    """What to add to `docker run`, so that this profile is taken; [] where it cannot run."""
    found = verdict(profile, machine, adapters)
    short = profile.shorter
    if found.outcome not in ("runnable", "low memory"):
        return []
    if found.outcome == "low memory" and (not short or short[1] > machine.room):
        return []
    numbers = ",".join(map(str, range(profile.gpus)))
    given = [f"-e NIM_MODEL_PROFILE={profile.id or profile.name}"]
    if profile.gpus < machine.count:
        given.insert(0, f"--gpus '\"device={numbers}\"'")
    else:
        given.insert(0, "--gpus all")
    if found.outcome == "low memory" and short:
        given.append(f"-e NIM_MAX_MODEL_LEN={short[0]}")
    return given
