"""A set of NCCL's variables: what each does there, and what it does not."""

import difflib
import re
from collections.abc import Iterator, Mapping

from certlab.errors import CourseError
from certlab.finding import Finding
from certlab.labs.systems.topology.adapter_names import adapters
from certlab.labs.systems.topology.findings import Report, problem
from certlab.labs.systems.topology.nccl_values import RULES
from certlab.labs.systems.topology.variables import Variable, documented

Found = Iterator[Finding]
OURS = re.compile(r"(TORCH_)?NCCL_[A-Z0-9_]+")
_NUMBER = re.compile(r"[+-]?(0x[0-9a-fA-F]+|0[0-7]*|[1-9]\d*)")  # as strtoll
# Variables that NCCL reads as a number, and what they may hold.
NUMBERS = {
    **dict.fromkeys(
        ("NCCL_IB_DISABLE", "NCCL_P2P_DISABLE", "NCCL_SHM_DISABLE"), range(2)
    ),
    "NCCL_CROSS_NIC": range(3),
    "NCCL_NVLS_ENABLE": range(3),
    "NCCL_MIN_CTAS": range(1, 65),
    "NCCL_MAX_CTAS": range(1, 65),
    "TORCH_NCCL_ASYNC_ERROR_HANDLING": range(4),
}


def parse(words: list[str]) -> dict[str, str]:
    """Settings from words NAME=VALUE, as a shell or `env` gives them.

    Raises:
        CourseError: a word that is none.
    """
    found = {}
    for word in words:
        name, mark, value = word.strip().removeprefix("export ").partition("=")
        if not mark or not re.fullmatch(r"[A-Za-z_]\w*", name.strip()):
            raise CourseError(
                f'"{word.strip()}" is not a setting; expected NAME=VALUE, NCCL_DEBUG=INFO '
                "for one."
            )
        found[name.strip()] = value.strip().strip("\"'")
    return {name: value for name, value in found.items() if OURS.fullmatch(name)}


def check(
    settings: Mapping[str, str],
    variables: tuple[Variable, ...],
    devices: tuple[str, ...] = (),
) -> Report:
    """What stands out.

    Args:
        devices: verbs devices of the machine as ibstat lists them, where they are known.
    """
    found: list[Finding] = []
    for name, value in settings.items():
        found += _name(name, variables)
        found += _number(name, value)
        if name in RULES:
            found += RULES[name](value)
    if "NCCL_IB_HCA" in settings:
        found += adapters(settings["NCCL_IB_HCA"], devices)
    return Report((*found, *_together(settings)))


def _name(name: str, variables: tuple[Variable, ...]) -> Found:
    table = {one.name: one for one in variables}
    if name in table and (instead := table[name].instead):
        yield problem(name, f"{table[name].mistake} Write {instead}.")
    elif name not in documented() and name.startswith("NCCL_"):
        near = difflib.get_close_matches(name, documented(), 1, 0.85)
        yield Finding(
            name,
            "is not in NCCL's documentation, and an unknown name is skipped without "
            "a word" + (f"; {near[0]} is." if near else "."),
            weight="problem" if near else "note",
        )


def _number(name: str, value: str) -> Found:
    if name not in NUMBERS or not value:
        return
    allowed = NUMBERS[name]
    read = _NUMBER.match(value)
    if read is None or read[0] != value:
        yield problem(
            name,
            f'"{value}" is not a number, and NCCL reads {read[0] if read else 0} from it: '
            f"write one from {allowed[0]} to {allowed[-1]}.",
        )
    elif _whole(value) not in allowed:
        yield problem(name, f"{value} is not among {allowed[0]} to {allowed[-1]}.")


def _whole(text: str) -> int:
    """A number as C reads it: 0x begins a hexadecimal one, 0 an octal one."""
    digits = text.lstrip("+-")
    base = 16 if digits[:2] == "0x" else 8 if digits[0] == "0" else 10
    if len(digits) > 40:  # C stops at the end of 64 bits
        return -(2**63) if text[0] == "-" else 2**63 - 1
    return int(text, base)


def _together(settings: Mapping[str, str]) -> Found:
    if "NCCL_DEBUG_SUBSYS" in settings and settings.get(
        "NCCL_DEBUG", ""
    ).upper() not in ("INFO", "TRACE"):
        yield problem("NCCL_DEBUG_SUBSYS", "prints nothing without NCCL_DEBUG=INFO.")
    if settings.get("NCCL_IB_DISABLE") == "1" and "NCCL_IB_HCA" in settings:
        yield problem("NCCL_IB_HCA", "chooses nothing while NCCL_IB_DISABLE is 1.")
    if settings.get("NCCL_P2P_DISABLE") == "1" and "NCCL_P2P_LEVEL" in settings:
        yield problem("NCCL_P2P_LEVEL", "has no say while NCCL_P2P_DISABLE is 1.")
    low, high = settings.get("NCCL_MIN_CTAS", ""), settings.get("NCCL_MAX_CTAS", "")
    if low.isdecimal() and high.isdecimal() and _whole(low) > _whole(high):
        yield problem("NCCL_MIN_CTAS", f"{low} is above NCCL_MAX_CTAS, {high}.")
