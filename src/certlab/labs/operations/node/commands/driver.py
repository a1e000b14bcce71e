"""The driver from below: modules of the kernel, and who holds the device files."""

from certlab.labs.operations.node import files, laws, logs, moves
from certlab.labs.operations.node.answer import NOT_FOUND, Answer, Call, unknown
from certlab.labs.operations.node.described import described


def _lsmod(call: Call) -> Answer:
    if call.words:
        return unknown(call, " ".join(call.words))
    sizes, loaded = call.world.machine["says"]["sizes"], call.node.modules
    lines = ["Module                  Size  Used by"]
    for name in sorted(loaded, reverse=True):
        uses = _uses(call, name)
        by = " nvidia_uvm" if name == "nvidia" and "nvidia_uvm" in loaded else ""
        lines += [f"{name:<19} {sizes.get(name, 16384):>8}  {uses}{by}"]
    return Answer("\n".join(lines), form="lsmod")


def _uses(call: Call, module: str) -> int:
    held = _held(call)
    if module != "nvidia":
        return sum("/dev/nvidia-uvm" in paths for _, paths in held)
    return sum(len(paths) for _, paths in held) + ("nvidia_uvm" in call.node.modules)


def _modinfo(call: Call) -> Answer:
    field, words = "", [*call.words]
    if words[:1] == ["-F"]:
        field, words = (words[1:2] or [""])[0], words[2:]
    if len(words) != 1:
        return unknown(call, " ".join(call.words) or "without a module")
    name, node = words[0].replace("-", "_"), call.node
    version = laws.installed(node, laws.DRIVER)
    if name not in _MODULES:
        return unknown(call, words[0])
    if not version or node.kernel not in node.built:
        return Answer(f"modinfo: ERROR: Module {words[0]} not found.", 1)
    values = {"kernel": node.kernel, "version": version, "name": name}
    values["file"] = name.replace("_", "-")
    lines = [
        ("" if field else f"{key + ':':<15} ") + text.format(**values)
        for key, text in call.world.machine["says"]["modinfo"]
        if field in ("", key) and (key != "firmware" or name == "nvidia")
    ]
    return Answer("\n".join(lines), form="modinfo MODULE")


_MODULES = ("nvidia", "nvidia_uvm")


def _modprobe(call: Call) -> Answer:
    remove = call.name == "rmmod" or "-r" in call.words
    names = [word.replace("-", "_") for word in call.words if word != "-r"]
    if not names or {*names} - {*_MODULES} or (len(names) > 1 and not remove):
        return unknown(call, " ".join(call.words) or "without a module")
    flag = " -r" if remove and call.name != "rmmod" else ""
    world, form = call.world, f"{call.name}{flag} MODULE"
    move = moves.unload if remove else moves.load
    for name in names:
        try:
            world = move(world, call.host, name)
        except moves.Refused as refused:
            text = _refused(call, name, refused.why, refused.detail)
            if text:
                seen = refused.why != "other version"  # nobody has shown that one
                return Answer(text, 1, 1, world, form if seen else "")
    return Answer("", 0, 5, world, form)


def _refused(call: Call, name: str, why: str, detail: str) -> str:
    if why == "not built":
        folder = f"/lib/modules/{call.node.kernel}"
        return f"modprobe: FATAL: Module {name} not found in directory {folder}"
    if why == "other version":
        return f"modprobe: ERROR: could not insert '{name}': Invalid argument"
    if call.name == "modprobe":  # to take out what is not there is no error
        return f"modprobe: FATAL: Module {name} is in use." if why == "in use" else ""
    if why == "missing":
        return f"rmmod: ERROR: Module {name} is not currently loaded"
    by = " by: nvidia_uvm" if detail == "nvidia_uvm" else ""
    return f"rmmod: ERROR: Module {name} is in use{by}"


def _uname(call: Call) -> Answer:
    build = call.world.machine["says"]["uname"]
    kernel, word = call.node.kernel, " ".join(call.words)
    parts = {"": "Linux", "-r": kernel, "-a": f"Linux {call.host} {kernel} {build}"}
    if word not in parts:
        return unknown(call, word)
    return Answer(parts[word], form="uname -r")


# Who holds the devices.


