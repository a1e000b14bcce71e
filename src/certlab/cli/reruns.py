"""Labs run again by `certlab check --fix`, because the data that they show has changed."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import typer

from certlab import whole_file

# A lab is stored as it runs without a GPU, for a learner who has done nothing yet.
AS_STORED = {"CERTLAB_BACKEND": "cpu"}
# And whatever else is set, such as a language: but for which course it is, and its downloads.
KEPT = {"CERTLAB_COURSE", "CERTLAB_CACHE"}


def run_again(course: Any) -> list[str]:
    """Run each lab whose data has changed, and store its outputs; those that it stored.

    What is not compared, because it differs from machine to machine, stays as it was. A lab
    that stops on the way stays as it is, and the check goes on to name it.
    """
    from certlab.course import followed
    from certlab.course.notebook import canonical
    from certlab.errors import ServerError

    done = []
    for lab, digest in followed.older(course):
        notebook = json.loads(lab.path.read_text("utf-8"))
        ids = [cell.get("id") for cell in notebook["cells"]]
        if None in ids or len({*ids}) < len(ids):
            says = (
                f"{lab.file} shows data that has changed, and two of its cells have one id or "
                "none; give each an id of its own, and it can be run again."
            )
            typer.echo(says, err=True)
            continue  # which output is whose cannot be said
        says = f"{lab.file} shows data that has changed; it is run again."
        typer.echo(says, err=True)
        try:
            outputs = _outputs(lab.path)
        except ServerError as problem:
            typer.echo(str(problem), err=True)
            continue
        for cell in notebook["cells"]:
            if {"nbval-ignore-output", "nbval-skip"} & {
                *cell["metadata"].get("tags", [])
            }:
                continue
            new = outputs[cell["id"]]
            if new != _joined(cell.get("outputs", [])):
                cell["outputs"] = new
        notebook["metadata"]["certlab"]["data"] = digest
        whole_file.write(lab.path, canonical(notebook))
        done.append(lab.file)
    return done


def _outputs(path: Path) -> dict[str, list[dict[str, Any]]]:
    """The outputs of a run, by cell, with what was printed in one piece."""
    from certlab.course.notebook import canonical
    from certlab.servers.execution import execute

    before = dict(os.environ)
    own = {one for one in before if one.startswith("CERTLAB_")} - KEPT
    with tempfile.TemporaryDirectory(prefix="certlab-check-") as name:
        for variable in own:
            del os.environ[variable]
        os.environ |= AS_STORED | {"CERTLAB_WORKSPACE": name}
        try:
            execute(path, Path(name) / path.name, ())
            ran = json.loads((Path(name) / path.name).read_text("utf-8"))
        finally:
            os.environ.clear()
            os.environ.update(before)
    cells = json.loads(canonical(ran))["cells"]
    return {one["id"]: _joined(one.get("outputs", [])) for one in cells}


def _joined(outputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Streams of one name that follow each other are one, however they arrived."""
    rows: list[dict[str, Any]] = []
    for one in outputs:
        if rows and "name" in one and rows[-1].get("name") == one["name"]:
            text = "".join([*rows[-1]["text"], *one["text"]])
            rows[-1] = one | {"text": text.splitlines(keepends=True)}
        else:
            rows.append(one)
    return rows
