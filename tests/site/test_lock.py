"""The lock lists what is shipped, asks Pyodide's own Python, and lets nothing be missing."""

import hashlib
import json
import zipfile
from collections.abc import Callable
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from certlab.errors import SiteError
from certlab.site.lite import full_pyodide, own_wheel, pyodide, wheels
from certlab.site.lite.lock import make_lock

INFO = {"python": "3.14.2", "platform": "emscripten_5_0_3"}
Wheel = Callable[..., Path]


@pytest.fixture
def wheel(tmp_path: Path) -> Wheel:
    """Make a wheel that says what it needs."""

    def make(
        name: str, *needs: str, files: tuple[str, ...] = (), tag: str = "py3-none-any"
    ) -> Path:
        path = tmp_path / f"{name}-1.0-{tag}.whl"
        about = "".join(f"Requires-Dist: {one}\n" for one in needs)
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(
                f"{name}-1.0.dist-info/METADATA", f"Name: {name}\nVersion: 1.0\n{about}"
            )
            archive.writestr(f"{name}-1.0.dist-info/RECORD", "")
            for file in files or (f"{name}/__init__.py",):
                archive.writestr(file, "")
        return path

    return make


def test_an_entry_says_what_is_in_the_wheel(wheel: Wheel) -> None:
    files = (
        "six.py",
        "part/__init__.py",
        "part/deep/x.py",
        "a.data/data/y.py",
        "note.txt",
    )
    path = wheel("my_part", files=files)
    lock = make_lock(INFO, [path])
    assert lock["info"] == INFO
    entry = lock["packages"]["my-part"]
    assert entry["imports"] == ["part", "six"]
    assert entry["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert (entry["file_name"], entry["version"]) == (path.name, "1.0")


@pytest.mark.parametrize(
    "need",
    [
        'b; sys_platform == "win32"',
        'b; sys_platform != "emscripten"',
        'b; platform_machine == "x86_64"',
        'b; python_version < "3.14"',
        'b; extra == "test"',
    ],
)
def test_what_a_browser_does_not_need_is_not_missing(wheel: Wheel, need: str) -> None:
    assert make_lock(INFO, [wheel("a", need)])["packages"]["a"]["depends"] == []


@pytest.mark.parametrize(
    "need", ["b>=0.5", 'b; python_version >= "3.14"', 'B.b; os_name == "posix"']
)
def test_what_it_needs_is_listed_or_refused(wheel: Wheel, need: str) -> None:
    first = wheel("a", need)
    with pytest.raises(SiteError, match=r"^a needs b.*; add it to kernel.txt\.$"):
        make_lock(INFO, [first])
    name = Requirement(need).name.lower().replace(".", "_")
    packages = make_lock(INFO, [first, wheel(name)])["packages"]
    assert packages["a"]["depends"] == [name.replace("_", "-")]


def test_what_is_left_out_on_purpose_is_named(wheel: Wheel) -> None:
    path = wheel("ipython", "pexpect>4.3", "jedi")
    packages = make_lock(INFO, [path, wheel("jedi")])["packages"]
    assert packages["ipython"]["depends"] == ["jedi"]


def test_a_compiled_wheel_keeps_its_entry_and_ours_goes_before_its(
    wheel: Wheel,
) -> None:
    compiled = {"name": "numpy", "depends": [], "file_name": "numpy.whl", "sha256": "0"}
    other = {"name": "six", "depends": [], "file_name": "theirs.whl", "sha256": "1"}
    packages = make_lock(INFO, [wheel("six")], [compiled, other])["packages"]
    assert packages["numpy"] == compiled
    assert packages["six"]["file_name"] == "six-1.0-py3-none-any.whl"


def test_our_own_needs_are_those_of_the_package_but_for_the_command_lines() -> None:
    declared = {
        Requirement(one).name for one in requires("certlab") or [] if "extra" not in one
    }
    typed = {"snowballstemmer", "textual", "typer"}
    assert declared - typed <= set(own_wheel.NEEDS)
    assert not typed & set(own_wheel.NEEDS)


def test_each_pin_has_its_bytes() -> None:
    text = wheels.KERNEL.read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert len(wheels.pins(text)) == len(lines)
    assert set(wheels.TWO_HALVES) <= wheels.pins(text).keys()
    assert "http" not in text


@pytest.fixture
def distribution(tmp_path: Path, wheel: Wheel) -> Path:
    """A full distribution as far as we look at one."""
    folder = tmp_path / "full"
    folder.mkdir()
    tag = "cp314-cp314-pyemscripten_2026_0_wasm32"
    depends = {
        "numpy": [],
        "pandas": ["numpy", "six"],
        "matplotlib": ["numpy"],
        "pyyaml": [],
        "six": [],
        "scipy": ["numpy"],
    }
    packages = {}
    for name, needs in depends.items():
        path = wheel(name, tag=tag).rename(folder / f"{name}-1.0-{tag}.whl")
        packages[name] = {
            "name": name,
            "depends": needs,
            "file_name": path.name,
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        }
    for name in pyodide.PROGRAMS:
        (folder / name).write_text(f'var Y="{pyodide.wanted_version()}";')
    (folder / pyodide.LOCK).write_text(json.dumps({"info": INFO, "packages": packages}))
    return folder


def test_of_a_full_distribution_only_what_the_labs_want_is_taken(
    distribution: Path,
) -> None:
    found = full_pyodide.read_full(distribution)
    names = [entry["name"] for _, entry in found.libraries]
    assert names == ["matplotlib", "numpy", "pandas", "pyyaml", "six"]
    assert found.core == distribution


def test_another_version_is_refused_and_both_are_named(
    distribution: Path, refused: Callable[[Callable[[], object]], str]
) -> None:
    (distribution / "pyodide.mjs").write_text('var Y="0.29.3";')
    said = refused(lambda: full_pyodide.read_full(distribution))
    assert "this is Pyodide 0.29.3" in said
    assert f"{pyodide.wanted_version()} is wanted" in said


@pytest.mark.parametrize(
    "name", [*pyodide.CORE, "six-1.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"]
)
def test_a_part_that_is_missing_is_named(
    distribution: Path, refused: Callable[[Callable[[], object]], str], name: str
) -> None:
    (distribution / name).unlink()
    assert f"{name} is missing; unpack" in refused(
        lambda: full_pyodide.read_full(distribution)
    )


def test_a_damaged_wheel_is_named(
    distribution: Path, refused: Callable[[Callable[[], object]], str]
) -> None:
    (numpy,) = distribution.glob("numpy-*")
    numpy.write_bytes(numpy.read_bytes()[:-1])
    assert f"{numpy.name} is damaged" in refused(
        lambda: full_pyodide.read_full(distribution)
    )


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"info": {}, "packages": {}}'])
def test_a_lock_that_is_none_is_refused(
    distribution: Path, refused: Callable[[Callable[[], object]], str], text: str
) -> None:
    (distribution / pyodide.LOCK).write_text(text)
    assert "this is not a lock file of Pyodide" in refused(
        lambda: full_pyodide.read_full(distribution)
    )


def test_a_lock_without_numpy_is_refused(
    distribution: Path, refused: Callable[[Callable[[], object]], str]
) -> None:
    (distribution / pyodide.LOCK).write_text(json.dumps({"info": INFO, "packages": {}}))
    assert "lists no " in refused(lambda: full_pyodide.read_full(distribution))


def test_no_folder_is_refused(
    refused: Callable[[Callable[[], object]], str], tmp_path: Path
) -> None:
    said = refused(lambda: full_pyodide.read_full(tmp_path / "none"))
    assert "there is no such folder" in said
