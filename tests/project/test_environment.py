"""tools/environment.py: each thing that can go wrong ends in one sentence."""

import ast
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "tools" / "environment.py"
POSIX = os.name == "posix"
pytestmark = pytest.mark.skipif(not POSIX, reason="the stand-ins are shell scripts")

# A project as small as can be, built by itself: no index is asked for anything.
PYPROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "certlab"
version = "0"
"""
BACKEND = """
import os, time, zipfile

INFO = "certlab-0.dist-info/"
FILES = {
    "certlab.py": "import sys; print('certlab ran with', *sys.argv[1:]); sys.exit(7)",
    "pytest.py": "print('pytest ran')",
    INFO + "METADATA": "Metadata-Version: 2.1\\nName: certlab\\nVersion: 0\\nREQUIRES"
    "Provides-Extra: study\\nProvides-Extra: test\\n",
    INFO + "WHEEL": "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    INFO + "RECORD": "",
}

def build_editable(folder, config_settings=None, metadata_directory=None):
    while os.path.exists("wait"):
        open("waits", "w").close()
        time.sleep(0.1)
    name = "certlab-0-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(folder, name), "w") as wheel:
        for file, text in FILES.items():
            wheel.writestr(file, text)
    return name
"""
NEEDS = "Requires-Dist: certlab-needs-this\\n"

Run = subprocess.CompletedProcess[str]
Environment = dict[str, str]


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment without settings of pip and Python, and with nothing on PATH."""
    kept = {
        k: v
        for k, v in os.environ.items()
        if not k.startswith(("PIP_", "UV_", "PYTHON"))
    }
    return kept | {
        "PATH": str(tmp_path_factory.mktemp("path")),
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_CACHE_DIR": "1",
        "PIP_RETRIES": "1",
        "PIP_TIMEOUT": "2",
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
    }


def write_project(root: Path, requires: str = "") -> None:
    (root / "tools").mkdir(parents=True, exist_ok=True)
    shutil.copy(SCRIPT, root / "tools")
    (root / "pyproject.toml").write_text(PYPROJECT)
    (root / "constraints.txt").touch()
    (root / "backend.py").write_text(BACKEND.replace("REQUIRES", requires))


def command(root: Path, *arguments: str, before: str = "", python: str = "") -> list:
    """The call of the script; `before` is run in the same process first."""
    script = str(root / "tools" / "environment.py")
    if not before:
        return [python or sys.executable, script, *arguments]
    code = (
        f"import sys, runpy; sys.argv = {[script, *arguments]!r}; {before}; "
        f"runpy.run_path({script!r}, run_name='__main__')"
    )
    return [sys.executable, "-c", code]


def call(words: list, environment: Environment) -> Run:
    return subprocess.run(
        words, env=environment, capture_output=True, text=True, check=False
    )


def sentence(run: Run) -> str:
    """What a failed run says: one line, no traceback."""
    assert run.returncode == 1, run.stdout + run.stderr
    (line,) = run.stderr.splitlines()
    assert line.startswith("certlab: ")
    assert line.endswith(".")
    return line


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, quiet: Environment) -> Path:
    """A small project that has been installed once."""
    root = tmp_path_factory.mktemp("made") / "project"
    write_project(root)
    run = call(command(root, "study", "--port", "1"), quiet)
    assert run.returncode == 7, run.stdout + run.stderr  # the command's own status
    lines = run.stdout.splitlines()
    assert lines[0].startswith("Making .venv for Python")
    assert lines[1].startswith("Installing certlab")
    assert lines[-1] == "certlab ran with study --port 1"
    return root


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    """That project in another place."""
    root = tmp_path / "copy"
    shutil.copytree(made, root, symlinks=True)
    return root


def test_it_parses_on_python_2() -> None:
    newer = (
        *(ast.JoinedStr, ast.AnnAssign, ast.Nonlocal, ast.NamedExpr, ast.Match),
        *(ast.AsyncFunctionDef, ast.YieldFrom, ast.MatMult),
    )
    for node in ast.walk(ast.parse(SCRIPT.read_text("utf-8"))):
        assert not isinstance(node, newer), ast.unparse(node)
        if isinstance(node, ast.FunctionDef):
            arguments = node.args.args + node.args.kwonlyargs
            assert not node.args.kwonlyargs
            assert not any(one.annotation for one in arguments)
        if isinstance(node, ast.Raise):
            assert node.cause is None
        if isinstance(node, ast.Dict):
            assert None not in node.keys
        if isinstance(node, ast.List | ast.Tuple):
            assert not any(isinstance(one, ast.Starred) for one in node.elts)


def old_pythons() -> list[str]:
    """Real ones, where there are any."""
    names = ("python2", "python2.7", "python3.6", "python3.8", "python3.9")
    found = {shutil.which(name) for name in names}
    found |= {str(one) for one in Path.home().glob(".pyenv/versions/*/bin/python")}
    return sorted(path for path in found if path and is_old(path))


