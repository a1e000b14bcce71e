"""Small commands of every machine: files by name, the clock, and the short manual."""

from collections.abc import Callable

from certlab.labs.operations.node import files
from certlab.labs.operations.node.answer import UNKNOWN, Answer, Call, page, unknown
from certlab.labs.operations.node.commands import commands
from certlab.labs.operations.node.described import described
from certlab.labs.operations.node.machine import clock


def _ls(call: Call) -> Answer:
    if any(word.startswith("-") for word in call.words):
        return unknown(call, " ".join(call.words))
    nodes = files.devices(call.world, call.host)
    paths = {**files.files(call.world, call.host), **nodes}
    texts: list[str] = []
    for word in call.words:
        folder = word.rstrip("/") + "/"
        inside = {p[len(folder) :].split("/")[0] for p in paths if p.startswith(folder)}
        if word == "/dev/nvidia*" and nodes:
            texts += nodes
        elif word in paths or inside:
            texts += [word] if word in paths else ["  ".join(sorted(inside))]
        else:
            text = f"ls: cannot access '{word}': No such file or directory"
            return Answer(text, 2)
    return Answer("\n".join(texts), form="ls [FOLDER]")


def _uptime(call: Call) -> Answer:
    if call.words:
        return unknown(call, " ".join(call.words))
    days, rest = divmod(int(call.world.t - call.node.booted), 86400)
    hours, minutes = rest // 3600, rest % 3600 // 60
    span = f"{hours:2}:{minutes:02}" if hours else f"{minutes} min"
    since = f"{days} day{'s' * (days > 1)}, {span}" if days else span
    load = "1 user,  load average: 0.08, 0.03, 0.01"
    text = f" {clock(call.world):%H:%M:%S} up {since},  {load}"
    return Answer(text, form="uptime")


def _man(call: Call) -> Answer:
    if len(call.words) != 1:
        return Answer("What manual page do you want?", 1, 0)
    found = commands().get(call.words[0])
    if not found:
        return Answer(f"No manual entry for {call.words[0]}", 16, 0)
    return Answer(page(found), seconds=0)


def _says(text: Callable[[Call], str]) -> Callable[[Call], Answer]:
    def run(call: Call) -> Answer:
        if call.words:
            return unknown(call, call.words[0])
        return Answer(text(call), seconds=0)

    return run


def _echo(call: Call) -> Answer:
    if call.words[:1] in (("-n",), ("-e",), ("-E",)):
        return unknown(call, call.words[0])
    return Answer(" ".join(call.words), seconds=0)


def _watch(_call: Call) -> Answer:
    text = "[certlab] watch repeats a command; run it again yourself, after sleep N."
    return Answer(f"{text} Nothing was done.", UNKNOWN, 0)


def _date(call: Call) -> str:
    return f"{clock(call.world):%a %b %e %H:%M:%S UTC %Y}"


COMMANDS = described(
    {
        "ls": _ls,
        "uptime": _uptime,
        "man": _man,
        "watch": _watch,
        "echo": _echo,
        "true": lambda _: Answer(seconds=0),
        "false": lambda _: Answer("", 1, 0),
        "hostname": _says(lambda call: call.host),
        "whoami": _says(lambda _: "root"),
        "pwd": _says(lambda _: "/root"),
        "date": _says(_date),
    }
)
