"""What a command is given and gives, and how it says which forms it knows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from certlab.labs.operations.node.state import Node, World

UNKNOWN = 97  # the exit of a line that the real tool may know and ours does not
NOT_FOUND = 127
# What a form rests on, in words, by its mark.
MARKS = {
    "C": "seen",
    "S": "from its source",
    "D": "from documentation",
    "A": "by analogy, and no evidence",
    "own": "ours",
}


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a command that we print, and what its text rests on.

    Attributes:
        line: as one types it, with what varies in capitals.
        mark: of MARKS.
        source: which.
    """

    line: str
    mark: str
    source: str


@dataclass(frozen=True, slots=True)
class Call:
    """A command line, taken apart.

    Attributes:
        host: where it was typed.
        name: of the command.
        words: what follows it.
        input: what a pipe brings; None where there is none.
    """

    world: World
    host: str
    name: str
    words: tuple[str, ...] = ()
    input: str | None = None

    @property
    def node(self) -> Node:
        """The machine that it was typed on."""
        return self.world.nodes[self.host]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of it.

    Attributes:
        text: what it printed, without a line end at its end.
        exit: its status.
        seconds: that it took.
        world: what it made of the world, before that time has passed; None for nothing.
        form: the `Form.line` that the text has, "" where it is no form.
        host: the machine that the next line is typed on, "" for the same.
    """

    text: str = ""
    exit: int = 0
    seconds: float = 1
    world: World | None = None
    form: str = ""
    host: str = ""


def everywhere(_world: World, _host: str) -> bool:
    """Each machine has it."""
    return True


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the machine.

    Attributes:
        run: what it does; it never raises for a learner's line.
        summary: what it is for, a sentence.
        forms: what of it we print.
        flags: for completion, and what a flag means.
        official: the address of its real documentation.
        here: whether a machine has it; by default each does.
    """

    name: str
    run: Callable[[Call], Answer]
    summary: str
    forms: tuple[Form, ...] = ()
    flags: Mapping[str, str] = field(default_factory=dict)
    official: str = ""
    here: Callable[[World, str], bool] = everywhere


class Unknown(Exception):
    """What a command is asked for and does not do; `described` makes an answer of it."""


class Refusal(Exception):
    """A command ends early, with this answer; `described` gives it."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.text)
        self.answer = answer


def unknown(call: Call, what: str) -> Answer:
    """We do not do that, and say so; nothing is done, and no time passes."""
    text = (
        f"[certlab] {call.name} {what}: the real tool may know it; this one does not. "
        f"Nothing was done. man {call.name} lists what it does."
    )
    return Answer(text, UNKNOWN, 0)


def on_systems(world: World, host: str) -> bool:
    """Only a machine with GPUs has it."""
    return bool(world.nodes[host].gpus)


def page(command: Command) -> str:
    """The short manual of a command: what it does here, and what each text rests on."""
    lines = ["NAME", f"       {command.name} - {command.summary}"]
    if command.forms:
        lines += ["", "WHAT IT PRINTS HERE, AND WHAT THAT RESTS ON"]
    for form in command.forms:
        lines += [f"       {form.line}"]
        lines += [f"           {MARKS[form.mark]}: {form.source}"]
    if command.flags:
        lines += ["", "FLAGS"]
    lines += [f"       {flag:<14} {means}" for flag, means in command.flags.items()]
    lines += ["", f"The real one: {command.official}"] if command.official else []
    return "\n".join(lines)
