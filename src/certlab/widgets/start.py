"""The start page in a notebook: the plan of the day."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import traitlets

from certlab.app.esm import SOURCE, joined, style
from certlab.course import Course
from certlab.course.items import ASKABLE
from certlab.course.labs import Lab
from certlab.day.planner import Planner, zone_of
from certlab.day.start_page import LABS, Links
from certlab.study import browser
from certlab.study.answers import to_line
from certlab.study.history import FILE, History
from certlab.widgets.app_part import AppPart, Data, Reply


class Start(AppPart):
    """What to do today towards an exam: the list of the day, and its questions.

    Under JupyterLite the page brings all rows each time, and keeps those that are made.
    """

    _esm = joined("notebook/start.js")
    _css = style(
        "theme/charts.css",
        SOURCE / "day/static/where_one_stands.css",
        SOURCE / "day/static/start.css",
    )

    kinds = traitlets.List[str](list(ASKABLE)).tag(sync=True)

    def __init__(
        self, course: Course, history: History, *, labs: str = LABS, **more: Any
    ) -> None:
        """The start page of one learner.

        Args:
            course: what there is to do; a browser leaves out labs that do not open there.
            history: where the goal and the answers are.
            labs: address of a lab; `{lab}` stands for its id.
            more: as `AppPart` takes it.
        """
        if browser.HERE:
            here = {id: lab for id, lab in course.labs.items() if _opens(lab)}
            course = replace(course, labs=here)
            history = History(Path(mkdtemp()) / FILE)
        super().__init__(course, history, **more)
        links = Links(self.pages, labs)
        self._planner = Planner(
            history, links, self.surface, self._words.lang, load=lambda: course
        )

    def replies(self) -> dict[str, Reply]:
        """The history, the page's state, and the questions of an exam."""
        return super().replies() | {"today": self._today, "banks": self._banks}

    def _today(self, asked: Mapping[str, Any]) -> Data:
        """As certlab.app.server.plan_api; `keep` holds the lines that were made."""
        if "lines" in asked:
            self._history.path.parent.mkdir(parents=True, exist_ok=True)
            self._history.path.write_text(str(asked["lines"]), "utf-8")
        before = {row.ulid for row in self._history.read().rows}
        zone = zone_of(asked.get("offset"))
        if asked.get("known"):
            return self._planner.cached_plan(zone)
        if sent := asked.get("sent"):
            self._planner.take(sent, zone)
        state = self._planner.today(zone)
        made = [row for row in self._history.read().rows if row.ulid not in before]
        # The browser has a name of its own for itself, and gives it.
        return {**state, "keep": [to_line(replace(row, device="")) for row in made]}

    def _banks(self, asked: Mapping[str, Any]) -> Data:
        return {"banks": self._planner.banks(str(asked.get("exam")))}


def _opens(lab: Lab) -> bool:
    """Whether a lab surely runs in a browser's Python."""
    return "B" in lab.paths and not lab.needs