def is_old(path: str) -> bool:
    code = "import sys; sys.exit(sys.version_info >= (3, 11))"
    return subprocess.run([path, "-c", code], check=False).returncode == 0


SIMULATED = [
    f"sys.version_info = ({major}, {minor}, 0, 'final', 0)"
    for major, minor in [(2, 7), (3, 6), (3, 10)]
]


@pytest.mark.parametrize("before", SIMULATED)
def test_an_old_python_is_told_which_is_needed(
    before: str, tmp_path: Path, quiet: Environment
) -> None:
    write_project(tmp_path)
    run = call(command(tmp_path, "study", before=before), quiet)
    assert "Python 3.11 or newer is needed" in sentence(run)
    assert "make study PYTHON=" in run.stderr
    assert not (tmp_path / ".venv").exists()


def test_a_real_old_python_is_told_the_same(tmp_path: Path, quiet: Environment) -> None:
    write_project(tmp_path)
    for path in old_pythons():
        run = call(command(tmp_path, "study", python=path), quiet)
        assert "Python 3.11 or newer is needed" in sentence(run), path


def program(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def test_an_old_python_hands_over_to_a_newer_one(
    copy: Path, tmp_path: Path, quiet: Environment
) -> None:
    program(tmp_path, "python3.14", "exit 127")  # a shim without a Python behind it
    program(tmp_path, "python3.12", f'exec {sys.executable} "$@"')
    environment = quiet | {"PATH": str(tmp_path)}
    run = call(command(copy, "study", before=SIMULATED[0]), environment)
    assert run.returncode == 7, run.stderr
    assert f"Python 2.7 is too old; going on with {tmp_path}/python3.12" in run.stdout
    assert "certlab ran with study" in run.stdout


NO_VENV = "sys.modules['ensurepip'] = None"


def test_without_venv_the_package_to_install_is_named(
    tmp_path: Path, quiet: Environment
) -> None:
    write_project(tmp_path)
    run = call(command(tmp_path, "study", before=NO_VENV), quiet)
    assert "sudo apt install python3" in sentence(run)
    assert "-venv, then run the same command again." in run.stderr
    assert not (tmp_path / ".venv").exists()


@pytest.mark.parametrize("tool", ["uv", "virtualenv"])
def test_without_venv_another_tool_is_used(
    tool: str, made: Path, tmp_path: Path, quiet: Environment
) -> None:
    write_project(tmp_path)
    folder = tmp_path / "path"
    folder.mkdir()
    # A copy costs less than a new one, and certlab is installed into it all the same.
    make = f'for last; do :; done\nexec {shutil.which("cp")} -R {made}/.venv/. "$last"'
    program(folder, tool, make)
    environment = quiet | {"PATH": str(folder)}
    run = call(command(tmp_path, "study", before=NO_VENV), environment)
    assert run.returncode == 7, run.stdout + run.stderr


def test_a_second_run_asks_pip_for_nothing(made: Path, quiet: Environment) -> None:
    log = made / ".venv" / "install.log"
    before = log.stat().st_mtime_ns
    run = call(command(made, "study"), quiet)
    assert run.stdout == "certlab ran with study\n"
    assert log.stat().st_mtime_ns == before


def test_what_one_verb_installed_stays_for_the_next(
    copy: Path, quiet: Environment
) -> None:
    assert "pytest ran" in call(command(copy, "test"), quiet).stdout
    state = json.loads((copy / ".venv" / "certlab.json").read_text())
    assert state["extras"] == ["site", "study", "test"]
    assert call(command(copy, "study"), quiet).stdout == "certlab ran with study\n"


def test_an_index_that_cannot_be_reached(copy: Path, quiet: Environment) -> None:
    call(command(copy, "study"), quiet)
    write_project(copy, NEEDS)
    (copy / "constraints.txt").write_text("# changed\n")
    said = sentence(call(command(copy, "study"), quiet))
    assert "the package index cannot be reached; check the network" in said
    assert "install.log" in said
    assert "certlab-needs-this" in (copy / ".venv" / "install.log").read_text()
    write_project(copy)  # back to what it was: .venv was not touched
    run = call(command(copy, "study"), quiet)
    assert "Making" not in run.stdout
    assert run.returncode == 7


def test_a_package_that_there_is_not(copy: Path, quiet: Environment) -> None:
    write_project(copy, NEEDS)
    run = call(command(copy, "study"), quiet | {"PIP_NO_INDEX": "1"})
    assert "pip finds no certlab-needs-this at all" in sentence(run)


def test_an_interrupted_installation_starts_anew(
    copy: Path, quiet: Environment
) -> None:
    (copy / "wait").touch()
    process = subprocess.Popen(
        command(copy, "study"),
        env=quiet,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    state = copy / ".venv" / "certlab.json"
    while '"whole": false' not in state.read_text():
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    (copy / "wait").unlink()
    run = call(command(copy, "study"), quiet)
    assert "because the last installation was interrupted" in run.stdout
    assert run.returncode == 7


def test_ctrl_c_is_no_traceback(copy: Path, quiet: Environment) -> None:
    (copy / "wait").touch()
    process = subprocess.Popen(
        command(copy, "study"),
        env=quiet,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not (copy / "waits").exists():  # a signal while pip starts may be lost
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, says = process.communicate()
    assert process.returncode == 130
    assert says.strip() == "Stopped. Run the same command again to go on."


def test_a_venv_that_does_not_work_is_made_anew(copy: Path, quiet: Environment) -> None:
    python = copy / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python3")
    run = call(command(copy, "study"), quiet)
    assert "because the one here does not work" in run.stdout
    assert run.returncode == 7


def test_a_folder_that_cannot_be_written(tmp_path: Path, quiet: Environment) -> None:
    write_project(tmp_path / "closed")
    (tmp_path / "closed").chmod(0o555)
    # root writes anywhere: without these capabilities it is like anybody else
    drop = "-dac_override,-dac_read_search,-fowner"
    root = [shutil.which("setpriv") or "setpriv", f"--bounding-set={drop}"]
    words = command(tmp_path / "closed", "study")
    run = call(words if os.geteuid() else [*root, *words], quiet)
    assert ".venv cannot be made: Permission denied" in sentence(run)


def test_a_second_run_waits_for_the_first(copy: Path, quiet: Environment) -> None:
    import fcntl

    folder = os.open(copy, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    process = subprocess.Popen(
        command(copy, "study"), env=quiet, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "Waiting for another run in this folder.\n"
    os.close(folder)
    assert "certlab ran" in process.communicate()[0]


@pytest.mark.parametrize(
    ("printed", "says"),
    [
        ("OSError: [Errno 28] No space left on device: 'x'", "the disk is full"),
        ("[Errno 30] Read-only file system: 'x'", "cannot be written"),
        ("NewConnectionError('<pip...>')", "the package index cannot be reached"),
        (
            "requirement x==2 (from versions: 1)\nERROR: No matching distribution found for x==2",
            "no x==2 for this Python",
        ),
        ("ERROR: Something else happened.", "Something else happened"),
        ("", "the log says why"),
    ],
)
def test_what_pip_prints_becomes_a_sentence(
    printed: str, says: str, reason: Callable[[str], str]
) -> None:
    assert says in reason(printed)
    assert reason(printed).endswith("then run the same command again")


PRINTED = """Obtaining file:///home/ada/certlab
Collecting jupyter_server<3,>=2.14 (from certlab==0.1)
  Downloading jupyter_server-2.21.1-py3-none-any.whl.metadata (8.4 kB)
  Downloading https://files.example/a-b/torch-2.9.0-cp313-cp313-linux_x86_64.whl (899.8 MB)
  Using cached zope.interface-8.0-cp313-cp313-linux_x86_64.whl (264 kB)
Building wheels for collected packages: certlab
  Building editable for certlab (pyproject.toml): started
Installing collected packages: zope.interface, Jupyter_Server, torch
Building
"""
TOLD = """
looking for jupyter-server; 1 found so far
fetching jupyter-server; 1 found so far
fetching torch (899.8 MB); 1 found so far
fetching zope-interface (264 kB); 1 found so far
fetching zope-interface (264 kB); 1 found so far
building certlab; 1 found so far
putting zope-interface in place; 0 of 3 packages are in place
putting zope-interface in place; 0 of 3 packages are in place
"""


def test_what_pip_is_at_is_told_by_the_name_of_a_package(
    script: ModuleType, tmp_path: Path
) -> None:
    progress = script.Progress(str(tmp_path))
    told = []
    for line in PRINTED.splitlines(keepends=True):
        progress.hear(line)
        told.append(progress.text())
    assert told == TOLD.splitlines()
    (tmp_path / "zope_interface-8.0.dist-info").mkdir()
    older = tmp_path / "jupyter_server-2.0.dist-info"
    older.mkdir()
    os.utime(older, (1, 1))  # of an earlier installation
    assert progress.text().startswith("putting jupyter-server in place; 1 of 3")
    older.rename(tmp_path / "old.dist-info")
    for name in ("jupyter_server-2.21.1", "torch-2.9.0"):
        (tmp_path / f"{name}.dist-info").mkdir()
    assert progress.text() == "3 of 3 packages are in place"


@pytest.fixture
def reason(script: ModuleType) -> Callable[[str], str]:
    return script.reason  # type: ignore[no-any-return]  # a file outside the package


@pytest.fixture
def script() -> ModuleType:
    import importlib.util

    spec = importlib.util.spec_from_file_location("environment", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
