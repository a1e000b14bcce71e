"""Questions as GIFT for Moodle, texts in Markdown; `gift.read` reads them back.

After https://docs.moodle.org/en/GIFT_format and the exporter in
question/format/gift/format.php of https://github.com/moodle/moodle.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from certlab.formats.exports import Export, Loss
from certlab.study.answer_sheet import reasons, stem
from certlab.study.questions import Question

# Weights Moodle knows as positive and negative shares: 100 divided by so many options.
MOST_CORRECT = 10
_CANNOT = {
    "order": "GIFT has no ordering.",
    "command": "GIFT compares texts; a command line is graded by its flags.",
    "card": "GIFT has questions only; a card asks nothing that it could grade.",
}
_SIGNS = str.maketrans(
    {sign: f"\\{sign}" for sign in "\\#=~{}:"} | {"\n": "\\n", "\r": ""}
)


def write(questions: Sequence[Question]) -> Export:
    """The questions as GIFT, and what it cannot hold of them."""
    lost: list[Loss] = []
    blocks: list[str] = []
    module = ""
    for question in questions:
        says = _refusal(question)
        if says:
            lost.append(Loss(question.item, says, whole=True))
            continue
        if question.show["module"] != module:
            module = question.show["module"]
            blocks.append(f"$CATEGORY: certlab/{module.replace('/', '//')}")
        blocks.append("\n".join(_lines(question)))
        lost += [Loss(question.item, one) for one in _losses(question)]
    text = "\n\n".join(blocks) + "\n"
    written = sum(not one.startswith("$") for one in blocks)
    return Export(text.encode(), written, tuple(lost))


def _refusal(question: Question) -> str:
    key = question.key
    if question.kind in _CANNOT:
        return _CANNOT[question.kind]
    if question.kind == "cloze" and len(key["gaps"]) > 1:
        return "GIFT allows one gap in a question."
    if question.kind == "multi" and len(key["correct"]) > MOST_CORRECT:
        return f"Moodle has no weight for more than {MOST_CORRECT} right options."
    return ""


def _losses(question: Question) -> Iterator[str]:
    key, show = question.key, question.show
    if "pinned" in show:
        yield "the option that stands last is shuffled among the others."
    match question.kind:
        case "multi":
            yield "how many options to pick is said, but more can be picked."
            if key["score"] == "all":
                yield "picking some of the right options gives a part of the mark."
        case "numeric" if len(show["units"]) > 1:
            yield f"the answer counts in {key['unit']} only, no unit can be chosen."
        case "match":
            yield "reasons stand together in the general feedback."
            if key["score"] == "all":
                yield "matching some of the entries gives a part of the mark."
            if any("->" in one["text"] for one in (*show["left"], *show["right"])):
                yield "an arrow -> in an entry is written as another sign."
        case "cloze":
            what = "a number" if key["gaps"][0]["number"] else "an article or a dash"
            yield f"{what} has to be typed as it is written."
            if key["gaps"][0]["case"]:
                yield "capitals do not count."


def _lines(question: Question) -> Iterator[str]:
    asked = "\n\n".join(stem(question))
    head = f"::{_escaped(question.item)}::[markdown]"
    last = "}"
    if question.kind == "cloze":
        before, after = _around(question)
        ask = "\n\n".join(filter(None, (asked, before)))
        head += f"{_escaped(ask)} {{"
        last = "}" + (f" {_escaped(after)}" if after else "")
    else:
        head += _escaped(asked) + ("{#" if question.kind == "numeric" else "{")
    yield head
    for line in _answers(question):
        yield f"\t{line}"
    general = "\n\n".join(_general(question))
    if general:
        yield f"\t####{_escaped(general)}"
    yield last


def _around(question: Question) -> tuple[str, str]:
    """The text before the only gap and the text after it."""
    parts: list[Any] = question.show["text"]
    place = next(n for n, part in enumerate(parts) if isinstance(part, dict))
    return "".join(parts[:place]).strip(), "".join(parts[place + 1 :]).strip()


def _answers(question: Question) -> Iterator[str]:
    key, show, whys = question.key, question.show, question.feedback["whys"]
    match question.kind:
        case "single" | "multi":
            for option in show["options"]:
                right = option["id"] in key["correct"]
                sign = "=" if question.kind == "single" and right else "~"
                sign += _weight(key, right) if question.kind == "multi" else ""
                why = whys.get(option["id"], "")
                yield f"{sign}[markdown]{_escaped(option['text'])}{_feedback(why)}"
        case "numeric":
            span = abs(key["answer"]) * key["tolerance"]
            yield f"=%100%{key['answer']!r}:{span:.12g}"
            for trap in key["traps"]:
                near = (
                    f"{trap['answer']!r}:{abs(trap['answer']) * key['tolerance']:.12g}"
                )
                yield f"=%0%{near}{_feedback(trap['why'])}"
        case "match":
            entries = {one["id"]: _arrow(one["text"]) for one in show["right"]}
            for one in show["left"]:
                left = _arrow(one["text"])
                yield f"=[markdown]{left} -> {entries[key['pairs'][one['id']]]}"
            for id, text in entries.items():
                if id not in key["pairs"].values():
                    yield f"= -> {text}"
        case "cloze":
            gap = key["gaps"][0]
            for text in gap["accept"]:
                yield f"=%100%{_escaped(text)}{_feedback(whys.get(gap['id'], ''))}"


def _weight(key: dict[str, Any], right: bool) -> str:
    share = f"{100 / len(key['correct']):.5f}".rstrip("0").rstrip(".")
    if right:
        return f"%{share}%"
    return {"all": "%-100%", "net": f"%-{share}%", "each": ""}[key["score"]]


def _general(question: Question) -> Iterator[str]:
    """The explanation; for a match its reasons too, which have no place of their own."""
    yield from filter(None, (question.feedback["explain"],))
    if question.kind == "match":
        for what, why in reasons(question):
            yield f"{what}: {why}"


def _arrow(text: str) -> str:
    """The text without the arrow that parts the sides."""
    return _escaped(text.replace("->", "→"))


def _feedback(why: str) -> str:
    return f"#{_escaped(why)}" if why else ""


def _escaped(text: str) -> str:
    return text.translate(_SIGNS)
