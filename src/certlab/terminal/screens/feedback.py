"""A question after its answer, as the widgets show it: app/static/question/answered.js."""

from collections.abc import Iterator, Mapping
from typing import Any

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from certlab.study.questions import Question
from certlab.terminal.screens.gaps import filled
from certlab.terminal.screens.kinds import ask, context
from certlab.terminal.screens.lines import Line
from certlab.terminal.screens.markdown import (
    filled_in,
    from_markdown,
    joined,
    labelled,
    literal,
)
from certlab.terminal.screens.quantity import given
from certlab.words import Words

ICONS = {"right": "✓", "wrong": "✗", "": " "}
Parts = Mapping[str, bool]


def verdict(right: bool, word: str, *says: str) -> Iterator[Widget]:
    """Icon and word, then what explains it."""
    mark = "right" if right else "wrong"
    yield Static(Content(f"{ICONS[mark]} {word}"), classes=f"verdict {mark}")
    for one in says:
        if one:
            yield Static(from_markdown(one), classes="gap")


def feedback(
    words: Words, question: Question, response: Any, parts: Parts
) -> Iterator[Widget]:
    """The question with what was answered, what is right, and every reason.

    `response` None stands for no answer.
    """
    yield from context(words, question.show)
    yield ask(words, question.show)
    yield from _TOLD[question.kind](words, question, response, parts)


def _options(
    words: Words, question: Question, response: Any, _parts: Parts
) -> Iterator[Widget]:
    chosen = response if isinstance(response, list | tuple) else [response]
    for number, option in enumerate(question.show["options"], 1):
        id = option["id"]
        mark, word = _tag(words, id in chosen, id in question.feedback["correct"])
        text = from_markdown(option["text"])
        if word:
            text = joined(text, Content.assemble((f"  {word}", "bold")))
        yield Line(f"{ICONS[mark]} {number}", text, classes=mark)
        yield from _why(question, id)


def _tag(words: Words, chosen: bool, correct: bool) -> tuple[str, str]:
    if chosen:
        return (
            ("right", words("Your choice, right"))
            if correct
            else ("wrong", words("Your choice, wrong"))
        )
    return ("right", words("Right answer")) if correct else ("", "")


def _why(question: Question, id: str, before: Content | str = "") -> Iterator[Widget]:
    text = joined(before, from_markdown(question.feedback["whys"].get(id, "")))
    if text:
        yield Line(" ", text, classes="says")


def _row(right: bool | None, number: object, text: Content, word: str) -> Line:
    """A part of the answer; `right` None where there was no answer."""
    mark = {True: "right", False: "wrong", None: ""}[right]
    tag = Content.assemble((f"  {word}", "bold")) if word else ""
    return Line(f"{ICONS[mark]} {number}".rstrip(), joined(text, tag), classes=mark)


def _quantity(
    words: Words, question: Question, _response: Any, _parts: Parts
) -> Iterator[Widget]:
    yield from given(words, question.show)
    if question.feedback["working"]:
        yield Line(" ", literal(question.feedback["working"]), classes="gap")


def _steps(
    words: Words, question: Question, response: Any, parts: Parts
) -> Iterator[Widget]:
    texts = {step["id"]: step["text"] for step in question.show["steps"]}
    for number, id in enumerate(question.feedback["order"], 1):
        right = parts.get(id)
        word = words("In place") if right else ""
        if right is False:
            word = words("Too early: it was no. {n}.", n=list(response).index(id) + 1)
        yield _row(right, number, from_markdown(texts[id]), word)
        yield from _why(question, id)


def _pairs(
    words: Words, question: Question, response: Any, parts: Parts
) -> Iterator[Widget]:
    texts = {one["id"]: one["text"] for one in question.show["right"]}
    for left in question.show["left"]:
        id, right = left["id"], parts.get(left["id"])
        other = from_markdown(texts[question.feedback["pairs"][id]])
        pair = labelled(words, from_markdown(left["text"]), other)
        yield _row(right, "", pair, _word(words, right))
        chosen = texts.get(response[id], "") if right is False else ""
        before = filled_in(words("You chose: {text}."), text=from_markdown(chosen))
        before = joined(before, " ") if chosen else Content("")
        yield from _why(question, id, before)


def _gaps(
    words: Words, question: Question, response: Any, parts: Parts
) -> Iterator[Widget]:
    accepted = {id: texts[0] for id, texts in question.feedback["accepted"].items()}
    solved = {id: Content.assemble((text, "bold")) for id, text in accepted.items()}
    yield Static(filled(question.show, solved), classes="gap")
    for number, gap in enumerate(question.show["gaps"], 1):
        id, right = gap["id"], parts.get(gap["id"])
        yield _row(right, f"{number}.", literal(accepted[id]), _word(words, right))
        wrote = response[id].strip() if right is False else ""
        before = filled_in(words("You wrote: {text}."), text=literal(wrote))
        before = joined(before, " ") if wrote else Content("")
        yield from _why(question, id, before)


def _word(words: Words, right: bool | None) -> str:
    return {True: words("Right"), False: words("Wrong"), None: ""}[right]


def _command(
    words: Words, question: Question, response: Any, _parts: Parts
) -> Iterator[Widget]:
    if isinstance(response, str):
        yield Line(words("Your command"), literal(response.strip()), classes="fact")
    answer = literal(question.feedback["answer"])
    yield Line(words("A right one"), answer, classes="fact gap")
    for flag, why in question.feedback["whys"].items():
        if why:
            yield Line(
                " ", joined(Content.assemble((f"{flag}  ", "bold")), from_markdown(why))
            )


_TOLD = {
    "single": _options,
    "multi": _options,
    "numeric": _quantity,
    "order": _steps,
    "match": _pairs,
    "cloze": _gaps,
    "command": _command,
}
