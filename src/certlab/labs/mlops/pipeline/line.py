"""Stages in a row, each with the contract at its end: run, timed, broken and mended."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from certlab.errors import CourseError, Refusal

HOLDS = "holds"
NOTHING = "it hands on nothing; end the function with return."
_RAISED = "it raised {}; look at what the function does with what it was given."
_UNREAD = (
    "what it hands on cannot be read, {}; hand on what the course's own stage makes."
)
Made = Mapping[str, Any]  # by stage; "raw" is what a line begins with


@dataclass(frozen=True)
class Stage:
    """One function of the line.

    Attributes:
        name: "clean"; a replacement is handed over under this name.
        does: the function itself.
        runs: calls a function in its place with what was made before.
        seam: the contract: sentences for what is wrong with what it made.
        ends: gives back what it holds, such as a server.
    """

    name: str
    does: Callable[..., Any]
    runs: Callable[[Callable[..., Any], Made], Any]
    seam: Callable[[Any, Made], Iterator[str]]
    ends: Callable[[Any], object] = lambda _: None


@dataclass
class Done:
    """A line that has run: what was made by stage, and the seconds without the contracts."""

    made: dict[str, Any]
    seconds: dict[str, float] = field(default_factory=dict)


class Line:
    """Stages in their order."""

    def __init__(self, stages: Sequence[Stage]) -> None:
        self._stages = {one.name: one for one in stages}

    def run(self, raw: Any, **replaced: Callable[..., Any]) -> Done:
        """All stages, some of them replaced by name.

        Raises:
            Refusal: a stage failed, or broke its contract; what the run held is given back.
        """
        for name in replaced:
            self._stage(name)
        done = Done({"raw": raw})
        try:
            for name, stage in self._stages.items():
                began = time.perf_counter()
                self._make(stage, replaced.get(name, stage.does), done.made)
                done.seconds[name] = time.perf_counter() - began
                self._hold(stage, done.made)
        except BaseException:
            self.end(done)
            raise
        return done

    def attempt(self, name: str, does: Callable[..., Any], done: Done) -> str:
        """One stage in another form, on what the others made in a run: the sentence.

        It is "holds" where the contract does. The run stays as it is.
        """
        stage, made = self._stage(name), {**done.made}
        try:
            self._make(stage, does, made)
            self._hold(stage, made)
        except CourseError as error:
            return str(error)
        finally:
            if made.get(name) is not done.made.get(name):
                self._end(stage, made[name])
        return HOLDS

    def end(self, done: Done) -> None:
        """Give back what a run holds; a second time does nothing."""
        for name, stage in self._stages.items():
            if name in done.made:
                self._end(stage, done.made[name])

    def _end(self, stage: Stage, made: Any) -> None:
        with suppress(AttributeError):  # a learner's stage may have made anything
            stage.ends(made)

    def _stage(self, name: str) -> Stage:
        if name not in self._stages:
            known = ", ".join(self._stages)
            raise Refusal(f"There is no stage {name}; replace one of {known}.")
        return self._stages[name]

    def _make(
        self, stage: Stage, does: Callable[..., Any], made: dict[str, Any]
    ) -> None:
        found = self._told(stage, lambda: stage.runs(does, made), _RAISED)
        if found is None:
            raise Refusal(f"{stage.name}: {NOTHING}")
        made[stage.name] = found

    def _hold(self, stage: Stage, made: Made) -> None:
        def first() -> str:
            return next(stage.seam(made[stage.name], made), "")

        if says := self._told(stage, first, _UNREAD):
            raise Refusal(f"{stage.name}: {says}")

    def _told(self, stage: Stage, call: Callable[[], Any], says: str) -> Any:
        """What a call gives; an error as a sentence that begins with a stage's name."""
        try:
            return call()
        except CourseError as error:
            if str(error).partition(":")[0] in self._stages:
                raise
            raise Refusal(f"{stage.name}: {error}") from error
        except Exception as error:  # a learner's stage raises whatever it likes
            lines = (str(error).strip() or "without a word").splitlines()
            shown = f"{type(error).__name__}: {lines[0].rstrip('.')[:200]}"
            raise Refusal(f"{stage.name}: {says.format(shown)}") from error
