"""The #SBATCH lines of a job script, and srun's options: what Slurm is asked for.

Options and their meaning: Slurm's man pages sbatch(1) and srun(1), and its page Generic
Resource (GRES) Scheduling.
"""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from certlab.errors import CourseError
from certlab.labs.distributed.launching.shell import Open, as_typed, unknown
from certlab.labs.distributed.launching.torchrun.command_line import whole

SHORT = {
    "tasks-per-node": "ntasks-per-node",
    "N": "nodes",
    "n": "ntasks",
    "c": "cpus-per-task",
    "G": "gpus",
    "w": "nodelist",
}
# Options without a value, or with one only behind "=": srun(1), sbatch(1), pyxis.
_FLAGS = {
    *("contiguous", "exact", "exclusive", "hold", "H", "ignore-pbs", "interactive"),
    *("kill-on-bad-exit", "K", "label", "l", "multi-prog", "nice", "no-allocate", "Z"),
    *("no-kill", "k", "no-requeue", "overcommit", "O", "overlap", "oversubscribe"),
    *("s", "parsable", "preserve-env", "E", "propagate", "pty", "quiet", "Q"),
    *("requeue", "bcast", "quit-on-interrupt", "X", "reboot", "resv-ports"),
    *("send-libs", "spread-job", "help", "test-only", "unbuffered", "u"),
    *("use-min-nodes", "verbose", "v", "version", "V", "W", "get-user-env"),
    *("container-mount-home", "no-container-mount-home", "h", "container-remap-root"),
    *("no-container-remap-root", "container-writable", "container-readonly"),
    *("container-entrypoint", "no-container-entrypoint"),
}
_COUNTS = {
    *("nodes", "ntasks", "ntasks-per-node", "cpus-per-task"),
    *("gpus", "gpus-per-node", "gpus-per-task"),
}
_MOST_HOSTS = 65_536  # as many as Slurm manages
PARTLY = "?"  # the option of words that nobody knows
# Resources beside GPUs that clusters call so; any other name may be a kind of GPU.
_NO_GPU = {"craynetwork", "nic", "gpumem", "lscratch", "scratch", "tmp", "nvme"}
_COUNT = re.compile(r"(?:[A-Za-z][\w.-]*:)?(\d+)")


_HOST = re.compile(r"(?:[\w.-]|\[[\d,-]*\])+", re.ASCII)
_RANGE = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?", re.ASCII)


def hosts(names: str) -> int | None:
    """How many a list of Slurm's names, such as gpu[01-04,07],login; None in another form."""
    listed = re.split(r",(?![^\[]*\])", names)
    if len(set(listed)) < len(listed) or not all(map(_HOST.fullmatch, listed)):
        return None
    total = 0
    for one in listed:
        count = 1
        for inside in re.findall(r"\[(.*?)\]", one):
            ranges = [_RANGE.fullmatch(each) for each in inside.split(",")]
            ends = [(int(r[1]), int(r[2] or r[1])) for r in ranges if r]
            if len(ends) < len(ranges):
                return None
            count *= sum(last - first + 1 for first, last in ends)
        total += count
    return total if 0 < total < _MOST_HOSTS else None