def _held(call: Call) -> list[tuple[laws.Client, list[str]]]:
    """Who holds device files, and which.

    A daemon that opened a GPU goes on holding it when it is lost; one that did not answer when
    the driver was loaded was never opened.
    """
    paths = files.devices(call.world, call.host)
    said = [event.text for event in logs.kernel(call.world, call.host)]
    opened = [
        gpu.slot
        for gpu in call.node.gpus
        if gpu.seated and not any(f"probe of {gpu.bus} failed" in text for text in said)
    ]
    held = []
    for one in laws.clients(call.world, call.host):
        unit = one.kind == "unit"
        slots = opened if unit else one.slots
        gpus = (laws.index(call.node, call.node.gpu(slot)) for slot in slots)
        open_files = ["/dev/nvidiactl", *([] if unit else ["/dev/nvidia-uvm"])]
        open_files += [f"/dev/nvidia{number}" for number in gpus]
        held += [(one, [path for path in open_files if path in paths])]
    return held


def _asked(call: Call, words: list[str]) -> tuple[dict[str, str], list[str]]:
    """Of the device files that were named those that are there, and those that are not."""
    paths = files.devices(call.world, call.host)
    if words == ["/dev/nvidia*"]:
        return paths, [] if paths else words
    here = {word: paths[word] for word in words if word in paths}
    return here, [word for word in words if word not in paths]


def _lsof(call: Call) -> Answer:
    words = [word for word in call.words if word not in ("-n", "-w", "-P")]
    if not words or any(word.startswith("-") for word in words):
        return unknown(call, " ".join(call.words) or "without a file")
    here, gone = _asked(call, words)
    table = [_LSOF]
    for held, paths in _held(call):
        for number, path in enumerate(paths, 4):
            if path in here:
                node = str(749 + [*files.devices(call.world, call.host)].index(path))
                who = (held.name[:9], str(held.pid), held.user, f"{number}u")
                table += [(*who, "CHR", here[path], "0t0", node, path)]
    missing = "No such file or directory"
    lines = [f"lsof: status error on {word}: {missing}" for word in gone]
    wide = [max(map(len, column)) for column in zip(*table, strict=True)]
    for first, *middle, path in table if len(table) > 1 else ():
        cells = (f"{one:>{n}}" for one, n in zip(middle, wide[1:-1], strict=True))
        lines += [" ".join((f"{first:<{wide[0]}}", *cells, path))]
    failed = int(bool(gone) or len(table) == 1)
    return Answer("\n".join(lines), failed, form="lsof /dev/nvidia*")


_WHO = ("COMMAND", "PID", "USER")
_LSOF = (*_WHO, "  FD ", " TYPE", "DEVICE", "SIZE/OFF", "NODE", "NAME")


def _fuser(call: Call) -> Answer:
    if call.words[:1] != ("-v",) or len(call.words) < 2:
        return unknown(call, " ".join(call.words) or "without -v and a file")
    here, gone = _asked(call, [*call.words[1:]])
    lines = [f"Specified filename {word} does not exist." for word in gone]
    table, holders = list[str](), _held(call)
    for path in here:
        name = f"{path}:"
        for held, paths in holders:
            if path in paths:
                access = "F...." if held.kind == "unit" else "F...m"
                table += [
                    f"{name:<20} {held.user:<8} {held.pid:>6} {access} {held.name[:15]}"
                ]
                name = ""
    if table:
        lines += [f"{'':<20} USER        PID ACCESS COMMAND", *table]
    return Answer("\n".join(lines), int(not table), form="fuser -v /dev/nvidia*")


def _manager(call: Call) -> Answer:
    if call.words not in (("-v",), ("--version",)):
        return unknown(call, " ".join(call.words) or "in the foreground")
    version = laws.manager_version(call.node)
    if not version:
        return Answer("nv-fabricmanager: command not found", NOT_FOUND)
    return Answer(f"Fabric Manager version is : {version}", form="nv-fabricmanager -v")


COMMANDS = described(
    {
        "lsmod": _lsmod,
        "modinfo": _modinfo,
        "modprobe": _modprobe,
        "rmmod": _modprobe,
        "uname": _uname,
        "lsof": _lsof,
        "fuser": _fuser,
        "nv-fabricmanager": _manager,
    }
)
