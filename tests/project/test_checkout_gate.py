"""The gate for files that a run leaves in the checkout, broken once on purpose."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEAVES = """
from pathlib import Path

def test_it():
    for name in {names}:
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("left")
"""


def run(folder: Path, names: list[str], *how: str) -> tuple[int, str]:
    (folder / "test_it.py").write_text(LEAVES.format(names=names), "utf-8")
    words = ["-m", "pytest", "-p", "tests.checkout_gate", "-c", os.devnull, *how]
    done = subprocess.run(
        [sys.executable, "-B", *words, "-p", "no:cacheprovider", "--rootdir=."],
        cwd=folder,
        env=os.environ
        | {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    try:
        subprocess.run(["git", "init", "-q", tmp_path], check=True)
    except OSError:
        pytest.skip("git is not installed")
    (tmp_path / ".gitignore").write_text("build/\n", "utf-8")
    (tmp_path / "mine").write_text("was there before", "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "how",
    [(), ("-p", "xdist.plugin", "--numprocesses=1")],
    ids=["alone", "shared"],
)
def test_a_file_that_is_left_fails_the_run(
    checkout: Path, how: tuple[str, ...]
) -> None:
    (checkout / "test_it.py").touch()
    status, said = run(checkout, ["CERTLAB_WORKSPACE/10 show.ipynb"], *how)
    assert status == 1, said
    assert "\nCERTLAB_WORKSPACE/10 show.ipynb\n" in said
    assert "\nmine\n" not in said
    assert "1 passed" in said


def test_what_was_there_and_what_git_ignores_is_no_fault(checkout: Path) -> None:
    (checkout / "test_it.py").touch()
    status, said = run(checkout, ["mine", "build/log"])
    assert status == 0, said


def test_without_a_repository_nothing_is_looked_at(tmp_path: Path) -> None:
    status, said = run(tmp_path, ["left"])
    assert status == 0, said
