"""Command lines as a learner types them, split by a shell's rules; never run.

Quotes, backslashes, line ends after a backslash and comments are read as POSIX does:
https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html
What a shell would do beyond one plain command is refused, in a sentence.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

from certlab.study.typed_text import WHITE, trim
from certlab.words import Sentence

Words = list[str]

_PROMPT = re.compile(rf"[$#]([{WHITE}]+|\Z)")
_ENV = ("env", "/usr/bin/env")
_SETTING = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)", re.DOTALL)
_FOREIGN = re.compile(rf"[^{WHITE}\x20-\x7e]")
_TYPOGRAPHIC = re.compile("[‘’‚‛′“”„‟″‐‑‒–—―−]")
_PIECE = re.compile(
    rf"""(?P<joint>\\\n)
       | (?P<space>[{WHITE}]+)
       | (?P<escape>\\.)
       | (?P<single>'[^']*')
       | (?P<double>"(?:[^"\\]|\\.)*")
       | (?P<operator>\|\|?|&&?|;|<+|>+|[()])
       | (?P<variable>\$(?:\w+|{{\w+}}))
       | (?P<substitution>`|\$[({{@*?!\#$-])
       | (?P<hash>\#)
       | (?P<text>[^\\'"|&;<>()`\#${WHITE}]+|\$)""",
    re.DOTALL | re.VERBOSE | re.ASCII,
)
_QUOTED = re.compile(  # what a shell reads between double quotes
    r"""\\(?P<plain>[\\"$`\n]) | \\. | (?P<variable>\$(?:\w+|{\w+}))
      | (?P<substitution>`|\$[({@*?!\#$-])""",
    re.DOTALL | re.VERBOSE | re.ASCII,
)
_EXPANDED = "\0"  # before a variable, in a word; no line that is read has such a sign
_VARIABLE = re.compile(rf"{_EXPANDED}\${{?(\w+)", re.ASCII)

_NOTHING = Sentence("Type a command line.")
_PLAIN = Sentence("Write the line in the letters and signs of an English keyboard.")
_OPEN = {
    "'": Sentence("A single quote is opened but never closed; add the second one."),
    '"': Sentence("A double quote is opened but never closed; add the second one."),
    "\\": Sentence("The line ends with a backslash; remove it."),
}


class LineError(ValueError):
    """The line is no answer; `say` is why."""

    def __init__(self, say: Sentence) -> None:
        """The text is the sentence."""
        super().__init__(say)
        self.say = say


@dataclass(frozen=True)
class Typed:
    """One command of a line.

    Attributes:
        settings: those in front of it.
        words: the program and what follows it.
        variables: names that a shell would replace before the program sees them.
    """

    settings: dict[str, str]
    words: Words
    variables: list[str]


def read_line(line: object, may: Collection[str]) -> list[Typed]:
    """The commands of a line; a prompt and `sudo` in front are skipped.

    Args:
        line: what was typed.
        may: "pipe" where several commands are wanted, "env" where settings are, and
            "dollar" where a dollar sign is.

    Raises:
        LineError: it is not a line that could be graded.
    """
    text = trim(line).replace("\r\n", "\n") if isinstance(line, str) else ""
    text = _PROMPT.sub("", text, count=1) if _PROMPT.match(text) else text
    sign = _TYPOGRAPHIC.search(text)
    if sign:
        say = Sentence(
            "No shell takes {sign} for a quote or a hyphen; type a plain one.",
            sign=f"`{sign.group()}`",
        )
        raise LineError(say)
    if _FOREIGN.search(text):
        raise LineError(_PLAIN)
    commands = split(text)
    if len(commands) > 1 and "pipe" not in may:
        raise LineError(_without("|"))
    if len(commands) > 1 and not all(commands):
        raise LineError(Sentence("A pipe needs a command on both sides."))
    env = "env" in may
    return [
        _typed(words, env and not n, "dollar" in may)
        for n, words in enumerate(commands)
    ]


def unseen() -> LineError:
    """Nobody knows what a shell would put in the place of something."""
    return LineError(
        Sentence(
            "Write every word in full; nothing is run here, so nothing can be substituted."
        )
    )


def split(text: str) -> list[Words]:
    """The words of each command of a line, quotes and backslashes read.

    Raises:
        LineError: a quote is open, or a shell would do more than start programs.
    """
    commands: list[Words] = [[]]
    word: str | None = None
    at = 0
    while at < len(text):
        match = _PIECE.match(text, at)
        if match is None:
            raise LineError(_OPEN[text[at]])
        at = match.end()
        kind, piece = match.lastgroup, match.group()
        if kind == "joint":
            continue
        if kind == "hash" and word is None:  # a comment, to the end of the line
            at = f"{text}\n".index("\n", at)
        elif kind in ("space", "operator"):
            if word is not None:
                commands[-1].append(word)
            word = None
            _part(piece, commands)
        else:
            word = (word or "") + _read(str(kind), piece)
    if word is not None:
        commands[-1].append(word)
    return commands


def _part(piece: str, commands: list[Words]) -> None:
    """What stands between words: white space, or an operator."""
    if "\n" in piece or "\r" in piece:
        raise LineError(Sentence("Write it on one line."))
    if piece == "|":
        commands.append([])
    elif trim(piece):
        raise LineError(_without(piece))


def _without(piece: str) -> Sentence:
    return Sentence("Write one command, without {sign}.", sign=f"`{piece}`")


def _read(kind: str, piece: str) -> str:
    """What a piece of a word stands for."""
    match kind:
        case "escape":
            return piece[1:]
        case "single":
            return piece[1:-1]
        case "double":
            return _QUOTED.sub(_unquoted, piece[1:-1])
        case "variable":
            return _EXPANDED + piece
        case "substitution":
            raise unseen()
        case _:
            return piece


def _unquoted(match: re.Match[str]) -> str:
    """What a sign or a variable between double quotes stands for."""
    kind = match.lastgroup
    if kind == "substitution":
        raise unseen()
    if kind == "variable":
        return _EXPANDED + match.group()
    return match.group().removeprefix("\\").strip("\n") if kind else match.group()


def _typed(words: Words, env: bool, dollar: bool) -> Typed:
    """A command without `sudo`, `env` and the settings in front."""
    variables = [name for word in words for name in _VARIABLE.findall(word)]
    if variables and not dollar:
        raise unseen()
    words = [word.replace(_EXPANDED, "") for word in words]
    if words[:1] == ["sudo"]:
        words = words[1:]
        if words and words[0].startswith("-"):
            raise LineError(Sentence("Write plain `sudo`, or leave it out."))
    settings: dict[str, str] = {}
    while words:
        setting = _SETTING.fullmatch(words[0])
        if words[0] in _ENV and words[1:2] and words[1].startswith("-"):
            raise LineError(Sentence("Write plain `env`, or leave it out."))
        if setting and not env:
            say = Sentence(
                "Write the command without {setting} in front of it.",
                setting=f"`{words[0]}`",
            )
            raise LineError(say)
        if setting:
            settings[setting.group(1)] = setting.group(2)
        elif words[0] not in _ENV:
            break
        words = words[1:]
    if not words:
        raise LineError(_NOTHING)
    return Typed(settings, words, variables)
