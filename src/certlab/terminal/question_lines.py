"""A question and what follows it, as lines for a terminal."""

import re
import shutil
from collections.abc import Iterator
from datetime import date
from typing import Any

from certlab.course.marks import fenced
from certlab.course.maths import spoken
from certlab.study.questions import Question
from certlab.study.session import Reply
from certlab.terminal.paragraphs import filled
from certlab.words import (
    ENGLISH,
    Words,
    after_each_other,
    day_words,
    short_day,
    with_commas,
)

_WIDEST = 78


def wrapped(text: str, indent: str = "", first: str | None = None) -> str:
    """A paragraph of plain text, no wider than the terminal; fenced lines as they are."""
    width = min(_WIDEST, shutil.get_terminal_size().columns)
    begin = indent if first is None else first
    found: list[str] = []
    for number, part in enumerate(fenced(text)):
        if number % 2:
            found += [f"{indent}    {_shown(line)}" for line in part.split("\n")]
        elif part.strip() or not found:
            first = indent if found else begin
            found.append(filled(clean(part), width, first, indent))
    return "\n".join(found)


def clean(text: str) -> str:
    """A text on one line, and nothing in it that a terminal would obey."""
    plain = re.sub(r"\*\*(.+?)\*\*", r"\1", spoken(text))
    return _shown(" ".join(plain.split()))


def _shown(line: str) -> str:
    return "".join(one if one.isprintable() else "\ufffd" for one in line)


def origin(show: dict[str, Any], words: Words = ENGLISH) -> str:
    """Where a question is from, and what it asks of a learner."""
    if "deck" in show:
        return words("your own card, deck {name}", name=_shown(show["deck"]))
    levels = {
        "recall": words("recall"),
        "apply": words("apply"),
        "analyse": words("analyse"),
    }
    label = show.get("label", show["objective"])
    return " · ".join(filter(None, (show["module"], label, levels[show["level"]])))


def before(
    question: Question, place: str, words: Words = ENGLISH, *, told: bool = True
) -> Iterator[str]:
    """Everything up to the prompt; without where it is from, which no exam tells."""
    show = question.show
    yield ""
    yield f"--- {origin(show, words)} · {place}" if told else f"--- {place}"
    if "context" in show:
        title, says = show["context"]["title"], show["context"]["text"]
        yield wrapped(words("{what}: {says}", what=title, says=says))
        yield ""
    yield wrapped(show["ask"])
    yield ""
    for row in show.get("given", ()):
        value = f"{row['value']} {row['unit']}"
        line = words("{what}: {says}", what=row["label"], says=value)
        yield wrapped(line, "    ", "  ")
    if question.kind == "numeric":
        wants = words.say(show["wants"])
        yield "  " + words("Answer {wants}.", wants=wants)
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


def after(
    question: Question, response: Any, reply: Reply, words: Words = ENGLISH
) -> Iterator[str]:
    """The verdict, the reasons, the source, and when it comes back."""
    feedback = question.feedback
    yield ""
    named = {
        "correct": words("Right."),
        "wrong": words("Wrong."),
        "unanswered": words("Not answered."),
    }
    word = named[reply.verdict.outcome]
    yield wrapped(words.say(after_each_other(word, reply.verdict.say)))
    yield from _reasons(question, response, words)
    yield from _solution(question, words)
    if feedback["working"]:
        yield wrapped(feedback["working"], "  ")
    if feedback["explain"]:
        yield wrapped(feedback["explain"])
    for label, name in ((words("Exam era"), "exam_era"), (words("Current"), "current")):
        if feedback[name]:
            yield wrapped(
                words("{what}: {says}", what=label, says=feedback[name]), "  "
            )
    yield from _sources(feedback["sources"], words)
    if feedback["section"]:
        yield wrapped(words("Read: {title}", title=feedback["section"]["title"]), "  ")
    if reply.due:
        when = due_words(reply.due, date.today(), words)  # noqa: DTZ011 -- the learner's own day
        yield "  " + words("Next due {when}.", when=when)


def _sources(sources: list[dict[str, Any]], words: Words) -> Iterator[str]:
    for source in sources:
        parts = [source["title"], source["publisher"]]
        if source["tier"]:
            parts.append(words("tier {tier}", tier=source["tier"]))
        about, *rest = parts
        for more in rest:
            about = words("{about}, {more}", about=about, more=more)
        yield wrapped(words("{what}: {says}", what=words("Source"), says=about), "  ")


def _reasons(question: Question, response: Any, words: Words) -> Iterator[str]:
    chosen = response if isinstance(response, list) else [response]
    correct = question.feedback["correct"] or ()
    for number, option in enumerate(question.show.get("options", ()), 1):
        marks = [
            words("right answer") if option["id"] in correct else "",
            words("your choice") if option["id"] in chosen else "",
        ]
        mark = words.say(with_commas(filter(None, marks)))
        why = question.feedback["whys"][option["id"]]
        says = words("{text}. {why}", text=option["text"], why=why)
        if mark:
            says = words("{what}: {says}", what=mark, says=says)
        yield wrapped(says, "     ", f"  {number}  ")


def _solution(question: Question, words: Words) -> Iterator[str]:
    """What would have been right, for kinds without options, each part with its reason."""
    show, feedback = question.show, question.feedback
    whys = feedback["whys"]
    match question.kind:
        case "order":
            texts = {one["id"]: one["text"] for one in show["steps"]}
            rows = [(id, texts[id]) for id in feedback["order"]]
        case "match":
            right = {one["id"]: one["text"] for one in show["right"]}
            rows = [
                (one["id"], words("{what}: {says}", what=one["text"], says=right[pair]))
                for one in show["left"]
                for pair in [feedback["pairs"][one["id"]]]
            ]
        case "cloze":
            accepted = feedback["accepted"]
            rows = [(one["id"], accepted[one["id"]][0]) for one in show["gaps"]]
        case "command":
            says = words(
                "{what}: {says}", what=words("A right one"), says=feedback["answer"]
            )
            yield wrapped(says, "  ")
            flags = [(flag, why) for flag, why in whys.items() if why]
            for number, (flag, why) in enumerate(flags, 1):
                says = words("{what}: {says}", what=flag, says=why)
                yield wrapped(says, "     ", f"  {number}  ")
            return
        case _other:
            return
    for number, (id, text) in enumerate(rows, 1):
        says = words("{text}. {why}", text=text, why=whys.get(id, ""))
        yield wrapped(says, "     ", f"  {number}  ")


def due_words(due: date, today: date, words: Words = ENGLISH) -> str:
    """A day as a learner says it: "in 3 days, Tuesday 24 November"; another year's with it."""
    days = (due - today).days
    day = (short_day if due.year == today.year else day_words)(words, due)
    match days:
        case 0:
            return words("today, {day}", day=day)
        case 1:
            return words("tomorrow, {day}", day=day)
    return words.ngettext("in {n} day, {day}", "in {n} days, {day}", days, day=day)
