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
TOOLS = ("topo", "nvlink", "ibstat")  # those that this machine may have itself

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
    known = kind or topology.kind_of(text)
    if (log or card or cpu or set_to) and known != "topo":
        raise CourseError(
            f"--log, --gpu, --cpu and --set go with a topo; this is {known}."
        )
    context = topology.Context(load().facts, parse(set_to or []), _cpu(cpu), card)
    state, report = topology.read(known, text, context)
    if log:
        against = _against(text, log, context)
        report = topology.Report((*report.findings, *against.findings))
    if as_json:
        rows = [_row(one) for one in report.findings]
        print_json({"kind": known, **state, "findings": rows})
        return
    typer.echo(str(report))


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

    if file and file != "-":
        try:
            return text_of(Path(file).read_bytes(), file, lenient=True)
        except OSError as error:
            raise CourseError(f"{file} cannot be read: {error.strerror}.") from error
    if file == "-" or not sys.stdin.isatty():
        return text_of(sys.stdin.buffer.read(), "stdin", lenient=True)
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
    from certlab.labs.systems.topology import compare
    from certlab.labs.systems.topology.nccl_log import read as read_log
    from certlab.labs.systems.topology.topo_matrix import read as read_matrix

    run = read_log(_text("nccl", str(log)))
    return compare(read_matrix(text), run, context.cpu, context.settings)


def _env(words: list[str], as_json: bool) -> None:
    """NCCL's variables that are set, each explained, and what stands out."""
    from certlab.labs.systems.topology import nccl_variable_findings, variables

    if words == ["-"]:
        words = [line for line in sys.stdin.read().splitlines() if "=" in line]
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
