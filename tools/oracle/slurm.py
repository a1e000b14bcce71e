"""The referee for Slurm's tools: slurmctld and two slurmd, led through the states of our world.

Both sides type the same lines in the same order. What somebody does to the machine, such as
a GPU that is missing when slurmd starts, is done to ours by a move, and to the real one by
a device file less in gres.conf. All of it runs without root in one folder, and ends with it.
"""

import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from certlab.labs.cluster.environment import path
from certlab.labs.operations.node import machine, shell, units
from certlab.labs.operations.node.state import World
from certlab.servers import running
from tools.oracle import Case

_NODES = ("node-a", "node-b")
_SECONDS = 60.0  # until the real one must be in a state
_PAUSE = (
    2.0  # it takes a moment to finish what it began; a job ended at once hangs in CG
)
_UPDATE = "scontrol update nodename=node-a"
_SHOW = ("sinfo", "sinfo -R", "sinfo -N", "sinfo -N -l", "scontrol show node node-a")


@dataclass(frozen=True)
class _Step:
    """A state that both come to, and the lines that are compared in it.

    Attributes:
        real: done to the real one before, by name of a method of `_Cluster`.
        ours: done to our world before.
        types: lines of which only the effect counts.
        awaited: a line and what the real one's answer must hold before it is compared.
        seconds: that pass for ours meanwhile.
        lines: typed and compared.
    """

    name: str
    lines: tuple[str, ...]
    real: str = ""
    ours: Callable[[World], World] | None = None
    types: tuple[str, ...] = ()
    awaited: tuple[str, str] = ("true", "")
    seconds: float = 5


def _lose(world: World) -> World:
    world = units.stop(world, "node-a", "slurmd")
    return units.start(world.with_gpu("node-a", 5, seated=False), "node-a", "slurmd")


def _find(world: World) -> World:
    world = units.stop(world, "node-a", "slurmd")
    return units.start(world.with_gpu("node-a", 5, seated=True), "node-a", "slurmd")


def _silence(world: World) -> World:
    return units.stop(world, "node-a", "slurmd")


def _state(word: str) -> tuple[str, str]:
    return "sinfo -h -n node-a -o =%T=", f"={word}="


