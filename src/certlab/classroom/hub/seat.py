"""What runs in a learner's account: the workspace, then JupyterLab below the Hub.

python -m certlab.classroom.hub.seat           brings the workspace up to date and serves it
python -m certlab.classroom.hub.seat --fill    only the first; prints what that did, as JSON
"""

import json
import os
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from certlab.classroom.hub import limits
from certlab.course import load
from certlab.course.contents import CELL, SOURCE, contents
from certlab.course.workspace import START, Filled, fill, move_in, notebooks
from certlab.errors import CourseError
from certlab.servers import jupyterlab
from certlab.servers.stored_output import renew


def prepare(workspace: Path) -> Filled:
    """Bring the course into the workspace; what the learner has edited stays."""
    course = load()
    done = fill(course, workspace)
    table = {"text/markdown": contents(course), "text/plain": "The modules."}
    renew(workspace / START, CELL, SOURCE, table)
    return done


def main() -> None:
    """Serve the learner's workspace until the Hub ends it."""
    os.umask(0o077)
    workspace = move_in(Path.home())
    if sys.argv[1:] == ["--fill"]:
        sys.stdout.write(json.dumps(asdict(prepare(workspace))))
        return
    limits.apply_to_process()
    _import_jupyterlab()
    prepare(workspace)
    jupyterlab.prepare(workspace, None, notebooks(load()))
    os.environ.update(jupyterlab.environment(workspace))
    os.chdir(workspace)
    from jupyterhub.singleuser import main as serve

    sys.argv = [
        "jupyterhub-singleuser",
        *jupyterlab.arguments(workspace, None, None, False),
        # Else it asks npm where language servers could be, and a class has none.
        "--LanguageServerManager.autodetect=False",
    ]
    serve()


def _import_jupyterlab() -> None:
    """Import it before anything of it is used, without a grammar and without Node.

    JupyterLab asks Node for Yarn's settings when it is imported. Only whoever builds it needs
    them, and forty learners who join at once would start Node forty times.
    """
    jupyterlab.quicken()
    path = os.environ.get("PATH", os.defpath)
    os.environ["PATH"] = os.devnull
    try:
        import_module("jupyterlab.labapp")
    finally:
        os.environ["PATH"] = path


if __name__ == "__main__":
    try:
        main()
    except CourseError as error:
        sys.exit(f"certlab: {error}")
