"""A batch script, read as far as containers, tasks and GPUs go."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from certlab.errors import Refusal

_SHORT = {"-N": "--nodes", "-n": "--ntasks", "-G": "--gpus", "-v": "--verbose"}
# Options of Pyxis that stand alone.
PYXIS_FLAGS = {
    *("--container-mount-home", "--no-container-mount-home", "--container-writable"),
    *("--container-remap-root", "--no-container-remap-root", "--container-readonly"),
    *("--container-entrypoint", "--no-container-entrypoint"),
    "--container-entrypoint-log",
}
_FLAGS = PYXIS_FLAGS | {
    *("--verbose", "--exclusive", "--label", "-l", "--unbuffered", "-u", "--overlap"),
    *("--export-file", "--requeue", "--no-requeue"),
}
_ASSIGNED = re.compile(r"([A-Za-z_]\w*)=(?:\$\(.*\)\S*|\S*)$")
_COUNT = re.compile(r"(?:^|[:=])(\d+)(?:,|$)")


@dataclass(frozen=True)
class Options:
    """Options by long name, in order; a name may be there twice."""

    pairs: tuple[tuple[str, str], ...] = ()

    def values(self, *names: str) -> list[str]:
        """What stands behind these names."""
        return [value for name, value in self.pairs if name in names]

    def number(self, *names: str) -> int:
        """The number in the last of these, gpu:h100:8 is 8; 0 where there is none."""
        counts = [_COUNT.search(one) for one in self.values(*names)]
        return next((int(one[1]) for one in reversed(counts) if one), 0)

    def has(self, *names: str) -> bool:
        """Whether one of them is there."""
        return any(name in names for name, _ in self.pairs)

    @property
    def nodes(self) -> int:
        """Of the job or the step."""
        return self.number("--nodes") or 1

    @property
    def tasks(self) -> int:
        """Of a node."""
        each = self.number("--ntasks-per-node")
        return each or max(1, self.number("--ntasks") // self.nodes)

    @property
    def gpus(self) -> int:
        """Of a node; 0 where none are asked for."""
        each = self.number("--gpus-per-node", "--gres")
        by_task = self.number("--gpus-per-task") * self.tasks
        return each or by_task or self.number("--gpus") // self.nodes


@dataclass(frozen=True)
class Step:
    """One command of the script.

    Attributes:
        text: the line as it stands, continued lines joined.
        options: of srun; none where srun does not start it.
        program: what runs, with its arguments.
        by_srun: whether srun starts it.
    """

    text: str
    options: Options
    program: tuple[str, ...]
    by_srun: bool


@dataclass(frozen=True)
class Script:
    """A script.

    Attributes:
        directives: lines of #SBATCH as they stand.
        asked: their options.
        steps: the commands.
        assigned: variables that are set and not exported.
    """

    directives: tuple[str, ...]
    asked: Options
    steps: tuple[Step, ...]
    assigned: frozenset[str] = frozenset()


def read(text: str) -> Script:
    """Read a batch script, or a single line of srun.

    Raises:
        Refusal: a quote is not closed, or nothing is run.
    """
    directives, pairs, steps = [], [], []
    for line in text.replace("\\\n", " ").splitlines():
        stripped = line.strip()
        if stripped.startswith("#SBATCH"):
            directives.append(stripped)
            # sbatch takes a backslash off, and ends at a bare # behind a space only.
            pairs += _options(_words(stripped.removeprefix("#SBATCH")))[0]
        elif stripped and not stripped.startswith("#"):
            steps.append(_step(stripped))
    if not steps:
        raise Refusal("The script runs nothing; add a line with srun.")
    assigned = {found[1] for one in steps if (found := _ASSIGNED.match(one.text))}
    asked = Options(tuple(pairs))
    return Script(tuple(directives), asked, tuple(steps), frozenset(assigned))


def _step(text: str) -> Step:
    words = _words(text)
    # Assignments in front of a command, as in NCCL_DEBUG=INFO srun …
    while words and re.match(r"\w+=", words[0]):
        words.pop(0)
    if words[:1] != ["srun"]:
        return Step(text, Options(), tuple(words), by_srun=False)
    pairs, rest = _options(words[1:])
    return Step(text, Options(tuple(pairs)), tuple(rest), by_srun=True)


def _options(words: list[str]) -> tuple[list[tuple[str, str]], list[str]]:
    pairs, rest = [], list(words)
    while rest and rest[0].startswith("-"):
        name, equals, value = rest.pop(0).partition("=")
        name = _SHORT.get(name, name)
        if not equals and name not in _FLAGS and rest:
            value = rest.pop(0)
        pairs.append((name, value))
        if name == "--verbose" and rest and rest[0].startswith("/") and ":" in rest[0]:
            pairs.append(("volume", rest.pop(0)))  # Docker's -v /data:/data
    return pairs, rest


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        raise Refusal(f"A quote is not closed; close it in: {text[:40]}") from None


def variables(text: str) -> Iterator[tuple[str, bool]]:
    """Variables of a line, and whether the batch script's own shell replaces each.

    What stands in single quotes or behind a backslash is left to the shell of the task.
    """
    single = double = escaped = False
    for at, sign in enumerate(text):
        if sign == "$" and (found := re.match(r"\$\{?([A-Za-z_]\w*)", text[at:])):
            yield found[1], not (single or escaped)
        if escaped:
            escaped = False
        elif sign == "\\" and not single:
            escaped = True
        elif sign == "'" and not double:
            single = not single
        elif sign == '"' and not single:
            double = not double
