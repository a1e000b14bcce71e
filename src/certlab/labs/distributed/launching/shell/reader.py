"""Commands of a shell script: lists, pipes, `if`, loops, functions, redirections."""

import re
from collections.abc import Callable

from certlab.labs.distributed.launching.shell.marks import closing
from certlab.labs.distributed.launching.shell.simple import SimpleCommands
from certlab.labs.distributed.launching.shell.syntax import (
    Block,
    Case,
    Choice,
    Group,
    Loop,
    Node,
    Not,
    Sum,
    Test,
    Text,
    Word,
    text_of,
)

_RESERVED = re.compile(r"(?:[a-z]+|\[\[|[{}!])(?=[ \t\n;&|<>()]|\Z)")
_DEEPEST = 40  # nested blocks; more is no job script


class Reader(SimpleCommands):
    """A script, read from its start to its end."""

    _depth = 0

    def script(self) -> Block:
        """All of it.

        Raises:
            CourseError: it is none that bash would read.
        """
        block = self._block()
        if self.at < len(self.text):
            raise self.wrong(
                f"{self.text[self.at]} stands where a command begins, and bash would not "
                "read it; give a script."
            )
        return block

    def _reserved(self) -> str:
        found = _RESERVED.match(self.text, self.at)
        return found[0] if found else ""

    def _expect(self, *words: str) -> str:
        self.blanks("\n;")
        for word in words:
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return word
        raise self.wrong(f"{words[0]} is missing; write it, or give a whole script.")

    def _block(self, *ends: str) -> Block:
        nodes: list[Node] = []
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self.wrong("the commands are nested too deeply to be a job script.")
        while True:
            self._separators()
            before = self.at
            if self.at >= len(self.text) or self._reserved() in ends:
                break
            if self.text.startswith((")", ";;", ";&"), self.at):
                break
            nodes.append(self._chain())
            if self.at == before:
                raise self.wrong("this is no command that bash would read.")
        self._depth -= 1
        return tuple(nodes)

    def _separators(self) -> None:
        """Pass over what ends a command; `;;` ends a branch and stays."""
        self.blanks("\n&")
        while re.compile(r";(?![;&])").match(self.text, self.at):
            self.at += 1
            self.blanks("\n&")

    def _chain(self) -> Node:
        left = self._pipe()
        while True:
            self.blanks()
            chained = self.text[self.at : self.at + 2]
            if chained not in ("&&", "||"):
                return left
            line = self.line
            self.at += 2
            self.blanks("\n")
            left = Choice(line, (((left,), (self._pipe(),)),), chained)

    def _pipe(self) -> Node:
        line, negated = self.line, False
        while self._reserved() in ("!", "time"):
            negated ^= self._reserved() == "!"
            self.at += len(self._reserved())
            self.blanks()
        parts = [self.command()]
        while True:
            self.blanks()
            if self.text[self.at : self.at + 1] != "|" or self.text.startswith(
                "||", self.at
            ):
                break
            self.at += 2 if self.text.startswith("|&", self.at) else 1
            self.blanks("\n")
            parts.append(self.command())
        several = len(parts) > 1
        node = (
            Group(line, tuple((one,) for one in parts), apart=True)
            if several
            else parts[0]
        )
        return Not(line, node) if negated else node

    def command(self) -> Node:
        """A command, simple or one that holds others."""
        kinds: dict[str, Callable[[], Node]] = {
            "if": self._if,
            "for": self._for,
            "select": self._for,
            "while": self._while,
            "until": self._while,
            "case": self._case,
            "function": self._function,
            "[[": self._test,
            "{": self._braces,
        }
        read = kinds.get(self._reserved())
        if read is None and self.text.startswith("((", self.at):
            end = closing(self.text, self.at, self.line)
            if self.text[end - 2] == ")":
                counted = Sum(self.line, self.text[self.at + 2 : end - 2])
                self.at = end
                return counted
        if read is None and self.text.startswith("(", self.at):
            read = self._brackets
        if read is None:
            return self.simple()
        node = read()
        while self.redirect(None):
            pass
        return node

    def _if(self) -> Node:
        line, branches, word = self.line, [], "if"
        while word in ("if", "elif"):
            self.at += len(word)
            condition = self._block("then")
            self._expect("then")
            body = self._block("elif", "else", "fi")
            branches.append((condition, body))
            word = self._reserved()
        last: list[tuple[Block | None, Block]] = [*branches]
        if word == "else":
            self.at += 4
            last.append((None, self._block("fi")))
        self._expect("fi")
        return Choice(line, tuple(last))

    def _body(self) -> Block:
        end = {"do": "done", "{": "}"}[self._expect("do", "{")]
        body = self._block(end)
        self._expect(end)
        return body

    def _for(self) -> Node:
        line = self.line
        self.at += len(self._reserved())
        self.blanks()
        if self.text.startswith("((", self.at):
            start, self.at = self.at, closing(self.text, self.at, self.line)
            counted = re.search(r"[A-Za-z_]\w*", self.text[start : self.at])
            return Loop(line, self._body(), counted[0] if counted else "")
        name = text_of(self.word())
        self.blanks("\n")
        words: list[Word] | None = None
        if self._reserved() == "in":
            self.at += 2
            words = self._until_end()
        return Loop(line, self._body(), name, None if words is None else tuple(words))

    def _until_end(self) -> list[Word]:
        words: list[Word] = []
        while True:
            self.blanks()
            if self.at >= len(self.text) or self.text[self.at] in "\n;&|()":
                return words
            word = self.word()
            if not word:
                return words
            words.append(word)

    def _while(self) -> Node:
        line = self.line
        self.at += len(self._reserved())
        condition = self._block("do")
        return Loop(line, self._body(), condition=condition)

    def _case(self) -> Node:
        line = self.line
        self.at += 4
        self.blanks()
        word = self.word()
        self._expect("in")
        branches: list[tuple[tuple[Word, ...], Block]] = []
        while True:
            self.blanks("\n;&")
            if self._reserved() == "esac" or self.at >= len(self.text):
                break
            if self.text[self.at] == "(":
                self.at += 1
            patterns: list[Word] = []
            while self.text[self.at : self.at + 1] not in (")", ""):
                self.blanks("|")
                found = self.word()
                if not found:
                    break
                patterns.append(found)
                self.blanks()
            self._expect(")")
            branches.append((tuple(patterns), self._block(";;", "esac")))
        self._expect("esac")
        return Case(line, word, tuple(branches))

    def _function(self) -> Node:
        line = self.line
        self.at += len("function")
        self.blanks()
        return self.function(line, self.word())

    def _braces(self) -> Node:
        line = self.line
        self.at += 1
        body = self._block("}")
        self._expect("}")
        return Group(line, (body,))

    def _brackets(self) -> Node:
        line = self.line
        self.at += 1
        body = self._block(")")
        self._expect(")")
        return Group(line, (body,), apart=True)

    def _test(self) -> Node:
        line = self.line
        words: list[Word] = []
        self.at += 2
        while True:
            self.blanks("\n")
            if self.at >= len(self.text):
                raise self.wrong("[[ is not closed; write ]].")
            if self.text.startswith("]]", self.at):
                self.at += 2
                return Test(line, tuple(words))
            word = self.word()
            if not word:
                word = (Text(self.text[self.at]),)
                self.at += 1
            words.append(word)
