"""A part of the app in a notebook: its page asks, grades and keeps, Python brings what it needs.

In a browser's Python, under JupyterLite, the page keeps the answers in the browser itself.
"""

from collections.abc import Callable, Mapping
from typing import Any

import traitlets

from certlab.app.history_lines import lines_of, rows_in, workspace_name
from certlab.course import Course
from certlab.errors import CourseError
from certlab.study import browser
from certlab.study.counts import scope_listing
from certlab.study.history import History
from certlab.widgets.widget import Widget, spoken
from certlab.words import text

Data = dict[str, Any]
Reply = Callable[[Mapping[str, Any]], Data]
PAGES = "../modules/{page}.md"  # from a notebook in quizzes/ or labs/
LITE_PAGES = "../../modules/{page}.html"  # from lite/lab/ to the site's pages


class HistoryPart(Widget):
    """What records. app/static/notebook/python.js says how its page asks."""

    surface = traitlets.Unicode().tag(sync=True)

    def __init__(
        self, history: History, *, lang: str | None = None, shown: str = ""
    ) -> None:
        """A part of the app for one learner.

        Args:
            history: where answers go; a browser's Python leaves it to the page.
            lang: language of the interface, "zh_TW"; see `certlab.words.text`.
            shown: what stands in the notebook where nothing is live.
        """
        self._history, self._shown = history, shown
        self._words = text(lang)
        super().__init__(
            surface="lite" if browser.HERE else "lab", **spoken(self._words)
        )
        self.on_msg(self._receive)

    def replies(self) -> dict[str, Reply]:
        """What a page may ask for, and what gives the reply."""
        return {"history": self._read_on, "record": self._record}

    def notes(self) -> list[str]:
        """What there is to say of the history before anything is asked."""
        return [self._words.say(one) for one in self._history.read().problems]

    def _receive(self, _widget: object, message: Data, _data: object) -> None:
        """Answer a page; what nobody knows is of another version, and passed over."""
        reply = self.replies().get(str(message.get("what")))
        if message.get("type") != "ask" or reply is None:
            return
        try:
            found = reply(message)
        except CourseError as error:
            found = {"refused": self._words.say(error.args[0])}
        self.send({"type": "reply", "id": message.get("id"), **found})

    def _read_on(self, asked: Mapping[str, Any]) -> Data:
        lines, place = self._history.after(str(asked.get("after", "")))
        told = {"data": lines.decode("utf-8", "replace"), "size": len(lines)}
        return told | {"place": place, "workspace": workspace_name(self._history)}

    def _record(self, asked: Mapping[str, Any]) -> Data:
        # Half of a pair of surrogates has no UTF-8, but an escape in JSON.
        sent = str(asked.get("lines", "")).encode("utf-8", "backslashreplace")
        rows, _ = rows_in(sent)
        return {"lines": lines_of(self._history.record(rows)).decode()}

    def __repr__(self) -> str:
        """What it is: the same in every run, unlike an address."""
        return self._shown


class AppPart(HistoryPart):
    """A part that also knows the course, and where its pages are."""

    pages = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        course: Course,
        history: History,
        *,
        pages: str | None = None,
        lang: str | None = None,
        shown: str = "",
    ) -> None:
        """A part of the app for one learner.

        Args:
            course: what there is to do.
            history: as `HistoryPart` takes it, and what follows.
            pages: address of a module page; `{page}` stands for its id.
            lang: language of the interface.
            shown: what stands in the notebook where nothing is live.
        """
        self._course = course
        super().__init__(history, lang=lang, shown=shown)
        self.pages = pages or (LITE_PAGES if browser.HERE else PAGES)

    def replies(self) -> dict[str, Reply]:
        """The history, and what is counted of what is known and due: { of, items }."""
        return super().replies() | {"scope": self._scope}

    def _scope(self, asked: Mapping[str, Any]) -> Data:
        return scope_listing(self._course, str(asked.get("exam", "")))
