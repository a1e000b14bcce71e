"""The shell: a line into commands, pipes between them, and what of a shell we do not run.

It knows words with quotes, `|`, `;`, `&&`, `||`, and `sudo` and `ssh NODE` before a command.
Whatever else a shell has is refused by name, so that a typing error never looks like success.
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace

from certlab.labs.operations.node import laws
from certlab.labs.operations.node.answer import NOT_FOUND, UNKNOWN, Answer, Call, page
from certlab.labs.operations.node.commands import commands
from certlab.labs.operations.node.passing import advance
from certlab.labs.operations.node.state import World
from certlab.near_names import nearest

LONGEST = 4_000  # characters of a line
_REFUSED = {
    ">": "writing into a file",
    "<": "reading a file as input",
    "&": "running in the background",
    "`": "a command in a command",
    "$": "a variable or a command in a command",
    "(": "a shell of its own",
    ")": "a shell of its own",
    "*": "a pattern of file names",
    "{": "braces",
    "}": "braces",
}
_JOINS = ("&&", "||", ";")
_SIGNS = "|&;<>()"
_QUOTED = r"""\\.|'[^']*'|"(?:\\.|[^"\\])*\""""
_HIDE = {ord(sign): 0xE000 + n for n, sign in enumerate(_SIGNS)}
_SHOW = {disguise: sign for sign, disguise in _HIDE.items()}
# Named here and not taken from their file, which reads the course's as it is imported.
FILTERS = (
    *("grep", "head", "tail", "less", "more", "wc"),
    *("sort", "uniq", "cat", "cut", "awk"),
)


class Unrun(Exception):
    """A line that is not run; its text is why."""


@dataclass(frozen=True, slots=True)
class Printed:
    """What a line printed, and the world after it.

    Attributes:
        forms: of the commands in it that have one.
        seconds: that it took.
        host: the machine that the next line is typed on.
    """

    text: str
    exit: int
    seconds: float
    world: World
    host: str
    forms: tuple[str, ...] = ()


def run(world: World, host: str, line: str) -> Printed:
    """Run a line on a machine."""
    try:
        parts = [*_parts(line)]
    except Unrun as error:
        return Printed(f"[certlab] {error} Nothing was done.", UNKNOWN, 0, world, host)
    texts: list[str] = []
    done = Printed("", 0, 0, world, host)
    for join, pipe in parts:
        if (join == "&&" and done.exit) or (join == "||" and not done.exit):
            continue
        one = _pipe(done.world, done.host, pipe)
        texts += [one.text] if one.text else []
        seconds, forms = done.seconds + one.seconds, done.forms + one.forms
        done = replace(one, seconds=seconds, forms=forms)
    return replace(done, text="\n".join(texts))


def _parts(line: str) -> Iterator[tuple[str, list[list[str]]]]:
    """Each pipe of a line, with the sign before it."""
    if len(line) > LONGEST:
        raise Unrun(
            f"The line has {len(line):,} characters, and this shell takes {LONGEST:,}."
        )
    join = ""
    pipe: list[list[str]] = []
    stage: list[str] = []
    for word, sign in _words(line):
        if not sign:
            stage.append(word)
        elif not stage:
            raise Unrun(f"There is no command before {word}.")
        elif word == "|":
            pipe, stage = [*pipe, stage], []
        else:
            yield join, [*pipe, stage]
            join, pipe, stage = word, [], []
    if stage:
        yield join, [*pipe, stage]
    elif pipe or join in ("&&", "||"):
        raise Unrun("The line ends where a command should come.")


