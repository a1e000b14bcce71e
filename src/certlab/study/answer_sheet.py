"""A question as a person reads it on paper: what is asked, the answer, the reasons.

All texts are in inline Markdown, as they are in a bank.
"""

from collections.abc import Iterator

from certlab.course.facts import format_result, with_unit
from certlab.study.questions import Question

GAP = "[...]"  # a row of underscores would be read as emphasis


def stem(question: Question) -> list[str]:
    """The paragraphs of the question, the situation before it and what is given."""
    show = question.show
    context = show.get("context")
    lines = [f"**{context['title']}**", context["text"]] if context else []
    lines.append(show["ask"])
    if question.kind == "multi":
        lines.append(f"Choose {show['select']}.")
    if question.kind == "numeric":
        given = [
            f"{one['label']}: {with_unit(one['value'], one['unit'])}"
            for one in show["given"]
        ]
        unit = question.key["unit"]
        wanted = {"": "as a plain number", "x": "as a multiple (×)"}
        lines += [
            *given,
            f"Answer {wanted.get(unit, f'in {unit}')}, {show['tolerance']}.",
        ]
    return lines


def choices(question: Question) -> list[tuple[str, str]]:
    """What is shown to choose from or to arrange, by id; [] for other kinds."""
    show = question.show
    rows = show.get("options") or show.get("steps") or show.get("right") or []
    return [(one["id"], one["text"]) for one in rows]


def gapped(question: Question) -> str:
    """The text of a cloze with its gaps as lines; "" for other kinds."""
    parts = question.show.get("text", [])
    return "".join(part if isinstance(part, str) else GAP for part in parts)


def answers(question: Question) -> list[str]:
    """The answer, a line for each part of it."""
    show, key, after = question.show, question.key, question.feedback
    texts = dict(choices(question))
    match question.kind:
        case "single" | "multi":
            return [texts[id] for id in texts if id in key["correct"]]
        case "numeric":
            return list(dict.fromkeys([after["answer"], after["working"]]))
        case "order":
            return [texts[id] for id in after["order"]]
        case "match":
            ids = [(one["text"], key["pairs"][one["id"]]) for one in show["left"]]
            return [f"{left} → {texts[right]}" for left, right in ids]
        case "cloze":
            return [" or ".join(gap["accept"]) for gap in key["gaps"]]
        case "command":
            return [f"`{after['answer']}`"]
        case "card" | _:
            return [after["back"]]


def reasons(question: Question) -> list[tuple[str, str]]:
    """Why each part is right or wrong: what it is, and the reason."""
    return [(what, why) for what, why in _reasons(question) if why]


def _reasons(question: Question) -> Iterator[tuple[str, str]]:
    show, key, whys = question.show, question.key, question.feedback["whys"]
    texts = dict(choices(question))
    if question.kind == "match":
        texts |= {one["id"]: one["text"] for one in show["left"]}
    if question.kind == "cloze":
        texts = {gap["id"]: gap["accept"][0] for gap in key["gaps"]}
    for id, why in whys.items():
        yield texts.get(id, f"`{id}`"), why
    for trap in key.get("traps", ()):
        number = with_unit(format_result(trap["answer"]), key["unit"])
        yield number, trap["why"]


def sources(question: Question) -> list[str]:
    """The sources, each with its address."""
    rows = question.feedback["sources"]
    return [f"{one['title']}: {one['address']}" for one in rows]
