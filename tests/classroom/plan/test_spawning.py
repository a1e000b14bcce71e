"""Handing devices to servers, with nvidia-smi as a script and a spawner as JupyterHub's."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from traitlets.config import Config

from certlab.classroom.plan import devices, files
from certlab.classroom.plan.class_plan import make_plan
from certlab.classroom.plan.kubernetes_values import Server
from certlab.classroom.plan.ledger import open_ledger
from certlab.classroom.plan.spawning import LEDGER
from certlab.compute import choice
from certlab.errors import CourseError
from tests.command_line import certlab
from tests.real_course import whole

LISTING = """\
GPU 0: NVIDIA A30 (UUID: GPU-0000)
  MIG 1g.6gb      Device  0: (UUID: MIG-0001)
  MIG 1g.6gb      Device  1: (UUID: MIG-0002)
  MIG 1g.6gb      Device  2: (UUID: MIG-0003)
  MIG 1g.6gb      Device  3: (UUID: MIG-GPU-0000/6/0)
GPU 1: NVIDIA L4 (UUID: GPU-1111)
GPU 2: Tesla T4 (UUID: GPU-2222)
"""
Smi = Callable[[str], None]


@pytest.fixture
def nvidia_smi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Smi:
    """Have `nvidia-smi -L` run this shell script."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

    def say(script: str) -> None:
        program = folder / "nvidia-smi"
        program.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        program.chmod(0o755)

    return say


def listing(text: str) -> str:
    return f"cat <<'END'\n{text}END"


class Hub:
    """A Hub's two hooks, and servers that are started and stopped by them."""

    def __init__(self, folder: Path, learners: int, gpus: str, sharing: str = "auto"):
        self.folder = folder
        plan = make_plan(whole(), learners, gpus, 4, sharing)
        files.write(folder, plan, whole(), Server("image:1", 1, 4))
        self.config = Config()
        self.boot()

    def boot(self) -> None:
        """The Hub starts (again), with the file that the plan wrote."""
        code = (self.folder / "jupyterhub_gpus.py").read_text("utf-8")
        names = {
            "get_config": lambda: self.config,
            "__file__": str(self.folder / "jupyterhub_gpus.py"),
        }
        exec(compile(code, "jupyterhub_gpus.py", "exec"), names)  # noqa: S102 -- as JupyterHub does

    def start(self, learner: str) -> dict[str, str]:
        """A server's environment, as the hook leaves it."""
        spawner = self._spawner(learner)
        asyncio.run(self.config.Spawner.pre_spawn_hook(spawner))
        return dict(spawner.environment)

    def device(self, learner: str) -> str:
        return self.start(learner)["CUDA_VISIBLE_DEVICES"]

    def stop(self, learner: str) -> None:
        asyncio.run(self.config.Spawner.post_stop_hook(self._spawner(learner)))

    def _spawner(self, learner: str) -> Any:
        user = SimpleNamespace(name=learner)
        return SimpleNamespace(user=user, name="", environment={"OWN": "1"})


def test_the_reader_knows_gpus_and_instances() -> None:
    rows = devices.read(LISTING)
    assert [one.uuid for one in rows] == [
        *("MIG-0001", "MIG-0002", "MIG-0003", "MIG-GPU-0000/6/0"),
        *("GPU-1111", "GPU-2222"),
    ]
    assert {one.profile for one in rows if one.gpu == 0} == {"1g.6gb"}
    with pytest.raises(CourseError, match="is not a line of nvidia-smi -L"):
        devices.read("NVIDIA-SMI has failed because it couldn't communicate\n")


def test_each_learner_gets_one_alone_and_the_same_again(
    nvidia_smi: Smi, tmp_path: Path
) -> None:
    nvidia_smi(listing(LISTING))
    hub = Hub(tmp_path / "gpus", 4, "a30-24gb")
    got = {name: hub.device(name) for name in ("ada", "bob", "cyd", "dee")}
    assert sorted(got.values()) == sorted(one.uuid for one in devices.read(LISTING)[:4])
    assert hub.start("ada")["OWN"] == "1"
    hub.stop("bob")
    hub.stop("cyd")
    assert hub.device("cyd") == got["cyd"], "it was free"
    assert hub.device("eve") == got["bob"], "it was returned"