_STEPS = (
    _Step(
        "healthy",
        (
            *_SHOW,
            *("squeue", "squeue -l", "squeue -j 99", "squeue -w nope", "sacct"),
            *("scontrol show job", "scontrol show job 99", "scontrol show node nope"),
            *("scontrol ping", "scontrol requeue 99", "scancel 99", "scancel"),
            *("sbatch", "sbatch nofile", "sbatch --gres=gpu:9 --wrap=hostname"),
            *("sbatch --gres=tpu:1 --wrap=hostname", "scontrol update state=drain"),
            *("sbatch --gres=gpu:1 -w nope --wrap=hostname", f"{_UPDATE} state=drain"),
            *(f"{_UPDATE} state=nonsense", f"{_UPDATE} state=resume", _UPDATE),
            *(f"{_UPDATE} state=undrain", "sinfo --version"),
            "scontrol update nodename=nope state=drain reason=x",
        ),
    ),
    _Step(
        "inval",
        (*_SHOW, f"{_UPDATE} state=resume", f"{_UPDATE} state=undrain", "sinfo"),
        real="lose",
        ours=_lose,
        awaited=_state("inval"),
    ),
    _Step(
        "inval-silent",
        ("sinfo", "sinfo -R", "scontrol show node node-a"),
        real="silence",
        ours=_silence,
        awaited=("sleep 30; sinfo", "inval"),
        seconds=310,
    ),
    _Step("repaired", _SHOW, real="find", ours=_find, awaited=_state("drained")),
    _Step("back", _SHOW, types=(f"{_UPDATE} state=resume",), awaited=_state("idle")),
    _Step(
        "silent",
        ("sinfo", "sinfo -R", "scontrol show node node-a", f"{_UPDATE} state=resume"),
        real="silence",
        ours=_silence,
        awaited=_state("idle*"),
    ),
    _Step("down", _SHOW, awaited=_state("down*"), seconds=310),
    _Step(
        "drained-silent",
        _SHOW,
        types=(f"{_UPDATE} state=resume", f"{_UPDATE} state=drain reason=dead"),
        awaited=_state("drained*"),
    ),
    _Step("found", ("sinfo",), real="find", ours=_find, awaited=_state("drained")),
    _Step(
        "in-service",
        ("sinfo",),
        types=(f"{_UPDATE} state=resume",),
        awaited=_state("idle"),
    ),
    _Step(
        "set-down",
        (*_SHOW, "squeue"),
        types=(f'{_UPDATE} state=down reason="bad gpu"',),
        awaited=_state("down"),
    ),
    _Step(
        "drained",
        _SHOW,
        types=(
            f"{_UPDATE} state=resume",
            f'{_UPDATE} state=drain reason="look at it by hand"',
        ),
        awaited=_state("drained"),
    ),
    _Step(
        "unavailable",
        ("squeue", "squeue -l", "scontrol show job 2"),
        types=('sbatch --gres=gpu:2 -w node-a -J w --wrap="sleep 6000"',),
        awaited=("squeue -h -o %r", "ReqNodeNotAvail"),
    ),
    _Step(
        "running",
        (*_SHOW, "squeue", "squeue -l", "squeue -w node-b", "scontrol show job 2"),
        types=(
            f"{_UPDATE} state=resume",
            'sbatch --gres=gpu:8 -w node-b -J train --wrap="sleep 6000"',
        ),
        awaited=("squeue -h -t R -o %i | tr -d '\\n'", "23"),
    ),
    _Step(
        "waiting",
        ("squeue", "squeue -l", "scontrol show job 4", "squeue -u root -t PD"),
        types=(
            'sbatch --gres=gpu:8 --wrap="sleep 6000"',
            'sbatch --gres=gpu:8 -w node-b --wrap="sleep 6000"',
        ),
        awaited=("squeue -h -o %r", "Resources"),
    ),
    _Step(
        "draining",
        (*_SHOW, "squeue"),
        types=("scancel 4 5", f'{_UPDATE} state=drain reason="it is slow"'),
        awaited=_state("draining"),
    ),
    _Step(
        "inval-under-a-job",
        (*_SHOW, "squeue"),
        real="lose",
        ours=_lose,
        awaited=_state("inval"),
    ),
    _Step(
        "requeued",
        ("squeue", "scontrol show job 3", "scontrol requeue 3"),
        types=("scontrol requeue 3",),
        awaited=("squeue -h -o %r", "BeginTime"),
    ),
    _Step(
        "cancelled",
        ("squeue", "squeue -t CA", "scontrol show job 2"),
        types=("scancel 2",),
        awaited=("squeue -h -t CA -o =%i=", "=2="),
    ),
    _Step(
        "no-controller",
        (
            *("sinfo", "squeue", "scontrol ping", "scontrol show node node-a"),
            *("sbatch --gres=gpu:1 --wrap=hostname", f"{_UPDATE} state=resume"),
        ),
        real="end_controller",
        ours=lambda world: units.stop(world, "head", "slurmctld"),
    ),
)


