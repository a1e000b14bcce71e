"""Options that several verbs take."""

from pathlib import Path
from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Workspace = Annotated[
    Path | None,
    typer.Option(help="Your folder; $CERTLAB_WORKSPACE or ~/certlab when not given."),
]
Browser = Annotated[
    bool, typer.Option("--browser/--no-browser", help="Open a browser window.")
]
Port = Annotated[int | None, typer.Option(help="Port; a free one when not given.")]
Plain = Annotated[
    bool,
    typer.Option(
        "--plain", help="Plain lines instead of a whole screen: for screen readers."
    ),
]
Lang = Annotated[
    str | None,
    typer.Option(
        help="Language, such as zh_TW; $CERTLAB_LANG or English when not given."
    ),
]
Picture = Annotated[
    Path | None, typer.Option("--svg", help="Write the picture to this file.")
]
