"""sbatch: a job in the queue, or a refusal."""

import re
from dataclasses import replace

from certlab.labs.operations.node.answer import Answer, Call, unknown
from certlab.labs.operations.node.options import read
from certlab.labs.operations.node.schedulers import Job
from certlab.labs.operations.node.slurm import queue
from certlab.labs.operations.node.slurm.asked import controller, no

_DEFAULT = 60.0  # seconds that a job takes whose line says nothing of it
_FAILED = "sbatch: error: Batch job submission failed: "


def sbatch(call: Call) -> Answer:
    """The answer to a line of it."""
    given, words = read(
        call.words,
        "--gres -w|--nodelist --wrap -J|--job-name",
        getopt=True,
        most=1,
    )
    script, files = "".join(words), call.node.files
    text = given.get("--wrap") or files.get(script, files.get(f"/root/{script}"))
    if not text and not script:
        raise no("sbatch: error: Batch script is empty!")
    if not text:
        raise no(f"sbatch: error: Unable to open file {script}")
    if "--gres" not in given:
        return unknown(call, "without --gres=gpu:N")
    kind, _, count = given["--gres"].partition(":")
    if kind != "gpu":
        raise no("sbatch: error: Invalid generic resource (gres) specification")
    slurm, wants = controller(call, _FAILED), given.get("-w", "")
    if wants and wants not in slurm.nodes:
        raise no(f"{_FAILED}Invalid node name specified")
    next = replace(slurm, next_id=slurm.next_id + 1)
    if not re.fullmatch("[0-9]{0,4}", count) or not (
        0 < int(count or 1) <= slurm.configured
    ):
        # slurmctld has counted it by then, and its id is used up.
        text = f"{_FAILED}Requested node configuration is not available"
        return Answer(text, 1, world=replace(call.world, slurm=next))
    slept = re.search(r"\bsleep (\d{1,6})\b", text)
    job = Job(
        slurm.next_id,
        given.get("-J") or script.rpartition("/")[2] or "wrap",
        queue.ROOT,
        int(count or 1),
        float(slept[1]) if slept else _DEFAULT,
        submitted=call.world.t,
        wants=wants,
    )
    world = replace(call.world, slurm=replace(next, jobs=(*slurm.jobs, job)))
    return Answer(f"Submitted batch job {job.id}", world=world, form="sbatch")
