"""An environment of its own: made step by step from a lock, whose hashes are held to."""

import hashlib
import json
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from certlab import module_parts
from certlab.errors import ServerError
from certlab.servers.own_environment import OwnEnvironment
from tests.command_line import certlab

HERE = (sys.version_info[:2],)


def wheel(folder: Path, name: str) -> str:
    """A library of one line; its line in a lock."""
    path = folder / f"{name}-1.0-py3-none-any.whl"
    about = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as out:
        out.writestr(f"{name}.py", f"NAME = {name!r}\n")
        out.writestr(
            f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
        )
        out.writestr(
            f"{about}/WHEEL",
            "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        out.writestr(f"{about}/RECORD", "")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return f"{name} @ {path.as_uri()} \\\n    --hash=sha256:{digest}\n"


@pytest.fixture
def own(tmp_path: Path) -> OwnEnvironment:
    import platform

    lock = tmp_path / "lock.txt"
    lock.write_text(f"# two\n{wheel(tmp_path, 'first')}{wheel(tmp_path, 'second')}")
    here = f"{sys.platform} {platform.machine()}"
    return OwnEnvironment("small", lock, tmp_path / "below", (here,), HERE, "1 MB")


def test_it_goes_on_where_a_wrong_hash_stopped_it(
    own: OwnEnvironment, tmp_path: Path
) -> None:
    path = tmp_path / "second-1.0-py3-none-any.whl"
    good = path.read_bytes()
    path.write_bytes(good + b"something else")
    said: list[str] = []
    assert own.lacks.endswith("run certlab lab prepare small, 1 MB on disk.")
    with pytest.raises(
        ServerError, match=r"^The environment of small was not made: pip says"
    ):
        own.make(said.append)
    path.write_bytes(good)
    own.make(said.append)
    assert said == ["2 of 2 distributions for small"] * 2
    assert own.lacks == ""
    code = "import first, second; print(first.NAME, second.NAME)"
    run = subprocess.run(
        [str(own.python), "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stdout == "first second\n"
    own.make(said.append)
    assert len(said) == 2


def test_another_lock_is_another_environment(own: OwnEnvironment) -> None:
    before = own.folder
    own.lock.write_text(own.lock.read_text().replace("sha256:", "sha256:0"))
    assert own.folder != before


def test_what_a_machine_cannot_do_is_told(own: OwnEnvironment) -> None:
    elsewhere = replace(own, systems=("plan9 mips",))
    assert elsewhere.lacks.startswith("small runs on plan9 mips, and this is ")
    old = replace(own, pythons=((2, 7), (3, 0)))
    with pytest.raises(
        ServerError, match=r"^small needs Python 2\.7 or 3\.0, and this is"
    ):
        old.make(print)


def test_one_command_makes_it_for_all_labs_of_a_module(
    small: Path, own: OwnEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("10_first", "20_second"):
        lab = small / f"labs/mig/{name}.ipynb"
        lab.parent.mkdir(parents=True, exist_ok=True)
        about = {"certlab": {"title": name, "paths": ["C"], "needs": []}}
        lab.write_text(json.dumps({"cells": [], "metadata": about}), "utf-8")
    made: list[str] = []
    one = SimpleNamespace(
        name="mig", make=lambda tell: made.append(str(tell("1 of 1")))
    )
    part = ModuleType("environment")
    part.__dict__["ENVIRONMENT"] = one
    monkeypatch.setattr(
        module_parts, "find", lambda name: [part] if name == "environment" else []
    )
    monkeypatch.setenv("CERTLAB_COURSE", str(small))
    said = certlab("lab", "prepare", "mig")
    assert (said.returncode, made) == (0, ["None"])
    assert "1 of 1" in said.stderr
    assert said.stdout.startswith("mig has all that it needs; certlab lab open mig/10_")
