"""A script followed command by command, without running any of them."""

import re
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from certlab.errors import CourseError
from certlab.labs.distributed.launching.shell.conditions import (
    RAN,
    Status,
    both,
    either,
    is_test,
    tested,
)
from certlab.labs.distributed.launching.shell.effects import (
    DECLARES,
    assign,
    counted,
    declare,
    sets,
)
from certlab.labs.distributed.launching.shell.expansion import fields, line, names
from certlab.labs.distributed.launching.shell.marks import KEPT, Open, holes, shown
from certlab.labs.distributed.launching.shell.reader import Reader
from certlab.labs.distributed.launching.shell.syntax import (
    Block,
    Case,
    Choice,
    Function,
    Group,
    Loop,
    Node,
    Not,
    Simple,
    Substitution,
    Sum,
    Test,
)
from certlab.labs.distributed.launching.shell.variables import Variables
from certlab.labs.distributed.launching.shell.ways import (
    Matters,
    assigned,
    below,
    leaves,
    literal,
    plain,
)

_DEEPEST = 12  # calls of functions and evals inside each other
_STEPS = 5000  # commands of one way through a script; a job script has hundreds
_LONGEST = 200_000  # characters of all variables set so far
_ROUNDS = 16  # of a loop that is followed round by round
_PREFIXES = {"exec", "nohup", "time", "command", "builtin"}
_SETUP = re.compile(r"conda|mamba|module|ssh-agent|brew|direnv|starship|pyenv")
_LAUNCHES = re.compile(r"\btorchrun\b|torch\.distributed\.(run|launch)")
# They set up a session, and none of what a launch line takes its numbers from.
_SESSION = re.compile(
    r"(.*/)?(activate|\.?bashrc|\.?bash_profile|\.?profile|conda\.sh|mamba\.sh|modules?\.sh|init/\w+)"
)


@dataclass(frozen=True)
class Command:
    """A command, its words expanded as far as they are known.

    Attributes:
        words: with `KEPT` where a dollar was kept for another shell.
        line: where it begins, from 1.
        known: the environment when it runs, by name.
        heredoc: what `<<` gives it to read, and the line where that begins.
        target: the file that its output goes to, "" where that is the terminal.
        repeated: whether it stands in a loop.
        assigned: names that the script has set so far.
        doubts: why its words may be others when it runs, in sentences.
    """

    words: tuple[str, ...]
    line: int
    known: Mapping[str, str]
    heredoc: tuple[str, int] | None = None
    target: str = ""
    repeated: bool = False
    assigned: frozenset[str] = field(default=frozenset(), compare=False)
    doubts: tuple[str, ...] = field(default=(), compare=False)


class _End(Exception):
    """The script ends here."""


Running = Generator[Command, None, Status]


