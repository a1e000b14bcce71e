"""Words of a shell script, read character by character: quotes, expansions, brackets."""

import re
from bisect import bisect_left

from certlab.errors import CourseError
from certlab.labs.distributed.launching.shell.marks import (
    DONE,
    KEPT,
    closing,
    quote_end,
)
from certlab.labs.distributed.launching.shell.syntax import (
    Arithmetic,
    Heredoc,
    Parameter,
    Part,
    Substitution,
    Text,
    Word,
)

_BREAKS = set(" \t\n;&|<>()")
_PLAIN = re.compile(r"[^ \t\n;&|<>()'\"$`\\\1]+")
_IN_QUOTES = re.compile(r"[^\"$`\\\1]+")
_NAME = re.compile(r"[A-Za-z_]\w*|\d|[@*#?!$-]")
_INSIDE = re.compile(r"(#(?=[\w@*]))?([A-Za-z_]\w*|\d+|[@*#?!$-])", re.ASCII)
_OPERATOR = re.compile(r":[-=+?]|[-=+?]|##|#|%%|%")
_LEFT = re.compile(r"[\w@*#?!$-]+|\{|\(")
_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", "'": "'", '"': '"', "r": "\r"}


def _every(part: Part) -> bool:
    """Whether it is `$@` or `${name[@]}`."""
    if not isinstance(part, Parameter) or part.length:
        return False
    return part.name == "@" or part.index == (Text("@", quoted=True),)


