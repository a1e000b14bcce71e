"""What can be wrong in a batch script that runs containers by Pyxis.

The rules on options follow Pyxis' own README, args.c and tests (github NVIDIA/pyxis), those
on GPUs and tasks Slurm's manuals of sbatch and srun.
"""

from functools import partial

from certlab import finding
from certlab.finding import Finding

# Every finding there is, with what to do about it.
FINDINGS = {
    "hash-comment": "Write \\# between registry and image, or put the value into quotes.",
    "slash-registry": "Write # behind the registry; older releases of Enroot ask Docker Hub for this name.",
    "relative-squashfs": "Begin the path with / or ./, or it is taken for an image of Docker Hub.",
    "other-format": "Import it with enroot import, which writes a .sqsh file.",
    "two-images": "Keep one --container-image; Pyxis refuses two.",
    "mount-flags": "Join flags with +, as in /data:/data:ro+rprivate; a comma begins the next mount.",
    "mount-form": "Write SOURCE:TARGET with something on both sides of the colon.",
    "mount-target": "Give the target from the root of the container, with a slash in front.",
    "mount-source": "Begin it with / or ./, or Pyxis refuses it.",
    "unknown-option": "srun --help lists its options, such as --container-mounts.",
    "flag-value": "Write the option alone, or --no- in front of its name.",
    "env-value": "Export the variable and give the name only; a comma stands between names.",
    "image-url": "Write registry#image:tag, such as nvcr.io#nvidia/pytorch:25.08-py3.",
    "behind-program": "Put it in front; what follows the program is passed to it.",
    "kept-backslash": "Take the quotes or the backslash away.",
    "import-scheme": "Write docker://REGISTRY#IMAGE; enroot import refuses a name alone.",
    "docker-volume": "Use --container-mounts=SOURCE:TARGET; -v makes messages of srun longer.",
    "no-container": "Add --container-image; without it Pyxis ignores its other options.",
    "name-path": "Choose a name without a slash; it is no path.",
    "home-both": "Keep one of the two options; they contradict each other.",
    "batch-in-container": "Put --container-image on the srun line; the image has no srun of this cluster.",
    "docker-run": "Start the image by srun --container-image, so that Slurm accounts for it.",
    "key-in-script": "Put the key into Enroot's .credentials, and withdraw this one.",
    "no-gpus": "Ask for GPUs, such as --gpus-per-node=8.",
    "gpus-all": "Give a number; `all` is Docker's word.",
    "gpus-of-job": "Write --gpus-per-node; --gpus counts for the whole job.",
    "torchrun-per-task": "Set --ntasks-per-node=1; torchrun starts the processes of its node.",
    "processes-not-gpus": "Make --nproc-per-node the number of GPUs of a node.",
    "tasks-not-gpus": "Make tasks and GPUs of a node equal, one process for each.",
    "early-variable": "Put it into bash -c '…' with single quotes, so that each task expands it.",
    "not-exported": "Write export in front of its assignment; only then a task inherits it.",
    "no-srun": "Put srun in front; the script itself runs on the first node only.",
}


listing = partial(finding.listing, width=88)


def of_rule(rule: str, says: str) -> Finding:
    """A mistake in a script: one of FINDINGS, and what is there."""
    return Finding(rule, says, FINDINGS[rule])