class _Cluster:
    """A real Slurm in a folder, with the lines of our world's slurm.conf."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._daemons: dict[str, subprocess.Popen[bytes]] = {}
        self._variables = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("SLURM", "SBATCH", "SQUEUE", "SINFO"))
        } | {
            "PATH": path(),
            "SLURM_CONF": str(folder / "slurm.conf"),
            "LC_ALL": "C",
            "TZ": "UTC",
        }
        self._write()

    def _write(self) -> None:
        of, ports = machine.parts()["slurm"], running.free_ports(3)
        for name in _NODES:
            (self.folder / f"spool-{name}").mkdir()
            for number in range(8):
                device = self.folder / name / f"nvidia{number}"
                device.parent.mkdir(exist_ok=True)
                device.symlink_to("/dev/null")
        (self.folder / "state").mkdir()
        (self.folder / "munge.key").write_bytes(secrets.token_bytes(128))
        (self.folder / "munge.key").chmod(0o600)
        host = socket.gethostname().partition(".")[0]
        text = _CONF.format(
            folder=self.folder, host=host, user=os.getuid(), port=ports[0]
        )
        for name, port in zip(_NODES, ports[1:], strict=True):
            text += (
                f"NodeName={name} Sockets={of['sockets']} CoresPerSocket={of['cores']} "
                f"ThreadsPerCore={of['threads']} RealMemory={of['memory']} Gres=gpu:8 "
                f"NodeAddr=127.0.0.1 Port={port}\n"
            )
        text += (
            f"PartitionName={of['partition']} Nodes=ALL Default=YES DefaultTime=UNLIMITED "
            f"MaxTime=UNLIMITED DefCpuPerGPU={of['cpus_per_gpu']}\n"
        )
        (self.folder / "slurm.conf").write_text(text, "utf-8")
        self._devices(8)

    def _devices(self, count: int) -> None:
        lines = [
            f"NodeName={name} Name=gpu File={self.folder}/{name}/nvidia[0-{last}]\n"
            for name, last in zip(_NODES, (count - 1, 7), strict=True)
        ]
        (self.folder / "gres.conf").write_text("".join(lines), "utf-8")

    def begin(self) -> None:
        """Start all of it and wait until both nodes are idle."""
        here = self.folder
        self._start(
            *("munged", "munged", "--foreground", "--force", "--num-threads=4"),
            *(f"--key-file={here}/munge.key", f"--socket={here}/munge.socket"),
            *(f"--pid-file={here}/munged.pid", f"--seed-file={here}/munged.seed"),
        )
        self.until("test -S munge.socket && echo there", "there")
        self._start("slurmctld", "slurmctld", "-D")
        for name in _NODES:
            self._start(name, "slurmd", "-D", "-N", name)
        self.until('sinfo -h -o "%D %T"', "2 idle")

    def end(self) -> None:
        """End every daemon, and what they have started: a job outlives its slurmd."""
        for name in [*self._daemons]:
            self._end(name)
        own = f"SLURM_CONF={self._variables['SLURM_CONF']}".encode()
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if own in (process / "environ").read_bytes().split(b"\0"):
                    os.kill(int(process.name), signal.SIGKILL)

    def _start(self, name: str, *command: str) -> None:
        # A daemon dies with this process, however that ends.
        self._daemons[name] = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", *command],
            cwd=self.folder,
            env=self._variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _end(self, name: str) -> None:
        daemon = self._daemons.pop(name)
        daemon.kill()
        daemon.wait()

    def lose(self) -> None:
        """A device less on node-a, and slurmd begins anew."""
        self._devices(7)
        self._again()

    def find(self) -> None:
        """All devices again, and slurmd begins anew."""
        self._devices(8)
        self._again()

    def _again(self) -> None:
        self.silence()
        self._start("node-a", "slurmd", "-D", "-N", "node-a")

    def silence(self) -> None:
        """No slurmd on node-a."""
        if "node-a" in self._daemons:
            self._end("node-a")

    def end_controller(self) -> None:
        """No slurmctld."""
        self._end("slurmctld")

    def run(self, line: str) -> tuple[str, int]:
        """What a line prints, and its status."""
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=self.folder,
            env=self._variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        host = socket.gethostname().partition(".")[0]
        text = done.stdout.replace(str(self.folder), "/root")
        return text.replace(f"at {host} is", "at head is"), done.returncode

    def until(self, line: str, holds: str) -> None:
        """Wait until what a line prints holds a text."""
        end = time.monotonic() + _SECONDS
        while holds not in self.run(line)[0]:
            if time.monotonic() > end:
                raise TimeoutError(f"{line} does not say {holds}: {self.run(line)[0]}")
            time.sleep(0.2)


_CONF = """\
ClusterName=certlab
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
MailProg=/bin/true
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SlurmdParameters=config_overrides
SlurmdTimeout=10
ReturnToService=1
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
KillWait=1
MinJobAge=3600
GresTypes=gpu
"""


@cache
def _walked() -> Mapping[str, str]:
    """What the real Slurm prints in each state, by the state's name."""
    # The path of a socket has 107 bytes at most, and TMPDIR may have more.
    folder = Path(tempfile.mkdtemp(prefix="certlab-slurm-", dir="/tmp"))
    cluster, texts = _Cluster(folder), {}
    try:
        cluster.begin()
        for step in _STEPS:
            print(f"slurm: {step.name}", flush=True)
            time.sleep(_PAUSE)
            if step.real:
                getattr(cluster, step.real)()
            for line in step.types:
                cluster.run(line)
            cluster.until(*step.awaited)
            time.sleep(_PAUSE)
            texts[step.name] = _transcript(cluster.run, step.lines)
    finally:
        cluster.end()
        with suppress(OSError):
            shutil.rmtree(folder)
    return texts


