"""A script followed command by command, without running any of them."""

import re
from collections.abc import Generator, Iterator
from fnmatch import fnmatchcase

from certlab.errors import CourseError
from certlab.labs.distributed.launching.shell.command import Command, command_of
from certlab.labs.distributed.launching.shell.conditions import (
    RAN,
    Status,
    both,
    either,
    is_test,
    tested,
    verdict_of,
)
from certlab.labs.distributed.launching.shell.crossroads import Crossroads
from certlab.labs.distributed.launching.shell.effects import (
    assign_sum,
    declare,
    run_builtin,
)
from certlab.labs.distributed.launching.shell.expansion import fields, may_be_several
from certlab.labs.distributed.launching.shell.marks import (
    any_open,
    as_typed,
    holes,
)
from certlab.labs.distributed.launching.shell.parameters import line
from certlab.labs.distributed.launching.shell.reader import Reader
from certlab.labs.distributed.launching.shell.syntax import (
    DECLARES,
    Block,
    Case,
    Choice,
    Function,
    Group,
    Loop,
    Node,
    Not,
    Simple,
    Sum,
)
from certlab.labs.distributed.launching.shell.variables import Variables
from certlab.labs.distributed.launching.shell.ways import (
    Matters,
    assigned,
    condition_words,
    ends_script,
    literal,
    plain,
    substitutions,
    variables_of,
)

_DEEPEST = 12  # calls of functions and evals inside each other
_STEPS = 5000  # commands of one way through a script; a job script has hundreds
_LONGEST = 200_000  # characters of all variables set so far
_ROUNDS = 16  # of a loop that is followed round by round
_PREFIXES = {"exec", "nohup", "time", "command", "builtin"}
_SETUP = re.compile(r"conda|mamba|module|ssh-agent|brew|direnv|starship|pyenv")
_LAUNCHES = re.compile(r"\btorchrun\b|torch\.distributed\.(run|launch)")


class _End(Exception):
    """The script ends here."""


Running = Generator[Command, None, Status]


class Run:
    """One way through a script."""

    def __init__(self, matters: Matters, crossroads: Crossroads) -> None:
        """Go where `crossroads` say at the undecided places."""
        self._matters, self._crossroads = matters, crossroads
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
            assign_sum(node.text, have)
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
            self._leaving = ends_script(body)
            unset = have.used(variables_of(condition)) - set(have.values)
            status = yield from self._block(condition, have)
            self._leaving = False
            if unset and isinstance(status, bool) and self._counts(body):
                sets_ = frozenset(assigned((node,)))
                have.assumed.append((node.line, frozenset(unset), sets_))
            verdict = verdict_of(status, node.chained)
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
        return self._matters.to(body[:-1] if ends_script(body) else body)

    def _decided(self, at: int, condition: Block, body: Block, have: Variables) -> bool:
        """Whether a branch is taken of which nobody knows; both ways get their turn."""
        if not self._counts(body):
            return False
        asked = tuple(line(word, have) for word in condition_words(condition))
        return bool(self._crossroads.way(at, asked or at, 2))

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
            # Another `case` of the same word has other branches, and is another question.
            every = (word for patterns, _ in node.branches for word in patterns)
            asked = (told, *(line(word, have) for word in every))
            way = self._crossroads.way(node.line, asked, len(ways))
            yield from self._block(ways[way], have)
        return RAN

    def _loop(self, node: Loop, have: Variables) -> Running:
        rounds = None
        if node.words is not None:
            rounds = [one for word in node.words for one in fields(word, have)]
        if rounds is None or any(map(may_be_several, rounds)) or len(rounds) > _ROUNDS:
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
        straight = False  # past the functions, to the program of that name
        while words and words[0] in _PREFIXES:
            straight |= words.pop(0) != "time"
        yield from self._substituted(node, have)
        if words[:1] in (["-v"], ["-V"]):
            return RAN  # `command -v` asks where a program is
        if not words or words[0] in DECLARES:
            declare(node, words, have)
            return RAN if any(substitutions(node)) else True
        name = words[0]
        if name in ("exit", "return", "break", "continue"):
            if name in ("exit", "return") and not self._blurred:
                raise _End
            return None
        if name == "eval":
            return (yield from self._eval(" ".join(words[1:]), node.line, have))
        if name in have.functions and not straight:
            return (yield from self._call(have.functions[name], words, have))
        if not run_builtin(node, words, have):
            yield command_of(node, words, have, repeated=self._looping > 0)
        return RAN

    def _substituted(self, node: Simple, have: Variables) -> Running:
        """Launches inside `$(…)`."""
        for part in substitutions(node):
            if _LAUNCHES.search(part.text) and part.text[:1] == "$":
                inner = Reader(part.text[2:-1], node.line).script()
                yield from self._group(Group(node.line, (inner,), apart=True), have)
        return RAN

    def _call(self, one: Function, words: list[str], have: Variables) -> Running:
        self._deeper(one.line)
        given = None if any_open(words) else tuple(words[1:])
        outside, have.arguments = have.arguments, given
        status: Status = None
        have.frames.append({})
        try:
            status = yield from self._block(one.body, have)
        except _End:
            if any(
                literal(node) == "exit" for node in one.body if isinstance(node, Simple)
            ):
                raise
        finally:
            self._depth -= 1
            have.arguments = outside
            have.leave_function()
        return status

    def _eval(self, text: str, at: int, have: Variables) -> Running:
        if text.startswith("$(") and not _SETUP.search(text):
            have.sourced.append((at, as_typed(text), have.clock))
        self._deeper(at)
        block = Reader(text.replace("\0", "$"), at).script()
        status = yield from self._block(block, have)
        self._depth -= 1
        return status

    def _deeper(self, at: int) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise CourseError(f"Line {at}: a function calls itself without an end.")
