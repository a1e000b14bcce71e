"""A collective, step by step: the simulator plans and accounts, a browser shows and plays."""

from functools import cache
from pathlib import Path
from typing import Any

import traitlets

from certlab.app.esm import joined, style
from certlab.course import load
from certlab.labs.distributed import collectives
from certlab.labs.distributed.collectives import (
    Account,
    Collective,
    Link,
    Refusal,
    messages,
)
from certlab.labs.distributed.widgets import collective_state
from certlab.widgets.widget import Widget, spoken
from certlab.words import Sentence, text, with_commas

_STATIC = Path(__file__).parents[1] / "static" / "collective"


class CollectiveSteps(Widget):
    """One collective: who sends what to whom at each step, and what it costs.

    The traits are what a browser draws; its message is described in static/collective/collective.js.
    From Python: `ask` changes what is run, `step` where one looks.
    """

    _esm = joined(_STATIC / "collective.js")
    _css = style("theme/simulator.css", _STATIC / "collective.css")

    asked = traitlets.Dict().tag(sync=True)  # the controls
    plan = traitlets.Dict().tag(sync=True)  # who sends what, the same for every size
    shown = traitlets.Dict().tag(sync=True)  # what it costs
    step = traitlets.Int(0).tag(
        sync=True
    )  # 0 the start, one more than there are the end
    refusal = traitlets.Dict().tag(sync=True)

    def __init__(self, one: Collective, step: int = 0, lang: str | None = None) -> None:
        """A collective that is to be watched; see `collective`."""
        self._words = text(lang)
        self._count = 0
        self._account = collective_state.accounted(one)
        if not 0 <= step <= self.last:
            raise Refusal(
                Sentence(
                    "There is no step {step}; choose one from 0 to {count}.",
                    step=step,
                    count=self.last - 1,
                )
            )
        super().__init__(**spoken(self._words))
        self._show()
        self.step = step
        self.on_msg(self._receive)

    @property
    def account(self) -> Account:
        """Time and bytes of what is shown."""
        return self._account

    @property
    def last(self) -> int:
        """The step at which all is done, one after the last that sends."""
        return len(self._account.steps) + 1

    def ask(self, one: Collective) -> None:
        """Show another collective; of the same plan one looks on at the same step.

        Raises:
            Refusal: it cannot be drawn; nothing was changed.
        """
        done = collective_state.accounted(one)
        with self.hold_sync():  # one message, so that no half of it is ever drawn
            if done.collective.plan != self._account.collective.plan:
                self.step = 0
            self._account, self.refusal = done, {}
            self._show()

    def _show(self) -> None:
        one = self._account.collective
        self.asked = messages.controls(one)
        self.plan = messages.plan(one)
        self.shown = collective_state.costs(self._account)

    @traitlets.validate("step")
    def _within(self, proposal: dict[str, Any]) -> int:
        return min(max(int(proposal["value"]), 0), self.last)

    def _receive(self, _widget: object, message: dict[str, Any], _data: object) -> None:
        """One message of a browser; one that makes no sense is skipped."""
        if message.get("type") != "ask":
            return
        try:
            self.ask(collective_state.requested(message, self._account.collective))
        except Refusal as refusal:
            self._count += 1
            says = self._words.say(refusal.says)
            self.refusal = {"n": self._count, "text": says}

    def __repr__(self) -> str:
        """The step and the whole in words: the same in every run."""
        done, says = self._account, []
        if self.step < self.last:
            says.append(collectives.step_words(done, self.step))
        return " ".join(["CollectiveSteps:", *says, collectives.words(done)])

    def kept(self) -> dict[str, str]:
        """Its step as a picture, where each rank has a colour of its own, and as text."""
        kept = super().kept()
        if self._account.collective.ranks > collectives.draw.MOST_DRAWN:
            return kept
        return {"image/svg+xml": collectives.draw.svg(self._account, self.step), **kept}


def collective(
    kind: str = "all-reduce",
    algorithm: str = "ring",
    ranks: int = 4,
    bytes: int = 256 * 2**20,
    link: Link | str = "h100-node",
    root: int = 0,
    *,
    step: int = 0,
    lang: str | None = None,
) -> CollectiveSteps:
    """A collective to be stepped through and played.

    Args:
        kind: one of `certlab.labs.distributed.collectives.KINDS`.
        algorithm: one of `certlab.labs.distributed.collectives.ALGORITHMS`.
        ranks: how many take part; up to 8 have a colour each, up to 64 are drawn.
        bytes: a rank's whole buffer.
        link: every rank's way out, or the name of a link of the facts.
        root: where a broadcast begins.
        step: where it begins; 0 is before the first.
        lang: the language of the widget, "zh_TW"; see `certlab.words.text`.

    Raises:
        Refusal: the algorithm does not do it, or it cannot be drawn.
    """
    way = _known(link) if isinstance(link, str) else link
    one = Collective(kind, algorithm, ranks, bytes, way, root)
    return CollectiveSteps(one, step, lang)


@cache
def _links() -> dict[str, Link]:
    """The links of the facts; the course is read once."""
    return collectives.links(load().facts)


def _known(name: str) -> Link:
    links = _links()
    if name not in links:
        there = with_commas(links)
        says = Sentence(
            "There is no link {name}; choose one of {list}.", name=name, list=there
        )
        raise Refusal(says)
    return links[name]
