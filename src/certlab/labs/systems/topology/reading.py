"""Any of the four outputs: which it is, what it says, and what stands out in it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from certlab.course.facts import Fact
from certlab.errors import CourseError
from certlab.finding import Finding
from certlab.labs.systems.topology import (
    adapters,
    ibstat,
    ibstat_findings,
    left_out,
    nccl_log,
    nccl_log_findings,
    nvlink,
    nvlink_findings,
    nvlink_rates,
    topo_findings,
    topo_matrix,
)
from certlab.labs.systems.topology.distances import Cpu, islands, ways
from certlab.labs.systems.topology.findings import Report, problem
from certlab.labs.systems.topology.variables import variables

Kind = Literal["topo", "nvlink", "ibstat", "nccl"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class Context:
    """What an output does not say of itself.

    Attributes:
        settings: NCCL's variables.
        cpu: its maker, "" where it is not known.
        card: "a100", for the rate of an NVLink of a matrix; "" where it is not known.
    """

    facts: Mapping[str, Fact]
    settings: Mapping[str, str]
    cpu: Cpu | None = None
    card: str = ""


@dataclass(frozen=True)
class Part:
    """One output of a text, which may hold several.

    Attributes:
        output: what its reader made of the text.
    """

    kind: Kind
    text: str
    output: Any


@dataclass(frozen=True)
class _Reader:
    read: Callable[[str], object]
    sign: re.Pattern[str]
    owns: Callable[[str], bool]


_READERS: dict[Kind, _Reader] = {
    "nccl": _Reader(
        nccl_log.read, re.compile("NCCL (?:INFO|WARN|version) "), lambda _: True
    ),
    "topo": _Reader(topo_matrix.read, re.compile("GPU0"), topo_matrix.owns),
    "nvlink": _Reader(
        nvlink.read, re.compile(r"Link \d+\s*[:,]|NVML: |links are in"), nvlink.owns
    ),
    "ibstat": _Reader(ibstat.read, re.compile("CA '"), ibstat.owns),
}


_ENDLESS = re.compile(r"\d{1001}")


def parts(text: str, kind: Kind | None = None) -> tuple[list[Part], list[Finding]]:
    """The outputs in a text, and what of it was not read.

    Args:
        kind: the only one that is looked for, where it is known.

    Raises:
        CourseError: there is none, or none that can be read.
    """
    if endless := _ENDLESS.search(text):
        line = text.count("\n", 0, endless.start()) + 1
        says = "a number of more than 1,000 digits, which none of these tools prints"
        raise CourseError(f"Line {line} holds {says}; read an output as it came.")
    found: list[Part] = []
    failed: list[str] = []
    likely = ""  # where GPU0 is all that looks like a matrix
    for one in [kind] if kind else _READERS:
        reader = _READERS[one]
        if not (kind or reader.sign.search(text)):
            continue
        sections = topo_matrix.sections(text) if one == "topo" else [text]
        for piece in sections or [text]:
            try:
                found.append(Part(one, piece, reader.read(piece)))
            except CourseError as error:
                says = left_out.named(piece) or str(error)
                if sections:
                    failed.append(says)
                else:
                    likely = says
    if not found:
        raise CourseError(left_out.why_nothing(text, failed or [likely]))
    kinds = {part.kind for part in found}
    missed = [
        problem("not read", f"a part that looks like another output: {one}")
        for one in failed
    ]
    return found, missed + left_out.check(
        text, [_READERS[one].owns for one in _READERS if one in kinds]
    )


def kind_of(text: str) -> Kind:
    """Which of the four a text is, the first of several.

    Raises:
        CourseError: it is none of them.
    """
    return parts(text)[0][0].kind


def read(kind: Kind, text: str, context: Context) -> tuple[dict[str, Any], Report]:
    """An output as plain values, and what stands out.

    Raises:
        CourseError: the text is not of that kind, or a setting is not one.
    """
    return told(Part(kind, text, _READERS[kind].read(text)), context)


def told(part: Part, context: Context) -> tuple[dict[str, Any], Report]:
    """A part that was read as plain values, and what stands out.

    Raises:
        CourseError: a setting is not one.
    """
    output: Any = part.output
    if part.kind == "topo":
        return _topo(output, context)
    if part.kind == "nvlink":
        rows = [_card(one) for one in output]
        return {"cards": rows}, nvlink_findings.check(output, context.facts)
    if part.kind == "ibstat":
        ports = [{**vars(one), "up": one.up} for one in output]
        return {"ports": ports}, ibstat_findings.check(output, context.facts)
    return _log(output), nccl_log_findings.check(output, variables())


def _topo(found: topo_matrix.Matrix, context: Context) -> tuple[dict[str, Any], Report]:
    rate = nvlink_rates.of_card(context.card, context.facts) if context.card else None
    state = {
        "gpus": list(found.gpus),
        "adapters": {one: found.name(one) for one in found.adapters},
        "pairs": [vars(way) for way in ways(found, context.settings, context.cpu)],
        "islands": [list(group) for group in islands(found)],
        "nearest": [vars(one) for one in adapters.nearest(found, context.settings)],
        "affinities": {gpu: vars(one) for gpu, one in found.affinities.items()},
    }
    return state, topo_findings.check(
        found, context.settings, cpu=context.cpu, rate=rate
    )


def _card(card: nvlink.Card) -> dict[str, Any]:
    return {**vars(card), "up": card.up, "gb_per_s_one_direction": card.gb_per_s}


def _log(run: nccl_log.Log) -> dict[str, Any]:
    return {
        "version": run.version,
        "cuda": run.cuda,
        "ranks": run.ranks,
        "nodes": run.nodes,
        "network": run.network,
        "settings": run.settings,
        "pairs": [
            {"ranks": list(pair), "via": via} for pair, via in run.between().items()
        ],
        "rings": [list(ring) for ring in run.rings.values()],
        "trees": len(run.trees),
        "nvls": {str(gpu): able for gpu, able in run.sharp.items()},
        "warnings": run.warnings,
    }
