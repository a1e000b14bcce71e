"""The logs of a machine: journalctl as systemd 249 prints it, dmesg as util-linux does."""

import re
import zlib
from contextlib import suppress
from datetime import datetime, timedelta

from certlab.labs.operations.node import logs
from certlab.labs.operations.node.answer import Answer, Call, unknown
from certlab.labs.operations.node.described import described
from certlab.labs.operations.node.machine import clock
from certlab.labs.operations.node.state import Event, World


def _journalctl(call: Call) -> Answer:
    unit, most, since, kernel, boot = "", None, None, False, False
    words = [part for word in call.words for part in _apart(word)]
    while words:
        word, *words = words
        if word in ("-u", "--unit", "-n", "--lines", "--since", "-S"):
            if not words:
                says = f"option requires an argument -- '{word.lstrip('-')}'"
                return Answer(f"journalctl: {says}", 1)
            value, *words = words
            if word in ("-u", "--unit"):
                unit = value.removesuffix(".service")
            elif word in ("-n", "--lines"):
                if not value.isdigit():
                    return Answer(f"Failed to parse lines '{value}'", 1)
                most = int(value)
            else:
                since = _moment(call.world, value)
                if since is None:
                    return Answer(f"Failed to parse timestamp: {value}", 1)
        elif word in ("-k", "--dmesg"):
            kernel = boot = True
        elif word in ("-b", "--boot", "-b0"):
            boot = True
        elif word not in ("--no-pager", "-e", "--pager-end", "-q"):
            return unknown(call, word)
    if "-e" in call.words and most is None:
        most = 1000
    shown = [
        event
        for event in logs.journal(call.world, call.host)
        if (not unit or event.source == unit)
        and (not kernel or event.source == "kernel")
        and (not boot or event.boot == call.node.booted)
        and (since is None or event.t >= since)
    ]
    last = shown[max(0, len(shown) - most) :] if most is not None else shown
    text = _journal(call.world, last)
    return Answer(text, form="journalctl [-u UNIT] [-k] [-b] [-n N] [--since TIME]")


def _apart(word: str) -> list[str]:
    """ "--unit=x" and "-ux" as two words, "-xeu" too; "-n20" as "-n" and "20"."""
    if match := re.fullmatch(r"(--(?:unit|lines|since))=(.*)", word):
        return [match[1], match[2]]
    if match := re.fullmatch(r"-n(\d+)", word):
        return ["-n", match[1]]
    if match := re.fullmatch(r"-([xekbqu]{2,})", word):
        return [f"-{letter}" for letter in match[1] if letter != "x"]
    return [word]


def _journal(world: World, events: list[Event]) -> str:
    lines, boot = [], None
    for event in events:
        if boot is not None and event.boot != boot:
            lines += [f"-- Boot {boot_id(event)} --"]
        boot = event.boot
        lines += [entry(world, event)]
    return "\n".join(lines) or "-- No entries --"


def boot_id(event: Event) -> str:
    """32 digits of the boot that a line belongs to, the same for all its lines."""
    parts = (zlib.crc32(f"{event.node} {event.boot} {n}".encode()) for n in range(4))
    return "".join(f"{part:08x}" for part in parts)


def entry(world: World, event: Event) -> str:
    """A line of the log as journalctl has it."""
    by = event.by or logs.unit_parts(world, event.source)["process"]
    pid = "" if event.source == "kernel" else f"[{event_pid(world, event)}]"
    head = f"{clock(world, event.t):%b %d %H:%M:%S} {event.node} {by}{pid}: "
    return head + event.text.replace("\n", "\n" + " " * len(head))


def event_pid(world: World, event: Event) -> int:
    """The process id beside a line: 1 of systemd, else that of the unit at that time."""
    if event.by == "systemd":
        return 1
    if event.pid:
        return event.pid - (1 if event.by else 0)
    return pid_of(world, event.node, event.source, -1 if event.by else 0, event.t)


def pid_of(
    world: World, node: str, unit: str, less: int = 0, t: float | None = None
) -> int:
    """The process id of a unit at a moment, or that of its start before it."""
    one = world.nodes[node].units.get(unit)
    if one and one.pid and (t is None or t >= one.since):
        return one.pid + less
    at = one.since if one and t is None else t or 0
    return 2_000 + int(at) % 9_000 + less


def _moment(world: World, text: str) -> float | None:
    """A moment that somebody types, in seconds of the world; None where it is none."""
    now, text = clock(world), text.strip()
    if text in ("today", "yesterday", "now"):
        day = now.replace(hour=0, minute=0, second=0, microsecond=0)
        at = {"today": day, "yesterday": day - timedelta(days=1), "now": now}[text]
        return (at - now).total_seconds() + world.t
    if match := re.fullmatch(
        r"-?(\d{1,6})\s*(s|sec|m|min|minutes?|h|hours?|d|days?)( ago)?", text
    ):
        unit = {"s": 1, "m": 60, "h": 3600, "d": 86400}[match[2][0]]
        return world.t - int(match[1]) * unit
    date = "" if "-" in text else f"{now:%Y-%m-%d} "
    for form in ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d"):
        with suppress(ValueError):
            at = datetime.strptime(f"{date}{text}", form).replace(tzinfo=now.tzinfo)
            return (at - now).total_seconds() + world.t
    return None


def ago(seconds: float) -> str:
    """A time span as systemd's format_timestamp_relative has it: "1h 9min ago"."""
    s = int(seconds)
    for name, size in (("month", 2_629_800), ("week", 604_800)):
        if s >= size:
            many, days = s // size, s % size // 86_400
            parts = f"{many} {name}{'s' * (many != 1)} {days} day{'s' * (days != 1)}"
            return f"{parts} ago"
    hours, minutes = s // 3600, s // 60
    for least, text in (
        (2 * 86_400, f"{s // 86_400} days"),
        (25 * 3600, f"1 day {hours - 24}h"),
        (6 * 3600, f"{hours}h"),
        (3600, f"{hours}h {minutes % 60}min"),
        (300, f"{minutes}min"),
        (60, f"{minutes}min {s % 60}s"),
        (1, f"{s}s"),
    ):
        if s >= least:
            return f"{text} ago"
    return "now"


def _dmesg(call: Call) -> Answer:
    wanted = {*call.words} - {"--nopager", "-P"}
    if wanted - {"-T", "--ctime"}:
        return unknown(call, " ".join(sorted(wanted)))
    lines = []
    for number, event in enumerate(logs.kernel(call.world, call.host)):
        # Two of one moment follow one another.
        past = event.t - event.boot + number * 7e-6
        head = f"[{past:12.6f}] "
        if wanted:
            head = f"[{clock(call.world, event.t):%a %b %e %H:%M:%S %Y}] "
        lines += [head + event.text.replace("\n", "\n" + " " * len(head))]
    return Answer("\n".join(lines), form=f"dmesg{' -T' * bool(wanted)}")


COMMANDS = described({"journalctl": _journalctl, "dmesg": _dmesg})
