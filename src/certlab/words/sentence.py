"""Sentences that remember what they were made of, so that they can be said again."""

import re
from collections.abc import Iterable
from typing import Any, Self

_HOLE = re.compile(r"( ?)\{([a-z_]+)\}")


def fill(message: str, values: dict[str, object]) -> str:
    """The message with each `{name}` replaced by its value.

    A name without a value stays as it stands. An empty value takes the space before it
    along. What is filled in is not read again.
    """

    def filled(hole: re.Match[str]) -> str:
        space, name = hole.groups()
        value = str(values.get(name, f"{{{name}}}"))
        return f"{space}{value}" if value else ""

    return _HOLE.sub(filled, message)


def holes(message: str) -> set[str]:
    """The names of a message's placeholders."""
    return {name for _, name in _HOLE.findall(message)}


class Sentence(str):
    """An English sentence with the message and the values that it was made of.

    What grades or simulates says it in English, and knows of no surface; the surface that
    shows it asks its `Words` to `say` it.
    """

    __slots__ = ("many", "message", "values")

    message: str
    many: str
    values: dict[str, object]

    def __new__(cls, message: str, /, **values: object) -> Self:
        """The message, filled with the values."""
        return cls._made(message, "", values, message)

    @classmethod
    def _made(
        cls, message: str, many: str, values: dict[str, object], shown: str
    ) -> Self:
        made = super().__new__(cls, fill(shown, values))
        made.message, made.many, made.values = message, many, values
        return made

    def __getnewargs__(self) -> tuple[str]:
        """Copied and pickled as plain text is; only a surface near by translates it."""
        return (str(self),)


def after_each_other(*sentences: str) -> str:
    """Sentences in a row; those that are empty are left out."""
    first, *rest = [one for one in sentences if one] or [""]
    for then in rest:
        first = Sentence("{first} {then}", first=first, then=then)
    return first


def with_commas(parts: Iterable[str]) -> str:
    """Parts as a list names them, "a, b, c"; one alone as it is."""
    first, *rest = [*parts] or [""]
    for one in rest:
        first = Sentence("{list}, {next}", list=first, next=one)
    return first


def plural(one: str, many: str, n: int, /, **values: object) -> Sentence:
    """The sentence for one, or for as many as `n`; `{n}` is filled in."""
    return _remade(one, many, {"n": n, **values})


def swapped(text: str, old: Sentence, new: Sentence) -> str:
    """The text with one sentence of it, however deep within, in another's place."""
    if text == old:
        return new
    if not isinstance(text, Sentence):
        return text
    values = {
        name: swapped(value, old, new) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    return _remade(text.message, text.many, values)


def as_data(text: object) -> Any:
    """A sentence as JSON has it, so that it can be kept; anything else as it is."""
    if not isinstance(text, Sentence):
        return text
    values = {name: as_data(value) for name, value in text.values.items()}
    return {"message": text.message, "many": text.many, "values": values}


def from_data(data: Any) -> Any:
    """What `as_data` was given.

    Raises:
        AttributeError, KeyError or TypeError: it is no sentence's data.
    """
    if not isinstance(data, dict):
        return data
    values = {name: from_data(value) for name, value in data["values"].items()}
    if not isinstance(data["many"], str) or (
        data["many"] and type(values["n"]) is not int
    ):
        raise TypeError(data)
    return _remade(data["message"], data["many"], values)


def _remade(message: str, many: str, values: dict[str, Any]) -> Sentence:
    """A sentence of values that may be others; with `many` it says how many "n" is."""
    shown = many if many and values["n"] != 1 else message
    return Sentence._made(message, many, values, shown)
