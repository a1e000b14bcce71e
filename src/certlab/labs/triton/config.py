"""A `config.pbtxt` read: Protobuf's text form, as far as configurations of models use it."""

import re
from dataclasses import dataclass, field
from typing import Any

from certlab.errors import Refusal

_TOKEN = re.compile(
    r'\s+|#[^\n]*|(?P<text>"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\')|(?P<number>-?\d+(?:\.\d+)?)'
    r"|(?P<word>[A-Za-z_]\w*)|(?P<mark>[{}\[\]:,;])"
)


@dataclass
class Message:
    """Values by field, in the order of the file; a field that is repeated has several.

    Attributes:
        fields: values by name; texts, numbers, words and messages.
    """

    fields: dict[str, list[Any]] = field(default_factory=dict)

    def all(self, name: str) -> list[Any]:
        """All values of a field."""
        return self.fields.get(name, [])

    def one(self, name: str, default: Any = None) -> Any:
        """The last value of a field, as Protobuf takes it."""
        return self.fields[name][-1] if name in self.fields else default


def read(text: str) -> Message:
    """The configuration.

    Raises:
        Refusal: it is not in Protobuf's text form; with the line.
    """
    tokens, at = [], 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        line = text.count("\n", 0, at) + 1
        if found is None:
            raise Refusal(
                f"config.pbtxt, line {line}: {text[at]!r} belongs in no configuration."
            )
        if found.lastgroup:
            tokens.append((found.lastgroup, found.group(), line))
        at = found.end()
    reader = _Reader(tokens)
    return reader.message(end="")


class _Reader:
    def __init__(self, tokens: list[tuple[str, str, int]]) -> None:
        self.tokens = [*tokens, ("end", "", tokens[-1][2] if tokens else 1)]
        self.at = 0

    def message(self, end: str) -> Message:
        message = Message()
        while self.tokens[self.at][1] != end:
            kind, name, line = self.take()
            if kind != "word":
                shown = repr(name) if name else "the file's end"
                raise Refusal(
                    f"config.pbtxt, line {line}: {shown} stands where a field's name was "
                    "expected; is a bracket or brace missing?"
                )
            self.skip(":")
            values = message.fields.setdefault(name, [])
            values += (
                self.several() if self.tokens[self.at][1] == "[" else [self.value()]
            )
            self.skip(",", ";")
        self.at += bool(end)
        return message

    def several(self) -> list[Any]:
        self.take()
        found = []
        while self.tokens[self.at][1] != "]":
            found.append(self.value())
            kind, text, line = self.tokens[self.at]
            if text not in ",]" or kind == "end":
                says = "a comma is missing between two values of a list"
                raise Refusal(f"config.pbtxt, line {line}: {says}.")
            self.skip(",")
        self.take()
        return found

    def value(self) -> Any:
        kind, text, line = self.take()
        if text == "{":
            return self.message(end="}")
        if kind == "text":
            return text[1:-1]
        if kind == "number":
            return float(text) if "." in text else int(text)
        if kind == "word":
            return {"true": True, "false": False}.get(text.lower(), text)
        raise Refusal(
            f"config.pbtxt, line {line}: a value is missing before {text or 'the end'!r}."
        )

    def take(self) -> tuple[str, str, int]:
        token = self.tokens[self.at]
        if token[0] != "end":
            self.at += 1
        return token

    def skip(self, *marks: str) -> None:
        if self.tokens[self.at][1] in marks:
            self.at += 1
