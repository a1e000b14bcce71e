"""certlab site: the folder that any web host can serve."""

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from certlab.console.options import AsJson, Browser, Port
from certlab.console.output import open_at, print_json

FOLDER = Path("build/site")

verbs = typer.Typer(help="Build and serve the static site.", no_args_is_help=True)


@verbs.command()
def build(
    to: Annotated[Path, typer.Option(help="The folder to make.")] = FOLDER,
    pyodide: Annotated[
        Path | None,
        typer.Option(help="A full Pyodide distribution, for labs that need NumPy."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Build the pages and labs into one folder, and tell how large it is."""
    from certlab.course import load
    from certlab.site.build import build as build_site

    def say(line: str) -> None:
        typer.echo(line, err=as_json)

    found = build_site(load(), to, pyodide, say)
    if as_json:
        print_json({"to": str(to), "parts": [vars(part) for part in found]})
        return
    typer.echo(f"\n{'':24}{'files':>8}{'MB':>8}{'MB gzip':>10}")
    for part in found:
        sizes = f"{part.bytes / 1e6:>8.1f}{part.gzip / 1e6:>10.1f}"
        typer.echo(f"{part.name:24}{part.files:>8}{sizes}")
    typer.echo(f"\n{to}: copy this folder to a web server, or run certlab site serve.")


@verbs.command()
def serve(
    folder: Annotated[Path, typer.Argument(help="The folder of a site.")] = FOLDER,
    port: Port = None,
    browser: Browser = True,
) -> None:
    """Serve the site on this machine, until Ctrl-C."""
    from certlab.site.serve import server

    with server(folder, port or 0) as running:
        address = f"http://127.0.0.1:{running.server_port}/"
        typer.echo(open_at(address))
        if browser:
            webbrowser.open(address)
        try:
            running.serve_forever()
        except KeyboardInterrupt:
            typer.echo()