@cache
def _ours() -> Mapping[str, str]:
    """What ours prints in each state."""
    world, texts = machine.healthy(1), {}
    assert world.slurm
    world = replace(world, slurm=replace(world.slurm, next_id=1))

    def run(line: str) -> tuple[str, int]:
        nonlocal world
        done = shell.run(world, "head", line)
        world = done.world
        return f"{done.text}\n" if done.text else "", done.exit

    for step in _STEPS:
        if step.ours:
            world = step.ours(world)
        for line in step.types:
            run(line)
        run(f"sleep {step.seconds:.0f}")
        texts[step.name] = _transcript(run, step.lines)
    return texts


def _transcript(run: Callable[[str], tuple[str, int]], lines: tuple[str, ...]) -> str:
    """Each line, what it printed and its status."""
    text = ""
    for line in lines:
        printed, status = run(line)
        text += f"$ {line}\n{printed}[{status}]\n"
    return text


def _masks() -> dict[str, Callable[[str], str]]:
    """What a real Slurm on another machine at another time cannot print alike."""

    def mask(pattern: str, instead: str) -> Callable[[str], str]:
        compiled = re.compile(pattern, re.MULTILINE)
        return lambda text: compiled.sub(instead, text)

    return {
        "dates": mask(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", "<time>"),
        "the line of time": mask(
            r"^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$", "<time>"
        ),
        "how long a job has run": mask(r" +\d+:\d\d(?= )|(?<=RunTime=)\S+", " <ran>"),
        "address and port": mask(
            r"NodeAddr=\S+|Port=\d+|AllocNode:Sid=\S+", "<address>"
        ),
        "load and memory": mask(r"CPULoad=\S+|FreeMem=\d+", "<measured>"),
        "kernel": mask(r"OS=.*$", "<kernel>"),
        "how a job was killed": mask("ExitCode=(143:0|0:15)", "<killed>"),
        "which scheduler looked": mask(r"Scheduler=\S+", "<scheduler>"),
        "the user of slurmctld": mask(r"\[slurm@", "[root@"),
        "the same in a table": mask(r" slurm     ", " root      "),
    }


class _Slurm:
    """The referee."""

    name = "slurm"

    def version(self) -> str:
        """The version of Slurm; "" where a daemon is not installed."""
        needed = ("slurmctld", "slurmd", "munged", "sinfo", "setpriv")
        if not all(shutil.which(name, path=path()) for name in needed):
            return ""
        done = subprocess.run(
            ["slurmctld", "-V"],
            capture_output=True,
            text=True,
            check=False,
            env={"PATH": path()},
        )
        return done.stdout.strip()

    def cases(self) -> Mapping[str, Case]:
        """The states, in the order in which both come to them."""
        return {
            step.name: Case(
                partial(_ours_in, step.name), partial(_real_in, step.name), _masks()
            )
            for step in _STEPS
        }


def _ours_in(state: str) -> str:
    return _ours()[state]


def _real_in(state: str, _folder: Path) -> str:
    # The walk has a folder of its own, because it is one walk for all the states.
    return _walked()[state]


REFEREE = _Slurm()
