"""kubectl over the cluster: what faults show, what mends them, and what it costs."""

import random
import re
from dataclasses import replace
from itertools import islice, pairwise

import pytest

from certlab.labs.operations.node import faults, laws, machine, moves, scheduling, shell
from certlab.labs.operations.node.answer import UNKNOWN
from certlab.labs.operations.node.kubernetes.pods import pods
from certlab.labs.operations.node.kubernetes.text import columns, span
from certlab.labs.operations.node.masks import masked
from certlab.labs.operations.node.operator import PLUGIN
from certlab.labs.operations.node.passing import advance
from certlab.labs.operations.node.schedulers import Workload
from certlab.labs.operations.node.shell import Printed
from certlab.labs.operations.node.state import Fault, World

DRIVER = laws.DRIVER_PODS
ROW = Fault("row-pending", "node-a", 5)
MODULE = Fault("module-missing", "node-a")


def cluster(*tenants: Workload, seed: int = 3) -> World:
    """A healthy cluster with these pods in it."""
    world = machine.healthy(seed, "kubernetes")
    assert world.kube
    return replace(world, kube=replace(world.kube, workloads=tenants))


def tenant(
    name: str,
    gpus: int = 2,
    node: str = "node-a",
    owner: str = "ReplicaSet",
    **more: object,
) -> Workload:
    """A pod that runs on the last GPUs of its node."""
    slots = tuple(range(9 - gpus, 9)) if node else ()
    state = "Running" if node else "Pending"
    one = Workload(
        "team",
        name,
        gpus,
        -5000,
        node,
        state,
        owner,
        slots=slots,
        started=-5000 if node else None,
    )
    return replace(one, **more)  # type: ignore[arg-type]  # fields by name


def do(world: World, *lines: str) -> Printed:
    """The last of some lines, each of which is typed on the head."""
    host = "head"
    for line in lines:
        done = shell.run(world, host, line)
        world, host = done.world, done.host
    return done


def workloads(world: World) -> tuple[Workload, ...]:
    assert world.kube
    return world.kube.workloads


def name(world: World, app: str, node: str = "node-a") -> str:
    """The name of a DaemonSet's pod."""
    return next(one.name for one in pods(world) if (one.app, one.node) == (app, node))


def gpus(world: World, node: str = "node-a") -> tuple[int, int]:
    """Capacity and allocatable, as `describe node` shows them."""
    text = do(world, f"kubectl describe node {node}").text
    found = re.findall(r"^  nvidia.com/gpu: +(\d+)$", text, re.MULTILINE)
    return int(found[0]), int(found[1])


def statuses(world: World, node: str = "node-a") -> dict[str, str]:
    """STATUS of each DaemonSet's pod on a node, as `get pods` shows it."""
    lines = do(world, "kubectl get pods -n gpu-operator -o wide").text.splitlines()
    return {
        line.split()[0].rpartition("-")[0]: line.split()[2]
        for line in lines
        if f" {node} " in line
    }


def test_a_cluster_of_slurm_has_no_kubectl() -> None:
    done = shell.run(machine.healthy(1), "head", "kubectl get nodes")
    assert (done.text, done.exit) == ("kubectl: command not found", 127)


def test_all_is_well_at_first() -> None:
    world = cluster()
    assert {*statuses(world).values()} == {"Running"}
    assert gpus(world) == (8, 8)


# A row that waits for a reset, and a plugin that has marked the GPU (scenario S10).


def quiet(world: World) -> World:
    """The node's own daemons let go of the GPUs."""
    stop = "ssh node-a systemctl stop"
    return do(world, f"{stop} nvidia-persistenced", f"{stop} nvidia-dcgm").world


def test_reset_and_a_new_plugin_bring_the_eighth_gpu_back() -> None:
    world = faults.strike(
        cluster(tenant("train-abcde", owner="Job", seconds=6000)), ROW
    )
    assert gpus(world) == (8, 7)
    waited = do(world, "sleep 1200").world
    assert {one.state for one in workloads(waited)} == {"Succeeded"}
    drained = do(waited, "kubectl drain node-a --ignore-daemonsets")
    assert drained.exit == 0
    world = moves.reset(quiet(drained.world), "node-a", (5,))
    assert gpus(world) == (8, 7)  # the plugin keeps what it has marked
    world = do(world, f"kubectl delete pod {name(world, PLUGIN)} -n gpu-operator").world
    world = do(world, "kubectl uncordon node-a").world
    assert gpus(world) == (8, 8)
    assert not faults.stands(world, ROW)
    assert not world.harms


