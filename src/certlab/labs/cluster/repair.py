"""A node that reports too few GPUs, as far as its repair goes: for machines without Slurm.

What it does was seen on Slurm 22.05.8; tests hold it against a real one.
"""

import re

from certlab.labs.cluster.slurm_files import GPUS, NODE

_RESUME = re.compile(
    rf"scontrol\s+update\s+node(name)?={NODE}\s+state=\"?resume\"?$", re.IGNORECASE
)
_RESTART = re.compile(r"(systemctl|service)\s+(restart\s+slurmd|slurmd\s+restart)$")
_RECONFIGURE = re.compile(r"scontrol\s+reconfig(ure)?$")


def state_after(lines: str) -> str:
    """The node's state after some lines of the shell: "inval", "drained" or "idle".

    At first gres.conf names seven of the eight devices, and the daemons have read it.

    Args:
        lines: what an administrator runs, one command a line.
    """
    named, state = GPUS - 1, "inval"
    for line in (one.strip() for one in lines.splitlines()):
        if "gres.conf" in line and re.search(r"0-7\b", line):
            named = GPUS
        elif _RECONFIGURE.match(line) or _RESTART.match(line.removeprefix("sudo ")):
            # A node that registers with all its GPUs is valid again, and stays drained.
            state = "inval" if named < GPUS else state.replace("inval", "drained")
        elif _RESUME.match(line) and state == "drained":
            state = "idle"
    return state
