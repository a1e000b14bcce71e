"""apt, apt-mark and dkms, with a dozen packages; where it would ask, it is told yes."""

from fnmatch import fnmatch

from certlab.labs.operations.node import laws, software
from certlab.labs.operations.node.answer import Answer, Call, unknown
from certlab.labs.operations.node.described import described

_READ = "Reading package lists... Done\nBuilding dependency tree... Done\nReading state information... Done"


def _apt(call: Call) -> Answer:
    flags = {word for word in call.words if word.startswith("-")}
    verb, *names = [word for word in call.words if word not in flags] or [""]
    if verb == "update" and not names and not flags:
        return Answer("Reading package lists... Done", seconds=8, form="apt update")
    if verb == "list" and call.name == "apt" and flags <= _LISTS:
        return _list(call, names, flags)
    if verb == "install" and names and flags <= _INSTALLS:
        return _install(call, names, flags)
    return unknown(call, " ".join(call.words) or "without a verb")


_LISTS = {"--installed", "--upgradable"}
_INSTALLS = {"-y", "--allow-change-held-packages", "--reinstall"}


def _list(call: Call, names: list[str], flags: set[str]) -> Answer:
    lines = ["Listing... Done"]
    for name, package in software.installed(call.node).items():
        if names and name not in names:
            continue
        version, newer = package.version, package.newer
        if "--upgradable" not in flags:
            state = f"installed,upgradable to: {newer}" if newer else "installed"
            lines += [f"{name}/jammy,now {version} amd64 [{state}]"]
        elif newer:
            lines += [f"{name}/jammy {newer} amd64 [upgradable from: {version}]"]
    return Answer("\n".join(lines), form="apt list --installed")


def _install(call: Call, names: list[str], flags: set[str]) -> Answer:
    known, here = software.archive(call.world, call.host), software.installed(call.node)
    wanted: dict[str, str] = {}
    for word in names:
        name, _, version = word.partition("=")
        if name not in known:
            return Answer(f"{_READ}\nE: Unable to locate package {name}", 100, 2)
        if version and version not in known[name]:
            text = f"{_READ}\nE: Version '{version}' for '{name}' was not found"
            return Answer(text, 100, 2)
        wanted[name] = version or max(known[name])
    lines, world, seconds = [_READ], call.world, 4
    new = {n: v for n, v in wanted.items() if n not in here or here[n].version != v}
    lines += [
        f"{name} is already the newest version ({version})."
        for name, version in wanted.items()
        if name not in new
    ]
    held = any(here[name].held for name in new if name in here)
    if held and "-y" in flags and "--allow-change-held-packages" not in flags:
        why = "Held packages were changed and -y was used without --allow-change-held-packages."
        return Answer("\n".join([*lines, f"E: {why}"]), 100, 2)
    for name, version in new.items():
        line = f"{call.name} {' '.join(call.words)}"
        world = software.install(world, call.host, line, name, version)
        lines += [f"Setting up {name} ({version}) ..."]
        if software.builds(call.node, name):
            lines += [
                f"Building initial module for {k}\nDone."
                for k in sorted(world.nodes[call.host].built - call.node.built)
            ]
            seconds += 120
        seconds += 16
    added = sum(name not in here for name in new)
    came = f"{len(new) - added} upgraded, {added} newly installed"
    lines.insert(1, f"{came}, 0 to remove and 0 not upgraded.")
    return Answer("\n".join(lines), 0, seconds, world, "apt install PACKAGE[=VERSION]")


def _mark(call: Call) -> Answer:
    verb, names = (call.words[0], call.words[1:]) if call.words else ("", ())
    packages = call.node.packages
    if verb == "showhold" and not names:
        held = [name for name, package in sorted(packages.items()) if package.held]
        return Answer("\n".join(held), form="apt-mark showhold")
    if verb not in ("hold", "unhold") or not names:
        return unknown(call, " ".join(call.words) or "without a verb")
    gone = [name for name in names if name not in packages]
    if gone:
        text = f"E: Unable to locate package {gone[0]}\nE: No packages found"
        return Answer(text, 100)
    world, lines = call.world, []
    for name in names:
        was, hold = packages[name].held, verb == "hold"
        done = f"{name} set on hold." if hold else f"Canceled hold on {name}."
        same = f"{name} was already {'' if hold else 'not '}on hold."
        lines += [same if was == hold else done]
        world = software.hold(world, call.host, name, hold)
    return Answer("\n".join(lines), world=world, form="apt-mark hold|unhold PACKAGE")


def _dkms(call: Call) -> Answer:
    if call.words != ("status",):
        return unknown(call, " ".join(call.words) or "without a verb")
    version = laws.installed(call.node, laws.DRIVER)
    if not version:
        return Answer(form="dkms status")
    name = f"nvidia-srv/{version}"
    lines = [f"{name}, {k}, x86_64: installed" for k in sorted(call.node.built)]
    return Answer("\n".join(lines or [f"{name}: added"]), form="dkms status")


def _dpkg(call: Call) -> Answer:
    if call.words[:1] not in (("-l",), ("--list",)):
        return unknown(call, " ".join(call.words) or "without -l")
    patterns, says = call.words[1:] or ("*",), call.world.machine["description"]
    rows = [("||/", "Name", "Version", "Architecture", "Description")]
    for name, package in software.installed(call.node).items():
        if any(fnmatch(name, pattern) for pattern in patterns):
            state = "hi " if package.held else "ii "
            full = f"{name}:amd64" if name.startswith("lib") else name
            what = next(text for key, text in says.items() if name.startswith(key))
            rows += [(state, full, package.version, "amd64", what)]
    if len(rows) == 1:
        return Answer(f"dpkg-query: no packages found matching {patterns[0]}", 1)
    least = (3, 14, 12, 12, 33)
    wide = [max(n, *(len(row[k]) for row in rows)) for k, n in enumerate(least)]
    lines = [
        " ".join(f"{one:<{n}}" for one, n in zip(row, wide, strict=True)).rstrip()
        for row in rows
    ]
    lines.insert(1, "+++-" + "-".join("=" * n for n in wide[1:]))
    return Answer("\n".join((_DPKG, *lines)), form="dpkg -l [PACKAGE]")


_DPKG = """Desired=Unknown/Install/Remove/Purge/Hold
| Status=Not/Inst/Conf-files/Unpacked/halF-conf/Half-inst/trig-aWait/Trig-pend
|/ Err?=(none)/Reinst-required (Status,Err: uppercase=bad)"""

COMMANDS = described(
    {"apt": _apt, "apt-get": _apt, "apt-mark": _mark, "dkms": _dkms, "dpkg": _dpkg}
)
