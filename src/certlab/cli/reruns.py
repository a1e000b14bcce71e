"""Labs of a course run for its author, and stored with what they showed.

`certlab check --fix` does it when the data that a lab shows has changed.
"""

import json
import os
import tempfile
from collections.abc import Collection
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
    from certlab.errors import CourseError

    done = []
    for lab, digest in followed.older(course):
        says = f"{lab.file} shows data that has changed; it is run again."
        try:
            _refuse_doubled(lab)
            typer.echo(says, err=True)
            store(lab, digest, leave={"nbval-ignore-output", "nbval-skip"})
        except CourseError as problem:
            typer.echo(str(problem), err=True)
        else:
            done.append(lab.file)
    return done


def store(lab: Any, digest: str, leave: Collection[str] = ()) -> None:
    """Run a lab of the course as it is stored, and keep the outputs in its file.

    Args:
        digest: of the data that it follows, today; "" where it follows none.
        leave: tags of cells whose outputs stay as they are.

    Raises:
        CourseError: it stopped on the way, it is another now, or it cannot be said which
            output is whose.
    """
    from certlab.course.notebook import canonical
    from certlab.errors import ContentError

    _refuse_doubled(lab)
    text = lab.path.read_text("utf-8")
    notebook = json.loads(text)
    outputs = _outputs(lab.path)
    if lab.path.read_text("utf-8") != text:
        raise ContentError(
            f"{lab.file} was changed while it ran, and stays as it is; run it again."
        )
    for cell in notebook["cells"]:
        if {*leave} & {*cell["metadata"].get("tags", [])}:
            continue
        new = outputs[cell["id"]]
        if new != _joined(cell.get("outputs", [])):
            cell["outputs"] = new
    if digest:
        notebook["metadata"]["certlab"]["data"] = digest
    whole_file.write(lab.path, canonical(notebook))


def _refuse_doubled(lab: Any) -> None:
    """Where two cells have one id, it cannot be said which output is whose."""
    from certlab.errors import ContentError

    cells = json.loads(lab.path.read_text("utf-8"))["cells"]
    ids = [cell.get("id") for cell in cells]
    if None in ids or len({*ids}) < len(ids):
        raise ContentError(
            f"{lab.file}: two of its cells have one id or none; give each an id of its own, "
            "and it can be run."
        )


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
