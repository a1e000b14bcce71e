"""Mock exams in a notebook."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from certlab.app.esm import joined, style
from certlab.study.bank import compile_bank
from certlab.study.exams import blueprint
from certlab.widgets.app_part import AppPart, Data, Reply


class MockExam(AppPart):
    """Mock exams of one learner: choose, sit, read the report, ask the wrong ones again."""

    _esm = joined("notebook/exam.js")
    _css = style("theme/charts.css", "exam/exam.css")

    def replies(self) -> dict[str, Reply]:
        """The history, the blueprints, and the bank of a module with its exam items."""
        return super().replies() | {"exams": self._exams, "bank": self._bank}

    def _exams(self, _asked: Mapping[str, Any]) -> Data:
        codes = self._course.certifications
        plans = [asdict(blueprint(self._course, code)) for code in codes]
        return {"plans": plans, "notes": self.notes()}

    def _bank(self, asked: Mapping[str, Any]) -> Data:
        return {"bank": compile_bank(self._course, str(asked["module"]), exams=True)}
