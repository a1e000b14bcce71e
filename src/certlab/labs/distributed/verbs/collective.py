"""`certlab sim collective`: collectives from the command line."""

from typing import Annotated, Any

import typer

from certlab.console.amounts import in_bytes
from certlab.console.options import AsJson, Picture
from certlab.console.output import print_json, print_rows, write
from certlab.errors import CourseError
from certlab.near_names import choice

Kind = Annotated[
    str,
    typer.Argument(
        help="all-reduce, all-gather, reduce-scatter, broadcast or all-to-all."
    ),
]
Algorithm = Annotated[
    str | None,
    typer.Option(
        help="ring, tree, halving-doubling, in-switch or direct. The default is all."
    ),
]
Ranks = Annotated[int, typer.Option(help="How many ranks take part.")]
Size = Annotated[
    str,
    typer.Option(
        "--bytes", help="Size of a rank's buffer, such as 256MiB, 1GB or 1000."
    ),
]
LinkName = Annotated[
    str, typer.Option("--link", help="A link of the course, such as h100-node.")
]
Rate = Annotated[
    float | None, typer.Option("--gb-per-s", help="Bandwidth of a link of your own.")
]
Latency = Annotated[
    float | None, typer.Option("--latency-ns", help="Latency of a link of your own.")
]
Root = Annotated[int, typer.Option(help="The rank that a broadcast begins at.")]
StepNumber = Annotated[
    int | None,
    typer.Option("--step", help="Show one step with its messages. 0 is the start."),
]


def collective(
    kind: Kind = "all-reduce",
    algorithm: Algorithm = None,
    ranks: Ranks = 8,
    size: Size = "256MiB",
    link: LinkName = "h100-node",
    gb_per_s: Rate = None,
    latency_ns: Latency = None,
    root: Root = 0,
    step: StepNumber = None,
    svg: Picture = None,
    as_json: AsJson = False,
) -> None:
    """Simulate a collective: what each rank sends, its time and both bandwidths."""
    from certlab.labs.distributed import collectives

    over = _link(link, gb_per_s, latency_ns)
    amount = in_bytes(size)
    if algorithm is None:
        if step is not None or (svg is not None and kind != "all-reduce"):
            raise CourseError(
                "A step belongs to one algorithm, and so does a picture, except for "
                "all-reduce; name it with --algorithm."
            )
        names = _print_algorithms(kind, ranks, amount, over, root, as_json=as_json)
        if svg is not None:
            write(svg, collectives.curves(ranks, over, names))
        return
    one = collectives.Collective(kind, algorithm, ranks, amount, over, root)
    done = collectives.account(one)
    if step is not None and not 0 <= step <= len(done.steps):
        raise CourseError(
            f"There is no step {step}; choose one from 0 to {len(done.steps)}."
        )
    if svg is not None:
        write(svg, collectives.draw.svg(done, step or 0))
    if as_json:
        told = collectives.report.state(done)
        if step:
            told["step"] = collectives.report.step_row(done, step)
        print_json(told)
        return
    typer.echo(collectives.words(done))
    if step is not None:
        typer.echo(collectives.step_words(done, step))


def _link(name: str, gb_per_s: float | None, latency_ns: float | None) -> Any:
    """A link of the facts, with what is given in its place."""
    from certlab.course import load
    from certlab.labs.distributed import collectives

    links = collectives.links(load().facts)
    if name not in links:
        raise CourseError(f"There is no link {name}; {choice(name, links)}")
    known = links[name]
    if gb_per_s is None and latency_ns is None:
        return known
    if (gb_per_s is not None and gb_per_s <= 0) or (latency_ns or 0) < 0:
        raise CourseError("A link has a bandwidth above 0 and a latency of 0 or more.")
    latency = known.latency_seconds if latency_ns is None else latency_ns * 1e-9
    rate = known.bytes_per_second if gb_per_s is None else gb_per_s * 1e9
    return collectives.Link("your own", latency, rate)


def _print_algorithms(
    kind: str, ranks: int, amount: int, link: Any, root: int, *, as_json: bool
) -> list[str]:
    """Every algorithm that does the collective, side by side; why others do not.

    Returns:
        Those that do.
    """
    from certlab.drawing.quantities import duration, rate, size
    from certlab.labs.distributed import collectives

    done, refused = [], []
    for algorithm in collectives.PLANS.get(kind, ("ring",)):
        try:
            one = collectives.Collective(kind, algorithm, ranks, amount, link, root)
        except collectives.Refusal as refusal:
            refused.append(refusal)
        else:
            done.append(collectives.account(one))
    if not done:
        raise refused[0]
    names = [each.collective.algorithm for each in done]
    if as_json:
        print_json([collectives.report.state(each) for each in done])
        return names
    way = (
        f"{rate(link.bytes_per_second)} and {duration(link.latency_seconds)} a message"
    )
    title = (
        f"{kind} of {size(amount)} on {ranks:,} ranks, each link {way} ({link.name})"
    )
    print_rows(
        [
            {
                "algorithm": each.collective.algorithm,
                "steps": f"{len(each.steps):,}",
                "sent by the busiest": size(each.sent_most),
                "time": duration(each.seconds),
                "algbw": rate(each.algorithm_bandwidth),
                "busbw": rate(each.bus_bandwidth),
            }
            for each in done
        ],
        title,
    )
    for why in refused:
        typer.echo(f"certlab: {why}", err=True)
    return names