class Words:
    """A text and how far it is read."""

    def __init__(self, text: str, first: int = 1) -> None:
        """Begin at the start of a text whose first line has the number `first`."""
        self.text, self.at, self.first = text, 0, first
        self._breaks = [at for at, char in enumerate(text) if char == "\n"]
        self.comments: dict[int, str] = {}
        self.waiting: list[Heredoc] = []

    @property
    def line(self) -> int:
        """The number of the line that is read."""
        return self.first + bisect_left(self._breaks, self.at)

    def wrong(self, says: str) -> CourseError:
        """An error that names the line."""
        return CourseError(f"Line {self.line}: {says}")

    def blanks(self, also: str = "") -> None:
        """Pass over spaces and comments, and the characters of `also`."""
        text = self.text
        while self.at < len(text):
            char = text[self.at]
            if char == "\n" and "\n" in also:
                self.at += 1
                self._heredocs()
            elif char in " \t" or (char in also and char != "\n"):
                self.at += 1
            elif text.startswith("\\\n", self.at):
                self.at += 2
            elif char == "#":
                end = text.find("\n", self.at)
                end = len(text) if end < 0 else end
                self.comments[self.line] = text[self.at : end]
                self.at = end
            else:
                return

    def _heredocs(self) -> None:
        """Take the texts that follow the line with their `<<`."""
        for one in self.waiting:
            one.line, taken = self.line, []
            while self.at < len(self.text):
                end = self.text.find("\n", self.at)
                end = len(self.text) if end < 0 else end
                row = self.text[self.at : end]
                row = row.lstrip("\t") if one.tabs else row
                self.at = end + 1
                if row == one.end:
                    break
                taken.append(row)
            one.text = "".join(f"{row}\n" for row in taken)
        self.waiting = []

    def word(self) -> Word:
        """The word that begins here."""
        parts: list[Part] = []
        text = self.text
        while self.at < len(text):
            char = text[self.at]
            if char in "<>" and text[self.at + 1 : self.at + 2] == "(" and not parts:
                parts.append(self._process())
            elif char in _BREAKS:
                break
            else:
                parts += self._part()
        return tuple(parts)

    def as_one_word(self, *, quoted: bool) -> Word:
        """All of the text as one word: what stands behind an operator of `${…}`."""
        if quoted:
            return tuple(self._between_quotes(len(self.text), quote=""))
        parts: list[Part] = []
        while self.at < len(self.text):
            if self.text[self.at] in _BREAKS:
                parts.append(Text(self.text[self.at]))
                self.at += 1
            else:
                parts += self._part()
        return tuple(parts)

    def heredoc(self) -> Word:
        """All of the text as a heredoc without quotes: only dollars and backslashes mean anything."""
        return tuple(self._between_quotes(len(self.text), quote='"'))

    def _between_quotes(self, end: int, *, quote: str) -> list[Part]:
        """All up to `end`, where a double quote stands for `quote`."""
        parts: list[Part] = []
        while self.at < end:
            if self.text[self.at] in "$`\\" + DONE:
                parts += self._dollar(quoted=True)
            elif self.text[self.at] == '"':
                parts += [Text(quote, quoted=True)] if quote else []
                self.at += 1
            else:
                parts.append(self._run(_IN_QUOTES))
        return parts

    def _part(self) -> list[Part]:
        """The next part of a word outside quotes."""
        text, at = self.text, self.at
        if text[at] == "'":
            end = text.find("'", at + 1)
            if end < 0:
                raise self.wrong("the quote ' is not closed; close it.")
            self.at = end + 1
            return [Text(text[at + 1 : end].replace("$", KEPT), quoted=True)]
        if text[at] == '"':
            return self._quoted()
        if text.startswith("$'", at):
            return [self._escaped()]
        if text.startswith('$"', at):
            self.at += 1
            return self._quoted()
        if text[at] in "$`\\" + DONE:
            return self._dollar(quoted=False)
        return [self._run(_PLAIN, quoted=False)]

    def _run(self, pattern: re.Pattern[str], *, quoted: bool = True) -> Text:
        found = pattern.match(self.text, self.at)
        end = found.end() if found else self.at + 1
        taken, self.at = self.text[self.at : end], end
        return Text(taken, quoted)

    def _quoted(self) -> list[Part]:
        end = quote_end(self.text, self.at, self.line)
        self.at += 1
        parts = self._between_quotes(end, quote="")
        self.at = end + 1
        # "" is a word, and "$@" is none where there are no arguments.
        return parts if any(map(_every, parts)) else [Text("", quoted=True), *parts]

    def _escaped(self) -> Part:
        """`$'…'`, in which a backslash stands for another character."""
        found = re.compile(r"\$'((?:[^'\\]|\\.)*)'", re.DOTALL).match(
            self.text, self.at
        )
        if found is None:
            raise self.wrong("the quote ' is not closed; close it.")
        self.at = found.end()
        text = re.sub(
            r"\\(.)",
            lambda one: _ESCAPES.get(one[1], one[0]),
            found[1],
            flags=re.DOTALL,
        )
        return Text(text.replace("$", KEPT), quoted=True)

    def _process(self) -> Part:
        start = self.at
        self.at = closing(self.text, self.at + 1, self.line)
        return Substitution("$" + self.text[start + 1 : self.at], False, whole=True)

    def _dollar(self, *, quoted: bool) -> list[Part]:
        """A backslash, a backtick or a dollar, and what belongs to it."""
        text, at = self.text, self.at
        char, after = text[at], text[at + 1 : at + 2]
        if char == "\\":
            self.at += 2
            if after == "\n":
                return []
            kept = not after or (quoted and after not in '$`"\\')
            return [Text((char if kept else "") + after.replace("$", KEPT), True)]
        if char == "`":
            end = at + 1
            while end < len(text) and text[end] != "`":
                end += 2 if text[end] == "\\" else 1
            if end >= len(text):
                raise self.wrong("$( or ` is not closed; close it.")
            self.at = end + 1
            return [Substitution(f"$({text[at + 1 : end]})", quoted)]
        if char == DONE:
            return [self._done(quoted=quoted)]
        if after in ("(", "{"):
            end = closing(text, at + 1, self.line, quoted=quoted and after == "{")
            self.at, raw = end, text[at:end]
            if after == "{":
                return [self._brace(raw, quoted=quoted)]
            if raw.startswith("$((") and raw.endswith("))"):
                return [Arithmetic(raw[3:-2])]
            return [Substitution(raw, quoted)]
        found = _NAME.match(text, at + 1)
        self.at = found.end() if found else at + 1
        if found is None:
            return [Text(KEPT, quoted=True)]
        return [Parameter(found[0], found[0], quoted)]

    def _done(self, *, quoted: bool) -> Part:
        """What an outer shell has filled in and does not know; it stays as it is."""
        found = _LEFT.match(self.text, self.at + 1)
        end = found.end() if found else self.at + 1
        if found and found[0] in ("(", "{"):
            end = closing(self.text, self.at + 1, self.line)
        taken, self.at = self.text[self.at : end], end
        return Substitution(taken, quoted)

    def _brace(self, raw: str, *, quoted: bool) -> Part:
        inner = raw[2:-1]
        odd = Parameter(raw[1:], "", quoted, operator="?")
        found = _INSIDE.match(inner)
        if found is None:
            return odd
        length, name, rest = bool(found[1]), found[2], inner[found.end() :]
        index: Word | None = None
        if rest.startswith("[") and "]" in rest:
            told, _, rest = rest[1:].partition("]")
            index = Words(told, self.line).as_one_word(quoted=True)
        operator = _OPERATOR.match(rest)
        if rest and (operator is None or length):
            return Parameter(raw[1:], name, quoted, index, operator="?")
        word = rest[operator.end() :] if operator else ""
        return Parameter(
            raw[1:],
            name,
            quoted,
            index,
            length,
            operator[0] if operator else "",
            Words(word, self.line).as_one_word(quoted=quoted),
        )
