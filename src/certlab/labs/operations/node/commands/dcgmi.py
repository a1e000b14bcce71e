"""dcgmi: discovery, health and diag."""

from certlab.labs.operations.node import described
from certlab.labs.operations.node.answer import (
    Answer,
    Call,
    Refusal,
    on_systems,
    unknown,
)
from certlab.labs.operations.node.dcgm import diag, engine, health
from certlab.labs.operations.node.options import read

_NOT_CONNECTED = 235  # -21, the connection is not valid
_ERROR = 253  # -3, a generic error
_EMPTY = 221  # -35, the group is empty
_NO_GPUS = "dcgmi diag without GPUs"


def _dcgmi(call: Call) -> Answer:
    match call.words:
        case ("discovery", "-l" | "--list"):
            return _discovery(_connected(call))
        case ("health", "-s" | "--set", "a"):
            return _watch(_connected(call))
        case ("health", "-c" | "--check"):
            return _check(_connected(call))
        case ("diag", *options):
            return _diag(call, options)
    return unknown(call, " ".join(call.words) or "without a word")


def _connected(call: Call) -> Call:
    """The line, where an engine answers.

    Raises:
        Refusal: none does.
    """
    if engine.answers(call.world, call.host):
        return call
    text, form = engine.message("no_connection"), "dcgmi without nv-hostengine"
    raise Refusal(Answer(text, _NOT_CONNECTED, form=form))


def _discovery(call: Call) -> Answer:
    world, node, parts = call.world, call.host, described.table("dcgm")["discovery"]
    found = engine.gpus(world, node)
    some = "1 GPU" if len(found) == 1 else f"{len(found)} GPUs"
    blocks = [
        parts["gpu"].format(
            id=engine.number(world, node, gpu),
            name=world.machine["gpu"],
            bus=f"0000{gpu.bus.upper()}",
            uuid=gpu.uuid,
        )
        for gpu in found
    ]
    switches = world.machine["switches"] if found else ()
    lines = [
        f"{some} found (Active).",
        *([parts["inactive"]] if engine.lost(world, node) and found else ()),
        *(parts["head"], *(blocks or [parts["none"]])),
        parts["switches"].format(count=len(switches)),
        *(parts["switch"].format(id=id) for id, _ in enumerate(switches)),
        parts["rest"],
    ]
    return Answer("\n".join(lines), form="dcgmi discovery -l")


def _watch(call: Call) -> Answer:
    world = call.world.with_node(call.host, watched=call.world.t)
    text = "Health monitor systems set successfully."
    return Answer(text, world=world, form="dcgmi health -s a")


def _check(call: Call) -> Answer:
    if call.node.watched is None:
        text = engine.message("not_watched")
        return Answer(text, _ERROR, form="dcgmi health -c")
    return Answer(health.report(call.world, call.host), form="dcgmi health -c")


def _diag(call: Call, options: list[str]) -> Answer:
    given, _ = read(options, "-r|--run -i|--entity-id")
    level, ids = given.get("-r", ""), given.get("-i", "")
    if level not in described.table("dcgm")["levels"]:
        return unknown(call, f"diag {' '.join(options)}".strip())
    _connected(call)
    world, node = call.world, call.host
    by_id = {engine.number(world, node, gpu): gpu for gpu in engine.gpus(world, node)}
    if not by_id:
        text = (
            "Error: Unable to complete diagnostic for entities *,cpu:*. Return: (-35) : The "
            "specified group is empty, and this operation is incompatible with an empty group"
        )
        return Answer(text, _EMPTY, 2, form=_NO_GPUS)
    wanted = ids.split(",") if ids else [str(id) for id in by_id]
    if not {*wanted} <= {str(id) for id in by_id}:
        return unknown(call, f"diag -i {ids}")
    gpus = {id: gpu for id, gpu in sorted(by_id.items()) if str(id) in wanted}
    return diag.run(world, node, int(level), gpus)


COMMANDS = described.described({"dcgmi": _dcgmi}, on_systems)
