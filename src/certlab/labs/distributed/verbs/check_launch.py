"""`certlab check-launch`: what a launch line, job script or manifest starts."""

import codecs
import re
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from certlab.console.options import AsJson
from certlab.console.output import print_json
from certlab.errors import CourseError

File = Annotated[
    str,
    typer.Argument(
        help="A torchrun line, Slurm job script or Kubernetes manifest, or - for stdin."
    ),
]
Gpus = Annotated[int, typer.Option(help="GPUs of a node, or 0 if you do not know.")]
Tensor = Annotated[
    int, typer.Option(help="Tensor-parallel ranks, or 0 to take them from the line.")
]
Pipeline = Annotated[
    int, typer.Option(help="Pipeline stages, or 0 to take them from the line.")
]
Context = Annotated[
    int, typer.Option(help="Context-parallel ranks, or 0 to take them from the line.")
]
Program = Annotated[
    Path | None, typer.Option(help="The training program, to see how it takes a GPU.")
]
Slurm = Annotated[
    str, typer.Option(help="Version of Slurm on the cluster, such as 23.02.")
]


def check_launch(
    file: File,
    gpus: Gpus = 0,
    tensor: Tensor = 0,
    pipeline: Pipeline = 0,
    context: Context = 0,
    program: Program = None,
    slurm: Slurm = "",
    as_json: AsJson = False,
) -> None:
    """Say what a job script will launch, and find the classic mistakes in it."""
    from certlab.labs.distributed import launching

    if min(gpus, tensor, pipeline, context) < 0:
        raise CourseError("The numbers of GPUs and ranks must be 0 or more.")
    source = _text(str(program)) if program else ""
    setting = launching.Setting(gpus, tensor, pipeline, context, source, slurm)
    report = _report(file, _text(file), setting)
    if as_json:
        print_json(_state(report))
    else:
        typer.echo(str(report))
    if report.mistakes:
        raise typer.Exit(1)


def _report(file: str, text: str, setting: Any) -> Any:
    from certlab.labs.distributed import launching
    from certlab.labs.distributed.real import manifests

    if _is_manifest(text):
        documents = manifests.documents(text, "stdin" if file == "-" else file)
        return launching.check_manifests(documents, setting)
    return launching.check(text, setting)


def _is_manifest(text: str) -> bool:
    """Whether the first line that says something is one of YAML or JSON, and of no shell."""
    if text.lstrip().startswith("#!"):
        return False
    lines = (line.rstrip() for line in text.removeprefix("\ufeff").splitlines())
    said = [
        line for line in lines if line.strip() and line[:1] != "#" and line != "---"
    ]
    return bool(said) and bool(
        re.match(r"[A-Za-z]\w*:(\s|$)|- \w+:|[\"']\w+[\"']:", said[0])
        or re.match(r"\{\s*([\"'}]|$)", said[0])
    )


def _text(file: str) -> str:
    """A file's text; a byte-order mark of UTF-8 stays, because sbatch stumbles over it."""
    from certlab.formats.encoding import UTF8, encoding_of, text_of
    from certlab.formats.file_limits import within

    name = "stdin" if file == "-" else file
    if file != "-" and Path(file).is_dir():
        raise CourseError(f"{file} is a folder; name the file in it.")
    try:
        if file == "-":
            data = within(sys.stdin.buffer, name)
        else:
            with Path(file).open("rb") as opened:
                data = within(opened, name)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise CourseError(f"{file}: cannot be read ({why}).") from None
    encoding = encoding_of(data)
    if encoding != UTF8:
        says = "which neither bash nor sbatch reads; save it as UTF-8 without a mark"
        raise CourseError(f"{name} is {encoding}, {says}.")
    mark = "\ufeff" if data.startswith(codecs.BOM_UTF8) else ""
    return mark + text_of(data, name)


def _state(report: Any) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "launches": [
            asdict(one) | {"worlds": [*one.worlds], "words": one.words}
            for one in report.launches
        ],
        "findings": [
            {"id": one.rule, "weight": one.weight, "line": one.line, "says": one.says}
            for one in report.findings
        ],
        "unread": [*report.unread],
    }
