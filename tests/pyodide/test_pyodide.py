"""The pure packages run unchanged in the Python of a browser, 3.14 on WebAssembly."""

import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

import certlab
from tests.bound import BOUND

HERE = Path(__file__).parent
NODE = shutil.which("node")
NEEDED = ("fsrs", "typing_extensions.py")
PYTEST = ("pytest", "_pytest", "pluggy", "iniconfig", "packaging", "pygments", "py.py")


pytestmark = [
    pytest.mark.skipif(NODE is None, reason="node is not installed"),
    pytest.mark.skipif(
        not (HERE / "node_modules" / "pyodide").exists(),
        reason="Pyodide is not installed: npm install --prefix tests/pyodide",
    ),
]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """What Pyodide imports from: certlab as a wheel lays it out, and its libraries."""
    root = tmp_path_factory.mktemp("pyodide")
    site = Path(sysconfig.get_path("purelib"))
    libraries = root / "libraries"
    libraries.mkdir()
    for name in (*NEEDED, *PYTEST):
        copy = shutil.copytree if (site / name).is_dir() else shutil.copy
        copy(site / name, libraries / name)
    package = root / "site" / "certlab"
    source = Path(certlab.__file__).parent
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("content", "quizzes", "labs"):
        shutil.copytree(source.parents[1] / part, package / "_course" / part)
    return [package.parent, libraries, HERE.parent / "vectors"]


@pytest.fixture(scope="module")
def checkout(folders: list[Path]) -> list[Path]:
    """The same with the tests themselves."""
    return [*folders[:2], HERE.parents[1]]


def said(file: str, folders: list[Path]) -> dict[str, list[str]]:
    """The lines a file prints in Pyodide, words by the first one of each."""
    run = subprocess.run(
        [str(NODE), "run.mjs", file, *map(str, folders)],
        cwd=HERE,
        capture_output=True,
        text=True,
        check=False,
        timeout=BOUND,  # a minute and a half on two quiet cores
    )
    assert run.returncode == 0, run.stderr
    rows = [line.split() for line in run.stdout.splitlines() if line.strip()]
    return {row[0]: row[1:] for row in rows}


def test_course_and_study_in_a_browsers_python(folders: list[Path]) -> None:
    found = said("browser_check.py", folders)
    assert found["PYTHON"] == ["3", "14", "emscripten"]
    assert found["PROBLEMS"] == []
    assert found["REPLY"] == ["correct", "1"]
    assert found["VECTORS"][-2:] == ["WRONG", "[]"]


# In a browser a course is read, and whether it is well written, nobody asks there.
USED = ("tests/study", "tests/planner", "tests/readiness", "tests/day")
PARTS = [
    pytest.param(USED, id="used"),
    pytest.param(("tests/course",), id="course", marks=pytest.mark.soak),
]


@pytest.mark.parametrize("parts", PARTS)
def test_the_tests_of_the_pure_packages_pass_there(
    checkout: list[Path], tmp_path: Path, parts: tuple[str, ...]
) -> None:
    file = tmp_path / "pytest_check.py"
    text = (HERE / file.name).read_text("utf-8")
    file.write_text(f"parts = {parts}\n{text}", "utf-8")
    found = said(str(file), checkout)
    assert found.get("FAILED") is None  # the last of them, if any
    assert found["STATUS"] == ["0"]
    (passed,) = [int(name) for name, row in found.items() if row[:1] == ["passed,"]]
    assert passed > 400
