"""Manifests as text: YAML with several documents, or JSON, which is YAML too."""

from typing import Any

from certlab.errors import ContentError


def documents(text: str, file: str = "the manifest") -> list[dict[str, Any]]:
    """The documents of a manifest; a List is taken apart.

    Args:
        text: YAML or JSON.
        file: what an error calls it.

    Raises:
        ContentError: PyYAML is missing, or the text is no manifest.
    """
    try:
        import yaml  # type: ignore[import-untyped]  # its types are a package of their own
    except ImportError:
        says = "reading it needs PyYAML; install it with pip install pyyaml."
        raise ContentError(f"{file}: {says}") from None
    try:
        found = [one for one in yaml.safe_load_all(text) if one is not None]
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f" in line {mark.line + 1}" if mark else ""
        raise ContentError(f"{file}: not valid YAML{line}.") from None
    if not found or not all(isinstance(one, dict) and "kind" in one for one in found):
        says = "each document of a manifest has a kind; this has one without."
        raise ContentError(f"{file}: {says}")
    each = [one.get("items") or [] if one["kind"] == "List" else [one] for one in found]
    each = [some if isinstance(some, list) else [some] for some in each]
    return [one for some in each for one in some]