class Run:
    """One way through a script."""

    def __init__(self, matters: Matters, choices: tuple[int, ...]) -> None:
        """Go where `choices` say at the first undecided places, and straight on behind."""
        self._matters, self._choices = matters, choices
        # At each undecided place: which way, of how many, and its line.
        self.taken: list[tuple[int, int]] = []
        self.places: list[int] = []
        self._known: dict[object, int] = {}
        self._blurred = self._looping = self._depth = 0
        self._leaving = False
        self._steps = 0

    def script(self, block: Block, have: Variables) -> Iterator[Command]:
        """The commands in their order."""
        try:
            yield from self._block(block, have)
        except _End:
            return

    def _block(self, block: Block, have: Variables) -> Running:
        status: Status = True
        for node in block:
            status = yield from self._node(node, have)
        return status

    def _node(self, node: Node, have: Variables) -> Running:
        self._steps += 1
        if self._steps > _STEPS or have.size > _LONGEST:
            raise CourseError(
                f"Line {node.line}: the script turns in circles here, or its variables grow "
                "without an end."
            )
        if is_test(node):
            return tested(node, have, leaving=self._leaving)
        if isinstance(node, Simple):
            return (yield from self._simple(node, have))
        if isinstance(node, Choice):
            return (yield from self._choice(node, have))
        if isinstance(node, Case):
            return (yield from self._case(node, have))
        if isinstance(node, Loop):
            return (yield from self._loop(node, have))
        if isinstance(node, Group):
            return (yield from self._group(node, have))
        if isinstance(node, Not):
            status = yield from self._node(node.node, have)
            return not status if isinstance(status, bool) else None
        if isinstance(node, Function):
            have.functions[node.name] = node
        elif isinstance(node, Sum):
            counted(node.text, have)
            return None
        return True

    def _group(self, node: Group, have: Variables) -> Running:
        status: Status = True
        for part in node.parts:
            if not node.apart:
                status = yield from self._block(part, have)
                continue
            try:
                status = yield from self._block(part, have.copy())
            except _End:
                status = None
        return status

    # What a condition decides

    def _choice(self, node: Choice, have: Variables) -> Running:
        for condition, body in node.branches:
            if condition is None:
                return (yield from self._block(body, have))
            self._leaving = leaves(body)
            status = yield from self._block(condition, have)
            self._leaving = False
            verdict = _verdict(status, node.chained)
            if verdict is None and node.chained and all(map(is_test, body)):
                right = yield from self._block(body, have)
                return (
                    both(status, right)
                    if node.chained == "&&"
                    else either(status, right)
                )
            if verdict is None and self._blurred:
                if self._counts(body):
                    yield from self._block(body, have)
                continue
            if verdict is None:
                verdict = self._decided(node.line, condition, body, have)
            if verdict:
                return (yield from self._block(body, have))
            if node.chained:
                return status
        return True

    def _counts(self, body: Block) -> bool:
        """Whether it makes a difference that a branch is taken; usage and exit do not."""
        return self._matters.to(body[:-1] if leaves(body) else body)

    def _decided(self, at: int, condition: Block, body: Block, have: Variables) -> bool:
        """Whether a branch is taken of which nobody knows; both ways get their turn."""
        if not self._counts(body):
            return False
        said = [
            line(word, have)
            for node in below(condition)
            if isinstance(node, Simple | Test)
            for word in node.words
        ]
        return bool(self._place(at, tuple(said) or at, 2))

    def _place(self, at: int, told: object, ways: int) -> int:
        if told not in self._known:
            number = len(self.taken)
            way = self._choices[number] if number < len(self._choices) else 0
            self.taken.append((way, ways))
            self.places.append(at)
            self._known[told] = way
        return self._known[told]

    def _case(self, node: Case, have: Variables) -> Running:
        told = line(node.word, have)
        if not holes(told):
            for patterns, body in node.branches:
                if any(fnmatchcase(told, line(one, have)) for one in patterns):
                    return (yield from self._block(body, have))
            return True
        bodies = [body for _, body in node.branches if self._counts(body)]
        rest = len(bodies) < len(node.branches) or not any(
            plain(one) == "*" for patterns, _ in node.branches for one in patterns
        )
        if self._blurred:
            for body in bodies:
                yield from self._block(body, have)
        elif bodies:
            ways = [*bodies, ()] if rest else bodies
            yield from self._block(ways[self._place(node.line, told, len(ways))], have)
        return RAN

    def _loop(self, node: Loop, have: Variables) -> Running:
        rounds = None
        if node.words is not None:
            rounds = [one for word in node.words for one in fields(word, have)]
        if rounds is None or any(map(_unsure, rounds)) or len(rounds) > _ROUNDS:
            return (yield from self._unknown_rounds(node, have))
        status: Status = True
        self._looping += len(rounds) > 1
        for value in rounds:
            have.say(node.name, value)
            status = yield from self._block(node.body, have)
        self._looping -= len(rounds) > 1
        return status

    def _unknown_rounds(self, node: Loop, have: Variables) -> Running:
        """A loop of which nobody knows how often it turns: its body once."""
        forgotten = sorted(assigned((node,)))
        have.blur(forgotten)
        self._blurred += 1
        self._looping += 1
        yield from self._block(node.condition, have)
        yield from self._block(node.body, have)
        self._blurred -= 1
        self._looping -= 1
        have.blur(forgotten)
        return RAN

    # Commands

    def _simple(self, node: Simple, have: Variables) -> Running:
        words = [one for word in node.words for one in fields(word, have)]
        while words and words[0] in _PREFIXES:
            words.pop(0)
        yield from self._substituted(node, have)
        if not words or words[0] in DECLARES:
            declare(node, words, have)
            for word in words[1:]:
                if holes(word.partition("=")[0]):
                    have.sourced.append((node.line, shown(word), have.clock))
            return RAN if any(_substitutions(node)) else True
        name = words[0]
        if name in ("exit", "return", "break", "continue"):
            if name in ("exit", "return") and not self._blurred:
                raise _End
            return None
        if name in ("source", ".") and len(words) > 1:
            if not _SESSION.fullmatch(words[1]):
                have.sourced.append((node.line, words[1], have.clock))
            return RAN
        if name == "eval":
            return (yield from self._eval(" ".join(words[1:]), node.line, have))
        if name in have.functions:
            return (yield from self._call(have.functions[name], words, have))
        if not sets(node, words, have):
            yield _command(node, words, have, repeated=self._looping > 0)
        return RAN

    def _substituted(self, node: Simple, have: Variables) -> Running:
        """Launches inside `$(…)`."""
        for part in _substitutions(node):
            if _LAUNCHES.search(part.text) and part.text[:1] == "$":
                inner = Reader(part.text[2:-1], node.line).script()
                yield from self._group(Group(node.line, (inner,), apart=True), have)
        return RAN

    def _call(self, one: Function, words: list[str], have: Variables) -> Running:
        self._deeper(one.line)
        unsure = any(isinstance(word, Open) for word in words)
        kept, have.arguments = have.arguments, None if unsure else tuple(words[1:])
        status: Status = None
        try:
            status = yield from self._block(one.body, have)
        except _End:
            if any(
                literal(node) == "exit" for node in one.body if isinstance(node, Simple)
            ):
                raise
        finally:
            self._depth -= 1
            have.arguments = kept
        return status

    def _eval(self, text: str, at: int, have: Variables) -> Running:
        if text.startswith("$(") and not _SETUP.search(text):
            have.sourced.append((at, shown(text), have.clock))
        self._deeper(at)
        block = Reader(text.replace("\0", "$"), at).script()
        status = yield from self._block(block, have)
        self._depth -= 1
        return status

    def _deeper(self, at: int) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise CourseError(f"Line {at}: a function calls itself without an end.")