def test_a_new_plugin_alone_leaves_the_row() -> None:
    world = faults.strike(cluster(), ROW)
    world = do(world, f"kubectl rollout restart ds/{PLUGIN} -n gpu-operator").world
    assert gpus(world) == (8, 8)
    assert faults.stands(world, ROW)


def test_the_plugin_says_which_gpu_it_marked_until_it_begins_anew() -> None:
    world = faults.strike(cluster(), ROW)
    uuid = world.nodes["node-a"].gpu(5).uuid
    line = f"kubectl logs {name(world, PLUGIN)} -n gpu-operator"
    assert f"'nvidia.com/gpu' device marked unhealthy: {uuid}" in do(world, line).text
    users = faults.strike(cluster(), Fault("users-bug", "node-a", 5))
    assert "unhealthy" not in do(users, line).text
    world = do(world, f"kubectl delete pod {name(world, PLUGIN)} -n gpu-operator").world
    line = f"kubectl logs {name(world, PLUGIN)} -n gpu-operator"
    assert "unhealthy" not in do(world, line).text


# A driver's container that finds no headers (scenario S17).


def test_the_driver_pod_crashes_and_the_others_wait() -> None:
    world = faults.strike(cluster(), MODULE)
    shown = statuses(world)
    assert shown.pop(DRIVER) == "CrashLoopBackOff"
    assert {*shown.values()} == {"Init:0/1", "Init:0/4"}
    assert gpus(world) == (0, 0)
    assert gpus(world, "node-b") == (8, 8)
    log = do(world, f"kubectl logs {name(world, DRIVER)} -n gpu-operator").text
    kernel = world.nodes["node-a"].kernel
    assert f"for Linux kernel version {kernel}" in log
    assert "Could not resolve Linux kernel version" in log
    assert (
        log
        == do(
            world, f"kubectl logs {name(world, DRIVER)} -n gpu-operator --previous"
        ).text
    )


@pytest.mark.parametrize(
    "line",
    [
        f"kubectl rollout restart ds/{DRIVER} -n gpu-operator",
        "kubectl delete pod -l app=nvidia-driver-daemonset -n gpu-operator",
        "ssh node-a reboot",
    ],
)
def test_what_does_not_mend_it(line: str) -> None:
    world = faults.strike(cluster(), MODULE)
    done = do(world, line)
    assert done.exit == 0
    later = do(done.world, "sleep 2400").world
    assert faults.stands(later, MODULE)
    assert statuses(later)[DRIVER] in ("CrashLoopBackOff", "Running")
    assert gpus(later) == (0, 0)


def test_a_restart_of_the_drivers_daemonset_waits_for_somebody_who_deletes_its_pods() -> (
    None
):
    world = cluster(tenant("serve-abc-defgh", 4))
    after = do(
        world,
        f"kubectl rollout restart ds/{DRIVER} -n gpu-operator",
        f"kubectl rollout restart ds/{PLUGIN} -n gpu-operator",
    ).world
    assert name(after, DRIVER) == name(world, DRIVER)
    assert name(after, PLUGIN) != name(world, PLUGIN)
    assert not after.harms


def test_an_archive_with_the_headers_mends_it_by_itself_and_a_new_pod_sooner() -> None:
    world = faults.strike(cluster(), MODULE)
    world = do(world, "apt-mirror").world
    sooner = do(
        world, f"kubectl delete pod {name(world, DRIVER)} -n gpu-operator", "sleep 150"
    ).world
    assert {*statuses(sooner).values()} == {"Running"}
    later = do(world, "sleep 600").world
    for mended in (sooner, later):
        assert gpus(mended) == (8, 8)
        assert not faults.stands(mended, MODULE)
        assert all(one.fabric == "Completed" for one in mended.nodes["node-a"].gpus)


