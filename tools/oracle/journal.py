"""The real journalctl and dmesg over our events.

systemd-journal-remote makes a journal of them, and dmesg reads a file in the form of the
kernel's ring. Priorities are not ours to know: every line has the same.
"""

import os
import shutil
import struct
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

from certlab.labs.operations.node import faults, logs, machine, shell
from certlab.labs.operations.node.commands.journal import boot_id, event_pid
from certlab.labs.operations.node.machine import clock
from certlab.labs.operations.node.state import Event, Fault, World
from tools.oracle import Case

NODE = "node-a"
REMOTE = Path("/lib/systemd/systemd-journal-remote")
UTC = {**os.environ, "TZ": "UTC", "LC_ALL": "C.UTF-8"}


class Journal:
    """journalctl and dmesg."""

    name = "journal"

    def version(self) -> str:
        """ "systemd 252 (252.39-1~deb12u2), dmesg from util-linux 2.38.1"."""
        if (
            not REMOTE.is_file()
            or not shutil.which("journalctl")
            or not shutil.which("dmesg")
        ):
            return ""
        tools = (["journalctl", "--version"], ["dmesg", "--version"])
        return ", ".join(_run(tool).splitlines()[0] for tool in tools)

    def cases(self) -> Mapping[str, Case]:
        """Units that run, failed and were stopped; the kernel, over one boot and over two."""
        lost = _world("off-bus")
        manager, stopped = _world("manager-version"), _world("manager-stopped")
        booted = shell.run(lost, NODE, "reboot").world
        booted = shell.run(booted, "head", "sleep 600").world
        unit = "journalctl -u nvidia-fabricmanager --no-pager"
        return {
            "manager-runs": _case(_world(""), unit, _journalctl),
            "manager-failed": _case(manager, unit, _journalctl),
            "manager-failed-last": _case(manager, f"{unit} -n 3", _journalctl),
            "manager-stopped": _case(stopped, unit, _journalctl),
            "kernel-off-bus": _case(lost, "journalctl -k --no-pager", _journalctl),
            "all-off-bus": _case(lost, "journalctl --no-pager", _journalctl),
            "kernel-mismatch": _case(
                _world("library-version"), "journalctl -k", _journalctl
            ),
            "two-boots": _case(booted, "journalctl --no-pager", _journalctl),
            "last-boot": _case(booted, "journalctl -b --no-pager", _journalctl),
            "dmesg-off-bus": _case(lost, "dmesg", _dmesg),
            "dmesg-row-pending": _case(_world("row-pending"), "dmesg", _dmesg),
            "dmesg-silent": _case(booted, "dmesg", _dmesg),
        }


def _world(fault: str) -> World:
    world = machine.healthy(1)
    if fault:
        world = faults.strike(world, Fault(fault, NODE, 5))
    return logs.remembered(world, NODE)


def _case(world: World, line: str, real: Callable[[Path, World, str], str]) -> Case:
    return Case(
        lambda: shell.run(world, NODE, line).text,
        lambda folder: real(folder, world, line),
        {},
    )


def _run(words: list[str], data: bytes = b"") -> str:
    done = subprocess.run(words, input=data, capture_output=True, env=UTC, check=True)
    return done.stdout.decode()


def _journalctl(folder: Path, world: World, line: str) -> str:
    path = folder / "node.journal"
    entries = b"".join(_entry(world, one) for one in logs.journal(world, NODE))
    _run([str(REMOTE), "--output", str(path), "-"], entries)
    return _run(["journalctl", "--file", str(path), "--no-pager", *line.split()[1:]])


def _entry(world: World, event: Event) -> bytes:
    """An event in the format in which journals travel."""
    fields = {
        "__REALTIME_TIMESTAMP": str(int(clock(world, event.t).timestamp() * 1e6)),
        "__MONOTONIC_TIMESTAMP": str(int((event.t - event.boot) * 1e6)),
        "_BOOT_ID": boot_id(event),
        "_HOSTNAME": event.node,
        "MESSAGE": event.text,
    }
    if event.source == "kernel":
        fields |= {"_TRANSPORT": "kernel", "SYSLOG_IDENTIFIER": "kernel"}
    else:
        own = logs.unit_parts(world, event.source)["process"]
        unit = "UNIT" if event.by == "systemd" else "_SYSTEMD_UNIT"
        fields |= {
            "_TRANSPORT": "journal",
            "SYSLOG_IDENTIFIER": event.by or own,
            "_PID": str(event_pid(world, event)),
            unit: f"{event.source}.service",
        }
    return b"".join(_field(*one) for one in fields.items()) + b"\n"


def _field(name: str, text: str) -> bytes:
    """A field; a text of several lines has its length before it."""
    data = text.encode()
    if b"\n" not in data:
        return name.encode() + b"=" + data + b"\n"
    return name.encode() + b"\n" + struct.pack("<Q", len(data)) + data + b"\n"


def _dmesg(folder: Path, world: World, _line: str) -> str:
    path = folder / "ring"
    path.write_text(
        "".join(
            f"<6>[{event.t - event.boot + n * 7e-6:12.6f}] {event.text}\n"
            for n, event in enumerate(logs.kernel(world, NODE))
        )
    )
    return _run(["dmesg", "--color=never", "-F", str(path)])


REFEREE = Journal()
