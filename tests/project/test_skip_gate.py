"""The gate for skips, broken once on purpose."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import skip_gate

ROOT = Path(__file__).parents[2]
BARE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # quicker
SKIPS = """
import pytest

def test_a_skip():
    pytest.skip("{reason}")

def test_what_runs():
    pass

@pytest.mark.xfail(reason="known", strict=True)
def test_what_is_known_to_fail():
    assert False
"""


ALONE: tuple[str, ...] = ()
SHARED = ("-p", "xdist.plugin", "--numprocesses=1")  # as make test runs


def run(
    folder: Path, text: str, ci: str, how: tuple[str, ...] = ALONE
) -> tuple[int, str]:
    (folder / "test_it.py").write_text(text)
    words = ["-m", "pytest", "-p", "tests.skip_gate", "-c", os.devnull, "--rootdir=."]
    done = subprocess.run(
        [sys.executable, *words, "-p", "no:cacheprovider", *how],
        cwd=folder,
        env=os.environ | {"CI": ci, "PYTHONPATH": str(ROOT)} | BARE,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("how", [ALONE, SHARED], ids=["alone", "shared"])
def test_ci_fails_on_a_skip_that_is_not_on_the_list(
    tmp_path: Path, how: tuple[str, ...]
) -> None:
    status, said = run(tmp_path, SKIPS.format(reason="not today"), "true", how)
    assert status == 1, said
    assert "test_it.py::test_a_skip: not today" in said
    assert "1 passed, 1 skipped, 1 xfailed" in said.splitlines()[-1]


@pytest.mark.parametrize("how", [ALONE, SHARED], ids=["alone", "shared"])
def test_ci_fails_on_a_whole_file_that_is_skipped(
    tmp_path: Path, how: tuple[str, ...]
) -> None:
    text = "import pytest\npytest.importorskip('nonesuch')\n"
    status, said = run(tmp_path, text + SKIPS.format(reason="x"), "true", how)
    assert status != 0
    assert "test_it.py: could not import 'nonesuch'" in said


def test_ci_passes_a_skip_on_the_list(tmp_path: Path) -> None:
    (tmp_path / "list.toml").write_text(
        '[[skip]]\ntest = "test_it.py::*"\nsays = "no GPU"\nwhy = "CI has none."\n'
    )
    (allowed,) = skip_gate.read(tmp_path / "list.toml")
    assert allowed.covers("test_it.py::test_a_skip", "no GPU on this machine")
    assert not allowed.covers("test_it.py::test_a_skip", "not today")
    assert not allowed.covers("other.py::test_a_skip", "no GPU on this machine")
    first = skip_gate.read()[0]
    status, said = run(tmp_path, SKIPS.format(reason=first.says), ci="true")
    assert status == 0, said


def test_a_developer_only_sees_the_skip(tmp_path: Path) -> None:
    status, _ = run(tmp_path, SKIPS.format(reason="not today"), ci="")
    assert status == 0


@pytest.mark.parametrize(
    "one", skip_gate.read(), ids=lambda one: f"{one.test} {one.says}"
)
def test_each_entry_says_why(one: skip_gate.Allowed) -> None:
    assert one.says
    assert one.why.endswith(".")
