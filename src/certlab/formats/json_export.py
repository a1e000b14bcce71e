"""Questions as JSON, in a form of our own that leaves nothing of a question out.

```json
{
  "schema": 1,
  "made_by": "certlab 0.1.0",
  "items": [
    {
      "item": "cuda-warp-size",
      "rev": 1,
      "kind": "single",
      "seed": 0,
      "show": {"ask": "...", "options": [{"id": "...", "text": "..."}]},
      "key": {"kind": "single", "correct": ["..."], "options": ["..."]},
      "feedback": {"whys": {"...": "..."}, "explain": "...", "sources": []}
    }
  ]
}
```

`show` is what may be shown before the answer, `key` what grades it, `feedback` what is
said after it: the parts of `study.questions.Question`, whose kinds document their fields.
Texts are inline Markdown with every fact filled in. `SCHEMA` is the form as JSON Schema.
A reader should refuse a `schema` it does not know, and pass over unknown fields.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from certlab import __version__
from certlab.course.items import ASKABLE
from certlab.formats.exports import Export
from certlab.study.questions import Question

VERSION = 1
_ID = {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}
_PART = {"type": "object"}
_ITEM: dict[str, Any] = {
    "type": "object",
    "required": ["item", "rev", "kind", "seed", "show", "key", "feedback"],
    "properties": {
        "item": _ID,
        "rev": {"type": "integer", "minimum": 1},
        "kind": {"enum": list(ASKABLE)},
        "seed": {"type": "integer"},
        "show": _PART | {"required": ["ask", "module", "objective", "level"]},
        "key": _PART | {"required": ["kind"]},
        "feedback": _PART | {"required": ["whys", "explain", "sources"]},
    },
}
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "certlab questions",
    "type": "object",
    "required": ["schema", "made_by", "items"],
    "properties": {
        "schema": {"const": VERSION},
        "made_by": {"type": "string"},
        "items": {"type": "array", "items": _ITEM},
    },
}


def write(questions: Sequence[Question]) -> Export:
    """The questions as JSON; nothing of them is lost."""
    value = {
        "schema": VERSION,
        "made_by": f"certlab {__version__}",
        "items": [asdict(question) for question in questions],
    }
    text = json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    return Export(text.encode(), len(questions), ())
