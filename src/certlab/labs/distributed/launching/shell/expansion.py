"""From a word of a script to the words that a program gets: splitting and quotes."""

import re

from certlab.labs.distributed.launching.shell.marks import Open, pieces
from certlab.labs.distributed.launching.shell.parameters import (
    HOSTS,
    default,
    part_quoted,
    values,
)
from certlab.labs.distributed.launching.shell.syntax import (
    Arithmetic,
    Parameter,
    Substitution,
    Text,
    Word,
)
from certlab.labs.distributed.launching.shell.variables import Variables

_HOST = re.compile(r"\|\s*(?:head\s+(?:-n\s*)?-?1|sed\s+-n\s+'?\"?\d+p['\"]?)\s*\)$")
# What Slurm, Kubernetes and bash themselves set, always to one word.
_ONE_WORD = re.compile(
    r"[$\1]\{?(?:SLURM\w*|HOSTNAME|RANDOM|JOB_COMPLETION_INDEX|PWD|HOME)\b"
)

_BRACES = re.compile(r"\{[^{}\s]*(?:,|\.\.)[^{}\s]*\}")


def fields(word: Word, have: Variables) -> list[str]:
    """The words that a word of the script becomes; `Open` where nobody knows how many."""
    builder = _Fields(have)
    for part in word:
        builder.part(part)
    return builder.end()


class _Fields:
    """Words as they grow."""

    def __init__(self, have: Variables) -> None:
        self._have = have
        self._made: list[str] = []
        self._now: str | None = None
        self._open = False

    def end(self) -> list[str]:
        self._cut()
        return self._made

    def _add(self, text: str, *, opens: bool = False) -> None:
        self._open = opens and (self._now is None or self._open)
        self._now = self._have.glue(self._now or "", text)

    def _cut(self) -> None:
        if self._now is not None:
            self._made.append(Open(self._now) if self._open else self._now)
        self._now, self._open = None, False

    def part(self, part: Text | Parameter | Substitution | Arithmetic) -> None:
        if isinstance(part, Text):
            # bash makes several words of {1..8}, which are not counted here.
            braces = not part.quoted and _BRACES.search(part.text)
            self._add(part.text, opens=bool(braces))
            return
        told = default(part, self._have) if isinstance(part, Parameter) else None
        if told is not None and not part_quoted(part):
            for one in told:
                if isinstance(one, Text) and not one.quoted:
                    self._split(one.text)
                else:
                    self.part(one)
            return
        found = values(part, self._have)
        if isinstance(found, str):
            if part_quoted(part):
                self._add(found)
            else:
                self._split(found)
            return
        self._several(found, quoted=part_quoted(part))

    def _several(self, found: list[str], *, quoted: bool) -> None:
        """The elements of an array or the arguments: each a word of its own."""
        for at, each in enumerate(found):
            if at:
                self._cut()
            if isinstance(each, Open):
                self._add(each, opens=True)
            elif quoted:
                self._add(each)
            else:
                self._split(each)

    def _split(self, value: str) -> None:
        """A value that nothing quotes, at its spaces."""
        spaces = self._have.separators
        if spaces is None:
            self._add(value, opens=True)
            return
        for piece, hole in pieces(value):
            if not hole and piece in spaces:
                self._cut()
            else:
                self._add(piece, opens=hole and not _one_word(piece))


def _one_word(hole: str) -> bool:
    """Whether what is not known is one word all the same."""
    host = HOSTS.search(hole) and _HOST.search(hole)
    return bool(host or _ONE_WORD.match(hole))


def may_be_several(text: str) -> bool:
    """Whether one word may become another number of them: a star, braces, or an open one."""
    return isinstance(text, Open) or bool(re.search(r"[*?\[{]|\$\{!", text))
