"""The sdist, and the wheel out of it, in an environment with what it declares and nothing else."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from importlib.metadata import distribution
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.course.units import UNITS
from tests.project.closure import closure

ROOT = Path(__file__).parents[2]
POSIX = os.name == "posix"


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that holds the wheel. No index is asked."""
    folder = tmp_path_factory.mktemp("clean") / "venv"
    make = [sys.executable, "-m", "venv", "--without-pip", str(folder)]
    subprocess.run(make, check=True)
    bin_ = folder / ("bin" if POSIX else "Scripts")
    # What the wheel declares is copied from here: were a name missing in its
    # metadata, it would be missing there.
    (site,) = folder.glob("lib/python*/site-packages") if POSIX else (
        folder / "Lib" / "site-packages",
    )  # fmt: skip
    for name in closure("certlab").keys() - {"certlab"}:
        copy(name, site)
    pip = ["-m", "pip", "--python", str(bin_ / "python"), "install", "--quiet"]
    subprocess.run(
        [sys.executable, *pip, "--no-index", "--no-deps", str(wheel)],
        check=True,
        env=os.environ | {"PIP_CONFIG_FILE": os.devnull},
    )
    return bin_


def copy(name: str, site: Path) -> None:
    for file in distribution(name).files or []:
        if file.parts[0] == "..":
            continue  # a program, not a module
        target = site / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(str(file.locate()), target)


def test_it_carries_the_course_and_the_settings(wheel: Path, whole: Course) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    inside = {name.removeprefix("certlab/_course/") for name in names}
    files = [*whole.modules.values(), *whole.items.values(), *whole.labs.values()]
    files += [*whole.notebooks.values(), *whole.figures.values()]
    assert {one.file for one in files} <= inside
    assert "certlab/py.typed" in names
    assert "certlab/_course/content/models/tiny-gpt.safetensors" in names
    settings = "certlab/servers/jupyter_config/labconfig/default_setting_overrides.json"
    assert settings in names
    assert {Path(name).name for name in names} >= {"LICENSE", "LICENSE-CONTENT"}
    # A folder of a cache; labs on caches are files.
    folders = {part for name in names for part in name.split("/")[:-1]}
    assert not [one for one in folders if one == "tests" or one.endswith("_cache")]


def test_the_sdist_is_the_whole_checkout(sdist: Path) -> None:
    """So whoever has it can build, test and change what we can."""
    if not (ROOT / ".git").exists():
        pytest.skip("no git repository here")
    words = ["git", "-C", str(ROOT), "ls-files", "-z"]
    listed = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    tracked = {name for name in listed.split("\0") if name and (ROOT / name).exists()}
    assert tracked - inside == set()