def _verdict(status: Status, chained: str) -> bool | None:
    """Whether what follows a condition runs."""
    if status == RAN:
        return True if chained == "&&" else None
    if status is None or isinstance(status, str):
        return None
    return not status if chained == "||" else status


def _substitutions(node: Simple) -> Iterator[Substitution]:
    """The substitutions in a command's assignments and words."""
    words = [*node.words]
    for one in node.assignments:
        words += [one.value, *(one.array or ())]
    for word in words:
        yield from (part for part in word if isinstance(part, Substitution))


def _unsure(text: str) -> bool:
    return isinstance(text, Open) or bool(re.search(r"[*?\[{]", text))


def _command(
    node: Simple, words: list[str], have: Variables, *, repeated: bool
) -> Command:
    here = have.copy() if node.assignments else have
    for one in node.assignments:
        assign(one, here)
        here.exported.add(one.name)
    spoken = {name for word in node.words for name in names(word)}
    heredoc = None
    if node.heredoc is not None:
        text = node.heredoc.text.replace("$", KEPT)
        if not node.heredoc.quoted:
            text = line(Reader(node.heredoc.text, node.heredoc.line).heredoc(), have)
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
        frozenset(have.values),
        (*_doubts(used, have), *_defaults(node.line, used, have)),
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
