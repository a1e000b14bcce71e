"""A command as a program gets it, and what its words rest on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from certlab.labs.distributed.launching.shell.effects import assign
from certlab.labs.distributed.launching.shell.marks import KEPT
from certlab.labs.distributed.launching.shell.parameters import line, names
from certlab.labs.distributed.launching.shell.syntax import Simple
from certlab.labs.distributed.launching.shell.variables import Variables
from certlab.labs.distributed.launching.shell.words import Words


@dataclass(frozen=True)
class Command:
    """A command, its words expanded as far as they are known.

    Attributes:
        words: with `KEPT` where a dollar was kept for another shell.
        line: where it begins, from 1.
        environment: what it sees when it runs, by name.
        heredoc: what `<<` gives it to read, and the line where that begins.
        target: the file that its output goes to, "" where that is the terminal.
        repeated: whether it stands in a loop.
        background: whether the script goes on at once.
        assigned: names that the script has set so far.
        doubts: why its words may be others when it runs, in sentences.
    """

    words: tuple[str, ...]
    line: int
    environment: Mapping[str, str]
    heredoc: tuple[str, int] | None = None
    target: str = ""
    repeated: bool = False
    background: bool = False
    assigned: frozenset[str] = field(default=frozenset(), compare=False)
    doubts: tuple[str, ...] = field(default=(), compare=False)


def command_of(
    node: Simple, words: list[str], have: Variables, *, repeated: bool
) -> Command:
    """A simple command whose words are expanded.

    Args:
        node: as the script has it.
        words: what it became.
        have: the variables when it runs.
        repeated: whether it stands in a loop.
    """
    here = have.copy() if node.assignments else have
    for one in node.assignments:
        assign(one, here)
        here.exported.add(one.name)
    spoken = {name for word in node.words for name in names(word)}
    heredoc = None
    if node.heredoc is not None:
        text = node.heredoc.text.replace("$", KEPT)
        if not node.heredoc.quoted:
            text = line(Words(node.heredoc.text, node.heredoc.line).heredoc(), have)
        heredoc = (text, node.heredoc.line)
    target = line(node.target, have) if node.target else ""
    used = have.used(spoken)
    return Command(
        tuple(words),
        node.line,
        here.environment(),
        heredoc,
        target,
        repeated,
        node.background,
        frozenset(have.values),
        (
            *_doubts(used, have),
            *_defaults(node.line, used, have),
            *_assumed(used, have),
        ),
    )


def _defaults(at: int, used: set[str], have: Variables) -> Iterator[str]:
    """Numbers and names that stand in for what the script never sets; paths count nowhere."""
    taken = [
        f"{name} ({told})"
        for name, told in have.defaults.items()
        if name in used and "/" not in told
    ]
    if taken:
        verb = (
            "is taken as its default, as it is"
            if len(taken) == 1
            else "are taken as their defaults, as they are"
        )
        yield f"line {at}: {', '.join(taken)} {verb} not set here."


def _doubts(used: set[str], have: Variables) -> Iterator[str]:
    for at, file, clock in have.sourced:
        before = sorted(one for one in used if have.order.get(one, clock + 1) <= clock)
        if before:
            yield f"line {at} reads {file}, which may set {', '.join(before)} anew."


def _assumed(used: set[str], have: Variables) -> Iterator[str]:
    for at, names_, sets in have.assumed:
        for name in sorted((names_ & set(have.defaults)) - used):
            if sets & used:
                yield (
                    f"line {at}: {name} ({have.defaults[name]}) is taken as its default, as "
                    "it is not set here."
                )
        told = sorted(names_ - set(have.defaults))
        if told and sets & used:
            verb = "is" if len(told) == 1 else "are"
            yield f"line {at}: {', '.join(told)} {verb} taken as not set."
