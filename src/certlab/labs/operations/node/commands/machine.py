"""Power, hands and the way from one machine to another."""

import re

from certlab.labs.operations.node import laws, moves, power
from certlab.labs.operations.node.answer import UNKNOWN, Answer, Call, unknown
from certlab.labs.operations.node.described import described
from certlab.labs.operations.node.machine import HEAD

_LONGEST = 7 * 86_400  # seconds of a sleep


def _ssh(call: Call) -> Answer:
    if len(call.words) != 1:
        return unknown(call, " ".join(call.words) or "without a machine")
    target = call.words[0]
    if target not in call.world.nodes:
        text = f"ssh: Could not resolve hostname {target}: Name or service not known"
        return Answer(text, 255)
    if not laws.reachable(call.world, target):
        return Answer(
            f"ssh: connect to host {target} port 22: No route to host", 255, 20
        )
    return Answer(host=target)


def _exit(call: Call) -> Answer:
    return Answer("logout", host="head") if call.host != "head" else Answer("", 0, 0)


def _reboot(call: Call) -> Answer:
    if call.words:
        return unknown(call, " ".join(call.words))
    text = (
        f"Connection to {call.host} closed by remote host." if call.host != HEAD else ""
    )
    world = power.reboot(call.world, call.host)
    return Answer(text, seconds=5, world=world, host=HEAD)


def _sleep(call: Call) -> Answer:
    asked = re.fullmatch(r"(\d{1,9})([smhd]?)", " ".join(call.words))
    if not asked:
        return unknown(call, " ".join(call.words) or "without a number")
    seconds = int(asked[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86_400}[asked[2]]
    if seconds > _LONGEST:
        text = "[certlab] sleep takes at most a week of the machine's time."
        return Answer(text, UNKNOWN, 0)
    return Answer(seconds=seconds)


def _hands(call: Call) -> Answer:
    """`hands off|on|cycle NODE`, `hands reseat|replace NODE SLOT`."""
    match call.words:
        case ("off" | "on" | "cycle" as what, node) if call.world.nodes.get(node):
            return _power(call, what, node)
        case ("reseat" | "replace" as what, node, slot) if (
            slot.isdigit()
            and node in call.world.nodes
            and 1 <= int(slot) <= len(call.world.nodes[node].gpus)
        ):
            return _part(call, what, node, int(slot))
    return Answer(
        "usage: hands off|on|cycle NODE, or hands reseat|replace NODE SLOT (slots 1 to 8)",
        2,
        0,
    )


def _power(call: Call, what: str, node: str) -> Answer:
    on = call.world.nodes[node].on
    if what == "off":
        world = power.power_off(call.world, node) if on else call.world
        text = f"{node} has no power now."
    elif what == "on" and on:
        return Answer(f"{node} has power already.", 0, 0)
    else:
        world = power.reboot(call.world, node, power=True)
        text = f"{node} has power and boots; it is reachable in 8 minutes."
    return Answer(
        text, seconds=60, world=world, host="head", form="hands off|on|cycle NODE"
    )


def _part(call: Call, what: str, node: str, slot: int) -> Answer:
    move = power.reseat if what == "reseat" else power.exchange
    try:
        world = move(call.world, node, slot)
    except moves.Refused as refused:
        why = {
            "power": f"{node} has power, and nobody opens it like that. Type hands off {node} first.",
            "spare": "There is no spare GPU on the shelf; a new one takes five days.",
        }[refused.why]
        return Answer(why, 1, 0)
    text = f"Slot {slot} of {node}: " + (
        "taken out, and put back with both latches shut."
        if what == "reseat"
        else f"the GPU with serial {call.world.nodes[node].gpu(slot).serial} is out, "
        f"{world.nodes[node].gpu(slot).serial} is in."
    )
    seconds = 1800 if what == "reseat" else 5400
    return Answer(
        text, seconds=seconds, world=world, form="hands reseat|replace NODE SLOT"
    )


COMMANDS = described(
    {
        "ssh": _ssh,
        "exit": _exit,
        "logout": _exit,
        "reboot": _reboot,
        "sleep": _sleep,
        "hands": _hands,
    }
)
