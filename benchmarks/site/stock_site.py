"""A stock JupyterLite site with a jupyterquiz notebook, as its own guides make one.

Default options, nothing compiled, nothing taken out. Pyodide and the wheels stand beside
it, because the browser that measures has no net; a content network would be slower.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from certlab.site.lite import cache_folders, pyodide, wheels
from certlab.site.lite.jupyterlite import labextensions
from certlab.site.lite.lock import make_lock
from certlab.site.lite.pyodide import LOCK, PROGRAMS

QUIZ = "jupyterquiz"
PROBE = "print('first output')"
ASK = """from jupyterquiz import display_quiz
display_quiz([{
    "question": "At most how many GPU instances can one H100 be divided into?",
    "type": "multiple_choice",
    "answers": [
        {"answer": "7", "correct": True, "feedback": "Seven compute slices are exposed."},
        {"answer": "8", "correct": False, "feedback": "Those are the memory slices."},
    ],
}])"""


def build_stock(folder: Path) -> Path:
    """Build it below a folder; returns the site."""
    cache, source = cache_folders.folder(), folder / "source"
    core = pyodide.fetch(cache, print)
    pure = [*wheels.fetch_kernel(cache, print), *wheels.stand_ins(labextensions())]
    static = source / "static" / "pyodide"
    static.mkdir(parents=True)
    for path in [*(core.core / name for name in PROGRAMS), *pure]:
        shutil.copy(path, static)
    lock = make_lock(core.lock["info"], sorted(static.glob("*.whl")))
    (static / LOCK).write_text(json.dumps(lock), "utf-8")
    download(f"{QUIZ}==2.9.6.4", source / "pypi")
    contents = folder / "contents"
    contents.mkdir()
    write_notebook(contents / "probe.ipynb", [PROBE])
    write_notebook(contents / "quiz.ipynb", [f"%pip install -q {QUIZ}", ASK])
    line = [
        sys.executable,
        "-m",
        "jupyterlite_core.app",
        "build",
        "--lite-dir",
        str(source),
    ]
    line += ["--contents", str(contents), "--output-dir", str(folder / "site")]
    search = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        line,
        cwd=source,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PATH": search},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    config = (folder / "site" / "jupyter-lite.json").read_text("utf-8")
    assert '"pyodideUrl": "./static/pyodide/pyodide.mjs"' in config
    return folder / "site"


def download(requirement: str, to: Path) -> None:
    """A pure wheel from the package index."""
    line = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--no-deps",
        "--quiet",
        "--dest",
        str(to),
    ]
    subprocess.run([*line, requirement], check=True)


def write_notebook(path: Path, cells: list[str]) -> None:
    """A notebook of code cells."""
    made: list[dict[str, object]] = [
        {
            "cell_type": "code",
            "id": f"cell-{n}",
            "source": text,
            "metadata": {},
            "outputs": [],
            "execution_count": None,
        }
        for n, text in enumerate(cells)
    ]
    kernel = {"name": "python", "display_name": "Python (Pyodide)"}
    whole = {
        "cells": made,
        "metadata": {"kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path.write_text(json.dumps(whole), "utf-8")
