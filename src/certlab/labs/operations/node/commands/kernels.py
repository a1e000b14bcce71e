"""Which kernel a machine boots, and whose headers the driver's containers find."""

from dataclasses import replace

from certlab.labs.operations.node.answer import Answer, Call, unknown
from certlab.labs.operations.node.described import described


def _default(call: Call) -> Answer:
    """GRUB takes any name; one that is no entry would boot the first, and is refused here."""
    entry, kernels = " ".join(call.words), call.node.kernels
    chosen = [kernel for kernel in kernels if entry.endswith(f"with Linux {kernel}")]
    if not chosen:
        known = f"Advanced options for Ubuntu>Ubuntu, with Linux {kernels[0]}"
        return unknown(call, f"{entry!r}, which is no entry such as {known!r}")
    order = (*(kernel for kernel in kernels if kernel not in chosen), *chosen)
    world = call.world.with_node(call.host, kernels=order)
    return Answer(world=world, form="grub-set-default ENTRY")


def _mirror(call: Call) -> Answer:
    if call.words or not call.world.kube:
        return unknown(call, " ".join(call.words))
    kube, ready = call.world.kube, call.world.t + 1200
    every = {kernel for node in call.world.nodes.values() for kernel in node.kernels}
    late = dict.fromkeys(sorted(every - kube.archive.keys()), ready)
    text = f"New in the archive: {', '.join(f'linux-headers-{k}' for k in late) or 'nothing'}."
    world = replace(call.world, kube=replace(kube, archive={**kube.archive, **late}))
    return Answer(text, 0, 1200, world, "apt-mirror")


COMMANDS = (
    *described({"grub-set-default": _default}),
    *described(
        {"apt-mirror": _mirror},
        lambda world, host: bool(world.kube) and host == "head",
    ),
)
