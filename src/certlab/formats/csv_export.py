"""Questions as a table in CSV, one row each, for a spreadsheet."""

import csv
import io
from collections.abc import Iterator, Sequence

from certlab.course.markup import plain
from certlab.formats.exports import Export, Loss
from certlab.study.answer_sheet import (
    answers,
    choices,
    gapped,
    reasons,
    sources,
    stem,
)
from certlab.study.questions import Question

COLUMNS = (
    "item", "rev", "kind", "module", "objective", "level",
    "ask", "options", "answer", "tolerance", "reasons", "explain", "sources",
)  # fmt: skip
_FORMULA = tuple("=+-@\t\r")  # what a spreadsheet runs when a cell begins with it
_RULES = {
    "multi": "the rule for answers that are right in part is left out.",
    "order": "which other orders are right is left out.",
    "match": "the rule for answers that are right in part is left out.",
    "cloze": "how gaps are compared (capitals, numbers), and what is right in part, is left out.",
    "command": "which other lines are right is left out.",
}


def write(questions: Sequence[Question]) -> Export:
    """The table as UTF-8 with a byte order mark, which Excel needs to read it."""
    lost: list[Loss] = []
    file = io.StringIO(newline="")
    rows = csv.writer(file)
    rows.writerow(COLUMNS)
    for question in questions:
        cells = list(_cells(question))
        rows.writerow([f"'{cell}" if _runs(cell) else cell for cell in cells])
        if question.kind in _RULES:
            lost.append(Loss(question.item, _RULES[question.kind]))
        if any(map(_runs, cells)):
            says = (
                "a cell that a spreadsheet would run as a formula begins with a quote."
            )
            lost.append(Loss(question.item, says))
    return Export(file.getvalue().encode("utf-8-sig"), len(questions), tuple(lost))


def _runs(cell: str) -> bool:
    return cell.startswith(_FORMULA)


def _cells(question: Question) -> Iterator[str]:
    show = question.show
    yield from (question.item, str(question.rev), question.kind)
    yield from (show["module"], show["objective"], show["level"])
    yield _lines([*stem(question), gapped(question)])
    left = [one["text"] for one in show.get("left", ())]
    yield _lines([*left, *(text for _, text in choices(question))])
    yield _lines(answers(question))
    yield str(question.key.get("tolerance", ""))
    yield _lines([f"{what}: {why}" for what, why in reasons(question)])
    yield plain(question.feedback["explain"])
    yield "\n".join(sources(question))


def _lines(texts: Sequence[str]) -> str:
    return "\n".join(plain(text) for text in texts if text)