def test_the_kernel_before_mends_it() -> None:
    world = faults.strike(cluster(), MODULE)
    entry = "Advanced options for Ubuntu>Ubuntu, with Linux 5.15.0-179-generic"
    world = do(
        world, f"ssh node-a grub-set-default '{entry}'", "ssh node-a reboot"
    ).world
    world = do(world, "sleep 1200").world
    assert world.nodes["node-a"].kernel == "5.15.0-179-generic"
    assert {*statuses(world).values()} == {"Running"}
    assert gpus(world) == (8, 8)


def test_the_restarts_of_the_driver_come_ever_later_up_to_a_limit() -> None:
    world = faults.strike(cluster(), MODULE)
    tried = [*islice(scheduling.tries(world, "node-a"), 10)]
    waits = [after - before for before, after in pairwise(tried)]
    assert waits == sorted(waits)
    assert waits[-1] == waits[-2] > waits[0]


def test_a_healthy_drivers_pod_that_is_deleted_takes_tenants_along() -> None:
    world = cluster(tenant("serve-abc-defgh", 4))
    done = do(world, f"kubectl delete pod {name(world, DRIVER)} -n gpu-operator")
    assert [one.kind for one in done.world.harms] == ["tenant"]
    assert gpus(do(done.world, "sleep 300").world) == (8, 8)


# Taking a node out of service.


def test_drain_says_what_stands_against_it_and_cordons_all_the_same() -> None:
    world = cluster(tenant("bare", owner=""), tenant("serve-abc-defgh", scratch=True))
    done = do(world, "kubectl drain node-a")
    assert done.exit == 1
    for flag in ("--ignore-daemonsets", "--delete-emptydir-data", "--force"):
        assert f"use {flag} to" in done.text
    assert "Ready,SchedulingDisabled" in do(done.world, "kubectl get nodes").text
    assert len(workloads(done.world)) == 2
    assert not done.world.harms


def test_a_replica_comes_back_elsewhere_under_another_name() -> None:
    world = cluster(tenant("serve-abc-defgh", 4))
    world = do(world, "kubectl drain node-a --ignore-daemonsets").world
    [one] = workloads(world)
    assert (one.node, one.state, len(one.slots)) == ("node-b", "Running", 4)
    assert one.name.startswith("serve-abc-")
    assert one.name != "serve-abc-defgh"
    assert not world.harms


@pytest.mark.parametrize(
    ("owner", "line", "kinds"),
    [
        ("", "drain node-a --ignore-daemonsets --force", {"tenant", "forced"}),
        ("Job", "drain node-a --ignore-daemonsets", {"tenant"}),
        ("ReplicaSet", "delete pod pod-abcde -n team", {"tenant"}),
        ("", "delete pod pod-abcde -n team", {"tenant"}),
    ],
)
def test_what_is_lost_is_harm(owner: str, line: str, kinds: set[str]) -> None:
    world = cluster(tenant("pod-abcde", owner=owner))
    done = do(world, f"kubectl {line}")
    assert done.exit == 0
    assert {one.kind for one in done.world.harms} == kinds


def test_the_scheduler_and_the_kubelet_refuse_in_their_own_words() -> None:
    world = cluster(tenant("big-abc-defgh", 8, ""), tenant("bare", owner=""))
    world = do(faults.strike(world, ROW), "kubectl cordon node-b").world
    text = do(world, "kubectl describe pod big-abc-defgh -n team").text
    assert "1 Insufficient nvidia.com/gpu" in text
    assert "1 node(s) were unschedulable" in text
    world = do(world, "ssh node-a reboot", "sleep 500").world
    assert "UnexpectedAdmissionError" in do(world, "kubectl get pods -n team").text
    text = do(world, "kubectl describe pod bare -n team").text
    assert "cannot allocate unhealthy devices nvidia.com/gpu" in text


# What holds of every world.


@pytest.mark.parametrize("fault", [*faults.FAULTS])
def test_all_tools_agree_on_the_gpus(fault: str) -> None:
    world = faults.strike(cluster(), Fault(fault, "node-a", 5))
    assert gpus(world) == (
        scheduling.capacity(world, "node-a"),
        scheduling.allocatable(world, "node-a"),
    )


