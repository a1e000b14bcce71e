"""What a response is counted as: each option that was chosen, or one short text."""

import json
from typing import Any

from certlab.study.entries import plain

CHOSEN = ("single", "multi", "card")  # whose responses are ids of a few options
OTHER = "(other)"
_LONGEST = 80


def names(kind: str, response: Any) -> list[str]:
    """The names that one response counts for; [] when it is of another form."""
    match kind, response:
        case (("single" | "card"), str()):
            return [response]
        case "multi", list():
            return sorted({one for one in response if isinstance(one, str)})
        case "numeric", {"number": number, **rest}:
            return [plain(f"{number} {rest.get('unit') or ''}")[:_LONGEST]]
        case "command", str():
            return [plain(response)[:_LONGEST]]
        case (("order" | "match" | "cloze"), (list() | dict())):
            return [json.dumps(response, ensure_ascii=False, sort_keys=True)[:_LONGEST]]
    return []
