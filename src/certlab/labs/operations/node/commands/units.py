"""Units: systemctl as systemd 249 prints it."""

from dataclasses import replace

from certlab.labs.operations.node import logs, units
from certlab.labs.operations.node.answer import Answer, Call, unknown
from certlab.labs.operations.node.commands.journal import ago, entry, pid_of
from certlab.labs.operations.node.described import described
from certlab.labs.operations.node.machine import clock
from certlab.labs.operations.node.state import World


def _systemctl(call: Call) -> Answer:
    words = [word for word in call.words if word not in ("--no-pager", "-l", "--full")]
    verb, units = (words[0], words[1:]) if words else ("", [])
    failed = words[-1:] in (["--failed"], ["--state=failed"])
    if failed and words[:-1] in ([], ["list-units"]):
        return _failed(call)
    if verb == "daemon-reload" and not units:
        return Answer(form="systemctl daemon-reload")
    now = "--now" in units and verb in ("enable", "disable")
    units = [unit for unit in units if not now or unit != "--now"]
    if verb not in _VERBS or not units or units[0].startswith("-"):
        return unknown(call, " ".join(call.words) or "without a verb")
    if len(units) > 1:
        return _each(call, verb, units)
    unit = units[0].removesuffix(".service")
    if unit not in call.node.units:
        return _no_unit(verb, unit)
    done = _VERBS[verb](call, unit)
    if now:
        call = replace(call, world=done.world or call.world)
        then = (_start if verb == "enable" else _stop)(call, unit)
        text = "\n".join(filter(None, (done.text, then.text)))
        return replace(then, text=text, form=done.form)
    return done


def _each(call: Call, verb: str, units: list[str]) -> Answer:
    """The verb on one unit after the other; the last failure is that of the line."""
    texts: list[str] = []
    exit, seconds, done = 0, 0.0, Answer()
    for unit in units:
        done = _systemctl(replace(call, words=(verb, unit)))
        call = replace(call, world=done.world or call.world)
        texts += [done.text] if done.text else []
        exit, seconds = done.exit or exit, seconds + done.seconds
    text = "\n".join(texts)
    return replace(done, text=text, exit=exit, seconds=seconds, world=call.world)


def _no_unit(verb: str, unit: str) -> Answer:
    if verb == "status":
        return Answer(f"Unit {unit}.service could not be found.", 4)
    if verb in ("is-active", "is-enabled"):
        return Answer("inactive" if verb == "is-active" else "", 3)
    if verb in ("enable", "disable"):
        text = f"Failed to {verb} unit: Unit file {unit}.service does not exist."
        return Answer(text, 1)
    return Answer(f"Failed to {verb} {unit}.service: Unit {unit}.service not found.", 5)


def _status(call: Call, unit: str) -> Answer:
    one, world = call.node.units[unit], call.world
    of = logs.unit_parts(world, unit)
    values = {
        **of,
        "unit": unit,
        "enabled": "enabled" if one.enabled else "disabled",
        "at": f"{clock(world, one.since):%a %Y-%m-%d %H:%M:%S} UTC",
        "ago": ago(world.t - one.since),
        "first": pid_of(world, call.host, unit, -1),
        "start": of.get("start", of["command"]),
        "pid": one.pid,
        "process": of["process"][:15],
        **dict(zip(("tasks", "memory", "cpu"), of["usage"], strict=True)),
    }
    kind = "forked" if one.state == "active" and "start" in of else one.state
    lines = world.machine["systemctl"][kind].strip("\n").format(**values).splitlines()
    told = [
        event
        for event in logs.journal(world, call.host)
        if event.source == unit and event.boot == call.node.booted
    ]
    lines += ["", *(entry(world, event) for event in told[-10:])] if told else []
    exit = 0 if one.state == "active" else 3
    return Answer("\n".join(lines), exit, form="systemctl status UNIT")


def _start(call: Call, unit: str) -> Answer:
    world = units.start(call.world, call.host, unit)
    return _started(call, unit, world, "systemctl start UNIT")


def _restart(call: Call, unit: str) -> Answer:
    world = units.stop(call.world, call.host, unit)
    world = units.start(world, call.host, unit)
    return _started(call, unit, world, "systemctl restart UNIT")


def _started(call: Call, unit: str, world: World, form: str) -> Answer:
    if world.nodes[call.host].units[unit].state == "active":
        seconds = logs.unit_parts(world, unit)["seconds"]
        return Answer("", 0, seconds, world, form)
    text = (
        f"Job for {unit}.service failed because the control process exited with error code.\n"
        f'See "systemctl status {unit}.service" and "journalctl -xeu {unit}.service" for details.'
    )
    return Answer(text, 1, 2, world, form)


def _stop(call: Call, unit: str) -> Answer:
    world = units.stop(call.world, call.host, unit)
    return Answer("", 0, 2, world, "systemctl stop UNIT")


def _enable(call: Call, unit: str, on: bool = True) -> Answer:
    form = f"systemctl {'enable' if on else 'disable'} UNIT"
    if call.node.units[unit].enabled == on:
        return Answer(form=form)
    link = f"/etc/systemd/system/multi-user.target.wants/{unit}.service"
    made = f"Created symlink {link} → /lib/systemd/system/{unit}.service."
    text = made if on else f"Removed {link}."
    return Answer(text, 0, 1, units.enable(call.world, call.host, unit, on), form)


def _is_active(call: Call, unit: str) -> Answer:
    state = call.node.units[unit].state
    return Answer(state, 0 if state == "active" else 3, form="systemctl is-active UNIT")


def _is_enabled(call: Call, unit: str) -> Answer:
    on = call.node.units[unit].enabled
    says = "enabled" if on else "disabled"
    return Answer(says, int(not on), form="systemctl is-enabled UNIT")


_VERBS = {
    "status": _status,
    "start": _start,
    "stop": _stop,
    "restart": _restart,
    "enable": _enable,
    "disable": lambda call, unit: _enable(call, unit, False),
    "is-active": _is_active,
    "is-enabled": _is_enabled,
}


def _failed(call: Call) -> Answer:
    units = [name for name, one in call.node.units.items() if one.state == "failed"]
    wide = max((len(f"{unit}.service") for unit in units), default=4)
    lines = [f"  {'UNIT':<{wide}} LOAD   ACTIVE SUB    DESCRIPTION"]
    for unit in sorted(units):
        what = logs.unit_parts(call.world, unit)["description"]
        lines += [f"● {unit + '.service':<{wide}} loaded failed failed {what}"]
    if units:
        lines += [call.world.machine["systemctl"]["legend"].rstrip()]
    else:
        lines = ["  UNIT LOAD ACTIVE SUB DESCRIPTION"]
    lines += [f"{len(units)} loaded units listed."]
    return Answer("\n".join(lines), form="systemctl --failed")


COMMANDS = described({"systemctl": _systemctl})
