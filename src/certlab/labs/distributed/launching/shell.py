"""Enough of a shell to read a job script: words, quotes, assignments, known variables.

Nothing is run. `$(...)`, arithmetic and what is not known stay as they are written, so
that a rule can see them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from certlab.errors import CourseError

KEPT = "\0"  # stands for a dollar that quotes keep from this shell
DONE = "\1"  # for one that an outer shell has filled in, with what is not known
_DOLLARS = ("$", KEPT, DONE)
_END = {"\n", ";", "&", "|"}
_NAME = re.compile(r"(?:export\s+)?([A-Za-z_]\w*)=(.*)", re.DOTALL)
_VARIABLE = re.compile(r"\$(?:(\w+)|\{(\w+)(?::?-([^}]*))?\})")
_KEYWORDS = {"if", "then", "else", "do", "while", "time", "exec", "nohup", "{", "("}


@dataclass(frozen=True)
class Command:
    """A command, its words expanded as far as they are known.

    Attributes:
        words: with `KEPT` where a dollar was kept for another shell.
        line: where it begins, from 1.
        known: the variables when it runs, by name.
    """

    words: tuple[str, ...]
    line: int
    known: Mapping[str, str]


def commands(text: str, known: Mapping[str, str], first: int = 1) -> Iterator[Command]:
    """The commands of a script, in order; assignments become known as they come.

    Raises:
        CourseError: a quote is not closed.
    """
    have = dict(known)
    for line, raw in _raw_commands(text, first):
        words = list(raw)
        while words and words[0] in _KEYWORDS:
            words.pop(0)
        if words[:1] == ["export"]:
            words.pop(0)
        while words and (found := _NAME.fullmatch(words[0])):
            have[found[1]] = expand(found[2], have)
            words.pop(0)
        if words:
            yield Command(tuple(expand(word, have) for word in words), line, dict(have))


def unknown(text: str) -> bool:
    """Whether something in it is filled in only when it runs."""
    return any(one in text for one in _DOLLARS)


def shown(text: str) -> str:
    """As somebody would type it."""
    for one in _DOLLARS:
        text = text.replace(one, "$")
    return text


def expand(word: str, known: Mapping[str, str]) -> str:
    """A word with the variables that are known."""

    def value(found: re.Match[str]) -> str:
        name = found[1] or found[2]
        return known.get(name, found[3] if found[3] is not None else found[0])

    return _VARIABLE.sub(value, word)


def _raw_commands(text: str, first: int) -> Iterator[tuple[int, list[str]]]:
    words: list[str] = []
    begins = line = first
    at, size = 0, len(text)
    while at < size:
        char = text[at]
        if char in _END:
            if words:
                yield begins, words
                words = []
            line += char == "\n"
            at += 1
        elif text.startswith("\\\n", at):
            line, at = line + 1, at + 2
        elif char.isspace():
            at += 1
        elif char == "#":
            at = text.find("\n", at)
            at = size if at < 0 else at
        else:
            if not words:
                begins = line
            start, (word, at) = at, _word(text, at, line)
            line += text.count("\n", start, at)
            words.append(word)
    if words:
        yield begins, words


def _word(text: str, at: int, line: int) -> tuple[str, int]:
    """A word from `at` on without its quotes, and where it ends."""
    word = ""
    while at < len(text) and not text[at].isspace() and text[at] not in _END:
        char = text[at]
        if char in "'\"":
            end = _closing(text, at, line)
            inner = text[at + 1 : end]
            if char == "'":
                word += inner.replace("$", KEPT)
            else:
                inner = inner.replace("\\$", KEPT).replace("\\\n", "")
                word += inner.replace('\\"', '"')
            at = end + 1
        elif text.startswith(("$(", DONE + "("), at) or char == "`":
            end = _substitution(text, at, line)
            word += text[at:end]
            at = end
        elif char == "\\" and at + 1 < len(text):
            word += "" if text[at + 1] == "\n" else text[at + 1].replace("$", KEPT)
            at += 2
        else:
            word += char
            at += 1
    return word, at


def _closing(text: str, at: int, line: int) -> int:
    """Where the quote that opens at `at` closes."""
    quote, end = text[at], at + 1
    while end < len(text) and text[end] != quote:
        if quote == '"' and text.startswith(("$(", DONE + "("), end):
            end = _substitution(text, end, line)
        else:
            end += 2 if quote == '"' and text[end] == "\\" else 1
    if end >= len(text):
        raise CourseError(f"Line {line}: the quote {quote} is not closed; close it.")
    return end


def _substitution(text: str, at: int, line: int) -> int:
    """Where `$(...)` or a pair of backticks ends."""
    if text[at] == "`":
        end = text.find("`", at + 1)
        if end >= 0:
            return end + 1
    else:
        depth = 0
        for end in range(at + 1, len(text)):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            if depth == 0:
                return end + 1
    raise CourseError(f"Line {line}: $( or ` is not closed; close it.")
