"""The start page where the browser keeps the answers: the page brings them, Python plans."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import traitlets

from certlab.course import Course
from certlab.course.items import Item
from certlab.course.labs import Lab
from certlab.study.answers import Answer, to_line
from certlab.study.bank import compile_bank
from certlab.study.history import FILE, History
from certlab.study.questions import ASKABLE
from certlab.study.start_page import LABS
from certlab.widgets.start import Start, present
from certlab.widgets.stored import PAGES

Data = dict[str, Any]


class StoredStart(Start):
    """Today's work from the rows of the browser's store; app/static/start/stored.js sends them.

    It takes what `Start` takes, and { type: "rows", lines }, the whole history. A goal that
    was set and a day's list come back as { type: "keep", line }, for the store; a task's questions come as
    `banks` and `items`, and the page asks, grades and records them by itself.
    """

    surface = traitlets.Unicode("lite").tag(sync=True)
    banks = traitlets.List[Data]().tag(sync=True)
    kinds = traitlets.List[str](list(ASKABLE)).tag(sync=True)
    count = traitlets.Int(0).tag(sync=True)
    items = traitlets.List[str]().tag(sync=True)

    def __init__(
        self,
        course: Course,
        folder: Path,
        *,
        pages: str = PAGES,
        labs: str = LABS,
        lang: str | None = None,
        now: Callable[[], datetime] = present,
    ) -> None:
        """The start page of whoever has this browser.

        Args:
            course: what there is to do; labs that open in no browser are left out.
            folder: an empty one, which may end with the tab.
            pages: address of a module page; `{page}` stands for its id.
            labs: address of a lab; `{lab}` stands for its id.
            lang: language of the interface; see `certlab.words.text`.
            now: the clock, with the learner's time zone.
        """
        here = {id: lab for id, lab in course.labs.items() if _opens(lab)}
        course, history = replace(course, labs=here), History(folder / FILE)
        super().__init__(course, history, pages=pages, labs=labs, lang=lang, now=now)
        self.phase = "reading"

    def _steps(self) -> dict[str, Callable[[Data], None]]:
        return super()._steps() | {"rows": self._rows}

    def _rows(self, message: Data) -> None:
        """Plan by these rows, which are all there are."""
        self._history.path.parent.mkdir(parents=True, exist_ok=True)
        self._history.path.write_text(str(message.get("lines", "")), "utf-8")
        self._look()

    def _plan_anew(self, message: Data) -> None:
        """Have the goal kept; then the rows come again, and the plan is made by them."""
        self._set_goal(message)
        # Not just the last row: an answer may carry a time that is still to come.
        row = [one for one in self._history.read().rows if one.outcome == "goal"][-1]
        self._added(row)

    def _added(self, row: Answer | None) -> None:
        """Have the store keep it, which brings the rows again."""
        if row is not None:
            # The browser has a name of its own for itself, and gives it.
            self.send({"type": "keep", "line": to_line(replace(row, device=""))})

    def _drill(self, items: tuple[str, ...]) -> None:
        chosen = [self._course.items[id] for id in items]
        with self.hold_sync():
            self.banks = _banks(self._course, chosen)
            self.items, self.count = list(items), len(items)
            self.phase = "drill"


def _opens(lab: Lab) -> bool:
    """Whether a lab surely runs in a browser's Python."""
    return "B" in lab.paths and not lab.needs


def _banks(course: Course, items: list[Item]) -> list[Data]:
    """These questions with their answers, by module."""
    wanted = {item.id for item in items}
    modules = dict.fromkeys(item.module for item in items)
    return [compile_bank(course, one, only=wanted) for one in modules]