@dataclass(frozen=True)
class Request:
    """What is asked of Slurm.

    Attributes:
        options: by their long names; a flag is "1".
        partly: whether more may be asked for somewhere else.
    """

    options: Mapping[str, str]
    partly: bool = False

    def number(self, name: str) -> int | None:
        """A count, None where it is not given or not known yet."""
        return whole(self.options.get(name, ""))

    @property
    def nodes(self) -> int | None:
        """Nodes asked for: where nothing is said one, or as many as the tasks need."""
        if "nodes" in self.options:
            least, _, most = self.options["nodes"].partition("-")
            return whole(least) if most in ("", least) else None
        tasks, each = self.number("ntasks"), self.number("ntasks-per-node")
        if tasks == 1:
            return 1
        if "nodelist" in self.options:  # the job has all that are named
            named = hosts(self.options["nodelist"])
            return named if tasks is None and "gpus" not in self.options else None
        if self.partly or "gpus" in self.options:
            return None
        if "ntasks" not in self.options:
            return 1
        return -(-tasks // each) if tasks and each else None

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
            return gpus_of(told)
        job = self.options.get("gpus", "")
        if job:
            # Of the whole job: how Slurm shares them out among nodes is its own choice.
            return gpus_of(job) if self.nodes in (None, 1) else None
        each, tasks = self.options.get("gpus-per-task", ""), self.tasks_per_node
        if each:
            count = gpus_of(each)
            return count * tasks if count and tasks else None
        other = {one.split(":")[0] for one in self.options.get("gres", "").split(",")}
        unsure = self.partly or other - _NO_GPU - {"", "none"}
        return None if unsure or "gpus-per-socket" in self.options else 0

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
        return None if known or self.partly else 1

    @property
    def tasks(self) -> int | None:
        """Tasks in all."""
        told = self.number("ntasks")
        if told is not None:
            return told
        each = self.tasks_per_node
        return each * self.nodes if each is not None and self.nodes else None


def unreadable_counts(asked: Request) -> Iterator[str]:
    """Counts that are none certlab reads, as they are written; what a variable says is none."""
    for name, told in asked.options.items():
        if unknown(told) or name not in _COUNTS:
            continue
        read = whole(told)
        if name == "nodes" and re.fullmatch(r"\d{1,6}-\d{1,6}", told, re.ASCII):
            continue  # a range, of which the lines of the program say more
        if name.startswith("gpus"):
            read = gpus_of(told) if gpus_of(told) != 0 else 1
        if not read:
            yield f"--{name}={as_typed(told)[:60]} is no count that certlab reads."


def directives(
    text: str, comments: Mapping[int, str]
) -> Iterator[tuple[int, str, bool]]:
    """#SBATCH lines: number, what they say, and whether a command came before.

    sbatch stops to read them at the first line that is no comment. `comments` are those of
    the shell, so that what a heredoc holds for another job is none of this one's.
    """
    late = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#SBATCH"):
            if number in comments:
                yield number, line.removeprefix("#SBATCH").strip(), late
        elif line.strip() and not line.lstrip().startswith("#"):
            late = True


def request(text: str, comments: Mapping[int, str]) -> Request:
    """What the #SBATCH lines ask for that sbatch reads.

    Raises:
        CourseError: one of them cannot be read.
    """
    found: dict[str, str] = {}
    for number, says, late in directives(text, comments):
        if late:
            continue
        try:
            words = shlex.split(says.partition(" #")[0])
        except ValueError:
            told = f"Line {number}: a quote of #SBATCH {as_typed(says)[:60]} is not closed; close it."
            raise CourseError(told) from None
        found |= options(words)[0]
    return Request(found)


def options(words: Sequence[str]) -> tuple[dict[str, str], int]:
    """Options of sbatch or srun, and where the command behind them begins.

    Raises:
        CourseError: a value is missing.
    """
    found: dict[str, str] = {}
    at = 0
    while at < len(words) and (words[at].startswith("-") or _opens(words, at)):
        word = words[at]
        at += 1
        if isinstance(word, Open):
            found[PARTLY] = f"{found.get(PARTLY, '')} {word}".strip()
            continue
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


def _opens(words: Sequence[str], at: int) -> bool:
    """Whether words that nobody knows stand for options, and not for the command."""
    return isinstance(words[at], Open) and at + 1 < len(words)


def gpus_of(text: str) -> int | None:
    """A count of GPUs: 8, h100:8, or several kinds of them."""
    counts = [_COUNT.fullmatch(one) for one in text.split(",")]
    found = [whole(one[1]) for one in counts if one]
    return None if None in (*counts, *found) else sum(one for one in found if one)
