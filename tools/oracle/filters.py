"""GNU's filters, and the awk that is there, over what dmesg prints of a GPU off the bus."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from certlab.labs.operations.node import faults, logs, machine, shell
from certlab.labs.operations.node.state import Fault, World
from tools.oracle import Case

NODE = "node-a"
LINES = (
    "grep -i xid",
    "grep -c NVRM",
    "grep -v NVRM",
    "grep -n -A 1 -B 1 Xid",
    "grep -C1 serial",
    r"grep 'Xid\|serial'",
    "grep -E 'Xid|serial'",
    "grep -E '79, (GPU|pid)'",
    "grep '(PCI:'",
    "grep -F '(PCI:'",
    "grep -o 'GPU [0-9a-f:.]*'",
    "grep -w bus",
    "grep -q bus",
    "grep nothing-like-it",
    "head -n 2",
    "head -3",
    "tail -n 2",
    "tail -1",
    "wc",
    "wc -l",
    "wc -w -c",
    "sort",
    "sort -r",
    "sort -u",
    "sort -n",
    "uniq -c",
    "cut -d : -f 1,3-",
    "cut -d' ' -f2",
    "cut -c 1-12",
    "cut -c -5,8",
    "awk '{print $1,$NF}'",
    "awk -F: '{print $2}'",
    "awk '/Xid/ {print $3}'",
    "awk '{print}'",
)


class Filters:
    """coreutils, grep and awk."""

    name = "filters"

    def version(self) -> str:
        """The first lines of grep's and head's."""
        if not all(shutil.which(tool) for tool in ("grep", "head", "awk")):
            return ""
        versions = (
            subprocess.run(
                [tool, "--version"], capture_output=True, text=True, check=True
            )
            for tool in ("grep", "head")
        )
        return ", ".join(done.stdout.splitlines()[0] for done in versions)

    def cases(self) -> Mapping[str, Case]:
        """Each line, by its number and its tool."""
        world = faults.strike(machine.healthy(1), Fault("off-bus", NODE, 5))
        world = logs.remembered(world, NODE)
        return {
            f"{number:02}-{line.split()[0]}": _case(world, line)
            for number, line in enumerate(LINES, 1)
        }


def _case(world: World, line: str) -> Case:
    def ours() -> str:
        done = shell.run(world, NODE, f"dmesg | {line}")
        return f"{done.text}\nexit {done.exit}"

    def real(_folder: Path) -> str:
        text = shell.run(world, NODE, "dmesg").text + "\n"
        words = shlex.split(line)
        done = subprocess.run(
            words,
            input=text,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
        return f"{done.stdout.removesuffix(chr(10))}\nexit {done.returncode}"

    return Case(ours, real, {})


REFEREE = Filters()
