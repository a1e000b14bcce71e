"""Grading: a key and a response in, one of three outcomes out.

`app/static/grading/grading.js` grades by the same rules; `tests/vectors/grading.json` holds
the two equal.
"""

from collections.abc import Callable
from typing import Any

from certlab.study.kinds.choice import grade_multi, grade_single
from certlab.study.kinds.cloze import grade_cloze
from certlab.study.kinds.command import grade_command
from certlab.study.kinds.match import grade_match
from certlab.study.kinds.numeric import grade_numeric
from certlab.study.kinds.order import grade_order
from certlab.study.typed_text import LONGEST, is_too_long, parse_number
from certlab.study.verdicts import Verdict, graded, invalid
from certlab.words import Sentence

__all__ = ["Verdict", "grade", "invalid", "parse_number"]


def grade(key: dict[str, Any], response: object) -> Verdict:
    """Grade one response by its key.

    Args:
        key: of a compiled question.
        response: an option id (single), option ids (multi), {"number", "unit"}
            (numeric), step ids (order), a right id by left id (match), a text by gap
            (cloze), a line (command), "known" or "forgotten" (card).
    """
    if is_too_long(response):
        return invalid(
            Sentence(
                "This is longer than {n} characters; write the answer alone.", n=LONGEST
            )
        )
    return _GRADERS[key["kind"]](key, response)


def _card(_key: dict[str, Any], response: Any) -> Verdict:
    if response not in ("known", "forgotten"):
        return invalid(Sentence("Say whether you knew it."))
    return graded(response == "known")


_GRADERS: dict[str, Callable[[dict[str, Any], Any], Verdict]] = {
    "single": grade_single,
    "multi": grade_multi,
    "numeric": grade_numeric,
    "order": grade_order,
    "match": grade_match,
    "cloze": grade_cloze,
    "command": grade_command,
    "card": _card,
}
