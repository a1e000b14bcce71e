"""A question and what follows it, as lines for a terminal."""

import re
import shutil
import textwrap
from collections.abc import Iterator
from datetime import date
from typing import Any

from certlab.course.markup import FENCED
from certlab.course.maths import spoken
from certlab.study.questions import Question
from certlab.study.session import Reply

_WIDEST = 78
_WORDS = {"correct": "Right.", "wrong": "Wrong.", "unanswered": "Not answered."}


def wrapped(text: str, indent: str = "", first: str | None = None) -> str:
    """A paragraph of plain text, no wider than the terminal; fenced lines as they are."""
    width = min(_WIDEST, shutil.get_terminal_size().columns)
    begin = indent if first is None else first
    found: list[str] = []
    for number, part in enumerate(FENCED.split(text)):
        if number % 2:
            found += [f"{indent}    {_shown(line)}" for line in part.split("\n")]
        elif part.strip() or not found:
            found.append(
                textwrap.fill(
                    clean(part),
                    width,
                    initial_indent=indent if found else begin,
                    subsequent_indent=indent,
                    break_on_hyphens=False,
                )
            )
    return "\n".join(found)


def clean(text: str) -> str:
    """A text on one line, and nothing in it that a terminal would obey."""
    plain = re.sub(r"\*\*(.+?)\*\*", r"\1", spoken(text))
    return _shown(" ".join(plain.split()))


def _shown(line: str) -> str:
    return "".join(one if one.isprintable() else "\ufffd" for one in line)


def before(question: Question, place: str) -> Iterator[str]:
    """Everything up to the prompt."""
    show = question.show
    yield ""
    yield f"--- {show['module']} · {show['objective']} · {show['level']} · {place}"
    if "context" in show:
        yield wrapped(f"{show['context']['title']}: {show['context']['text']}")
        yield ""
    yield wrapped(show["ask"])
    yield ""
    for row in show.get("given", ()):
        yield wrapped(f"{row['label']}: {row['value']} {row['unit']}", "    ", "  ")
    if question.kind == "numeric":
        yield f"  Answer {show['wants']}."
    for part in ("options", "steps", "left"):
        for number, row in enumerate(show.get(part, ()), 1):
            yield wrapped(row["text"], "     ", f"  {number}  ")
    for letter, row in zip("abcdefghijklmnop", show.get("right", ()), strict=False):
        yield wrapped(row["text"], "     ", f"  {letter}  ")
    if question.kind == "cloze":
        gaps = iter(range(1, len(show["text"])))
        pieces = (
            one if isinstance(one, str) else f"[{next(gaps)}]" for one in show["text"]
        )
        yield wrapped("".join(pieces), "  ")


def back(question: Question) -> Iterator[str]:
    """The back of a card."""
    yield wrapped(question.feedback["back"], "  ")


def after(question: Question, response: Any, reply: Reply) -> Iterator[str]:
    """The verdict, the reasons, the source, and when it comes back."""
    feedback = question.feedback
    yield ""
    word = _WORDS[reply.verdict.outcome]
    yield wrapped(f"{word} {reply.verdict.say}".strip())
    yield from _reasons(question, response)
    yield from _solution(question)
    if feedback["working"]:
        yield wrapped(feedback["working"], "  ")
    if feedback["explain"]:
        yield wrapped(feedback["explain"])
    for label, name in (("Exam era", "exam_era"), ("Current", "current")):
        if feedback[name]:
            yield wrapped(f"{label}: {feedback[name]}", "  ")
    for source in feedback["sources"]:
        tier = f", tier {source['tier']}" if source["tier"] else ""
        yield wrapped(f"Source: {source['title']}, {source['publisher']}{tier}", "  ")
    if feedback["section"]:
        yield wrapped(f"Read: {feedback['section']['title']}", "  ")
    if reply.due:
        yield f"  Next due {due_words(reply.due, date.today())}."  # noqa: DTZ011 -- the learner's own day


def _reasons(question: Question, response: Any) -> Iterator[str]:
    chosen = response if isinstance(response, list) else [response]
    correct = question.feedback["correct"] or ()
    for number, option in enumerate(question.show.get("options", ()), 1):
        marks = [
            "right answer" if option["id"] in correct else "",
            "your choice" if option["id"] in chosen else "",
        ]
        mark = ", ".join(filter(None, marks))
        says = f"{mark}: " if mark else ""
        why = question.feedback["whys"][option["id"]]
        yield wrapped(f"{says}{option['text']}. {why}", "     ", f"  {number}  ")


def _solution(question: Question) -> Iterator[str]:
    """What would have been right, for kinds without options, each part with its reason."""
    show, feedback = question.show, question.feedback
    whys = feedback["whys"]
    match question.kind:
        case "order":
            texts = {one["id"]: one["text"] for one in show["steps"]}
            rows = [(id, f"{texts[id]}.") for id in feedback["order"]]
        case "match":
            right = {one["id"]: one["text"] for one in show["right"]}
            rows = [
                (one["id"], f"{one['text']}: {right[feedback['pairs'][one['id']]]}.")
                for one in show["left"]
            ]
        case "cloze":
            rows = [
                (one["id"], f"{feedback['accepted'][one['id']][0]}.")
                for one in show["gaps"]
            ]
        case "command":
            yield wrapped(f"A right one: {feedback['answer']}", "  ")
            rows = [(flag, f"{flag}:") for flag, why in whys.items() if why]
        case _:
            rows = []
    for number, (id, says) in enumerate(rows, 1):
        yield wrapped(f"{says} {whys.get(id, '')}", "     ", f"  {number}  ")


def due_words(due: date, today: date) -> str:
    """A day as a learner says it: "in 3 days, Tuesday 24 November"."""
    days = (due - today).days
    when = {0: "today", 1: "tomorrow"}.get(days, f"in {days} days")
    return f"{when}, {due:%A} {due.day} {due:%B}"
