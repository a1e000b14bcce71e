"""Marks in what a shell makes of a text: what is known only when it runs."""

import re
from collections.abc import Iterable, Iterator

from certlab.errors import CourseError

# A script is rewritten by one shell for the next: `srun bash -c '… $RANK'` in single quotes is
# filled in below srun, and in double quotes before it. So a dollar has three states, and two
# characters that no script holds stand for the two that are not its own.
KEPT = "\0"  # stands for a dollar that quotes keep from this shell
DONE = "\1"  # for one that an outer shell has filled in, with what is not known
_DOLLARS = ("$", KEPT, DONE)
_NAME = 200  # characters; a name of a variable has fewer
_NAMED = re.compile(r"[$\1](?:[A-Za-z_]\w*|[\d@*#?!$-])")


class Open(str):
    """Words of which nobody knows how many they are: an expansion that quotes do not hold."""

    __slots__ = ()


def any_open(words: Iterable[str]) -> bool:
    """Whether nobody knows how many words these are."""
    return any(isinstance(one, Open) for one in words)


def unknown(text: str) -> bool:
    """Whether something in it is filled in only when it runs."""
    return any(one in text for one in _DOLLARS)


def as_typed(text: str) -> str:
    """As somebody would type it, on one line."""
    for one in _DOLLARS:
        text = text.replace(one, "$")
    return re.sub(r"\s*\n\s*", " ", text)


def handed_on(text: str) -> str:
    """A text for an inner shell: what was kept is its own, what is not known stays so."""
    return text.replace("$", DONE).replace(KEPT, "$")


def pieces(value: str) -> Iterator[tuple[str, bool]]:
    """A value cut up: what is known, character by character, and what is not, whole."""
    at = 0
    while at < len(value):
        end = at + 1
        if value[at] in ("$", DONE):
            named = _NAMED.match(value, at)
            if named:
                end = named.end()
            elif value[end : end + 1] in ("(", "{"):
                end = closing(value, end, 0)
            yield value[at:end], True
        else:
            yield value[at], False
        at = end


def holes(value: str) -> list[str]:
    """What is not known in a value, each as it is written."""
    return [as_typed(piece) for piece, hole in pieces(value) if hole]


def glued(left: str, right: str) -> str:
    """Two parts of one word; a name that the second would lengthen gets its braces."""
    if not re.match(r"\w", right):
        return left + right
    cut = max(0, len(left) - _NAME)
    found = re.search(r"(?<![\0$\1])([$\1])([A-Za-z_]\w*)$", left[cut:])
    if found:
        left = f"{left[: cut + found.start()]}{found[1]}{{{found[2]}}}"
    return left + right


def closing(text: str, at: int, line: int, *, quoted: bool = False) -> int:
    """Where the bracket that opens at `at` has closed.

    Args:
        text: a script, or a part of one.
        at: the place of "(" or "{" in it.
        line: the number of its line, for the error.
        quoted: whether it stands between double quotes, where a single quote is a letter.

    Raises:
        CourseError: it has not.
    """
    opens, closes, depth, end = text[at], {"(": ")", "{": "}"}[text[at]], 0, at
    while end < len(text):
        char = text[end]
        if char == "\\":
            end += 1
        elif char == "'" and not quoted:
            end = text.find("'", end + 1)
            if end < 0:
                break
        elif char == '"':
            end = quote_end(text, end, line)
        elif char == "#" and opens == "(" and text[end - 1] in " \t\n":
            end = text.find("\n", end)
            if end < 0:
                break
        depth += (char == opens) - (char == closes)
        if depth == 0:
            return end + 1
        end += 1
    told = "$( or `" if opens == "(" else "${"
    raise CourseError(f"Line {line}: {told} is not closed; close it.")


def quote_end(text: str, at: int, line: int) -> int:
    """Where the double quote that opens at `at` closes.

    Raises:
        CourseError: it does not.
    """
    end = at + 1
    while end < len(text):
        if text[end] == '"':
            return end
        if text.startswith(("$(", "${", DONE + "(", DONE + "{"), end):
            end = closing(text, end + 1, line, quoted=text[end + 1] == "{")
        else:
            end += 2 if text[end] == "\\" else 1
    raise CourseError(f'Line {line}: the quote " is not closed; close it.')
