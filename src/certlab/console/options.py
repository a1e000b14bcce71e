"""Options that several verbs take."""

from pathlib import Path
from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Workspace = Annotated[
    Path | None,
    typer.Option(
        help="Your folder. The default is $CERTLAB_WORKSPACE, else ~/certlab, "
        "or ~/certlab-work where ~/certlab holds the course."
    ),
]
Browser = Annotated[
    bool, typer.Option("--browser/--no-browser", help="Open a window of the browser.")
]
Port = Annotated[
    int | None, typer.Option(help="Port of the server. The default is any free one.")
]
Plain = Annotated[
    bool,
    typer.Option(
        "--plain", help="Print plain lines, which screen readers follow better."
    ),
]
Lang = Annotated[
    str | None,
    typer.Option(
        help="Language, such as zh_TW. The default is $CERTLAB_LANG, else English."
    ),
]
Picture = Annotated[
    Path | None, typer.Option("--svg", help="Write the picture to this file.")
]
