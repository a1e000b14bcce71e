"""A GPU's state as data, for `--json` and for whoever draws it."""

from collections.abc import Iterable, Iterator
from typing import Any

from certlab.labs.mig.gpu import Gpu
from certlab.labs.mig.layout import Layout, mix
from certlab.labs.mig.nvidia_smi.command_line import profiles
from certlab.labs.mig.nvidia_smi.run import Result, run
from certlab.labs.mig.partitions import Mig
from certlab.labs.mig.placement import LEAST_LOST, TIER, TIER_DOUBLE
from certlab.labs.mig.refusal import Refusal
from certlab.labs.mig.summary import words


def table_row(table: Mig) -> dict[str, Any]:
    """One placement table in a line."""
    return {
        "id": table.id,
        "name": table.name,
        "architecture": table.architecture,
        "compute_slices": table.compute_slices,
        "memory_slices": table.memory_slices,
        "driver": table.min_driver,
        "tier": "".join(sorted({one.tier for one in table.profiles})),
        "profiles": [one.name for one in table.profiles],
    }


def state(gpu: Gpu, number: int = 0) -> dict[str, Any]:
    """What stands on a GPU, what still fits, and the lines that make it again."""
    return {
        "gpu": number,
        "table": gpu.table.id,
        "enabled": gpu.enabled,
        "instances": [
            {
                "id": one.id,
                "profile": one.name,
                "profile_id": one.profile.id,
                "start": one.start,
                "size": one.profile.size,
                "compute_slices": one.profile.compute,
                "memory_gib": one.profile.memory_gib,
                "sms": one.profile.sms,
                "compute_instances": [
                    {
                        "id": each.id,
                        "profile": each.name,
                        "start": each.start,
                        "size": each.size,
                        "sms": each.sms,
                    }
                    for each in one.computes
                ],
            }
            for one in gpu.listed
        ],
        "fits": {one.name: list(gpu.fits(one.name)) for one in gpu.profiles},
        "free": {one.name: gpu.free(one.name) for one in gpu.profiles},
        "starts_chosen": {"rule": LEAST_LOST, "tier": TIER, "tier_double": TIER_DOUBLE},
        "commands": list(script(gpu, number)),
        "words": words(gpu),
    }


def script(gpu: Gpu, number: int = 0) -> tuple[str, ...]:
    """The lines that make this GPU's instances again, wherever the driver would put them."""
    at = f"nvidia-smi mig -i {number}"
    whole = all(
        [each.whole for each in one.computes] == [True] for one in gpu.instances
    )
    made = ",".join(f"{one.profile.id}:{one.start}" for one in gpu.instances)
    lines = [f"{at} -cgi {made}{' -C' * whole}"] if made else []
    if not whole:
        lines += [
            f"{at} -gi {one.id} -cci "
            + ",".join(f"{each.profile}:{each.start}" for each in one.computes)
            for one in gpu.instances
            if one.computes
        ]
    return tuple(lines)


def placed(gpu: Gpu, wanted: str) -> Gpu:
    """The GPU with more instances, each with its default compute instance.

    Args:
        gpu: where to place them.
        wanted: profiles in order, with starts where it matters: "3g.40gb,1g.10gb:6".

    Raises:
        Refusal: one of them has no place.
    """
    for named, start in profiles(wanted):
        gpu, instance = gpu.create(named, start)
        gpu, _ = gpu.create_compute(instance.id)
    return gpu


def answers(
    gpus: tuple[Gpu, ...], lines: Iterable[str]
) -> Iterator[tuple[tuple[Gpu, ...], dict[str, Any]]]:
    """The GPUs after each line, and what the line answered; a bad line changes nothing."""
    for line in lines:
        try:
            done = run(gpus, line)
        except Refusal as refusal:
            done = Result(gpus, "", refusal.code, str(refusal))
        gpus = done.gpus
        told = {"text": done.text, "code": done.code, "why": done.why}
        yield gpus, {"line": line} | told


def layout_rows(table: Mig, layouts: Iterable[Layout]) -> list[dict[str, Any]]:
    """Layouts by their mix of profiles, most instances last, starts beside each name."""
    rows = [
        {
            "mix": list(mix(table, one)),
            "places": sorted(one, key=lambda place: place[1]),
        }
        for one in layouts
    ]
    order = {one.name: -one.compute for one in table.profiles}
    return sorted(
        rows, key=lambda row: ([order[name] for name in row["mix"]], row["places"])
    )
