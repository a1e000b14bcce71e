"""What stands below an answer: what was entered, sources, names, when it comes back."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from textual.content import Content
from textual.widget import Widget

from certlab.study.questions import Question
from certlab.terminal.question_lines import due_words
from certlab.terminal.screens.lines import Line
from certlab.terminal.screens.markdown import from_markdown, literal
from certlab.words import Words


def facts(
    words: Words,
    question: Question,
    response: Any = None,
    *,
    wrong: bool = False,
    confidence: str | None = None,
    due: date | None = None,
) -> Iterator[Widget]:
    """Terms and what is said of each; a row without anything is left out."""
    when = due_words(due, date.today(), words) if due else ""  # noqa: DTZ011 -- the learner's own day
    rows = [
        *_entered(words, question, response, wrong),
        *_sources(words, question),
        (words("You said"), Content(_sureness(words, confidence, wrong))),
        (words("Next due"), Content(when)),
    ]
    for place, (term, text) in enumerate(row for row in rows if row[1]):
        yield Line(term, text, classes="fact" if place else "fact above")


def _sureness(words: Words, confidence: str | None, wrong: bool) -> str:
    match confidence:
        case "sure" if wrong:
            return words("Sure. Wrong answers you were sure of are worth reading up.")
        case "sure":
            return words("Sure")
        case "unsure":
            return words("Unsure")
    return ""


def _entered(
    words: Words, question: Question, response: Any, wrong: bool
) -> Iterator[tuple[str, Content]]:
    if question.kind != "numeric":
        return
    if isinstance(response, dict):
        entered = f"{response['number'].strip()} {response['unit']}".strip()
        yield words("Your answer"), literal(entered)
    if wrong:
        yield words("Right answer"), literal(question.feedback["answer"])


def _sources(words: Words, question: Question) -> Iterator[tuple[str, Content]]:
    feedback = question.feedback
    for source in feedback["sources"]:
        tier = source["tier"] and words("tier {tier}", tier=source["tier"])
        opened = source["opened"] and words("opened {day}", day=source["opened"])
        parts = [source["title"], source["publisher"], tier, opened, source["address"]]
        yield words("Source"), literal(" · ".join(filter(None, parts)))
    yield words("Exam era"), from_markdown(feedback["exam_era"])
    yield words("Current"), from_markdown(feedback["current"])
    if feedback["section"]:
        yield words("Read"), from_markdown(feedback["section"]["title"])
