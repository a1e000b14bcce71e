"""Any of the four outputs: which it is, what it says, and what stands out in it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from certlab.course.facts import Fact
from certlab.errors import CourseError
from certlab.labs.systems.topology import (
    adapters,
    ibstat,
    ibstat_findings,
    nccl_log,
    nccl_log_findings,
    nvlink,
    nvlink_findings,
    nvlink_rates,
    topo_findings,
    topo_matrix,
)
from certlab.labs.systems.topology.distances import Cpu, islands, ways
from certlab.labs.systems.topology.findings import Report
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


def kind_of(text: str) -> Kind:
    """Which of the four a text is.

    Raises:
        CourseError: it is none of them.
    """
    readers: dict[Kind, Callable[[str], object]] = {
        "topo": topo_matrix.read,
        "nvlink": nvlink.read,
        "ibstat": ibstat.read,
        "nccl": nccl_log.read,
    }
    signs: dict[Kind, tuple[str, ...]] = {
        "topo": ("GPU0", "\tGPU0", " GPU0"),
        "nvlink": ("GPU 0:", "Link 0:"),
        "ibstat": ("CA '",),
        "nccl": ("NCCL INFO", "NCCL WARN", "NCCL version"),
    }
    looks = [kind for kind in KINDS if any(sign in text for sign in signs[kind])]
    if "nccl" in looks:
        return "nccl"
    for kind in KINDS:
        try:
            readers[kind](text)
        except CourseError:
            continue
        return kind
    if len(looks) == 1:
        readers[looks[0]](text)  # its sentence is better than ours
    raise CourseError(
        "This is none of what nvidia-smi topo -m, nvidia-smi nvlink -s, ibstat and a run "
        "with NCCL_DEBUG=INFO print."
    )


def read(kind: Kind, text: str, context: Context) -> tuple[dict[str, Any], Report]:
    """An output as plain values, and what stands out.

    Raises:
        CourseError: the text is not of that kind, or a setting is not one.
    """
    if kind == "topo":
        return _topo(topo_matrix.read(text), context)
    if kind == "nvlink":
        listing = nvlink.read(text)
        return {"cards": [_card(one) for one in listing]}, nvlink_findings.check(
            listing, context.facts
        )
    if kind == "ibstat":
        found = ibstat.read(text)
        rows = [{**vars(one), "up": one.up} for one in found]
        return {"ports": rows}, ibstat_findings.check(found, context.facts)
    run = nccl_log.read(text)
    return _log(run), nccl_log_findings.check(run, variables())


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
