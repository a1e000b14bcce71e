"""The pure packages run unchanged in the Python of a browser, 3.14 on WebAssembly."""

import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

import certlab

HERE = Path(__file__).parent
NODE = shutil.which("node")
NEEDED = ("fsrs", "typing_extensions.py")


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.skipif(
    not (HERE / "node_modules" / "pyodide").exists(),
    reason="Pyodide is not installed: npm install --prefix tests/pyodide",
)
def test_course_and_study_in_a_browsers_python(tmp_path: Path) -> None:
    site = Path(sysconfig.get_path("purelib"))
    libraries = tmp_path / "libraries"
    libraries.mkdir()
    for name in NEEDED:
        copy = shutil.copytree if (site / name).is_dir() else shutil.copy
        copy(site / name, libraries / name)
    # The checkout as a wheel would lay it out: the course inside the package.
    package = tmp_path / "site" / "certlab"
    source = Path(certlab.__file__).parent
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("content", "quizzes", "labs"):
        shutil.copytree(source.parents[1] / part, package / "_course" / part)
    folders = [package.parent, libraries, HERE.parent / "vectors"]
    run = subprocess.run(
        [str(NODE), "run.mjs", "browser_check.py", *map(str, folders)],
        cwd=HERE,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    said = dict(
        line.split(" ", 1) for line in run.stdout.replace("\n", " \n").splitlines()
    )
    assert said["PYTHON"].split() == ["3", "14", "emscripten"]
    assert said["PROBLEMS"].strip() == ""
    assert said["REPLY"].split() == ["correct", "1"]
    assert said["VECTORS"].strip().endswith("WRONG []")
