"""Looking for tests in a file does not import what the file has as `Late`."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILE = """
from tests.late import Late

heavy = Late("heavy")


def test_it():
    assert heavy.answer == 42
"""


def test_a_late_module_is_imported_when_its_test_runs(tmp_path: Path) -> None:
    (tmp_path / "heavy.py").write_text("print('a heavy library')\nanswer = 42\n")
    file = tmp_path / "test_heavy.py"
    file.write_text(FILE)

    def said(*options: str) -> str:
        words = ["-m", "pytest", "-s", "-p", "no:cacheprovider", "-c", "/dev/null"]
        return subprocess.run(
            [sys.executable, *words, *options, str(file)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert "a heavy library" not in said("--collect-only")
    assert "a heavy library" in said()
