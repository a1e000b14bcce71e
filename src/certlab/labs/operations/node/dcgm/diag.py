"""`dcgmi diag`: its tests, what they find, and what they do to those who work there."""

from collections.abc import Sequence
from typing import NamedTuple

from certlab.labs.operations.node import described, heat, laws
from certlab.labs.operations.node.answer import Answer
from certlab.labs.operations.node.dcgm import engine, table
from certlab.labs.operations.node.gpus import Gpu
from certlab.labs.operations.node.moves import strain
from certlab.labs.operations.node.state import World

DEVICE = "2330"  # an H100 SXM by the diagnostic's own list, nvvs/diag-skus.yaml
_FAILED = 226  # -30, "DCGM GPU Diagnostic returned an error"
_STATES = {"Not Started": "training not started", "In Progress": "training in progress"}
_DIAG, _LONG = "dcgmi diag -r 1|2 [-i IDS]", "dcgmi diag -r 3|4 [-i IDS]"
_UNSURE = "dcgmi diag -r 2 where GPUs are in use or CUDA does not start"


class Test(NamedTuple):
    """A test of a category.

    Attributes:
        result: of all of it: "Pass", "Warn", "Fail" or "Skip".
        each: the result of each GPU, by id; {} where it did not run.
        of: messages by the id of a GPU.
        general: messages that belong to no one GPU.
    """

    category: str
    name: str
    result: str
    each: dict[int, str]
    of: dict[int, str]
    general: tuple[str, ...] = ()


def run(world: World, node: str, level: int, gpus: dict[int, Gpu]) -> Answer:
    """Run the tests of a level on GPUs, by their ids."""
    seconds = world.machine["seconds"]["diag"]
    software, names = _software(gpus), described.table("dcgm")["levels"][str(level)]
    if any(gpu.remap.pending or gpu.remap.failed for gpu in gpus.values()):
        # What is wrong there keeps the rest from running.
        tests = [Test(where, name, "Skip", {}, {}) for where, name in names]
        after, took = world, seconds[1]
    else:
        after, took = _burden(world, node, level, gpus), seconds[level]
        tests = [_test(world, after, node, name, gpus) for name in names]
    text = _text(world, node, (software, *tests), len(gpus))
    failed = any(test.of or test.general for test in (software, *tests))
    form = _LONG if level > 2 else _DIAG
    if names and (_busy(world, node, gpus) or any(test.of for test in tests)):
        form = _UNSURE if level == 2 else _LONG
    return Answer(text, _FAILED if failed else 0, took, after, form)


def _software(gpus: dict[int, Gpu]) -> Test:
    """The checks of the deployment, after nvvs/src/Software.cpp."""
    general, of = [], {}
    slack = [id for id, gpu in gpus.items() if not gpu.persistence]
    for id, gpu in gpus.items():
        if gpu.fabric in _STATES:
            general.append(engine.message("fabric", state=_STATES[gpu.fabric]))
        rows = gpu.remap.uncorrected
        if gpu.remap.failed:
            of[id] = engine.message("remap_failed", id=id)
        elif gpu.remap.pending:
            name = "remap_uncorrected" if rows else "remap_pending"
            of[id] = engine.message(name, id=id, rows=rows)
    result = "Fail" if general or of else "Warn" if slack else "Pass"
    # What belongs to no one GPU, and a warning, is shown as a failure of each.
    bad = gpus if general or slack else of
    each = {id: "Fail" if id in bad else "Pass" for id in gpus}
    of = {id: engine.message("persistence", id=id) for id in slack} | of
    return Test("Deployment", "software", result, each, of, tuple(general))


def _test(
    before: World,
    after: World,
    node: str,
    name: tuple[str, str],
    gpus: dict[int, Gpu],
) -> Test:
    """One of the tests that work on the GPUs."""
    one, of = before.nodes[node], {}
    untrained = any(gpu.fabric != "Completed" for gpu in laws.visible(one))
    if laws.cannot_start(one) or untrained:
        why = "system not yet initialized" if untrained else "driver version mismatch"
        of = dict.fromkeys(gpus, engine.message("cuda", why=why))
    elif name[1] == "memory" and _busy(before, node, gpus):
        return Test(*name, "Skip", dict.fromkeys(gpus, "Skip"), {})
    elif name[1] == "diagnostic":
        lost = [id for id, gpu in gpus.items() if after.nodes[node].gpu(gpu.slot).lost]
        of = {id: engine.message("xid", xid=79, id=id) for id in lost}
    each = {id: "Fail" if id in of else "Pass" for id in gpus}
    return Test(*name, "Fail" if of else "Pass", each, of)


def _busy(world: World, node: str, gpus: dict[int, Gpu]) -> bool:
    """Whether so much memory is held that the test of memory skips itself: over a quarter."""
    most = max(heat.used_mib(world, node, gpu) for gpu in gpus.values())
    return bool(most > world.machine["mib"] / 4)


def _burden(world: World, node: str, level: int, gpus: dict[int, Gpu]) -> World:
    """What it does: who works there loses half of the time, a rule of ours; a bad GPU falls."""
    slots = {gpu.slot for gpu in gpus.values()} if level > 1 else set()
    half = world.machine["seconds"]["diag"][level] / 2
    for job in world.slurm.jobs if world.slurm else ():
        if job.state == "RUNNING" and node in job.nodes and slots & {*job.slots}:
            world = world.with_job(job.id, seconds=job.seconds + half)
            text = f"the diagnostic ran over job {job.id} on {node}, and slowed it down"
            world = world.harmed("minutes", round(half / 60, 1), text)
    for pod in world.kube.workloads if world.kube else ():
        if pod.state == "Running" and pod.node == node and slots & {*pod.slots}:
            text = f"the diagnostic ran over pod {pod.namespace}/{pod.name} on {node}"
            world = world.harmed("tenant", 1, text)
    return strain(world, node) if level > 2 else world


def _text(world: World, node: str, tests: Sequence[Test], count: int) -> str:
    """The table, after dcgmi/Diag.cpp."""
    lines = [
        "Successfully ran diagnostic for group.",
        *(table.DIAG_HEAD, table.category("Metadata")),
        table.diag("DCGM Version", world.machine["dcgm"]),
        table.diag("Driver Version Detected", laws.driver(world.nodes[node])),
        table.diag("GPU Device IDs Detected", ", ".join([DEVICE] * count)),
    ]
    for category in dict.fromkeys(test.category for test in tests):
        lines.append(table.category(category))
        for test in (test for test in tests if test.category == category):
            lines.append(table.diag(test.name, test.result))
            for text in test.general:
                lines += table.diag_message("Warning", text)
            for id, result in test.each.items():
                lines.append(table.diag("", f"GPU{id}: {result}"))
                lines += table.diag_message(f"Warning: GPU{id}", test.of.get(id, ""))
    return "\n".join([*lines, table.DIAG_FOOT])
