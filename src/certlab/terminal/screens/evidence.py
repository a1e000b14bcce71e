"""What stands below an answer: what was entered, sources, names, when it comes back."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from textual.content import Content
from textual.widget import Widget

from certlab.study.questions import Question
from certlab.terminal.print_out import due_words
from certlab.terminal.screens.lines import Line
from certlab.terminal.screens.marked import literal, marked

SURE = {"sure": "Sure", "unsure": "Unsure"}
SURE_AND_WRONG = "Sure. Wrong answers you were sure of are worth reading up."


def facts(
    question: Question,
    response: Any = None,
    *,
    wrong: bool = False,
    confidence: str | None = None,
    due: date | None = None,
) -> Iterator[Widget]:
    """Terms and what is said of each; a row without anything is left out."""
    said = SURE.get(confidence or "", "")
    if wrong and confidence == "sure":
        said = SURE_AND_WRONG
    when = due_words(due, date.today()) if due else ""  # noqa: DTZ011 -- the learner's own day
    rows = [
        *_entered(question, response, wrong),
        *_sources(question),
        ("You said", Content(said)),
        ("Next due", Content(when)),
    ]
    for place, (term, text) in enumerate(row for row in rows if row[1]):
        yield Line(term, text, classes="fact" if place else "fact above")


def _entered(
    question: Question, response: Any, wrong: bool
) -> Iterator[tuple[str, Content]]:
    if question.kind != "numeric":
        return
    if isinstance(response, dict):
        entered = f"{response['number'].strip()} {response['unit']}".strip()
        yield "Your answer", literal(entered)
    if wrong:
        yield "Right answer", literal(question.feedback["answer"])


def _sources(question: Question) -> Iterator[tuple[str, Content]]:
    feedback = question.feedback
    for source in feedback["sources"]:
        tier = source["tier"] and f"tier {source['tier']}"
        opened = source["opened"] and f"opened {source['opened']}"
        parts = [source["title"], source["publisher"], tier, opened, source["address"]]
        yield "Source", literal(" · ".join(filter(None, parts)))
    yield "Exam era", marked(feedback["exam_era"])
    yield "Current", marked(feedback["current"])
    if feedback["section"]:
        yield "Read", marked(feedback["section"]["title"])
