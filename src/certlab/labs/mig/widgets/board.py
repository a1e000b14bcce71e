"""The MIG board: a browser draws and asks, the simulator here decides and answers."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import traitlets

from certlab.app.esm import joined, style
from certlab.course import load
from certlab.errors import CourseError
from certlab.labs import mig
from certlab.labs.mig.partitions import Mig
from certlab.labs.mig.widgets.gpus import Gpus, run_lines
from certlab.labs.mig.widgets.picture import picture
from certlab.labs.mig.widgets.state import (
    bracket,
    goal_state,
    gpu_state,
    moved,
    placed,
    table_state,
)
from certlab.widgets.widget import Widget, spoken
from certlab.words import Sentence, text

_STATIC = Path(__file__).parents[1] / "static" / "board"


class MigBoard(Widget):
    """GPUs on which instances are placed, moved and removed.

    The traits are what a browser draws; its messages are described in static/board/board.js.
    What it asks can be done from Python too: `place`, `move`, `remove`, `undo`, `run`.
    """

    _esm = joined(_STATIC / "board.js")
    _css = style(_STATIC / "board.css")

    choices = traitlets.List[list[str]]().tag(sync=True)
    table = traitlets.Dict().tag(sync=True)
    shown = traitlets.List[dict[str, Any]]().tag(sync=True)
    goal = traitlets.Dict().tag(sync=True)
    refusal = traitlets.Dict().tag(sync=True)
    said = traitlets.Dict().tag(sync=True)
    output = traitlets.Dict().tag(sync=True)
    undoable = traitlets.Bool().tag(sync=True)
    hand = traitlets.Dict().tag(sync=True)  # the browser's own, for its next drawing

    def __init__(
        self,
        tables: dict[str, Mig],
        gpu: str,
        count: int = 1,
        goal: Sequence[str] = (),
        lang: str | None = None,
    ) -> None:
        """A board of `count` empty GPUs; see `mig_board`."""
        self._words = text(lang)
        self._wanted = tuple(goal)
        self._gpus = Gpus(tables, gpu, count)
        for name in self._wanted:
            self._gpus[0].profile(name)
        self._count = 0
        super().__init__(
            choices=[] if goal else [[one.id, one.name] for one in tables.values()],
            table=table_state(self._gpus.table, self._words),
            **spoken(self._words),
        )
        self._show()
        self.on_msg(self._receive)

    @property
    def gpus(self) -> tuple[mig.Gpu, ...]:
        """The simulated GPUs as they are now."""
        return self._gpus.all

    @property
    def layouts(self) -> list[list[tuple[str, int]]]:
        """For each GPU, profile and start of its instances, by start."""
        return [
            sorted((one.key for one in gpu.instances), key=lambda key: key[1])
            for gpu in self.gpus
        ]

    @property
    def done(self) -> bool:
        """Whether all profiles of the goal stand; False where there is no goal."""
        return bool(self.goal.get("done"))

    def place(self, profile: str | int, start: int | None = None, gpu: int = 0) -> None:
        """Create an instance with its compute instance; None lets the driver choose.

        Raises:
            Refusal: it does not fit; nothing was changed.
        """
        changed, made = self._gpus[gpu].create(profile, start)
        changed, _ = changed.create_compute(made.id)
        self._change({gpu: changed}, placed(made, gpu))

    def remove(self, id: int, gpu: int = 0) -> None:
        """Destroy a GPU instance and the compute instances in it. Raises Refusal."""
        name = self._gpus[gpu].instance(id).name
        says = Sentence("{profile} removed.", profile=name)
        self._change({gpu: _without(self._gpus[gpu], id)}, says)

    def move(
        self, id: int, start: int | None, gpu: int = 0, to: int | None = None
    ) -> None:
        """Destroy an instance and create it again elsewhere, on GPU `to` or the same.

        Raises:
            Refusal: it does not fit there; nothing was changed.
        """
        target = gpu if to is None else to
        profile = self._gpus[gpu].instance(id).name
        gone = {gpu: _without(self._gpus[gpu], id)}
        changed, made = gone.get(target, self._gpus[target]).create(profile, start)
        changed, _ = changed.create_compute(made.id)
        self._change({**gone, target: changed}, moved(made, target))

    def run(self, line: str, gpu: int = 0) -> str:
        """Run lines of nvidia-smi on all GPUs; what the tool prints.

        Args:
            line: one line or several; a backslash at the end of one joins the next.
            gpu: beside which GPU the answer stands.
        """
        result = run_lines(self.gpus, line)
        changed = {n: one for n, one in enumerate(result.gpus) if one != self.gpus[n]}
        with self.hold_sync():
            self.output = {
                "gpu": gpu,
                "text": result.text,
                "code": result.code,
                "why": self._words.say(result.why),
            }
            says = Sentence("Exit code {n}. {why}", n=result.code, why=result.why)
            self._change(changed, says)
        return result.text

    def clear(self) -> None:
        """Empty every GPU."""
        empty = {
            n: mig.Gpu(self._gpus.table)
            for n, one in enumerate(self.gpus)
            if one.instances
        }
        self._change(empty, Sentence("All GPUs are empty."))

    def setup(self, gpu: str | None = None, count: int | None = None) -> None:
        """Another model, or another number of GPUs; a new model begins empty.

        Raises:
            CourseError: no such GPU, or not 1 to 8 of them.
        """
        self._gpus.setup(gpu, count)
        name = self._gpus.table.name
        self._tell(Sentence("{n} × {gpu}.", n=len(self.gpus), gpu=name))

    def undo(self) -> None:
        """Back to before the last change; with nothing to undo, nothing happens."""
        if self._gpus.undo():
            self._tell(Sentence("Undone."))

    def _change(self, changed: dict[int, mig.Gpu], says: Sentence) -> None:
        """Take changed GPUs, remember the state before, and say what happened."""
        self._gpus.change(changed)
        self._tell(says, *changed)

    def _tell(self, sentence: Sentence, *numbers: int) -> None:
        before, says = self.done, self._words.say(sentence)
        with self.hold_sync():  # one message, so that no half of it is ever drawn
            self._show()
            self.refusal = {}
            if self.done and not before:
                says = f"{says} {self.goal['words']}"
            words = (self.shown[n]["words"] for n in numbers[-1:])
            self._say(" ".join([says, *words]))

    def _show(self) -> None:
        table, gpus = self._gpus.table, self.gpus
        if self.table["id"] != table.id:
            self.table, self.output = table_state(table, self._words), {}
        self.shown = [
            gpu_state(gpu, number, self._words) for number, gpu in enumerate(gpus)
        ]
        names = Counter(one.name for gpu in gpus for one in gpu.instances)
        self.goal = goal_state(self._wanted, names, self._words)
        self.undoable = self._gpus.undoable

    def _say(self, text: str) -> None:
        self._count += 1
        self.said = {"n": self._count, "text": text}

    def _receive(self, _widget: object, message: dict[str, Any], _data: object) -> None:
        """One message of a browser; one that makes no sense is skipped."""
        match message:
            case {"type": "place", "gpu": int(gpu), "profile": int(index)}:
                name, start = self._named(index), _number(message.get("start"))
                self._try(gpu, name, start, lambda: self.place(name, start, gpu))
            case {"type": "move", "gpu": int(gpu), "id": int(id), "to": int(to)}:
                self._try_move(gpu, id, to, _number(message.get("start")))
            case {"type": "remove", "gpu": int(gpu), "id": int(id)}:
                self._try(gpu, None, None, lambda: self.remove(id, gpu))
            case {"type": "run", "gpu": int(gpu), "line": str(line)}:
                self.run(line, gpu)
            case {"type": "setup"} if self.choices:
                wanted, count = message.get("gpu"), _number(message.get("count"))
                self._try(0, None, None, lambda: self.setup(wanted, count))
            case {"type": "undo"}:
                self.undo()
            case {"type": "clear"}:
                self.clear()

    def _named(self, index: int) -> str:
        profiles = self.table["profiles"]
        return str(profiles[index % len(profiles)]["name"])

    def _try_move(self, gpu: int, id: int, to: int, start: int | None) -> None:
        found = [one for one in self._gpus[gpu].instances if one.id == id]
        if found:
            name = found[0].name
            self._try(to, name, start, lambda: self.move(id, start, gpu, to))

    def _try(
        self, gpu: int, name: str | None, start: int | None, act: Callable[[], None]
    ) -> None:
        """Do it, or show the refusal beside its GPU."""
        try:
            act()
        except CourseError as error:
            self._count += 1
            number = min(max(gpu, 0), len(self.gpus) - 1)
            at = bracket(self.gpus[number], name, start, error)
            self.refusal = {
                "n": self._count,
                "gpu": number,
                "text": self._words.say(error.args[0]),
                **at,
            }

    def __repr__(self) -> str:
        """What stands on it, in words: the same in every run."""
        table, gpus = self._gpus.table, self.gpus
        count = f"{len(gpus)} × " if len(gpus) > 1 else ""
        lines = [f"MigBoard: {count}{table.name}"]
        lines += [f"GPU {n}: {one['words']}" for n, one in enumerate(self.shown)]
        if self.goal:
            lines.append(self.goal["words"])
        return "\n".join(lines)

    def kept(self) -> dict[str, str]:
        """Its state as a picture and as text."""
        return {"image/svg+xml": picture(self.gpus), **super().kept()}


def mig_board(
    gpu: str = "h100-80gb",
    count: int = 1,
    goal: Sequence[str] | None = None,
    *,
    lang: str | None = None,
) -> MigBoard:
    """A board of empty GPUs.

    Args:
        gpu: a placement table of the course, "a100-40gb".
        count: how many GPUs, 1 to 8.
        goal: profiles that are to stand in the end, on whichever GPUs; names may repeat.
        lang: the language of the board, "zh_TW"; see `certlab.words.text`.

    Raises:
        CourseError: no such GPU, or too many of them.
        Refusal: the GPU has no such profile as the goal names.
    """
    return MigBoard(mig.tables(load()), gpu, count, goal or (), lang)


def _without(gpu: mig.Gpu, id: int) -> mig.Gpu:
    for one in gpu.instance(id).computes:
        gpu = gpu.destroy_compute(id, one.id)
    return gpu.destroy(id)


def _number(value: object) -> int | None:
    return value if type(value) is int else None
