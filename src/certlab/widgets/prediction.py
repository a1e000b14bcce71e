"""A prediction in a lab: said before the measurement, and put beside it afterwards.

guess = prediction("mig-predict-layouts", "Do they fit?", rows={...}, options=(...))
guess.compare({"A": "fits", ...})
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import traitlets

from certlab.app.esm import joined, style
from certlab.course.facts import format_result, with_unit
from certlab.course.workspace import find
from certlab.errors import CourseError, HistoryError
from certlab.study import browser
from certlab.study.answers import PREDICTED
from certlab.study.history import FILE, History
from certlab.study.typed_text import near
from certlab.widgets.app_part import Data, HistoryPart, Reply
from certlab.widgets.how_far import how_far
from certlab.widgets.widget import Widget, spoken
from certlab.words import Sentence, Words

Value = str | float
ONE = ""  # the row of a prediction that has no rows
_SHEET = "prediction/prediction.css"


class Prediction(HistoryPart):
    """One question or several rows: an option of each, or a number in one unit."""

    _esm = joined("notebook/prediction.js")
    _css = style(_SHEET)
    given: dict[str, Value]

    item = traitlets.Unicode().tag(sync=True)  # its id in the history
    ask = traitlets.Unicode().tag(sync=True)
    rows = traitlets.List[list[str]]().tag(sync=True)  # [name, text] of each
    options = traitlets.List[str]().tag(sync=True)  # [] where a number is wanted
    unit = traitlets.Unicode().tag(sync=True)
    # What `compare` last said of what is predicted, as a page draws it: { turn, rows, why }.
    # {} while nothing is measured, and again once something else is predicted.
    compared = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        history: History,
        id: str,
        ask: str,
        *,
        rows: Mapping[str, str] | None = None,
        options: Sequence[str] = (),
        unit: str = "",
        lang: str | None = None,
    ) -> None:
        """A prediction; what was predicted earlier under its id stands in it.

        Args:
            history: where it is recorded; a browser's Python leaves that to the page.
            id: its permanent id.
            ask: the question, in Markdown.
            rows: several things that are asked alike: a short name and what it stands for.
            options: what can be chosen; a number is entered where there are none.
            unit: of the number, "" for a plain one.
            lang: language of the interface.
        """
        super().__init__(history, lang=lang)
        self._turn = 0  # comparisons so far: which of them a page has drawn
        self.item, self.ask, self.unit = id, ask, unit
        self.rows = [[*row] for row in (rows or {ONE: ""}).items()]
        self.options = [*options]
        # By row, {} while nothing is predicted. A browser's page has the history, and tells.
        self.given = {} if browser.HERE else self._earlier()

    @property
    def answer(self) -> Any:
        """What is predicted: a value, or one by row; None while nothing is."""
        return self.given.get(ONE, dict(self.given)) if self.given else None

    def compare(
        self, measured: Any, *, within: float = 0.1, why: str | Mapping[str, str] = ""
    ) -> "Comparison":
        """The prediction beside what was measured; the prediction's own card shows it too.

        Args:
            measured: a value of the same form as `answer`.
            within: relative difference up to which a number counts as predicted.
            why: what explains the measurement, shown where the prediction differs;
                by row, or for all.

        Raises:
            ValueError: what was measured does not fit the question.
        """
        values = measured if isinstance(measured, Mapping) else {ONE: measured}
        if (says := self._refusal(values)) is not None:
            raise ValueError(f"{self.item}: {self._words.say(says)}")
        alone = len(self.rows) == 1
        whys = (
            why if isinstance(why, Mapping) else {self.rows[0][0]: why} if alone else {}
        )
        rows = [
            self._row(name, text, values[name], within, whys.get(name, ""))
            for name, text in self.rows
            if self.given
        ]
        wrong = any(not row["right"] for row in rows)
        for_all = why if isinstance(why, str) and wrong and not alone else ""
        self._turn += 1
        self.compared = (
            {"turn": self._turn, "rows": rows, "why": for_all} if rows else {}
        )
        measured = [(name, self._shown_value(values[name])) for name, _ in self.rows]
        return Comparison(self, measured, self._words)

    def replies(self) -> dict[str, Reply]:
        """The history, and what a page predicts: { answer }, by row."""
        return super().replies() | {"predict": self._take}

    def _take(self, asked: Mapping[str, Any]) -> Data:
        answer = asked.get("answer")
        given = answer if isinstance(answer, dict) else {}
        says = self._refusal(given)
        if says is not None:
            raise CourseError(says)
        if given != self.given:
            self.compared = {}  # it was about what was predicted before
        self.given = given
        return {}

    def _refusal(self, values: Mapping[str, Any]) -> Sentence | None:
        """Why some values are no prediction; None when they are one."""
        missing = [name for name, _ in self.rows if name not in values]
        if missing and missing != [ONE]:
            if len(missing) == len(self.rows):
                return Sentence("First answer {rows}.", rows=", ".join(missing))
            return Sentence("Also predict {rows}.", rows=", ".join(missing))
        for name, _ in self.rows:
            value = values.get(name)
            if self.options and value not in self.options:
                return Sentence("Choose one of the options.")
            if not self.options and (
                isinstance(value, bool) or not isinstance(value, int | float)
            ):
                return Sentence("Enter a number, such as 1024 or 1,024.5 or 3e8.")
        return None

    def _row(
        self, name: str, text: str, value: Value, within: float, why: str
    ) -> dict[str, Any]:
        """A row as the page shows it: { row, text, said, measured, right, verdict, why }."""
        said = self.given[name]
        right, verdict = _verdict(said, value, within, self.unit, self._words)
        return {
            "row": name,
            "text": text,
            "said": self._shown_value(said),
            "measured": self._shown_value(value),
            "right": right,
            "verdict": verdict,
            "why": "" if right else why,
        }

    def _shown_value(self, value: Value) -> str:
        if isinstance(value, str):
            return value
        return with_unit(format_result(value), self.unit)

    def _earlier(self) -> dict[str, Value]:
        """What was predicted last; {} when nothing was, or the question has changed."""
        try:
            rows = self._history.read().rows
        except HistoryError:  # the page says so as soon as it asks
            return {}
        said = [
            row.response
            for row in rows
            if row.item == self.item and row.outcome == PREDICTED
        ]
        last = said[-1] if said and isinstance(said[-1], dict) else {}
        return {} if self._refusal(last) else last

    def __repr__(self) -> str:
        lines = [f"{self._words('Prediction')}: {self.ask}"]
        lines += [f"  {name}  {text}".rstrip() for name, text in self.rows if name]
        said = [
            f"{name}  {self._shown_value(value)}".strip()
            for name, value in self.given.items()
        ]
        return "\n".join([*lines, *(said or [self._words("no prediction yet")])])


class Comparison(Widget):
    """What was predicted, what was measured, and whether the two agree.

    A page that shows it in the prediction's own card leaves it out here.
    """

    _esm = joined("notebook/comparison.js")
    _css = style(_SHEET)

    compared = traitlets.Dict().tag(sync=True)  # as the prediction had it then
    above = traitlets.Unicode().tag(sync=True)  # which model the prediction is

    def __init__(
        self, guess: Prediction, measured: list[tuple[str, str]], words: Words
    ) -> None:
        """As `Prediction.compare` makes it; without rows where nothing was predicted.

        Args:
            guess: what it is about.
            measured: a row's name and its value as it is shown, predicted or not.
            words: of the language of the interface.
        """
        self._words, self._measured = words, measured
        super().__init__(
            compared=dict(guess.compared),
            above=guess.model_id or "",
            **spoken(words),
        )

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Each as the page shows it; [] where nothing was predicted."""
        return list(self.compared.get("rows", []))

    def __repr__(self) -> str:
        words = self._words
        lines = []
        for one in self.rows:
            says = words(
                "You predicted {said} and measured {measured}: {verdict}.",
                said=one["said"],
                measured=one["measured"],
                verdict=one["verdict"],
            )
            lines.append(f"{_head(one['row'])}{says} {one['why']}".strip())
        if lines:
            return "\n".join([*lines, self.compared["why"]]).strip()
        lines = [
            f"{_head(name)}{words('measured {measured}', measured=value)}"
            for name, value in self._measured
        ]
        return "\n".join([words("no prediction yet"), *lines])


def _head(row: str) -> str:
    return f"{row}: " if row else ""


def _verdict(
    said: Value, value: Value, within: float, unit: str, words: Words
) -> tuple[bool, str]:
    """Whether a prediction came true, and in words how far off it was."""
    if isinstance(said, str) or isinstance(value, str):
        right = said == value
    else:
        right = near(said, value, within)
    if right:
        return True, words("as predicted")
    if isinstance(said, str) or isinstance(value, str):
        return False, words("not as predicted")
    return False, how_far(said, value, unit, words)


def prediction(
    id: str,
    ask: str,
    *,
    rows: Mapping[str, str] | None = None,
    options: Sequence[str] = (),
    unit: str = "",
    workspace: Path | None = None,
    lang: str | None = None,
) -> Prediction:
    """A prediction of the learner whose workspace it is; see `Prediction`.

    Raises:
        CourseError: there is no such language.
    """
    history = History(find(workspace) / FILE)
    return Prediction(
        history, id, ask, rows=rows, options=options, unit=unit, lang=lang
    )
