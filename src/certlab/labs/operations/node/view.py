"""What a view in a browser is given before anything is typed, and what it asks: page, notebook."""

from collections.abc import Mapping
from typing import Any

from certlab.errors import CourseError
from certlab.labs.operations.node import play
from certlab.labs.operations.node.faults import CAUSES
from certlab.labs.operations.node.machine import SYSTEMS, parts
from certlab.labs.operations.node.scenarios import Scenario
from certlab.labs.operations.node.session import EDITION


def machine() -> dict[str, Any]:
    """What there is to name in a diagnosis: causes with their places, machines, slots.

    `edition` is of the texts: lines that were kept under another one may print otherwise.
    """
    causes = [{"id": id, **cause._asdict()} for id, cause in CAUSES.items()]
    return {
        "causes": causes,
        "nodes": [*SYSTEMS],
        "slots": len(parts()["buses"]),
        "edition": EDITION,
    }


def shown(one: Scenario) -> dict[str, Any]:
    """What a view says of a scenario before anything is typed."""
    story = " ".join(one.story.split())
    return {
        "id": one.id,
        "title": one.title,
        "story": story,
        "minutes": one.minutes,
        "exercise": one.exercise,
    }


def reply(request: Any) -> dict[str, Any]:
    """What a view asks for: `play.answer`, or `words` for a line that it has begun.

    Args:
        request: as `play.answer` takes it; with `complete`, a line up to the cursor, it is
            for what the last word of that may become.

    Raises:
        CourseError: the request is none.
    """
    if not isinstance(request, Mapping):
        raise CourseError("This is no line of a game.")
    if isinstance(line := request.get("complete"), str):
        return {"words": play.complete(request, line)}
    return play.answer(request)
