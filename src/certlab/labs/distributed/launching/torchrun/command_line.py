"""A torchrun command line, taken apart by torchrun's own options.

The tables are those of `torch.distributed.run.get_args_parser` in PyTorch 2.13, and a test
holds them to it. Each option may also come from the variable PET_<NAME>, which is how
Kubeflow's operators set it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from certlab.errors import CourseError
from certlab.labs.distributed.launching.programs import (
    FOREIGN,
    QUIET,
    is_python,
    name,
    unwrapped,
)
from certlab.labs.distributed.launching.shell import Open, as_typed, unknown

VALUES = {
    *("nnodes", "nproc-per-node", "node-rank", "max-restarts", "monitor-interval"),
    *("rdzv-backend", "rdzv-endpoint", "rdzv-id", "rdzv-conf", "role", "start-method"),
    *("master-addr", "master-port", "local-addr", "log-dir", "redirects", "tee"),
    *("event-log-handler", "local-ranks-filter", "logs-specs", "numa-binding"),
    *("duplicate-stdout-filters", "duplicate-stderr-filters", "signals-to-handle"),
    "shutdown-timeout",
}
FLAGS = {"standalone", "module", "no-python", "run-path", "virtual-local-rank"}
_DEVICES = {"", "auto", "cpu", "gpu", "xpu"}  # a process for each of them
_MOST_NODES = 100_000  # no cluster has more
ELLIPSES = ("...", "…")  # what a page writes for words that it leaves out
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
        open: words before the program that may be any options.
    """

    options: Mapping[str, str]
    program: str
    arguments: tuple[str, ...]
    deprecated: bool = False
    open: tuple[str, ...] = ()

    def option(self, option: str, known: Mapping[str, str]) -> str:
        """An option's value: as written, else of its variable, else ""."""
        variable = "PET_" + option.upper().replace("-", "_")
        value = self.options.get(option) or known.get(variable, "")
        return "" if option in FLAGS and value == "0" else value

    @property
    def stray(self) -> list[str]:
        """Options of torchrun that stand behind the script, and not before it as well."""
        names = [word.partition("=")[0] for word in self.arguments]
        mine = LAUNCHING - set(self.options)
        return [one for one in names if _dashed(one) in mine]


def find(words: Sequence[str]) -> Line | None:
    """The torchrun command line among words, if there is one.

    Raises:
        CourseError: it is none that torchrun would take.
    """
    words = unwrapped(words)
    if words and name(words[0]) in FOREIGN | QUIET:
        return None
    for at, word in enumerate(words):
        if name(word) == "torchrun":
            return parse(words[at + 1 :])
        if is_python(word) and "-m" in words[at + 1 : at + 4]:
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
    opened: list[str] = []
    at = 0
    while at < len(words) and (words[at].startswith("-") or _opens(words, at)):
        if isinstance(words[at], Open):
            opened.append(words[at])
            at += 1
            continue
        if words[at] == "--":
            at += 1
            break
        told, equals, value = words[at].partition("=")
        option = _name(told, deprecated=deprecated)
        at += 1
        if option in FLAGS or option == "use-env":
            value = "1"
        elif not equals:
            value, at = (words[at] if at < len(words) else ""), at + 1
        if not value:
            raise CourseError(
                f"torchrun: --{option} needs a value; write --{option}=..."
            )
        options[option] = value
    if at >= len(words):
        raise CourseError("torchrun: there is no training script; name it at the end.")
    if words[at] in ELLIPSES or words[at][0:1] in ("[", "<"):
        raise CourseError(
            f"torchrun: {words[at]} stands for something that was left out; give the whole "
            "line."
        )
    if isinstance(words[at], Open):
        opened.append(words[at])
    return Line(options, words[at], tuple(words[at + 1 :]), deprecated, tuple(opened))


def _opens(words: Sequence[str], at: int) -> bool:
    """Whether words that nobody knows stand for options, and not for the program."""
    if not isinstance(words[at], Open) or at + 1 == len(words):
        return False
    after = words[at + 1].partition("=")[0]
    return not after.startswith("-") or _dashed(after) in VALUES | FLAGS


def whole(text: str) -> int | None:
    """A number as it stands in a job script, None where it is none, or beyond all machines."""
    return int(text) if re.fullmatch(r"\d{1,6}", text, re.ASCII) else None


def nodes(text: str) -> tuple[int, int] | None:
    """Least and most nodes of a value of --nnodes; None where a variable is in it.

    Raises:
        CourseError: it is no such value.
    """
    if unknown(text):
        return None
    parts = [whole(part) for part in text.split(":")]
    if len(parts) > 2 or None in parts:
        raise CourseError(f'torchrun: --nnodes is "{text}"; write 4, or 1:4.')
    least, most = parts[0] or 0, parts[-1] or 0
    if not 0 < least <= most <= _MOST_NODES:
        raise CourseError(
            f"torchrun: --nnodes goes from {least} to {most}; the least is 1 or more, and "
            f"not above the most, which is at most {_MOST_NODES:,} here."
        )
    return least, most


def processes(text: str) -> int | None:
    """A value of --nproc-per-node; None where the machine or a variable says.

    Raises:
        CourseError: it is no such value.
    """
    count = whole(text)
    if count == 0 or (count is None and not unknown(text) and text not in _DEVICES):
        raise CourseError(
            f'torchrun: --nproc-per-node is "{as_typed(text)[:60]}"; write a number such as 8, or '
            "gpu, cpu or auto."
        )
    return count


def _dashed(word: str) -> str:
    return word.removeprefix("--").replace("_", "-") if word[:2] == "--" else ""


def _abbreviated(word: str) -> str:
    """The one option that begins so, as argparse takes it; "" where there is none or two."""
    spelled = {
        f"--{sign.join(name.split('-'))}": name
        for name in VALUES | FLAGS
        for sign in ("-", "_")
    }
    found = [name for full, name in spelled.items() if full.startswith(word)]
    return found[0] if word[:2] == "--" and len(found) == 1 else ""


def _name(word: str, *, deprecated: bool) -> str:
    option = _dashed(word) or SHORT.get(word.removeprefix("-"), "")
    if deprecated and option == "use-env":
        return option
    if option not in VALUES | FLAGS:
        option = _abbreviated(word)
    if not option:
        raise CourseError(
            f"torchrun has no option {as_typed(word)}; torchrun --help lists them, and options of "
            "your program come after it."
        )
    return option
