"""`certlab sim fabric`: a fabric from the command line."""

from typing import Annotated

import typer

from certlab.console.options import AsJson, Picture
from certlab.console.output import print_json, write

Systems = Annotated[int, typer.Option(help="How many systems.")]
Rails = Annotated[int, typer.Option(help="Network adapters of a system.")]
Ports = Annotated[int, typer.Option(help="Ports of a switch.")]
PerLeaf = Annotated[
    int,
    typer.Option(
        "--systems-per-leaf", help="Systems at a leaf, or 0 for half of its ports."
    ),
]
Gbit = Annotated[float, typer.Option("--gbit-per-s", help="Rate of a port.")]
Failed = Annotated[int, typer.Option("--failed-spines", help="Spines that are down.")]


def fabric(
    systems: Systems = 32,
    rails: Rails = 8,
    ports: Ports = 64,
    systems_per_leaf: PerLeaf = 0,
    gbit_per_s: Gbit = 400.0,
    failed_spines: Failed = 0,
    svg: Picture = None,
    as_json: AsJson = False,
) -> None:
    """Wire systems by rails, and count the switches, cables and lost bandwidth."""
    from certlab.labs.systems import fabric

    built = fabric.build(
        fabric.Fabric(
            systems=systems,
            rails=rails,
            leaf_ports=ports,
            spine_ports=ports,
            systems_per_leaf=systems_per_leaf,
            port_gbit_per_s=gbit_per_s,
            failed_spines=failed_spines,
        )
    )
    if svg is not None:
        write(svg, fabric.draw.svg(built))
    if as_json:
        print_json(fabric.report.state(built))
    else:
        typer.echo(fabric.words(built))
