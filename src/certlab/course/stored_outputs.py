"""What a notebook's stored outputs must not tell: the machine of whoever ran it."""

import re
from collections.abc import Iterator
from typing import Any

# By what they tell. Outputs of a real system are shown with made-up names (docs/authoring).
_TRACES = {
    "a home folder": (
        r"(?:/home|/Users)/[\w.-]+|(?<![\w.-])/root\b(?![\w.-])|\b[A-Z]:\\+Users\\+[\w.-]+"
    ),
    "a folder of Python": (
        r"[^\s'\"<>]*(?:\b(?:site|dist)-packages\b|/\.?v?env/|/envs/|conda\d?/)[^\s'\"<>]*"
    ),
    "a temporary folder": (
        r"(?<![\w.~-])(?:/private)?(?:/var)?/tmp/[\w.-]+|/var/folders/[\w.-]+"
        r"|\bAppData\\+Local\\+Temp\b"
    ),
    "a host": (
        r"\b[\w.-]+@[\w.-]+:[~/]\S*|\b[a-z][\w-]*\.(?:local|localdomain|internal|lan)\b"
    ),
}
_TRACE = re.compile("|".join(f"({one})" for one in _TRACES.values()))


def traces(outputs: list[dict[str, Any]]) -> list[str]:
    """What a code cell's outputs tell of the author's machine: a sentence for each sort."""
    found: dict[str, str] = {}
    for text in _texts(outputs):
        for match in _TRACE.finditer(text):
            found.setdefault([*_TRACES][(match.lastindex or 1) - 1], match.group())
    return [
        f"its output names {what} of the machine it ran on, {words}; "
        "let the code leave that out, and run it again."
        for what, words in found.items()
    ]


def _texts(value: object) -> Iterator[str]:
    """All texts below a value; lines stored one by one are a text each."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)
