"""Grading: a key and a response in, one of three outcomes out.

`app/static/grading/grading.js` grades by the same rules; `tests/vectors/grading.json` holds
the two equal.
"""

from typing import Any

from certlab.study.rules import RULES
from certlab.study.typed_text import LONGEST, is_too_long, parse_number
from certlab.study.verdicts import Verdict, invalid
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
    return RULES[key["kind"]].grade(key, response)
