"""A bank of drafts: the TOML that `certlab check` reads, for somebody to finish.

An id is the module, the first words of the question and a digest of its texts, so that
the same file gives the same ids. Reasons do not count for it, they are still to come.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from certlab.formats.drafts import (
    Back,
    Blank,
    Body,
    Choices,
    Draft,
    Gaps,
    Number,
    Pairs,
    Reading,
    texts_of,
)

_WORDS = 5  # of the question, in an id
_LOOKED_AT = 1_000  # characters; to order the accents of many more takes minutes
_LONGEST = 40  # characters of them


def bank_text(
    reading: Reading, module: str, objective: str, sources: Sequence[str] = ()
) -> str:
    """The bank's TOML; a question that is there twice is noted and written once.

    Args:
        reading: the drafts, and where to note what is left out.
        module: the module's slug, the beginning of every id.
        objective: the objective every item is given.
        sources: ids of sources; without any the check will ask for them.
    """
    lines = [
        _comment(f"Drafts imported from {reading.file}."),
        "# Read each, give it what certlab check asks for, its level and its objective,",
        '# then set status = "reviewed".',
        f"module = {_text(module)}",
    ]
    seen: dict[str, str] = {}
    for draft in reading.drafts:
        id = item_id(module, draft)
        if id in seen:
            reading.drop(draft, f"it is the same as {seen[id]}.")
            continue
        seen[id] = draft.where
        lines += ["", *_item(id, draft, objective, sources)]
    return "\n".join(lines) + "\n"


def item_id(module: str, draft: Draft) -> str:
    """The id of a draft: the same for the same question."""
    body = draft.body
    if isinstance(body, Choices):
        texts = sorted(one.text for one in body.parts)
    elif isinstance(body, Number):
        texts = [body.answer, repr(body.tolerance)]
    elif isinstance(body, Gaps):
        texts = [t for one in body.parts for t in texts_of(getattr(one, "accept", one))]
    else:
        texts = list(texts_of(body))
    whole = "\n".join([draft.kind, draft.ask, *texts])
    digest = hashlib.sha256(whole.encode()).hexdigest()[:8]
    words = slug(draft.ask)
    return f"{module}-{words}-{digest}" if words else f"{module}-{digest}"


def slug(text: str, words: int = _WORDS) -> str:
    """The first words of a text as they may stand in an id; "" when it has none."""
    plain = (
        unicodedata.normalize("NFKD", text[:_LOOKED_AT])
        .encode("ascii", "ignore")
        .decode()
    )
    found = re.findall(r"[a-z0-9]+", plain.lower().replace("'", ""))
    return "-".join(found[:words])[:_LONGEST].strip("-")


def _item(
    id: str, draft: Draft, objective: str, sources: Sequence[str]
) -> Iterator[str]:
    yield _comment("; ".join(filter(None, (draft.where, draft.about))))
    yield "[[item]]"
    yield f"id = {_text(id)}"
    yield "rev = 1"
    yield f"kind = {_text(draft.kind)}"
    yield f"objective = {_text(objective)}"
    yield f"level = {_text('apply' if draft.kind == 'numeric' else 'recall')}"
    yield 'pool = "practice"'
    yield 'status = "draft"'
    yield f"ask = {_text(draft.ask)}"
    for name, value in body_fields(draft.body).items():
        if isinstance(value, list):
            yield from _rows(name, value)
        else:
            yield f"{name} = {_value(value)}"
    if draft.explain:
        yield f"explain = {_text(draft.explain)}"
    yield f"sources = [{', '.join(map(_text, sources))}]"


def body_fields(body: Body) -> dict[str, Any]:
    """The fields of an item that its kind has, as its bank and a learner's deck hold them."""
    match body:
        case Choices():
            return _choices(body)
        case Number():
            rows = [{"answer": one.answer, "why": one.why} for one in body.parts]
            found = {"answer": body.answer, "tolerance": body.tolerance}
            return found | ({"trap": rows} if rows else {})
        case Pairs():
            return _pairs(body)
        case Gaps():
            return _gaps(body)
        case Back():
            return {"back": body.text}


def _choices(body: Choices) -> dict[str, Any]:
    several = sum(one.correct for one in body.parts) > 1 and body.score != "all"
    found: dict[str, Any] = {"score": body.score} if several else {}
    ids = _ids([one.text for one in body.parts], "option")
    rows = []
    for id, one in zip(ids, body.parts, strict=True):
        row: dict[str, Any] = {"id": id, "text": one.text}
        row |= {"correct": True} if one.correct else {}
        rows.append(row | {"why": one.why})
    return found | {"option": rows}


def _pairs(body: Pairs) -> dict[str, Any]:
    lefts = list(dict.fromkeys(left for left, _ in body.parts))
    rights = list(dict.fromkeys([*(one for _, one in body.parts), *body.distractors]))
    left = dict(zip(lefts, _ids(lefts, "left"), strict=True))
    right = dict(zip(rights, _ids(rights, "right"), strict=True))
    return {
        "left": [{"id": id, "text": text} for text, id in left.items()],
        "right": [{"id": id, "text": text} for text, id in right.items()],
        "pairs": {left[a]: right[b] for a, b in body.parts},
        "whys": dict.fromkeys(left.values(), ""),
    }


def _gaps(body: Gaps) -> dict[str, Any]:
    text = ""
    rows: list[dict[str, Any]] = []
    for part in body.parts:
        if not isinstance(part, Blank):
            text += part
            continue
        row: dict[str, Any] = {"id": f"gap-{len(rows) + 1}", "accept": [*part.accept]}
        row |= {"case": True} if part.case else {}
        rows.append(row | {"why": part.why})
        text += "{{" + row["id"] + "}}"
    return {"text": text, "blank": rows}


def _ids(texts: Sequence[str], what: str) -> list[str]:
    """An id for each text, in words where it has some, no two alike."""
    found: list[str] = []
    for place, text in enumerate(texts, 1):
        id = slug(text, 3) or f"{what}-{place}"
        while id in found:
            id = f"{id}-{place}"
        found.append(id)
    return found


def _rows(name: str, rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    yield f"{name} = ["
    for row in rows:
        yield f"  {_row(row)},"
    yield "]"


def _row(row: dict[str, Any]) -> str:
    return "{ " + ", ".join(f"{name} = {_value(row[name])}" for name in row) + " }"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, dict):
        return _row(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_text, value))}]"
    return _text(value)


def _text(text: str) -> str:
    """A TOML string: JSON's, for a text without control characters."""
    return json.dumps(text, ensure_ascii=False)


def _comment(text: str) -> str:
    return f"# {' '.join(text.split())}"