SHOWN = {
    "off-bus": (
        8,
        7,
    ),  # marked while the plugin ran; one that was never there is unknown
    "not-seated": (7, 7),
    "row-pending": (8, 7),
    "module-missing": (0, 0),
}


# A wrong gres.conf is Slurm's alone: no fault of a cluster that runs pods.
@pytest.mark.parametrize(
    "fault", [one for one in faults.FAULTS if one != "gres-mismatch"]
)
def test_a_fault_shows_where_it_should_and_nowhere_else(fault: str) -> None:
    well = machine.up_since(cluster(), "node-a", -4200)  # some come with a boot
    world = faults.strike(well, Fault(fault, "node-a", 5))
    assert gpus(world) == SHOWN.get(fault, (8, 8))
    for line in ("kubectl get pods -A", "kubectl get events -A"):
        same = masked(do(well, line).text) == masked(do(world, line).text)
        assert same == (fault != "module-missing")


def test_ages_move_with_time_and_with_nothing_else() -> None:
    world = faults.strike(cluster(), MODULE)
    lines = (
        "kubectl get nodes",
        "kubectl describe node node-b",
        f"kubectl describe pod {name(world, PLUGIN, 'node-b')} -n gpu-operator",
    )
    for line in lines:
        assert do(world, line).text == do(world, line).text
        later = do(advance(world, 100_000), line).text
        assert ("describe pod" in line) == (later == do(world, line).text)
        assert masked(later) == masked(do(world, line).text)


WORDS = (
    *(
        "get",
        "describe",
        "logs",
        "cordon",
        "uncordon",
        "drain",
        "delete",
        "rollout",
        "restart",
    ),
    *(
        "pods",
        "nodes",
        "events",
        "pod",
        "node",
        "node-a",
        "node-b",
        "head",
        "pod/x",
        "ds/x",
        "x",
    ),
    *(
        "-A",
        "-n",
        "gpu-operator",
        "team",
        "-o",
        "wide",
        "name",
        "json",
        "-l",
        "app=x",
        "--",
    ),
    *(
        "--force",
        "--ignore-daemonsets",
        "--delete-emptydir-data",
        "--tail",
        "3",
        "--tail=x",
    ),
    *(
        "-c",
        "--previous",
        "--nonsense",
        "''",
        "-ngpu-operator",
        "nvidia-driver",
        "bare",
    ),
)


def test_no_line_raises() -> None:
    draw = random.Random(1)
    world = faults.strike(
        cluster(tenant("bare", owner=""), tenant("run-abcde", owner="Job")), MODULE
    )
    for _ in range(400):
        words = draw.choices(
            [*WORDS, *(one.name for one in pods(world))], k=draw.randrange(6)
        )
        done = shell.run(world, "head", " ".join(["kubectl", *words]))
        assert done.exit in (0, 1, UNKNOWN)
        assert done.exit != UNKNOWN or done.world == world
        world = (
            done.world
            if draw.random() < 0.9
            else advance(done.world, draw.randrange(3000))
        )


@pytest.mark.parametrize(
    "line",
    [
        "get nodes -o yaml",
        "get nodes -o name",
        "get nodes -l app=x",
        "get pods -l tier=x",
        "get events -l app=x",
        "get nodes -o jsonpath={.items[0].status}",
        "get nodes -o custom-columns=NAME:.metadata.name",
        "get deployments",
        "get pods --watch",
        "apply -f x.yaml",
        "drain head",
        "drain node-a --grace-period=0",
        "cordon node-a -n team",
    ],
)
def test_what_is_not_done_here_is_refused_and_changes_nothing(line: str) -> None:
    world = cluster()
    done = do(world, f"kubectl {line}")
    assert (done.exit, done.seconds, done.world) == (UNKNOWN, 0, world)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (119, "119s"),
        (120, "2m"),
        (500, "8m20s"),
        (10_799, "179m"),
        (10_800, "3h"),
        (28_740, "7h59m"),
        (172_799, "47h"),
        (172_800, "2d"),
        (694_000, "8d"),
    ],
)
def test_spans_are_kubectls(seconds: int, text: str) -> None:
    """The bounds of HumanDuration of k8s.io/apimachinery."""
    assert span(seconds) == text


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    assert columns([("a", "b"), ("ccc", "dd")], 1) == "a   b\nccc dd"
