"""Manifests as text: YAML with several documents, or JSON, which is YAML too."""

from collections.abc import Iterator
from typing import Any

from certlab.errors import ContentError
from certlab.formats import yaml_text

_NO_KIND = "each document of a manifest has a kind; this has one without"


def documents(text: str, file: str = "the manifest") -> list[dict[str, Any]]:
    """The documents of a manifest; a List is taken apart.

    Args:
        text: YAML or JSON.
        file: what an error calls it.

    Raises:
        ContentError: PyYAML is missing, or the text is no manifest.
    """
    found = yaml_text.documents(text, file)
    if not found:
        raise ContentError(f"{file}: {_NO_KIND}.")
    return [each for one in found for each in _taken_apart(one, file)]


def _taken_apart(one: Any, file: str, where: str = "") -> Iterator[dict[str, Any]]:
    """A document, or those that a List holds."""
    if not isinstance(one, dict) or "kind" not in one:
        raise ContentError(f"{file}: {_NO_KIND}{where and f', {where}'}.")
    if one["kind"] != "List":
        yield one
        return
    items = one.get("items")
    if not isinstance(items, list | None):
        raise ContentError(f"{file}: items of a List is no list; write one.")
    for number, each in enumerate(items or ()):
        yield from _taken_apart(each, file, f"items[{number}] of a List")
