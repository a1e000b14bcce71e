"""The way along an exam's path: what was read or skipped, what is next, what may be asked.

day/static/path_walk.js is the twin of this.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from certlab.course import Course
from certlab.course.exam_path import is_written, minutes_of, times_below, times_of
from certlab.course.items import Item
from certlab.course.steps import Step
from certlab.study.pages_read import asked_enough, is_read
from certlab.study.standing import Standing

SHARE = 0.5  # of the day's minutes for a page; a longer one is read in parts,
_LONGEST = 10.0  # minutes each, so that its questions come before it is forgotten
_ENOUGH = (
    8  # items of a module for an exam without a path, with which its labs belong to it
)


@dataclass(frozen=True)
class Part:
    """What of a page is read at once.

    Attributes:
        sections: by which it is named; () for all of the page.
        within: those and the ones below them.
    """

    module: str
    sections: tuple[str, ...]
    minutes: float
    within: tuple[str, ...] = ()


def steps_of(
    course: Course, exam: str, items: Iterable[Item], weights: Mapping[str, float]
) -> tuple[Step, ...]:
    """The steps of an exam that can be opened, in order.

    An exam without a path begins with the module that counts most for it; a module's labs
    follow its pages.

    Args:
        items: that serve the exam; `weights` is what each counts for.
    """
    path = course.certifications[exam].path
    if path:
        return tuple(step for step in path if is_written(course, step))
    counts = Counter(item.module for item in items)
    steps: list[Step] = []
    for id in worth_of(items, weights):
        if id not in course.modules:
            continue
        steps.append(Step(id, (), "", "", 0))
        if counts[id] >= _ENOUGH:
            labs = (one.id for one in course.labs.values() if one.module == id)
            steps += [Step(id, (), lab, "", 0) for lab in labs]
    return tuple(steps)


def worth_of(items: Iterable[Item], weights: Mapping[str, float]) -> dict[str, float]:
    """What each module counts for in the exam, in percent; the most first."""
    worth: dict[str, float] = {}
    for item in items:
        worth[item.module] = worth.get(item.module, 0) + weights[item.id]
    return dict(sorted(worth.items(), key=lambda one: -one[1]))


class Way:
    """The steps of an exam for one learner, by whether they are done.

    Args:
        items: that serve the exam.
        steps: that can be opened, in order.
        minutes: of a day.
    """

    def __init__(
        self,
        standing: Standing,
        items: Sequence[Item],
        steps: Sequence[Step],
        minutes: float,
    ) -> None:
        self.standing = standing
        self.steps = steps
        self.minutes = minutes
        self._items = items
        self._open: dict[tuple[str, str], bool] = {}
        self._parts: dict[Step, tuple[Part, ...]] = {}

    def state(self, step: Step) -> str:
        """ "left", "done", or "skipped": a page that was asked about enough, and not read."""
        standing = self.standing
        if step.lab:
            return "left" if self.exercises(step) else "done"
        if is_read(standing.course, step.module, standing.pages, step.sections):
            return "done"
        if step.module not in self._begun:
            return "left"  # and its parts need not be worked out
        return "left" if self.parts_left(step) else "skipped"

    @cached_property
    def left(self) -> tuple[Step, ...]:
        """The steps that are neither done nor skipped."""
        return tuple(step for step in self.steps if self.state(step) == "left")

    def parts(self, step: Step) -> tuple[Part, ...]:
        """A page as it is read: at once, or one part after the other where it is long."""
        if step not in self._parts:
            self._parts[step] = tuple(self._cut(step))
        return self._parts[step]

    def parts_left(self, step: Step) -> list[Part]:
        """The parts of a page that were neither read nor asked about enough."""
        return [one for one in self.parts(step) if not self._is_open(one)]

    def unseen(self, part: Part) -> list[Item]:
        """The items on it that were never answered."""
        memories = self.standing.memories
        return [
            one
            for one in self._items
            if one.module == part.module
            and (not part.within or one.section in part.within)
            and one.id not in memories
        ]

    def exercises(self, step: Step) -> list[str]:
        """The exercises of a lab that are not solved, by id."""
        lab = self.standing.course.labs[step.lab]
        return [one.id for one in lab.exercises if one.id not in self.standing.solved]

    def opens(self, item: Item) -> bool:
        """Whether an item may be asked: the step that teaches it was read or skipped.

        What no step teaches may be asked once its module was, or when no page is left.
        """
        key = item.module, item.section
        if key not in self._open:
            self._open[key] = self._opens(*key)
        return self._open[key]

    def _opens(self, module: str, section: str) -> bool:
        steps = [
            step
            for step in self.steps
            if step.module == module
            and not step.lab
            and (not step.sections or section in self._within[step])
        ]
        if steps:
            return any(self._taught(step, section) for step in steps)
        if module not in self.standing.course.modules:
            return True
        pages_left = any(not step.lab for step in self.left)
        return not pages_left or self._is_open(Part(module, (), 0.0))

    def _taught(self, step: Step, section: str) -> bool:
        if self.state(step) != "left":
            return True
        if step.module not in self._begun:
            return False
        parts = self.parts(step)
        return any(section in part.within and self._is_open(part) for part in parts)

    @cached_property
    def _begun(self) -> set[str]:
        """The modules of which something was asked, or read by a list."""
        drilled = self.standing.drilled
        asked = {one.module for one in self._items if one.id in drilled}
        return asked | {module for module, _ in self.standing.passed}

    @cached_property
    def _within(self) -> dict[Step, tuple[str, ...]]:
        """The sections of each page that names some, with those below them."""
        course = self.standing.course
        return {
            step: tuple(course.modules[step.module].texts(step.sections))
            for step in self.steps
            if step.sections
        }

    def _is_open(self, part: Part) -> bool:
        course, pages = self.standing.course, self.standing.pages
        if is_read(course, part.module, pages, part.within):
            return True
        if self.is_asked(part):
            drilled = self.standing.drilled
            return asked_enough(self._items, drilled, part.module, part.within)
        passed = self.standing.passed
        return {(part.module, one) for one in part.within or ("",)} <= passed

    def is_asked(self, part: Part) -> bool:
        """Whether anything can be asked about it."""
        return any(
            one.module == part.module
            and (not part.within or one.section in part.within)
            for one in self._items
        )

    def _cut(self, step: Step) -> list[Part]:
        course, most = self.standing.course, min(self.minutes * SHARE, _LONGEST)
        whole = float(minutes_of(course, step))
        asked = {one.section for one in self._items if one.module == step.module}
        pieces = [] if whole <= most else list(_pieces(course, step, most))
        parts = _joined(pieces, asked, most)
        if len(parts) > 1:
            return parts
        return [Part(step.module, step.sections, whole, self._within.get(step, ()))]


def _pieces(course: Course, step: Step, most: float) -> Iterator[Part]:
    """The sections of a page; one that is too long in those below it."""
    below = times_below(course, step)
    for section, time in times_of(course, step).items():
        inner = below.get(section, {section: time})
        if time <= most:
            yield Part(step.module, (section,), time, tuple(inner))
        else:
            for one, own in inner.items():
                yield Part(step.module, (one,), own, (one,))


def _joined(pieces: Iterable[Part], asked: set[str], most: float) -> list[Part]:
    """Pieces in a row, each time as many as fit the minutes.

    Whether a part was read shows by the answers about it, so one on which nothing is asked
    goes with the next one, and at the end with the one before, unless that is too long.
    """
    parts: list[Part] = []
    for piece in pieces:
        last = parts[-1] if parts else None
        fits = most if last and asked & {*last.within} else 2 * most
        if last and last.minutes + piece.minutes <= fits:
            parts[-1] = _both(last, piece)
        else:
            parts.append(piece)
    if len(parts) > 1 and not asked & {*parts[-1].within}:
        one = _both(*parts[-2:])
        parts = [*parts[:-2], one] if one.minutes <= 2 * most else parts
    return parts


def _both(one: Part, other: Part) -> Part:
    return Part(
        one.module,
        one.sections + other.sections,
        one.minutes + other.minutes,
        one.within + other.within,
    )
