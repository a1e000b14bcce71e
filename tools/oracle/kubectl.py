"""kubectl as the referee of ours: the real one asks a small API server that serves our world.

Its tables come from the server, in the real thing too, so in `get` it referees how they are
set and not what stands in them; `describe`, `drain` and the errors are its own.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from certlab.labs.operations.node import faults, machine, power, shell
from certlab.labs.operations.node.kubernetes.pods import pods
from certlab.labs.operations.node.laws import DRIVER_PODS
from certlab.labs.operations.node.operator import PLUGIN
from certlab.labs.operations.node.passing import advance
from certlab.labs.operations.node.schedulers import Workload
from certlab.labs.operations.node.state import Fault, World
from tools.kubernetes.server import served
from tools.oracle import Case

# Those that a cloud's tools bring along are newer than the distribution's.
_NEWER = sorted(Path("/usr/lib/google-cloud-sdk/bin").glob("kubectl.1.[0-9]*"))
_TOOL = str(_NEWER[-1]) if _NEWER else shutil.which("kubectl") or ""


def _tenant(
    namespace: str,
    name: str,
    gpus: int,
    ago: float,
    node: str = "",
    owner: str = "ReplicaSet",
    slots: tuple[int, ...] = (),
    *,
    state: str = "Running",
    scratch: bool = False,
) -> Workload:
    began = None if state == "Pending" else -ago
    one = Workload(namespace, name, gpus, -ago, node, state, owner)
    return replace(one, slots=slots, started=began, scratch=scratch)


def world() -> World:
    """Tenants in every state, and a row that waits for a reset."""
    one = machine.healthy(7, "kubernetes")
    assert one.kube
    tenants = (
        _tenant("team-a", "big-train-9xk2v", 4, 90_000, "node-a", "Job", (1, 2, 3, 4)),
        _tenant(
            "team-b",
            "llama-6d5f7c9b8-q4zzt",
            2,
            9_000,
            "node-b",
            slots=(1, 2),
            scratch=True,
        ),
        _tenant("team-b", "notebook", 1, 700, "node-a", "", (6,)),
        _tenant("team-b", "front-84c6d5f9b7-xk8wm", 0, 5_000, "node-b"),
        _tenant("team-b", "old", 0, 8_000, "node-b", "", state="Failed"),
        _tenant("team-c", "eval-7f9c6d5b4-pl2mn", 8, 500, state="Pending"),
        _tenant("team-c", "sweep-mk4wz", 2, 7_000, "node-b", "Job", state="Succeeded"),
        _tenant(
            "team-c", "probe", 1, 4_000, "node-b", "", state="UnexpectedAdmissionError"
        ),
    )
    one = replace(one, kube=replace(one.kube, workloads=tenants))
    return faults.strike(one, Fault("row-pending", "node-a", 5))


def broken() -> World:
    """A node whose driver's container finds no headers."""
    return faults.strike(world(), Fault("module-missing", "node-b"))


def rebooted() -> World:
    """A node that is just back from a boot; its driver is not loaded yet."""
    return advance(power.reboot(world(), "node-a"), 530)


def down() -> World:
    """A node that does not answer."""
    return power.power_off(world(), "node-a")


def ask(one: World, line: str, folder: Path) -> str:
    """What the real kubectl prints over a world, and its exit status."""
    # Its clock is the machine's, so the world is moved there: ages are equal, times are masked.
    now = datetime.fromtimestamp(datetime.now(UTC).timestamp() - one.t, UTC)
    moved = replace(one, machine={**one.machine, "started": now})
    with served(moved) as address:
        done = subprocess.run(
            [_TOOL, "--server", address, *line.split()],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
            check=False,
            env={"HOME": str(folder), "PATH": os.environ["PATH"], "TZ": "UTC"},
        )
    return f"{done.stdout}exit {done.returncode}\n"


def ours(one: World, line: str) -> str:
    """What ours prints over it."""
    done = shell.run(one, "head", f"kubectl {line}")
    return f"{done.text}\nexit {done.exit}\n"


def _times(text: str) -> str:
    return re.sub(r"\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000", "<time>", text)


def _ages(text: str) -> str:
    """A second may pass between the two; blanks and lines follow how wide an age is."""
    text = re.sub(r"\b\d+[smhd](\d+[smhd])?\b", "<age>", text)
    return re.sub(r" {2,}|-{3,}", "  ", text)


