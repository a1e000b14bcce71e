"""A response in words, as the learner chose or typed it, for whoever reads a table."""

import json
from collections.abc import Iterable
from typing import Any

from certlab.course.facts import with_unit
from certlab.course.markup import plain
from certlab.study.questions import Question

_NEXT = " > "  # between the steps of an order, as `tally` joins their ids


def in_words(question: Question | None, response: Any) -> str:
    """What was answered; the JSON of what is no answer to the question as it is today."""
    if response is None:
        return ""
    found = _in_words(question, response) if question else None
    text = json.dumps(response, ensure_ascii=False) if found is None else found
    return text.encode("utf-8", "replace").decode("utf-8")  # half of a sign is no text


def name_in_words(question: Question, name: str) -> str:
    """The same of one of the names that `tally` counts a response for."""
    match question.kind:
        case "multi":
            return in_words(question, [name])
        case "order":
            return in_words(question, name.split(_NEXT))
        case "match" | "cloze":
            id, _, said = name.partition(": ")
            return in_words(question, {id: said})
        case "single":
            return in_words(question, name)
    return name


def _in_words(question: Question, response: Any) -> str | None:
    show = question.show
    match question.kind, response:
        case "single", str():
            return _texts(show["options"]).get(response, response)
        case "multi", list():
            return "; ".join(_named(_texts(show["options"]), response))
        case "order", list():
            return _NEXT.join(_named(_texts(show["steps"]), response))
        case "match", dict():
            left, right = _texts(show["left"]), _texts(show["right"])
            pairs = zip(
                _named(left, response), _named(right, response.values()), strict=True
            )
            return "; ".join(f"{one} → {other}" for one, other in pairs)
        case "cloze", dict():
            places = {gap["id"]: n for n, gap in enumerate(show["gaps"], 1)}
            gaps = ((places.get(id, id), typed) for id, typed in response.items())
            return "; ".join(f"gap {place}: {typed}" for place, typed in gaps)
        case "numeric", {"number": (str() | int() | float()) as number, **rest}:
            return with_unit(f"{number}", str(rest.get("unit") or ""))
        case (("command" | "card"), str()):
            return response
    return None


def _texts(entries: Iterable[dict[str, str]]) -> dict[str, str]:
    return {one["id"]: plain(one["text"]) for one in entries}


def _named(texts: dict[str, str], ids: Iterable[Any]) -> list[str]:
    """The texts of ids; an id that the course no longer has stands for itself."""
    return [texts.get(id, id) if isinstance(id, str) else f"{id}" for id in ids]
