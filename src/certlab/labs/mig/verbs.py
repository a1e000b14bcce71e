"""`certlab sim mig`: MIG from the command line."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Annotated, Any

import typer

from certlab.console.options import AsJson
from certlab.console.output import print_json, print_rows
from certlab.errors import CourseError
from certlab.near_names import choice

MigGpu = Annotated[str | None, typer.Option(help="A GPU. Without it, all are listed.")]
MigCount = Annotated[
    int, typer.Option("--gpus", min=1, max=256, help="How many of that GPU.")
]
MigDriver = Annotated[str, typer.Option(help="The driver, such as 535.183.01.")]
MigPlace = Annotated[
    str, typer.Option(help='Instances to place on GPU 0: "3g.40gb,1g.10gb:6".')
]
MigRun = Annotated[
    list[str] | None,
    typer.Option(help="A line of nvidia-smi to run. Repeat it, or type lines."),
]
MigLayouts = Annotated[bool, typer.Option("--layouts", help="List every layout.")]
MigMaximal = Annotated[
    bool, typer.Option("--maximal", help="List layouts to which nothing can be added.")
]
MigRoom = Annotated[
    str, typer.Option(help="Say what to destroy on GPU 0 to fit this profile.")
]
MigConfig = Annotated[
    str, typer.Option(help="A mig-parted file and configuration, FILE:NAME, to apply.")
]
_LONGEST = 10_000  # lines of the input, and characters of one
_BANNER = "Type lines of nvidia-smi mig. help lists them, and Ctrl-D ends."
_HELP = """\
nvidia-smi mig -lgip              profiles, and how many of each still fit
nvidia-smi mig -i 0 -cgi 9,14 -C  create GPU instances by profile ID, -C with compute instances
nvidia-smi mig -lgi               GPU instances, and where they are
nvidia-smi mig -lci               compute instances
nvidia-smi mig -i 0 -dci          destroy the compute instances, then
nvidia-smi mig -i 0 -dgi          the GPU instances
show                              the GPUs as they are, and the lines that make them so
history                           what you have typed; the up arrow brings a line back
Ctrl-D                            end"""
MigExport = Annotated[bool, typer.Option("--export", help="Print a mig-parted file.")]


def simulate(
    gpu: MigGpu = None,
    gpus: MigCount = 1,
    driver: MigDriver = "",
    config: MigConfig = "",
    place: MigPlace = "",
    run: MigRun = None,
    make_room: MigRoom = "",
    layouts: MigLayouts = False,
    maximal: MigMaximal = False,
    export: MigExport = False,
    as_json: AsJson = False,
) -> None:
    """Partition GPUs with MIG: place instances, run nvidia-smi lines, see what fits."""
    from certlab.course import load
    from certlab.labs import mig
    from certlab.labs.mig import parted_config

    tables = mig.tables(load())
    if gpu is None:
        rows = [mig.report.table_row(one) for one in tables.values()]
        _print_mig_tables(rows, as_json)
        return
    if gpu not in tables:
        raise CourseError(f"There is no GPU {gpu}; {choice(gpu, tables)}")
    if layouts or maximal:
        every = mig.maximal_layouts if maximal else mig.layouts
        rows = mig.report.layout_rows(tables[gpu], every(tables[gpu]))
        _print_layouts(tables[gpu].name, rows, as_json)
        return
    boards = (mig.Gpu(tables[gpu], driver=driver),) * gpus
    if config:
        boards = parted_config.from_file(config, boards)
    if place:
        boards = (mig.report.placed(boards[0], place), *boards[1:])
    asked = not (config or place or make_room or export)
    told = _mig_told(boards, run, asked, make_room, export, say=not as_json)
    if as_json:
        print_json(told)
    else:
        _print_boards(told)
    raise typer.Exit(1 if any(row["code"] for row in told["lines"]) else 0)


def _mig_told(
    boards: tuple[Any, ...],
    run: Iterable[str] | None,
    asked: bool,
    make_room: str,
    export: bool,
    *,
    say: bool,
) -> dict[str, Any]:
    """What the lines answered, said as it comes; then how the GPUs stand."""
    from certlab.labs import mig
    from certlab.labs.mig import parted_config
    from certlab.labs.mig.real import mig_parted

    told: dict[str, Any] = {"lines": []}
    lines = run or (_mig_input(lambda: boards) if asked else ())
    for after, row in mig.report.answers(boards, lines):
        boards = after
        told["lines"].append(row)
        if say:
            _print_answer(row)
    told["gpus"] = _states(boards)
    if make_room:
        told["make_room"] = sorted(mig.make_room(boards[0], make_room))
    if export:
        told["mig_parted"] = mig_parted.write({"this": parted_config.rules_of(boards)})
    return told


def _states(boards: tuple[Any, ...]) -> list[dict[str, Any]]:
    from certlab.labs import mig

    return [mig.report.state(one, n) for n, one in enumerate(boards)]


def _mig_input(boards: Callable[[], tuple[Any, ...]]) -> Iterator[str]:
    """Lines from the input; who types them is answered help, show and history, too.

    Args:
        boards: the GPUs as they stand when it is asked.
    """
    if not sys.stdin.isatty():
        yield from filter(None, map(str.strip, _piped()))
        return
    with suppress(ImportError):  # Windows has none; elsewhere arrows bring lines back
        import readline  # noqa: F401
    typer.echo(f"{len(boards())} x {boards()[0].table.name}. {_BANNER}", err=True)
    typed: list[str] = []
    with suppress(EOFError):
        while True:
            line = input("mig> ").strip()
            match line:
                case "":
                    continue
                case "help":
                    typer.echo(_HELP)
                case "show":
                    _print_states(_states(boards()))
                case "history":
                    typer.echo("\n".join(typed))
                case _:
                    typed.append(line)
                    yield line
    typer.echo(err=True)


def _piped() -> Iterator[str]:
    """Lines that are piped in; what pipes them in may never stop."""
    for number, line in enumerate(iter(lambda: sys.stdin.readline(_LONGEST + 1), "")):
        if number >= _LONGEST or len(line) > _LONGEST:
            raise CourseError(
                f"The input has more than {_LONGEST:,} lines, or as many characters in one "
                "line; give fewer."
            )
        yield line


def _print_answer(row: dict[str, Any]) -> None:
    """What nvidia-smi would print, and why where it refuses."""
    if row["text"]:
        typer.echo(row["text"])
    if row["why"]:
        typer.echo(f"certlab: {row['why']}", err=True)


def _print_boards(told: dict[str, Any]) -> None:
    """What was asked for last: a file, what to destroy, or how the GPUs stand."""
    if "mig_parted" in told:
        typer.echo(told["mig_parted"], nl=False)
    elif "make_room" in told:
        ids = ", ".join(map(str, told["make_room"])) or "none, it fits now"
        typer.echo(f"Instances to destroy: {ids}.")
    elif not told["lines"]:
        _print_states(told["gpus"])


def _print_states(states: list[dict[str, Any]]) -> None:
    """Each GPU in words, with the lines that make it so."""
    for state in states:
        typer.echo(f"GPU {state['gpu']}: {state['words']}")
        for line in state["commands"]:
            typer.echo(f"  {line}")


def _print_mig_tables(rows: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        print_json(rows)
        return
    shown = ("id", "name", "compute_slices", "memory_slices", "driver", "tier")
    title = "GPUs for --gpu: slices, and the first driver with MIG for it"
    print_rows([{name: row[name] for name in shown} for row in rows], title)


def _print_layouts(name: str, rows: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        print_json(rows)
        return
    typer.echo(f"Layouts of one {name}: each profile at its first memory slice")
    for row in rows:
        typer.echo(", ".join(f"{name} at {start}" for name, start in row["places"]))
    mixes = len({tuple(row["mix"]) for row in rows})
    typer.echo(f"\n{len(rows)} layouts, {mixes} mixes of profiles.", err=True)


VERBS = {"sim mig": simulate}
