"""A short digest of what is right in an item, with its facts filled in.

It changes when an earlier answer would be judged otherwise, so wording, wrong options,
reasons and the form in which a grader holds its key stay out.
"""

import hashlib
import json

from certlab.course.catalogue import Course
from certlab.course.expression import ExpressionError
from certlab.course.items import Item
from certlab.course.template import TemplateError, Values

DIGITS = 8  # of the digest, in the ledger


def digest(course: Course, item: Item) -> str:
    """What is right in an item, in a few letters; "" where nothing is.

    A scenario is never asked. An item whose facts are missing has no key either, and
    `study.item_tests` says so.
    """
    try:
        right = item.body.key(Values(course.facts))
    except (TemplateError, ExpressionError):
        return ""
    if right is None:
        return ""
    text = json.dumps(right, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
