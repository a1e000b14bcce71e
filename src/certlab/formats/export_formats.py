"""The formats that go out, by name, and how a file in each is called."""

from collections.abc import Sequence

from certlab.errors import ContentError
from certlab.formats import apkg, csv_export, gift_export, json_export, qti
from certlab.formats.exports import Export
from certlab.study.questions import Question

ENDINGS = {
    "apkg": ".apkg",
    "qti": "-qti.zip",
    "gift": ".gift",
    "json": ".json",
    "csv": ".csv",
}


def write(name: str, questions: Sequence[Question], now: float) -> Export:
    """The questions in a format.

    Args:
        name: one of ENDINGS.
        questions: what to write.
        now: seconds since 1970; only Anki wants to know.

    Raises:
        ContentError: there is no such format, or its library is not installed.
    """
    match name:
        case "apkg":
            return apkg.write(questions, now)
        case "qti":
            return qti.write(questions)
        case "gift":
            return gift_export.write(questions)
        case "json":
            return json_export.write(questions)
        case "csv":
            return csv_export.write(questions)
    raise ContentError(f"There is no format {name}; use one of {', '.join(ENDINGS)}.")
