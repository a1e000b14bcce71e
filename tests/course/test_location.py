"""One call finds the course: in a checkout, an editable install, a wheel."""

import shutil
import subprocess
import sys
from pathlib import Path

import certlab
from certlab.course import location

PACKAGE = Path(certlab.__file__).parent
FIND = "from certlab.course import location; print(location.find())"


def found(path: Path, cwd: Path) -> str:
    """What a Python that sees only `path` finds, or the error it ends with."""
    code = f"import sys; sys.path.insert(0, {str(path)!r}); {FIND}"
    # -I -S: neither the environment's editable install nor its packages are seen.
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )
    return run.stdout.strip() or run.stderr.strip().splitlines()[-1]


def test_in_this_checkout_by_its_editable_install() -> None:
    assert location.find() == PACKAGE.parents[1]


def test_in_a_checkout_from_any_folder(tmp_path: Path) -> None:
    assert found(PACKAGE.parent, tmp_path) == str(PACKAGE.parents[1])


def test_in_a_wheel_even_with_other_folders_around(small: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, site / "certlab", ignore=ignore)
    inside = site / "certlab" / "_course"
    shutil.copytree(small, inside)
    (tmp_path / "content").mkdir()
    assert found(site, tmp_path) == str(inside)


def test_where_it_is_missing_it_is_said(tmp_path: Path) -> None:
    site = tmp_path / "site"
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, site / "certlab", ignore=ignore)
    assert "the course's files are missing; install certlab again" in found(
        site, tmp_path
    )
