"""Where a script may go either way: what certlab must try both of, and what it may leave."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from certlab.labs.distributed.launching.programs import STARTS, is_python
from certlab.labs.distributed.launching.shell.parameters import names
from certlab.labs.distributed.launching.shell.syntax import (
    SETS,
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
    Test,
    Text,
    Word,
    text_of,
)

# Variables that count without being named on a command line.
_ALWAYS = {"CUDA_VISIBLE_DEVICES", "OMP_NUM_THREADS", "SRUN_CPUS_PER_TASK"}


def below(block: Block) -> Iterator[Node]:
    """Every node of a block, those of inner blocks too."""
    for node in block:
        yield node
        for inner in _inner(node):
            yield from below(inner)


def _inner(node: Node) -> Iterator[Block]:
    if isinstance(node, Choice):
        for condition, body in node.branches:
            yield condition or ()
            yield body
    elif isinstance(node, Case):
        yield from (body for _, body in node.branches)
    elif isinstance(node, Loop):
        yield from (node.condition, node.body)
    elif isinstance(node, Function):
        yield node.body
    elif isinstance(node, Group):
        yield from node.parts
    elif isinstance(node, Not):
        yield (node.node,)


def assigned(block: Block) -> set[str]:
    """The variables that a block may set."""
    found: set[str] = set()
    for node in below(block):
        if isinstance(node, Simple):
            found |= {one.name for one in node.assignments}
            if literal(node) in SETS:
                found |= {plain(word) for word in node.words[1:]} - {""}
        elif isinstance(node, Loop) and node.name:
            found.add(node.name)
    return {name for name in found if re.fullmatch(r"[A-Za-z_]\w*", name)}


def plain(word: Word) -> str:
    """A word that holds nothing to expand; "" where it does."""
    return text_of(word) if all(isinstance(part, Text) for part in word) else ""


def literal(node: Simple) -> str:
    """The name of the command, "" where an expansion says it."""
    return PurePosixPath(plain(node.words[0])).name if node.words else ""


def starts(block: Block, functions: frozenset[str]) -> bool:
    """Whether a block may start a program that counts."""
    for node in below(block):
        if isinstance(node, Simple) and node.words:
            name = literal(node)
            if not name or name in functions or name in STARTS or is_python(name):
                return True
    return False


def ends_script(block: Block) -> bool:
    """Whether a block ends the script."""
    return any(
        isinstance(node, Simple) and literal(node) in ("exit", "return")
        for node in block
    )


def condition_words(condition: Block) -> Iterator[Word]:
    """The words that a condition tests."""
    for node in below(condition):
        if isinstance(node, Simple | Test):
            yield from node.words


def variables_of(condition: Block) -> set[str]:
    """The variables that a condition speaks of, but for what every shell has."""
    every = {name for word in condition_words(condition) for name in names(word)}
    return {name for name in every if name[:1].isalpha() or name[:1] == "_"}


def substitutions(node: Simple) -> Iterator[Substitution]:
    """The substitutions in a command's assignments and words."""
    words = [*node.words]
    for one in node.assignments:
        words += one.words
    for word in words:
        yield from (part for part in word if isinstance(part, Substitution))


class Matters:
    """Which variables of a script the commands depend on that are looked for here."""

    def __init__(self, script: Block) -> None:
        """Follow the names from the commands back through the assignments."""
        nodes = [*below(script)]
        self.functions = frozenset(
            one.name for one in nodes if isinstance(one, Function)
        )
        self._names = set(_ALWAYS)
        made: dict[str, set[str]] = {}
        for node in nodes:
            if not isinstance(node, Simple):
                continue
            for one in node.assignments:
                spoken = (name for word in one.words for name in names(word))
                made.setdefault(one.name, set()).update(spoken)
            if starts((node,), self.functions):
                for word in node.words:
                    self._names |= set(names(word))
        waiting = [*self._names]
        while waiting:
            new = made.get(waiting.pop(), set()) - self._names
            self._names |= new
            waiting += new

    def to(self, block: Block) -> bool:
        """Whether it makes a difference that a block runs."""
        return bool(assigned(block) & self._names) or starts(block, self.functions)
