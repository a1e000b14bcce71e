"""A torchrun command line, taken apart by torchrun's own options.

The tables are those of `torch.distributed.run.get_args_parser` in PyTorch 2.13, and a test
holds them to it. Each option may also come from the variable PET_<NAME>, which is how
Kubeflow's operators set it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from certlab.errors import CourseError
from certlab.labs.distributed.launching.shell import unknown

VALUES = {
    *("nnodes", "nproc-per-node", "node-rank", "max-restarts", "monitor-interval"),
    *("rdzv-backend", "rdzv-endpoint", "rdzv-id", "rdzv-conf", "role", "start-method"),
    *("master-addr", "master-port", "local-addr", "log-dir", "redirects", "tee"),
    *("event-log-handler", "local-ranks-filter", "logs-specs", "numa-binding"),
    *("duplicate-stdout-filters", "duplicate-stderr-filters", "signals-to-handle"),
    "shutdown-timeout",
}
FLAGS = {"standalone", "module", "no-python", "run-path", "virtual-local-rank"}
SHORT = {"m": "module", "r": "redirects", "t": "tee"}
# What people write behind the script by mistake, where torchrun does not read it.
LAUNCHING = {
    *("nnodes", "nproc-per-node", "node-rank", "rdzv-backend", "rdzv-endpoint"),
    *("rdzv-id", "master-addr", "master-port", "standalone", "max-restarts"),
}


@dataclass(frozen=True)
class Line:
    """A command line of torchrun.

    Attributes:
        options: by name with dashes; a flag is "1".
        program: the training script, module or command.
        arguments: its own.
        deprecated: whether it is `python -m torch.distributed.launch`.
    """

    options: Mapping[str, str]
    program: str
    arguments: tuple[str, ...]
    deprecated: bool = False

    def option(self, name: str, known: Mapping[str, str]) -> str:
        """An option's value: as written, else of its variable, else ""."""
        variable = "PET_" + name.upper().replace("-", "_")
        value = self.options.get(name) or known.get(variable, "")
        return "" if name in FLAGS and value == "0" else value

    @property
    def stray(self) -> list[str]:
        """Options of torchrun that stand behind the script."""
        names = [word.partition("=")[0] for word in self.arguments]
        return [one for one in names if _dashed(one) in LAUNCHING]


def find(words: Sequence[str]) -> Line | None:
    """The torchrun command line among words, if there is one.

    Raises:
        CourseError: it is none that torchrun would take.
    """
    for at, word in enumerate(words):
        name = PurePosixPath(word).name
        if name == "torchrun":
            return parse(words[at + 1 :])
        if name.startswith("python") and "-m" in words[at + 1 : at + 4]:
            module = words.index("-m", at) + 1
            called = words[module] if module < len(words) else ""
            if called in ("torch.distributed.run", "torch.distributed.launch"):
                deprecated = called.endswith("launch")
                return parse(words[module + 1 :], deprecated=deprecated)
    return None


def parse(words: Sequence[str], *, deprecated: bool = False) -> Line:
    """The words behind `torchrun`, taken apart.

    Raises:
        CourseError: an option is unknown, a value or the script is missing.
    """
    options: dict[str, str] = {}
    at = 0
    while at < len(words) and words[at].startswith("-"):
        if words[at] == "--":
            at += 1
            break
        name, equals, value = words[at].partition("=")
        name = _name(name, deprecated=deprecated)
        at += 1
        if name in FLAGS or name == "use-env":
            value = "1"
        elif not equals:
            value, at = (words[at] if at < len(words) else ""), at + 1
        if not value:
            raise CourseError(f"torchrun: --{name} needs a value; write --{name}=...")
        options[name] = value
    if at >= len(words):
        raise CourseError("torchrun: there is no training script; name it at the end.")
    return Line(options, words[at], tuple(words[at + 1 :]), deprecated)


def nodes(text: str) -> tuple[int, int] | None:
    """Least and most nodes of a value of --nnodes; None where a variable is in it.

    Raises:
        CourseError: it is no such value.
    """
    if unknown(text):
        return None
    parts = text.split(":")
    if len(parts) > 2 or not all(part.isdigit() for part in parts):
        raise CourseError(f'torchrun: --nnodes is "{text}"; write 4, or 1:4.')
    least, most = int(parts[0]), int(parts[-1])
    if not 0 < least <= most:
        raise CourseError(
            f"torchrun: --nnodes goes from {least} to {most}; the least is 1 or more, and "
            "not above the most."
        )
    return least, most


def _dashed(word: str) -> str:
    return word.removeprefix("--").replace("_", "-") if word[:2] == "--" else ""


def _name(word: str, *, deprecated: bool) -> str:
    name = _dashed(word) or SHORT.get(word.removeprefix("-"), "")
    if deprecated and name == "use-env":
        return name
    if name not in VALUES | FLAGS:
        raise CourseError(
            f"torchrun has no option {word}; torchrun --help lists them, and options of "
            "your program come after it."
        )
    return name
