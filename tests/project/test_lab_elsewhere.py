"""A lab on a machine that has Jupyter and no certlab: its set-up brings it from the release.

The environment borrows the packages of this one and not certlab, whose editable install is a
line that Python reads only in a folder of its own. pip asks no index.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from certlab.compute import hosted
from certlab.course import Course
from certlab.course.labs import Lab
from certlab.course.notebook import canonical
from tests.bound import BOUND
from tools.address.labs import open_elsewhere
from tools.address.repository import Repository

RUN = Path(__file__).with_name("elsewhere.py")


class Release(SimpleHTTPRequestHandler):
    """Serves files and says nothing about it."""

    def log_message(self, format: str, *arguments: object) -> None:
        """Nothing."""


@pytest.fixture
def repository(wheel: Path, tmp_path: Path) -> Iterator[Repository]:
    """A repository whose release holds the wheel, on this machine."""
    pages = tmp_path / "pages"
    serve = partial(Release, directory=str(pages))
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        address = f"http://127.0.0.1:{server.server_port}"
        version = wheel.name.split("-")[1]
        one = Repository(f"{address}/Example/lab", "", version)
        file = pages / one.wheel.removeprefix(f"{address}/")
        file.parent.mkdir(parents=True)
        shutil.copy(wheel, file)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield one
        server.shutdown()


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """Python of an environment in which there is all but certlab."""
    folder = tmp_path / "venv"
    make = [sys.executable, "-m", "venv", "--without-pip", str(folder)]
    subprocess.run(make, check=True)
    paths = {"base": str(folder), "platbase": str(folder)}
    site = Path(sysconfig.get_path("purelib", "venv", paths))
    borrowed = [path for path in sys.path if Path(path).name == "site-packages"]
    (site / "borrowed.pth").write_text("\n".join(borrowed))
    return Path(sysconfig.get_path("scripts", "venv", paths), "python")


@pytest.fixture
def lab(whole: Course) -> Lab:
    """One that is quick: it runs in a browser and needs nothing beside certlab."""
    return next(
        one
        for one in whole.labs.values()
        if "B" in one.paths and one.predictions and not one.needs
    )


def test_a_lab_runs_where_there_is_no_certlab(
    repository: Repository, python: Path, lab: Lab, tmp_path: Path
) -> None:
    empty, home = tmp_path / "empty", tmp_path / "home"
    empty.mkdir()
    home.mkdir()
    stored = lab.path.read_text("utf-8")
    notebook = empty / lab.path.name
    notebook.write_text(open_elsewhere(stored, lab.file, repository), "utf-8")
    ran = execute(python, notebook, home)
    cells = {cell["id"]: cell for cell in ran["cells"]}
    (told,) = cells["hosted-set-up"]["outputs"]
    assert "".join(told["text"]) == f"{hosted.where_answers_go()}\n"
    own = open_elsewhere(canonical(ran), lab.file, None)
    assert compared(own) == compared(stored)
    assert (python.parents[1] / "pyvenv.cfg").exists()
    assert not list(home.glob("certlab*"))  # nobody has answered anything


def execute(python: Path, notebook: Path, home: Path) -> dict[str, Any]:
    """Run a notebook in its folder, on a machine that somebody lends."""
    result = notebook.with_name("result.ipynb")
    environment = {
        "PATH": os.pathsep.join([str(python.parent), os.defpath]),
        "HOME": str(home),
        "SYSTEMROOT": os.environ.get("SYSTEMROOT", ""),
        "JUPYTER_PATH": "",
        "CERTLAB_BACKEND": "cpu",  # stored outputs are those of the CPU path
        "PIP_NO_INDEX": "1",
        "PIP_CONFIG_FILE": os.devnull,
        "NO_PROXY": "127.0.0.1",
        hosted.HOSTS[-1].variable: "somebody's",
    }
    run = subprocess.run(
        [python, "-P", RUN, notebook, result],
        cwd=notebook.parent,
        env=environment,
        capture_output=True,
        text=True,
        timeout=BOUND,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return dict(json.loads(result.read_text("utf-8")))


def compared(notebook: str) -> dict[str, list[Any]]:
    """What each cell shows that shows the same everywhere."""
    return {
        cell["id"]: cell["outputs"]
        for cell in json.loads(canonical(json.loads(notebook)))["cells"]
        if cell["cell_type"] == "code"
        and "nbval-ignore-output" not in cell["metadata"].get("tags", ())
    }
