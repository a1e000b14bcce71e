"""Pipeline schedules on one time axis: the simulator runs them, a browser shows and follows."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import traitlets

from certlab.app.esm import joined, style
from certlab.labs.distributed import pipeline
from certlab.labs.distributed.pipeline import Pipeline, Refusal, Run
from certlab.labs.distributed.widgets import schedule_state
from certlab.widgets.widget import Widget, spoken
from certlab.words import text

_STATIC = Path(__file__).parents[1] / "static" / "schedule"


class PipelineSchedules(Widget):
    """Schedules of one pipeline below each other: who works when, waits, and holds what.

    The traits are what a browser draws; its message is described in static/schedule/schedule.js.
    From Python: `ask` changes what is run, `follow` picks a micro-batch, -1 none.
    """

    _esm = joined(_STATIC / "schedule.js")
    _css = style("theme/simulator.css", _STATIC / "schedule.css")

    asked = traitlets.Dict().tag(sync=True)  # the controls
    shown = traitlets.List[dict[str, Any]]().tag(sync=True)  # a run a row
    follow = traitlets.Int(-1).tag(sync=True)
    refusal = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        one: Pipeline,
        schedules: tuple[str, ...],
        chunks: int,
        follow: int = -1,
        lang: str | None = None,
    ) -> None:
        """Schedules of a pipeline; see `schedule`."""
        self._words = text(lang)
        self._count = 0
        self._take(one, schedules, chunks)
        super().__init__(**spoken(self._words))
        self._show()
        self.follow = follow
        self.on_msg(self._receive)

    @property
    def runs(self) -> tuple[Run, ...]:
        """The schedules carried out, in the order in which they stand."""
        return self._runs

    def ask(self, one: Pipeline, schedules: tuple[str, ...], chunks: int) -> None:
        """Show other schedules, of this pipeline or another.

        Args:
            one: the pipeline; its own schedule and chunks do not matter.
            schedules: which, in which order.
            chunks: model chunks a stage of the interleaved one.

        Raises:
            Refusal: one cannot be laid out or drawn; nothing was changed.
        """
        self._take(one, schedules, chunks)
        with self.hold_sync():  # one message, so that no half of it is ever drawn
            self.refusal = {}
            self._show()
            if self.follow >= one.micro_batches:
                self.follow = -1

    def _take(self, one: Pipeline, schedules: tuple[str, ...], chunks: int) -> None:
        self._runs = schedule_state.runs(one, schedules, chunks)
        self._one, self._chunks = replace(one, schedule="gpipe", chunks=1), chunks

    def _show(self) -> None:
        names = [run.pipeline.schedule for run in self._runs]
        self.asked = schedule_state.controls(self._one, names, self._chunks)
        self.shown = [schedule_state.drawing(run) for run in self._runs]

    @traitlets.validate("follow")
    def _there(self, proposal: dict[str, Any]) -> int:
        return min(max(int(proposal["value"]), -1), self._one.micro_batches - 1)

    def _receive(self, _widget: object, message: dict[str, Any], _data: object) -> None:
        """One message of a browser; one that makes no sense is skipped."""
        if message.get("type") != "ask":
            return
        try:
            self.ask(*schedule_state.requested(message, self.asked))
        except Refusal as refusal:
            self._count += 1
            says = self._words.say(refusal.says)
            self.refusal = {"n": self._count, "text": says}

    def __repr__(self) -> str:
        """Every run in words: the same in every run of a notebook."""
        return "\n".join(["PipelineSchedules:", *map(pipeline.words, self._runs)])

    def kept(self) -> dict[str, str]:
        """The schedules as a picture and as text."""
        follow = None if self.follow < 0 else self.follow
        drawn = pipeline.draw.svg(self._runs, follow)
        return {"image/svg+xml": drawn, **super().kept()}


def schedule(
    *schedules: str,
    stages: int = 4,
    micro_batches: int = 8,
    chunks: int = 2,
    forward: float = 1.0,
    backward_input: float = 1.0,
    backward_weight: float = 1.0,
    follow: int | None = None,
    lang: str | None = None,
) -> PipelineSchedules:
    """Pipeline schedules below each other on one time axis.

    Args:
        schedules: of `certlab.labs.distributed.pipeline.SCHEDULES`; without any, GPipe, 1F1B and
            interleaved.
        stages: p, devices one after the other.
        micro_batches: m.
        chunks: v, model chunks a stage of the interleaved schedule.
        forward: time of a micro-batch's forward through a stage.
        backward_input: time of the gradient of the stage's input.
        backward_weight: time of the gradient of its weights; both are a backward.
        follow: a micro-batch to outline.
        lang: the language of the widget, "zh_TW"; see `certlab.words.text`.

    Raises:
        Refusal: a schedule cannot be laid over these numbers, or there is too much to draw.
    """
    one = Pipeline(
        schedule="gpipe",
        stages=stages,
        micro_batches=micro_batches,
        forward=float(forward),
        backward_input=float(backward_input),
        backward_weight=float(backward_weight),
    )
    chosen = schedules or ("gpipe", "1f1b", "interleaved")
    return PipelineSchedules(
        one, chosen, chunks, -1 if follow is None else follow, lang
    )
