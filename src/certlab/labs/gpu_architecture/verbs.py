"""`certlab sim numbers`: number formats from the command line."""

from typing import Annotated

import typer

from certlab.console.options import AsJson
from certlab.console.output import print_json, print_rows

NumberFormats = Annotated[
    list[str] | None, typer.Option("--format", help="Show only this format.")
]
NumberSaturate = Annotated[
    bool,
    typer.Option("--saturate", help="Turn what is too large into the largest number."),
]


def show_numbers(
    value: Annotated[
        float | None, typer.Argument(help="A number, such as 0.395 or inf.")
    ] = None,
    format: NumberFormats = None,
    saturate: NumberSaturate = False,
    as_json: AsJson = False,
) -> None:
    """Show what a number becomes in each format, bit by bit, from FP32 to FP4."""
    from certlab.labs.gpu_architecture import numbers

    chosen = [numbers.format_of(one) for one in format or numbers.FORMATS]
    if value is None:
        rows = [numbers.report.format_row(one) for one in chosen]
    else:
        rows = [
            numbers.report.number_row(one, value, saturate=saturate) for one in chosen
        ]
    if as_json:
        print_json(rows)
        return
    what = "number formats" if value is None else f"{value:g} in each number format"
    title = f"{what}; bits of the sign, the exponent and the mantissa"
    print_rows([numbers.report.shown(row) for row in rows], title)
    for row in rows:
        if row.get("says"):
            typer.echo(f"certlab: {row['says']}", err=True)


VERBS = {"sim numbers": show_numbers}
