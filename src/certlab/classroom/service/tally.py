"""What a response is counted as: each option that was chosen, or one short text."""

from typing import Any

from certlab.study.typed_text import LONGEST, plain

CHOSEN = ("single", "multi", "card")  # whose responses are ids of a few options
OTHER = "(other)"
_LONGEST = 80


def names(kind: str, response: Any) -> list[str]:
    """The names that one response counts for; [] when it is of another form."""
    # Half of a sign (a surrogate) is JSON and no text: the instructor's tables could not be sent.
    found = _names(kind, response)
    return [one.encode("utf-8", "replace").decode("utf-8") for one in found]


def _names(kind: str, response: Any) -> list[str]:
    match kind, response:
        case (("single" | "card"), str()):
            return [response[:_LONGEST]]
        case "multi", list():
            return sorted({one[:_LONGEST] for one in response if isinstance(one, str)})
        case "numeric", {"number": (str() | int() | float()) as number, **rest}:
            return [_short(f"{number} {rest.get('unit') or ''}")]
        case "command", str():
            return [_short(response)]
        case "order", list():
            steps = [one for one in response if isinstance(one, str)]
            return [" > ".join(steps)[:_LONGEST]]
        case (("match" | "cloze"), dict()):  # each pair and each gap counts for itself
            texts = ((id, one) for id, one in response.items() if isinstance(one, str))
            return sorted(f"{id}: {_short(one)}"[:_LONGEST] for id, one in texts)
    return []


def _short(text: str) -> str:
    return plain(text[:LONGEST])[:_LONGEST]


def right(kind: str, key: dict[str, Any]) -> set[str]:
    """The names of what is right, of the kinds whose responses have parts."""
    match kind:
        case "match":
            return set(names(kind, key["pairs"]))
        case "cloze":
            gaps = [(gap["id"], one) for gap in key["gaps"] for one in gap["accept"]]
            return {name for id, one in gaps for name in names(kind, {id: one})}
    return set(key.get("correct", ())) if kind in CHOSEN else set()