def _order(text: str) -> str:
    """drain goes through a map and in parallel: its lines and reasons come in any order."""
    parts = re.split(r"\n|, (?=cannot delete)|; |\[|\]", text)
    return "\n".join(sorted(part.removeprefix("Warning: ") for part in parts))


_BROKEN = {
    f"describe-{app.removesuffix('-daemonset')}": app
    for app in (
        DRIVER_PODS,
        PLUGIN,
        "nvidia-operator-validator",
        "nvidia-dcgm-exporter",
    )
}
_LINES: Mapping[str, tuple[Callable[[], World], str]] = {
    "get-nodes": (world, "get nodes"),
    "get-nodes-wide-down": (down, "get nodes -o wide"),
    "get-pods-all": (world, "get pods -A"),
    "get-pods-all-broken": (broken, "get pods -A -o wide"),
    "get-pods-rebooted": (rebooted, "get pods -n gpu-operator"),
    "get-events": (broken, "get events -A"),
    "get-app": (world, "get pods -n team-b -l app=llama"),
    "get-nobody": (world, "get pods -A -l app=nobody"),
    "get-nothing": (world, "get pods -n nowhere"),
    "get-no-namespace": (world, "get pod nobody -n nowhere"),
    "describe-no-namespace": (world, "describe pod nobody -n nowhere"),
    "delete-no-namespace": (world, "delete pod nobody -n nowhere"),
    "logs-no-namespace": (world, "logs nobody -n nowhere"),
    "restart-no-namespace": (world, "rollout restart ds/nothing -n nowhere"),
    "get-missing": (world, "get pod nobody -n team-a"),
    "describe-node-latched": (world, "describe node node-a"),
    "describe-node-broken": (broken, "describe node node-b"),
    "describe-node-rebooted": (rebooted, "describe node node-a"),
    "describe-node-down": (down, "describe node node-a"),
    "describe-node-missing": (world, "describe node nobody"),
    "describe-job": (world, "describe pod big-train-9xk2v -n team-a"),
    "describe-all": (world, "describe pods -n team-b"),
    "describe-bare": (world, "describe pod notebook -n team-b"),
    "describe-pods": (world, "describe pod -n team-c"),
    "describe-beginning": (world, "describe pod llama -n team-b"),
    "cordon": (world, "cordon node-a"),
    "uncordon": (world, "uncordon node-a"),
    "cordon-missing": (world, "cordon nobody"),
    "drain-refused": (world, "drain node-a"),
    "drain-refused-bare": (world, "drain node-a --ignore-daemonsets"),
    "drain-refused-scratch": (world, "drain node-b --ignore-daemonsets"),
    "drain-scratch": (world, "drain node-b --ignore-daemonsets --delete-emptydir-data"),
    "drain-forced": (world, "drain node-a --ignore-daemonsets --force"),
    "delete": (world, "delete pod notebook -n team-b"),
    "delete-app": (world, f"delete pod -l app={PLUGIN} -n gpu-operator"),
    "delete-missing": (world, "delete pod nobody -n team-b"),
    "restart": (world, f"rollout restart ds/{PLUGIN} -n gpu-operator"),
    "restart-elsewhere": (world, f"rollout restart ds/{PLUGIN}"),
    "restart-missing": (world, "rollout restart ds/nothing -n gpu-operator"),
    "logs-missing": (world, "logs nobody"),
    "logs-no-container": (world, "logs notebook -n team-b -c nothing"),
}


class _Kubectl:
    name = "kubectl"

    def version(self) -> str:
        """Its client's."""
        if not _TOOL:
            return ""
        said = subprocess.run(
            [_TOOL, "version", "--client"], capture_output=True, text=True, check=False
        )
        found = re.search(r"v(\d+\.\d+\.\d+)", said.stdout)
        return f"kubectl {found[1]}" if found else ""

    def cases(self) -> Mapping[str, Case]:
        """Lines over four worlds."""
        lines = dict(_LINES)
        for name, app in _BROKEN.items():
            pod = next(
                one for one in pods(broken()) if (one.node, one.app) == ("node-b", app)
            )
            lines[name] = (broken, f"describe pod {pod.name} -n {pod.namespace}")
        return {
            name: Case(
                partial(ours, make(), line),
                partial(ask, make(), line),
                {
                    "times": _times,
                    "ages": _ages,
                    **({"order": _order} if line.startswith("drain") else {}),
                },
            )
            for name, (make, line) in lines.items()
        }


REFEREE = _Kubectl()
