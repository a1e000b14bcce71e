"""How the pages speak, beside texts that readers go on with; nothing here is ever a fault.

The range was measured on 27 November 2026 with the sentences of `quality.prose`: four chapters of
"How to scale your model", the ultra-scale playbook, and four of Stas Bekman's "Machine
learning engineering". A page that is written to these numbers reads like it: they say
where to read aloud, not what to write.
"""

import re
import statistics
from typing import Any

from certlab.course.catalogue import Course
from certlab.course.pages import FENCE, Page
from certlab.course.quality.prose import SHORT, measure

# A figure with its caption, and where a link leads.
_UNSAID = re.compile(r"!\[[^\]\n]*\]\([^)\n]*\)|\]\([^)\n]*\)")
_SPOKEN = re.compile(r"\b(?:you|your|yours|we|us|our|let)\b", re.IGNORECASE)
_BOX = "> **{}**"
_COUNTED = ("Takeaway", "Try it", "Worked example", "In practice")
BEST = {
    "page": "best texts",
    "words": "",
    "a sentence": "15 to 22",
    "spread": "0.60 to 0.72",
    "short %": "7 to 24",
    "you %": "1.3 to 5.1",
    "pictures ‰": "2.4 to 3.4",
}


def voice(course: Course) -> list[dict[str, Any]]:
    """A row for each page, in the course's order, and one of the best texts.

    Words a sentence; spread is their standard deviation as a share of the mean; short the share of
    sentences with six words or fewer; "you" (also we, us, our, let) in 100 words; pictures
    in 1,000 words; and how many boxes there are of those that carry, ask and tell.
    """
    return [*map(_row, course.pages.values()), BEST | dict.fromkeys(_COUNTED, "")]


def _row(page: Page) -> dict[str, Any]:
    body = FENCE.sub("", page.body)
    lengths = measure(body).lengths or (0,)
    words = sum(lengths) or 1
    mean = statistics.mean(lengths) or 1
    short = sum(count <= SHORT for count in lengths) / len(lengths)
    spoken = len(_SPOKEN.findall(_UNSAID.sub(" ", body)))
    return {
        "page": page.id,
        "words": words,
        "a sentence": f"{mean:.1f}",
        "spread": f"{statistics.pstdev(lengths) / mean:.2f}",
        "short %": f"{100 * short:.0f}",
        "you %": f"{100 * spoken / words:.1f}",
        "pictures ‰": f"{1000 * body.count('](figure:') / words:.1f}",
        **{name: body.count(_BOX.format(name)) for name in _COUNTED},
    }
