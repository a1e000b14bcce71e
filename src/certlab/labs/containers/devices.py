"""How `--gpus` and NVIDIA_VISIBLE_DEVICES name GPUs."""

from certlab.finding import Finding


def named_by_gpus(value: str, there: tuple[str, ...]) -> tuple[str, ...] | Finding:
    """The devices that `--gpus value` gives of those there, or what is wrong with it.

    Docker reads the value as comma-separated fields, in which double quotes hold a field
    together. A field `device=…` names devices, a number counts them.
    """
    if value == "all":
        return _whole(there)
    if value.startswith('"') and value.endswith('"'):
        value = value[1:-1]
    elif "," in value and "capabilities" not in value:
        says = f"Docker cuts --gpus {value} at the comma and refuses what follows."
        return Finding("gpus-comma", says, "Write --gpus '\"device=0,1\"'.")
    head = value.split(',"')[0].removeprefix("count=")
    if head == "all":
        return _whole(there)
    if head.isdigit():
        return _counted(int(head), there)
    if not head.startswith("device="):
        says = f"--gpus {value} is neither all, nor a number, nor device=…"
        return Finding("gpus-value", says, "Write all, a count, or device= with names.")
    return _listed(head.removeprefix("device=").split(","), there)


def named_by_variable(value: str, there: tuple[str, ...]) -> tuple[str, ...] | Finding:
    """The devices that NVIDIA_VISIBLE_DEVICES gives of those there."""
    if value == "all":
        return _whole(there)
    return _listed(value.split(","), there)


def _whole(there: tuple[str, ...]) -> tuple[str, ...]:
    """Every GPU; one that is cut is given by its MIG devices."""
    cut = {one.partition(":")[0] for one in there if ":" in one}
    return tuple(one for one in there if one not in cut)


def _counted(count: int, there: tuple[str, ...]) -> tuple[str, ...] | Finding:
    gpus = tuple(one for one in there if ":" not in one)
    if not count:
        says = "--gpus 0 asks for no GPU."
        return Finding("gpus-count", says, "Write all, or how many.")
    if count > len(gpus):
        says = f"--gpus {count} asks for more than the {len(gpus)} GPUs of the host."
        return Finding("gpus-count", says, "A bare number is a count; ask for fewer.")
    return gpus[:count]


def _listed(names: list[str], there: tuple[str, ...]) -> tuple[str, ...] | Finding:
    for name in names:
        if not name.startswith(("GPU-", "MIG-")) and name not in there:
            says = f"There is no device {name} on the host; there are {_among(there)}."
            return Finding("no-such-device", says, "Take a name of nvidia-smi -L.")
    return tuple(names)


def _among(there: tuple[str, ...]) -> str:
    return ", ".join(there) or "none"
