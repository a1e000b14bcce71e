"""A machine to type at in a notebook: the browser draws it, and the game is played here."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import traitlets

from certlab.app.esm import joined, style
from certlab.errors import CourseError
from certlab.labs.operations.node import play, remembered, view
from certlab.labs.operations.node.scenarios import Scenario, scenario
from certlab.study import browser
from certlab.widgets.widget import Widget, spoken
from certlab.words import text

_STATIC = Path(__file__).parents[1] / "static" / "node"


class NodeTerminal(Widget):
    """A game that one types, here or in the browser.

    What the browser sends is described in static/node/widget.js.
    """

    _esm = joined(_STATIC / "widget.js")
    _css = style(_STATIC / "node.css")

    scenario = traitlets.Dict().tag(sync=True)
    machine = traitlets.Dict().tag(sync=True)
    seed = traitlets.Int(1).tag(sync=True)
    lines = traitlets.List[str]().tag(sync=True)

    def __init__(self, one: Scenario, seed: int, lang: str | None = None) -> None:
        """A fresh game; see `node`."""
        self._words = text(lang)
        super().__init__(
            scenario=view.shown(one),
            machine=view.machine(),
            seed=seed,
            **spoken(self._words),
        )
        self.on_msg(self._receive)

    @property
    def report(self) -> dict[str, Any] | None:
        """How the game ended; None while it goes on."""
        report: dict[str, Any] | None = self._answer(self.lines)["report"]
        return report

    def run(self, *lines: str) -> str:
        """Type lines, one after the other; what the last one prints.

        Raises:
            CourseError: the game has too many lines.
        """
        over, reply = self.report, self._answer([*self.lines, *lines])
        self.lines = [*self.lines, *lines]
        if reply["report"] and not over:
            self._record()
        return str(reply["text"])

    def _record(self) -> None:
        """Record a game that was submitted, in the history of the notebook's folder."""
        if report := self.report:
            surface = "lite" if browser.HERE else "lab"
            remembered.record(self._asked(self.lines), report, surface)

    def _answer(self, lines: Sequence[str]) -> dict[str, Any]:
        return play.answer(self._asked(lines))

    def _asked(self, lines: Sequence[str]) -> dict[str, Any]:
        return {"scenario": self.scenario["id"], "seed": self.seed, "lines": [*lines]}

    def _receive(self, _widget: object, message: dict[str, Any], _data: object) -> None:
        """Answer a page; what makes no sense is passed over."""
        if message.get("type") == "ended":
            self._record()
        if message.get("type") != "ask":
            return
        try:
            reply = view.reply(message.get("request"))
        except CourseError as error:
            reply = {"refused": self._words.say(error.args[0])}
        if "text" in reply:
            reply["text"] = self._words.say(reply["text"])
        self.send({"type": "reply", "id": message.get("id"), **reply})

    def __repr__(self) -> str:
        """The game as it stands: the same in every run."""
        last = self._answer(self.lines)
        head = f"{self.scenario['title']} ({self.scenario['id']}, seed {self.seed})"
        if not self.lines:
            return f"{head}\n{self.scenario['story']}"
        return f"{head}\nline {len(self.lines)}: {self.lines[-1]}\n{last['text']}"


def node(id: str, seed: int = 1, *, lang: str | None = None) -> NodeTerminal:
    """A machine with something wrong, to type at.

    Args:
        id: of a scenario, "off-the-bus".
        seed: serial numbers follow from it, and in some scenarios the cause.
        lang: language of what is not the machine's; see `certlab.words.text`.

    Raises:
        CourseError: there is no such scenario.
    """
    return NodeTerminal(scenario(id), seed, lang)
