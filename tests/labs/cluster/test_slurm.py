"""The lab's Slurm runs for real where it is installed, and leaves nothing; the recording says so."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from certlab.errors import Refusal, ServerError
from certlab.labs.cluster import request
from certlab.labs.cluster.environment import ENVIRONMENT, Packages
from certlab.labs.cluster.real import slurm
from certlab.labs.cluster.recorded import Recorded, recording
from certlab.labs.cluster.repair import state_after
from tests.bound import until
from tests.command_line import certlab
from tests.labs.distributed.ranks.conftest import left

RESUME = "scontrol update NodeName=dgx01 State=resume"
MEND = "sed -i 's/0-6/0-7/' gres.conf"
REPAIRS = {
    f"{MEND}\nscontrol reconfigure\n{RESUME}": "idle",
    f"{MEND}\nscontrol reconfigure": "drained",
    f"{MEND}\n{RESUME}": "inval",
    f"{RESUME}\n{MEND}\nscontrol reconfigure": "drained",
    "echo nothing": "inval",
}
KERNEL = """
import time
from certlab.labs.cluster.real import slurm
node = slurm.start()
print(node.folder, flush=True)
node.printed("sbatch --gres=gpu:1 hold.sh")
node.wait(1)
print("started", flush=True)
time.sleep(3600)
"""


@pytest.fixture(scope="module")
def node() -> Iterator[slurm.Node]:
    """One for all tests here; each job of them is cancelled."""
    if ENVIRONMENT.lacks:
        pytest.skip("no Slurm")
    running = slurm.start()
    yield running
    running.stop()


def test_daemons_listen_on_this_machine_only(node: slurm.Node) -> None:
    text = (node.folder / "slurm.conf").read_text()
    ports = {
        f"{int(line.partition('=')[2]):04X}"
        for line in text.splitlines()
        if line.startswith(("SlurmctldPort", "SlurmdPort"))
    }
    rows = [one.split()[1:4] for one in Path("/proc/net/tcp").read_text().splitlines()]
    listen = {local for local, _, state in rows[1:] if state == "0A"}
    assert {one for one in listen if one[-4:] in ports} == {
        f"0100007F:{port}" for port in ports
    }


def test_a_job_sees_the_gpus_it_asked_for(
    node: slurm.Node, capsys: pytest.CaptureFixture[str]
) -> None:
    node.run("sbatch --gres=gpu:h100:3 --job-name=three hold.sh")
    node.wait("three")
    node.run("cat slurm-*.out; scancel --name=three")
    assert "three sees the GPUs 0,1,2" in capsys.readouterr().out
    node.wait("three", state="CANCELLED")


@pytest.mark.parametrize(("lines", "state"), REPAIRS.items())
def test_without_slurm_a_model_says_what_a_repair_does(lines: str, state: str) -> None:
    assert state_after(lines) == state


def test_the_model_of_a_repair_is_what_slurm_does(node: slurm.Node) -> None:
    # The lab's exercise runs the others for real.
    lines = f"{RESUME}\n{MEND}\nscontrol reconfigure"
    assert node.repaired(lines) == REPAIRS[lines]


def test_a_killed_kernel_leaves_neither_daemon_nor_job() -> None:
    if ENVIRONMENT.lacks:
        pytest.skip("no Slurm")
    kernel = subprocess.Popen(
        [sys.executable, "-c", KERNEL], stdout=subprocess.PIPE, text=True
    )
    assert kernel.stdout is not None
    folder = Path(kernel.stdout.readline().strip())
    assert kernel.stdout.readline() == "started\n"
    kernel.stdout.close()
    assert any("slurmctld" in one for one in left(folder))
    kernel.kill()
    kernel.wait()
    until(lambda: left(folder) == [], "a process is left")
    until(lambda: not folder.exists(), "its files are left")


def test_what_is_recorded_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    node = Recorded("slurm is not installed")
    assert recording()["slurm"] in node.says
    node.run("sinfo")
    first = capsys.readouterr().out
    assert first.startswith("$ sinfo  # recorded\nPARTITION")
    assert "idle" in first
    node.run("sinfo --list-reasons --format='%E: %N'")
    node.run("sinfo")
    assert "mixed" in capsys.readouterr().out  # later in the lab, the same line
    node.run("sinfo --help")
    assert "was not recorded" in capsys.readouterr().out


def which(one: str, path: str = "") -> str | None:
    """Every program but one is there."""
    return None if one == "no-such" else f"{path}/{one}"


@pytest.mark.parametrize(
    ("missing", "system", "user", "says"),
    [
        ([], "linux", 1000, ""),
        (["no-such"], "darwin", 0, "runs on Linux"),
        (
            ["no-such"],
            "linux",
            1000,
            "sudo apt-get install --no-install-recommends a b",
        ),
        (["no-such"], "linux", 0, "run certlab lab prepare slurm (14 MB)"),
    ],
)
def test_what_it_lacks_is_told_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
    missing: list[str],
    system: str,
    user: int,
    says: str,
) -> None:
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr("os.geteuid", lambda: user)
    monkeypatch.setattr("shutil.which", which)
    packages = Packages("slurm", ("a", "b"), tuple(missing), "14 MB")
    assert says in packages.lacks
    assert bool(packages.lacks) == bool(missing)


def test_apt_get_is_asked_and_its_failure_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("shutil.which", which)
    asked: list[list[str]] = []

    def run(command: list[str], **_: object) -> "subprocess.CompletedProcess[str]":
        asked.append(command)
        return subprocess.CompletedProcess(command, 100)

    monkeypatch.setattr("subprocess.run", run)
    with pytest.raises(ServerError, match="was not installed: apt-get says why"):
        Packages("slurm", ("a",), ("no-such",), "14 MB").make(lambda _: None)
    assert [one[:2] for one in asked] == [
        ["apt-cache", "show"],
        ["apt-get", "update"],
        ["apt-get", "install"],
    ]
    assert "--yes" not in asked[-1]  # it asks before it installs


def test_prepare_takes_the_servers_name() -> None:
    if ENVIRONMENT.lacks:
        pytest.skip("no Slurm")
    assert "slurm is prepared." in certlab("lab", "prepare", "slurm").stdout


@pytest.mark.parametrize(
    ("line", "gpus", "minutes"),
    [
        ("sbatch --gres=gpu:8 -t 30 a.sh", 8, 30),
        ("sbatch --gres gpu:h100:2 --time 1:30:00 a.sh", 2, 90),
        ("sbatch --gpus-per-node=h100:4 --time=1-12 a.sh", 4, 2160),
        ("sbatch -G3 --time=0:30 a.sh 5", 3, 0.5),
        ("sbatch a.sh --gres=gpu:8", 0, 0),
    ],
)
def test_a_request_is_read_as_slurm_reads_it(
    line: str, gpus: int, minutes: float
) -> None:
    asked = request.read(line)
    assert (asked.script, asked.gpus, asked.minutes) == ("a.sh", gpus, minutes)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("srun a.sh", "begin it with sbatch"),
        ("sbatch -t", "has no value"),
        ("sbatch 'a", "quote"),
    ],
)
def test_what_is_no_request_is_refused(line: str, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        request.read(line)