def _words(line: str) -> Iterator[tuple[str, bool]]:
    """The words of a line, and whether each is a sign between commands."""
    bare = re.sub(r"\\.|'[^']*'|\"[^\"]*\"", lambda quoted: "_" * len(quoted[0]), line)
    if comment := re.search(r"(?<!\S)#", bare):
        line = line[: comment.start()]
    # shlex forgets what was quoted, so signs inside quotes go through it in disguise.
    hidden = re.sub(_QUOTED, lambda quoted: quoted[0].translate(_HIDE), line)
    signs = shlex.shlex(hidden, posix=True, punctuation_chars=_SIGNS)
    signs.commenters, signs.whitespace_split = "", True
    bare = re.sub(r"\\.|'[^']*'", "", line)  # what stands in single quotes is only text
    unquoted = re.sub(r'"[^"]*"', "", bare)
    # The one pattern that everybody types; the commands for devices know it.
    unquoted = re.sub(r"(?<!\S)/dev/nvidia\*(?![^\s|;&])", "", unquoted)
    for signs_of, text in (("`$", bare), ("*{}", unquoted)):
        for sign in signs_of:
            if sign in text:
                raise Unrun(f"{_REFUSED[sign].capitalize()} ({sign}) is not run here.")
    try:
        for word in signs:
            if word in ("|", *_JOINS):
                yield word, True
            elif word and set(word) <= set(_SIGNS):
                what = _REFUSED.get(word[0], "this")
                raise Unrun(f"{what.capitalize()} ({word}) is not run here.")
            else:
                yield word.translate(_SHOW), False
    except ValueError:
        raise Unrun("A quotation mark is open at the end of the line.") from None


def _pipe(world: World, host: str, stages: list[list[str]]) -> Printed:
    """Commands, each with what the one before it printed."""
    input: str | None = None
    forms: tuple[str, ...] = ()
    seconds, at = 0.0, host
    answer = Answer()
    for words in stages[1:]:
        if words[0] not in FILTERS:
            are = f"is not run here; {', '.join(FILTERS)} are. Nothing was done."
            text = f"[certlab] A pipe into {words[0]} {are}"
            return Printed(text, UNKNOWN, 0, world, host)
    for words in stages:
        answer = command(world, at, words, input)
        world = advance(answer.world or world, answer.seconds)
        seconds += answer.seconds
        forms += (answer.form,) if answer.form else ()
        input, host = answer.text, answer.host or host
        if answer.exit == UNKNOWN:
            break
    return Printed(answer.text, answer.exit, seconds, world, host, forms)


def command(world: World, host: str, words: list[str], input: str | None) -> Answer:
    """One command, without pipes."""
    while words and words[0] == "sudo":
        words = words[1:]
    if not words:
        return Answer("usage: sudo COMMAND", 1, 0)
    name, *rest = words
    if name == "ssh":
        rest = [word for word in rest[:2] if word != "-t"] + rest[2:]
        rest = rest[:1] + [word for word in rest[1:2] if word != "--"] + rest[2:]
        rest[:1] = [word.removeprefix("root@") for word in rest[:1]]
    if name == "ssh" and len(rest) > 1:
        target, *rest = rest
        if target not in world.nodes or not laws.reachable(world, target):
            return commands()["ssh"].run(Call(world, host, "ssh", (target,)))
        if len(rest) == 1 and " " in rest[0]:  # a line for the other machine, in quotes
            there = run(world, target, rest[0])
            form = there.forms[-1] if there.forms else ""
            return Answer(there.text, there.exit, 0, there.world, form)
        return replace(command(world, target, rest, input), host="")
    found = commands().get(name)
    if not found:
        return _not_found(world, name)
    if not found.here(world, host):
        return Answer(f"{name}: command not found", NOT_FOUND, 1)
    answer = found.run(Call(world, host, name, tuple(rest), input))
    if rest == ["--help"] and answer.exit == UNKNOWN:  # it has no help of its own
        return Answer(page(found), seconds=0)
    return answer


def _not_found(world: World, name: str) -> Answer:
    if name in world.machine["not_here"]:
        text = f"[certlab] A DGX has {name}; this simulator does not. Nothing was done."
        return Answer(text, UNKNOWN, 0)
    meant = nearest(name, commands())
    rather = f" (did you mean {meant[0]}?)" if meant else ""
    return Answer(f"{name}: command not found{rather}", NOT_FOUND, 0)