def test_who_comes_too_late_takes_the_cpu_and_is_told(
    nvidia_smi: Smi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nvidia_smi(listing(LISTING))
    hub = Hub(tmp_path / "gpus", 4, "a30-24gb")
    for name in ("ada", "bob", "cyd", "dee"):
        hub.start(name)
    late = hub.start("eve")
    assert late["CUDA_VISIBLE_DEVICES"] == ""
    for name, text in late.items():
        monkeypatch.setenv(name, text)
    assert str(choice()).endswith(": all places on the class's GPUs are taken (4).")
    hub.stop("ada")
    for name, text in hub.start("eve").items():
        monkeypatch.setenv(name, text)
    assert os.environ["CUDA_VISIBLE_DEVICES"].startswith("MIG-")
    assert "places" not in str(choice()), "the reason has gone with the GPU"


def test_a_hub_that_starts_again_knows_who_holds_what(
    nvidia_smi: Smi, tmp_path: Path
) -> None:
    nvidia_smi(listing(LISTING))
    hub = Hub(tmp_path / "gpus", 4, "a30-24gb")
    got = hub.device("ada")
    hub.config = Config()
    hub.boot()
    others = [hub.device(name) for name in ("bob", "cyd", "dee")]
    assert got not in others
    assert hub.device("ada") == got


def test_time_slices_are_counted_for_each_gpu(nvidia_smi: Smi, tmp_path: Path) -> None:
    nvidia_smi(listing(LISTING))
    hub = Hub(tmp_path / "gpus", 6, "l4,t4")
    got = [hub.device(f"learner-{n}") for n in range(6)]
    # 24 GB in four and 16 GB in two: nobody has less than 6 GB, and no other way is better.
    assert (got.count("GPU-1111"), got.count("GPU-2222")) == (4, 2)
    assert hub.device("late") == ""


def test_hooks_that_were_there_still_run(nvidia_smi: Smi, tmp_path: Path) -> None:
    nvidia_smi(listing(LISTING))
    hub = Hub(tmp_path / "gpus", 1, "l4")
    hub.config, ran = Config(), []

    async def before(spawner: Any) -> None:
        await asyncio.sleep(0)
        ran.append(spawner.user.name)

    hub.config.Spawner.pre_spawn_hook = before
    hub.config.Spawner.post_stop_hook = lambda _: ran.append("stopped")
    hub.boot()
    assert hub.device("ada") == "GPU-1111"
    hub.stop("ada")
    assert ran == ["ada", "stopped"]


@pytest.mark.parametrize(
    "script", ["echo 'No devices were found' && exit 6", "echo odd"]
)
def test_a_machine_without_working_gpus_teaches_all_the_same(
    script: str,
    nvidia_smi: Smi,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    nvidia_smi(script)
    hub = Hub(tmp_path / "gpus", 2, "2xl4")
    assert hub.start("ada")["CERTLAB_BACKEND"] == "cpu"
    assert "All learners take the CPU path" in caplog.text


def test_turns_go_round_and_the_instructor_moves_them(
    nvidia_smi: Smi, tmp_path: Path
) -> None:
    nvidia_smi(listing(LISTING))
    folder = tmp_path / "gpus"
    hub = Hub(folder, 3, "2xl4", "turns")
    nvidia_smi(listing(LISTING.replace("Tesla T4", "NVIDIA L4")))
    hub.boot()
    assert [bool(hub.device(name)) for name in ("ada", "bob", "cyd")] == [
        True,
        True,
        False,
    ]
    assert (
        "in step 1 it is the turn of other learners"
        in hub.start("cyd")["CERTLAB_WHY_CPU"]
    )
    done = certlab("class", "turn", "2", "--out", str(folder))
    assert (done.returncode, "ada, cyd" in done.stdout) == (0, True)
    for name in ("ada", "bob", "cyd"):
        hub.stop(name)
    assert [bool(hub.device(name)) for name in ("ada", "bob", "cyd")] == [
        True,
        False,
        True,
    ]
    assert (
        "There is no step 9"
        in certlab("class", "turn", "9", "--out", str(folder)).stderr
    )


def test_a_broken_ledger_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / LEDGER
    path.write_text("{", "utf-8")
    with pytest.raises(CourseError, match="move it away"):
        open_ledger(path, {}, 1)
    assert path.read_text("utf-8") == "{"
