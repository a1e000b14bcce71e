"""`certlab read`: what nvidia-smi, ibstat and NCCL printed, explained."""

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from certlab.console.options import AsJson
from certlab.console.output import print_json
from certlab.errors import CourseError

CPUS = ("intel", "amd", "arm")
MOST = 64 * 2**20  # bytes; NCCL's log of many ranks is long
TOOLS = ("topo", "nvlink", "ibstat")  # those that this machine may have itself
NAMES = {  # above each, where a text holds several
    "topo": "nvidia-smi topo -m:",
    "nvlink": "nvidia-smi nvlink -s:",
    "ibstat": "ibstat:",
    "nccl": "The log of NCCL:",
}

Words = Annotated[
    list[str] | None,
    typer.Argument(
        help="topo, nvlink, ibstat, nccl or env, then a FILE, or - for stdin. The kind of a "
        "FILE alone is recognised. Without a FILE, it reads stdin or runs the tool here. "
        "After env: NAME=VALUE, -, or nothing for the variables of this shell."
    ),
]
Log = Annotated[
    Path | None,
    typer.Option(help="NCCL's log of a run on that machine, to compare with topo."),
]
Card = Annotated[
    str, typer.Option("--gpu", help="GPU of the topo, such as a100, for NVLink's rate.")
]
MakerOfCpu = Annotated[
    str, typer.Option("--cpu", help="Maker of the topo's CPU: intel, amd or arm.")
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", help="A variable of NCCL, NAME=VALUE. Repeat it for more."),
]


def read(
    words: Words = None,
    log: Log = None,
    card: Card = "",
    cpu: MakerOfCpu = "",
    set_to: Set = None,
    as_json: AsJson = False,
) -> None:
    """Explain topo -m, nvlink -s, ibstat or NCCL's log, with slow links and mistakes."""
    from certlab.course import load
    from certlab.labs.systems import topology
    from certlab.labs.systems.topology.nccl_variable_findings import parse

    kind, rest = _split(words or [], topology.KINDS)
    if kind == "env":
        _env(rest, as_json)
        return
    if len(rest) > 1:
        raise CourseError(
            f"One FILE at a time; there are {len(rest)}: {', '.join(rest)}."
        )
    text = _text(kind, rest[0] if rest else "")
    parts, left_out = topology.parts(text, kind or None)
    known = [part.kind for part in parts]
    if (log or card or cpu or set_to) and "topo" not in known:
        raise CourseError(
            f"--log, --gpu, --cpu and --set go with a topo; this is {known[0]}."
        )
    context = topology.Context(load().facts, parse(set_to or []), _cpu(cpu), card)
    read = [(one.kind, *topology.told(one, context)) for one in parts]
    if log:
        matrix = next(part.text for part in parts if part.kind == "topo")
        left_out += _against(matrix, log, context).findings
    if as_json:
        rows = [_told(*one) for one in read]
        rows[0]["findings"] += [_row(one) for one in left_out]
        print_json(rows[0] | ({"also": rows[1:]} if rows[1:] else {}))
        return
    if len(read) == 1:
        typer.echo(str(topology.Report((*read[0][2].findings, *left_out))))
        return
    for number, (name, _, report) in enumerate(read, 1):
        typer.echo(f"{number}. {NAMES[name]}\n{report}\n")
    if left_out:
        typer.echo(str(topology.Report(tuple(left_out))))


def _told(kind: str, state: dict[str, Any], report: Any) -> dict[str, Any]:
    return {"kind": kind, **state, "findings": [_row(one) for one in report.findings]}


def _row(finding: Any) -> dict[str, str]:
    return {"rule": finding.rule, "weight": finding.weight, "says": finding.says}


def _split(words: list[str], kinds: tuple[str, ...]) -> tuple[Any, list[str]]:
    """The kind, "" where it is to be found out, and what follows it."""
    if words and words[0] in (*kinds, "env"):
        return words[0], words[1:]
    return "", words


def _cpu(text: str) -> Any:
    if text and text not in CPUS:
        raise CourseError(f"--cpu takes {', '.join(CPUS)}; not {text}.")
    return text or None


def _text(kind: str, file: str) -> str:
    """From a file, from what is piped in, or from this machine's own tool."""
    from certlab.formats.encoding import text_of
    from certlab.formats.file_limits import within

    if file and file != "-":
        try:
            with Path(file).open("rb") as opened:
                return text_of(within(opened, file, MOST), file, lenient=True)
        except OSError as error:
            raise CourseError(f"{file} cannot be read: {error.strerror}.") from error
    if file == "-" or not sys.stdin.isatty():
        return text_of(within(sys.stdin.buffer, "stdin", MOST), "stdin", lenient=True)
    if kind not in TOOLS:
        raise CourseError(
            "There is nothing to read; name a file, or pipe an output in."
        )
    from certlab.labs.systems.real.system_tools import TOOLS as COMMANDS
    from certlab.labs.systems.real.system_tools import printed

    found = printed(kind)
    if found is None:
        command = " ".join(COMMANDS[kind])
        raise CourseError(
            f"{command} is not here, or failed; name a file with its output."
        )
    return found


def _against(text: str, log: Path, context: Any) -> Any:
    from certlab.labs.systems.topology import compare, parts
    from certlab.labs.systems.topology.topo_matrix import read as read_matrix

    run = parts(_text("nccl", str(log)), "nccl")[0][0].output
    return compare(read_matrix(text), run, context.cpu, context.settings)


def _env(words: list[str], as_json: bool) -> None:
    """NCCL's variables that are set, each explained, and what stands out."""
    from certlab.labs.systems.topology import nccl_variable_findings, variables

    if words == ["-"]:
        words = [line for line in _text("env", "-").splitlines() if "=" in line]
    own = nccl_variable_findings.OURS
    settings = nccl_variable_findings.parse(
        words or [f"{a}={b}" for a, b in os.environ.items() if own.fullmatch(a)]
    )
    rows = [one for one in variables() if one.name in settings or not settings]
    report = nccl_variable_findings.check(settings, variables())
    if as_json:
        print_json(
            {
                "set": settings,
                "variables": [vars(one) for one in rows],
                "findings": [_row(one) for one in report.findings],
            }
        )
        return
    for one in rows:
        value = f"={settings[one.name]}" if one.name in settings else ""
        typer.echo(f"{one.name}{value}\n  {one.does}")
        typer.echo(f"  Default: {one.default}. Mistake: {one.mistake}\n")
    if settings:
        typer.echo(str(report))
