"""Simple commands of a shell script: assignments, words and redirections."""

import re

from certlab.labs.distributed.launching.shell.marks import closing
from certlab.labs.distributed.launching.shell.syntax import (
    DECLARES,
    Assignment,
    Function,
    Heredoc,
    Node,
    Simple,
    Substitution,
    Text,
    Word,
    text_of,
)
from certlab.labs.distributed.launching.shell.words import Words

_ASSIGNS = re.compile(r"([A-Za-z_]\w*)(?:\[([^\]\n]*)\])?(\+?)=")
_REDIRECT = re.compile(r"(?:\d+|\{\w+\})?(&>>|&>|<<<|<<-|<<|<>|<&|>&|>>|>\||<|>)")
_DECLARES = {(Text(one),) for one in DECLARES}


class SimpleCommands(Words):
    """Reads one simple command at a time."""

    def command(self) -> Node:
        """The command that begins here; more of them are read by whoever builds on this."""
        return self.simple()

    def simple(self) -> Node:
        """A command with its words; a function where brackets follow its name.

        Raises:
            CourseError: bash would not read it.
        """
        line = self.line
        assigned: list[Assignment] = []
        words: list[Word] = []
        streams: dict[str, Word | Heredoc] = {}
        while True:
            self.blanks()
            if self.redirect(streams):
                continue
            if self.at >= len(self.text) or self.text[self.at] in "\n;&|)":
                break
            if self.text[self.at] == "(":
                if len(words) == 1 and not assigned:
                    return self.function(line, words[0])
                raise self.wrong("( stands where bash would not read it; quote it.")
            declares = bool(words) and words[0] in _DECLARES
            found = _ASSIGNS.match(self.text, self.at)
            if found and (not words or declares):
                assigned.append(self._assignment(found))
            else:
                word = self.word()
                if not word:
                    raise self.wrong("this is no word that bash would read.")
                words.append(word)
        heredoc, target, source = (streams.get(one) for one in ("<<", ">", "<"))
        return Simple(
            line,
            tuple(assigned),
            tuple(words),
            heredoc if isinstance(heredoc, Heredoc) else None,
            target if isinstance(target, tuple) else None,
            source if isinstance(source, tuple) else None,
            self.text[self.at : self.at + 1]
            == "&"
            != self.text[self.at + 1 : self.at + 2],
        )

    def _assignment(self, found: re.Match[str]) -> Assignment:
        self.at = found.end()
        index = (
            None
            if found[2] is None
            else Words(found[2], self.line).as_one_word(quoted=True)
        )
        name, append = found[1], bool(found[3])
        if not self.text.startswith("(", self.at) or index is not None:
            return Assignment(name, self.word(), None, append, index)
        self.at += 1
        words: list[Word] = []
        while True:
            self.blanks("\n")
            if self.text.startswith(")", self.at):
                self.at += 1
                return Assignment(name, (), tuple(words), append)
            word = self.word()
            if not word:
                raise self.wrong(f"the bracket of {name}=( is not closed; close it.")
            words.append(word)

    def redirect(self, streams: dict[str, Word | Heredoc] | None) -> bool:
        """Pass over a redirection, if one stands here; `streams` takes what it names."""
        if re.compile(r"[<>]\(").match(self.text, self.at):
            return False
        found = _REDIRECT.match(self.text, self.at)
        if found is None:
            return False
        sign = found[1]
        self.at = found.end()
        self.blanks()
        word = self.word()
        kept = {} if streams is None else streams
        if sign in ("<<", "<<-"):
            end = text_of(word)
            quoted = any(isinstance(one, Text) and one.quoted for one in word)
            one = Heredoc(end, quoted, tabs=sign == "<<-")
            self.waiting.append(one)
            kept["<<"] = one
        elif sign in (">", ">>", ">|", "&>") and found[0][0] != "2":
            kept[">"] = word
        elif sign in ("<", "<<<"):
            kept["<"] = word if sign == "<" else (Substitution("$(…)", True),)
        return True

    def function(self, line: int, word: Word) -> Node:
        """A function whose name is read: its brackets and its body."""
        self.blanks()
        if self.text.startswith("(", self.at):
            self.at = closing(self.text, self.at, line)
        self.blanks("\n")
        return Function(line, text_of(word), (self.command(),))
