"""JupyterHub's side of the plan: each server starts with its own GPU, and with no other.

`jupyterhub_gpus.py`, which `certlab class plan --out` writes, calls `hand_out`. The UUIDs
are read on the machine when the Hub starts, because MIG makes new ones with every layout.
CUDA_VISIBLE_DEVICES is a courtesy and no wall: who changes it finds the other devices.
"""

import inspect
import json
import logging
from pathlib import Path
from typing import Any

from certlab.classroom.plan import devices
from certlab.classroom.plan.ledger import Ledger, open_ledger, places
from certlab.errors import CourseError

LEDGER = "gpu-places.json"
log = logging.getLogger("certlab.classroom")


def hand_out(config: Any, plan: Path) -> Ledger:
    """Set the Hub's configuration so that servers get and return the plan's devices.

    Args:
        config: `get_config()`; hooks that are already set still run, ours after them.
        plan: class-plan.json; who holds what is kept in gpu-places.json next to it.
    """
    data = json.loads(plan.read_text("utf-8"))
    try:
        there = places(devices.here(), data["cuts"])
    except CourseError as error:
        log.warning("%s All learners take the CPU path.", error)
        there = {}
    if (seats := sum(there.values())) < data["places"]:
        log.warning(
            "The plan has places for %s learners on GPUs, and this machine for %s: apply "
            "the layout of mig-parted.yaml and start the Hub again.",
            data["places"],
            seats,
        )
    ledger = open_ledger(plan.with_name(LEDGER), there, data["learners"])
    spawner = config.Spawner
    before, after = (spawner.get(name) for name in ("pre_spawn_hook", "post_stop_hook"))

    async def start(spawner: Any) -> None:
        if before:
            await _maybe(before(spawner))
        _renewed(ledger)
        learner = spawner.user.name
        uuid = ledger.take(_server(spawner), learner)
        spawner.environment = {
            **spawner.environment,
            **(with_gpu(uuid) if uuid else without_gpu(ledger.why_not(learner))),
        }

    async def stop(spawner: Any) -> None:
        _renewed(ledger)
        ledger.give_back(_server(spawner))
        if after:
            await _maybe(after(spawner))

    spawner.pre_spawn_hook, spawner.post_stop_hook = start, stop
    return ledger


def with_gpu(uuid: str) -> dict[str, str]:
    """What a server's environment says where it has a device."""
    return {"CUDA_VISIBLE_DEVICES": uuid, "CERTLAB_BACKEND": "", "CERTLAB_WHY_CPU": ""}


def without_gpu(why: str) -> dict[str, str]:
    """What it says where there is none: labs take the CPU path and print the reason."""
    return {
        "CUDA_VISIBLE_DEVICES": "",
        "CERTLAB_BACKEND": "cpu",
        "CERTLAB_WHY_CPU": why,
    }


def _server(spawner: Any) -> str:
    return f"{spawner.user.name}/{spawner.name}"


def _renewed(ledger: Ledger) -> None:
    """With the turn that `certlab class turn` wrote meanwhile."""
    if ledger.path.exists():
        ledger.turn = open_ledger(ledger.path, ledger.places, ledger.learners).turn


async def _maybe(result: Any) -> None:
    """Hooks may be coroutines."""
    if inspect.isawaitable(result):
        await result
