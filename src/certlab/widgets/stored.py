"""Widgets for the Python of a browser: the bank comes from here, all else is the page's.

That Python loses its files with the tab. So the ES module chooses, grades and records in
the browser's own store, which the site's pages share.
"""

from typing import Any

import traitlets

from certlab.app.esm import joined, style
from certlab.widgets.exam import MockExam
from certlab.widgets.views import Flashcards, Quiz
from certlab.widgets.widget import Widget

PAGES = "../../modules/{page}.html"  # from lite/lab/ to the site's pages


class Stored(Widget):
    """What all of them have; the names are those that app/static/deck/stored.js reads."""

    title = traitlets.Unicode().tag(sync=True)
    pages = traitlets.Unicode(PAGES).tag(sync=True)
    surface = traitlets.Unicode("lite").tag(sync=True)
    banks = traitlets.List[dict[str, Any]]().tag(sync=True)
    kinds = traitlets.List[str]().tag(sync=True)
    count = traitlets.Int(10).tag(sync=True)

    def __repr__(self) -> str:
        """What it is, for where nothing can be live."""
        about = f" from {self.title}" if self.title else ""
        return f"{type(self).__name__}{about}: run this cell to answer."


class StoredQuiz(Stored):
    """A quiz whose answers the browser keeps."""

    _esm = Quiz._esm
    _css = Quiz._css


class StoredCards(Stored):
    """Flashcards whose answers the browser keeps."""

    _esm = Flashcards._esm
    _css = Flashcards._css


class StoredExam(Stored):
    """Mock exams whose steps and answers the browser keeps."""

    _esm = MockExam._esm
    _css = MockExam._css

    plans = traitlets.List[dict[str, Any]]().tag(sync=True)


class StoredProgress(Stored):
    """What the browser's store holds, with its export, import and reset."""

    _esm = joined("progress/progress.js")
    _css = style("progress/summary.css")
