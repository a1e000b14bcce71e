"""The #SBATCH lines of a job script, and srun's options: what Slurm is asked for.

Options and their meaning: Slurm's man pages sbatch(1) and srun(1), and its page Generic
Resource (GRES) Scheduling.
"""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from certlab.errors import CourseError

SHORT = {
    "N": "nodes",
    "n": "ntasks",
    "c": "cpus-per-task",
    "G": "gpus",
    "w": "nodelist",
}
# Options without a value, of those that job scripts use.
_FLAGS = {
    "exclusive",
    "label",
    "l",
    "overcommit",
    "O",
    "kill-on-bad-exit",
    "K",
    "verbose",
}
_FLAGS |= {"v", "requeue", "no-requeue", "overlap", "exact", "unbuffered", "u", "Q"}
_COUNT = re.compile(r"(?:[A-Za-z][\w.-]*:)?(\d+)")


@dataclass(frozen=True)
class Request:
    """What is asked of Slurm, by long option names; a flag is "1"."""

    options: Mapping[str, str]

    def number(self, name: str) -> int | None:
        """A count, None where it is not given or not known yet."""
        text = self.options.get(name, "")
        return int(text) if text.isdigit() else None

    @property
    def nodes(self) -> int | None:
        """Nodes asked for; of a range the least."""
        return self.number("nodes") or _first(self.options.get("nodes", ""))

    @property
    def gpus_per_node(self) -> int | None:
        """GPUs of a node; 0 where none are asked for, None where a variable says."""
        gres = [
            one.partition(":")[2] or "1"
            for one in self.options.get("gres", "").split(",")
            if one.split(":")[0] == "gpu"
        ]
        told = self.options.get("gpus-per-node") or ",".join(gres)
        if told:
            return _gpus(told)
        job = self.options.get("gpus", "")
        if job:
            # Of the whole job: how Slurm shares them out among nodes is its own choice.
            return _gpus(job) if self.nodes in (None, 1) else None
        each, tasks = self.options.get("gpus-per-task", ""), self.tasks_per_node
        if each:
            count = _gpus(each)
            return count * tasks if count and tasks else None
        return None if "gpus-per-socket" in self.options else 0

    @property
    def tasks_per_node(self) -> int | None:
        """Tasks on a node: as asked, else shared over the nodes, else one."""
        each, tasks, nodes = (
            self.number("ntasks-per-node"),
            self.number("ntasks"),
            self.nodes,
        )
        if tasks is not None and nodes:
            return -(-tasks // nodes)
        if tasks is not None or each is not None:
            return each if each is not None else tasks
        known = {"ntasks", "ntasks-per-node"} & set(self.options)
        return None if known else 1

    @property
    def tasks(self) -> int | None:
        """Tasks in all."""
        told = self.number("ntasks")
        if told is not None:
            return told
        each = self.tasks_per_node
        return each * self.nodes if each is not None and self.nodes else None


def directives(text: str) -> Iterator[tuple[int, str, bool]]:
    """#SBATCH lines: number, what they say, and whether a command came before.

    sbatch stops to read them at the first line that is no comment.
    """
    late = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#SBATCH"):
            yield number, line.removeprefix("#SBATCH").strip(), late
        elif line.strip() and not line.lstrip().startswith("#"):
            late = True


def request(text: str) -> Request:
    """What the #SBATCH lines ask for that sbatch reads."""
    found: dict[str, str] = {}
    for _, says, late in directives(text):
        if not late:
            found |= options(shlex.split(says.partition(" #")[0]))[0]
    return Request(found)


def options(words: Sequence[str]) -> tuple[dict[str, str], int]:
    """Options of sbatch or srun, and where the command behind them begins.

    Raises:
        CourseError: a value is missing.
    """
    found: dict[str, str] = {}
    at = 0
    while at < len(words) and words[at].startswith("-"):
        word = words[at]
        at += 1
        if word.startswith("--"):
            name, equals, value = word[2:].partition("=")
        else:
            name, value = word[1:2], word[2:].removeprefix("=")
            equals = "=" if value else ""
        if name in _FLAGS:
            value = value or "1"
        elif not equals:
            if at >= len(words):
                raise CourseError(f"Slurm: {word} needs a value; write {word}=...")
            value, at = words[at], at + 1
        found[SHORT.get(name, name)] = value
    return found, at


def _gpus(text: str) -> int | None:
    """A count of GPUs: 8, h100:8, or several kinds of them."""
    counts = [_COUNT.fullmatch(one) for one in text.split(",")]
    return None if None in counts else sum(int(one[1]) for one in counts if one)


def _first(text: str) -> int | None:
    head = text.partition("-")[0]
    return int(head) if head.isdigit() else None