def test_both_say_where_they_come_from(
    sdist: Path, wheel: Path, pyproject: dict
) -> None:
    urls = pyproject["project"].get("urls", {})
    said = [f"{name}, {address}" for name, address in urls.items()]
    stem = wheel.name.removesuffix("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        texts = [archive.read(f"{stem}.dist-info/METADATA")]
    with tarfile.open(sdist) as archive:
        file = archive.extractfile(f"{stem}/PKG-INFO")
        assert file
        texts.append(file.read())
    for text in texts:
        metadata = message_from_bytes(text)
        assert metadata.get_all("Project-URL", []) == said
        assert metadata["Author"] == pyproject["project"]["authors"][0]["name"]


@pytest.fixture
def certlab(programs: Path, tmp_path: Path):
    """Run the wheel's command in an empty folder, with nothing of this one around."""
    (tmp_path / "empty").mkdir()

    def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [programs / "certlab", *words],
            input=typed,
            cwd=tmp_path / "empty",
            env={
                "PATH": str(programs),
                "HOME": str(tmp_path),
                "SYSTEMROOT": os.environ.get("SYSTEMROOT", ""),
                "PYTHONUTF8": "1",
                "CERTLAB_WORKSPACE": str(tmp_path / "workspace"),
            },
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    return run


def test_the_course_it_finds_is_its_own(programs: Path, tmp_path: Path) -> None:
    code = "from certlab.course import load; print(load().root)"
    found = subprocess.run(
        [programs / "python", "-I", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert Path(found).is_relative_to(programs.parent)
    assert Path(found).name == "_course"


def test_its_pages_are_those_of_the_course_that_it_carries(
    programs: Path, tmp_path: Path
) -> None:
    """So nothing is built, and Sphinx is not asked for."""
    code = (
        "from certlab.app.pages import edition\n"
        "from certlab.course import location\n"
        "root = location.find()\n"
        "print(edition.find(root, edition.edition(root)))"
    )
    found = subprocess.run(
        [programs / "python", "-I", "-c", code],
        cwd=tmp_path,
        env=os.environ | {"CERTLAB_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert Path(found).parent.name == "_pages"
    page = Path(found, "index.html").read_text("utf-8")
    assert 'data-home="workspace"' in page


def test_check_passes(certlab) -> None:
    run = certlab("check", "--on", "2026-11-21")  # a day on which no review is due
    assert run.returncode == 0, run.stdout + run.stderr


def test_labs_are_listed(certlab, whole: Course) -> None:
    rows = json.loads(certlab("lab", "list", "--json").stdout)
    assert {row["id"] for row in rows} == whole.labs.keys()


# A reply to a question of each kind: what is asked changes with the day and with the course,
# and a reply that does not fit is asked for again.
REPLIES = (
    *("1", "1,2", "1,2,3", "nvidia-smi", "", "y"),
    *(f"1 {unit}" for unit in UNITS),
    *(" ".join(map(str, [*range(2, steps + 1), 1])) for steps in range(2, 9)),
    *(" ".join(f"{row}a" for row in range(1, rows + 1)) for rows in range(2, 9)),
    *(";".join(["1"] * gaps) for gaps in range(2, 6)),
)


def test_a_drill_is_answered_and_recorded(certlab, tmp_path: Path) -> None:
    run = certlab("drill", "--count", "3", typed="\n".join(REPLIES) + "\n")
    assert run.returncode == 0, run.stderr
    history = (tmp_path / "workspace" / "history.jsonl").read_text("utf-8")
    assert json.loads(history.splitlines()[0])["surface"] == "terminal"


@pytest.mark.parametrize(
    "words", [["study"], ["lab", "run", "cuda/10_matmul_cupy_numpy"]]
)
def test_what_needs_an_extra_says_which(certlab, words: list[str]) -> None:
    run = certlab(*words)
    assert run.returncode == 1
    assert "run pip install 'certlab[study]'." in run.stderr
    assert "Traceback" not in run.stderr


def test_doctor_does_without_numpy(certlab) -> None:
    run = certlab("doctor")
    assert run.returncode == 0, run.stderr
    assert "not installed" in run.stdout


def test_an_editable_install_carries_no_pages(
    monkeypatch: pytest.MonkeyPatch, pyproject: dict
) -> None:
    """And a wheel neither where Sphinx is missing, which one sentence says."""
    from hatchling.builders.wheel import WheelBuilder

    from certlab.app.pages import output

    monkeypatch.setattr(output, "find_spec", lambda _: None)
    monkeypatch.setattr(sys, "path", list(sys.path))
    builder = WheelBuilder(str(ROOT))
    said: list[str] = []
    monkeypatch.setattr(builder.app, "display_warning", said.append)
    hook = builder.get_build_hooks("")["custom"]
    data: dict = {"force_include": {}}
    hook.initialize("editable", data)
    assert said == []
    hook.initialize("standard", data)
    assert data == {"force_include": {}}
    (sentence,) = said
    assert "holds no pages" in sentence
    assert "Building the pages needs sphinx" in sentence


def test_what_only_makers_use_is_not_in_it(wheel: Path) -> None:
    folders = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {name.partition("-")[0] for name in folders} == {"certlab"}
