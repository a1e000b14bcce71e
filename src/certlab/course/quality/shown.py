"""Choice items as they are shown: facts filled in, marks removed, the key known."""

from collections.abc import Sequence
from dataclasses import dataclass

from certlab.course.catalogue import Course
from certlab.course.markup import plain
from certlab.course.template import TemplateError, Values, fill


@dataclass(frozen=True)
class VisibleChoice:
    """One choice item as somebody reads it who knows nothing.

    Attributes:
        bank: the file it stands in.
        marked: the options with their marks, facts filled in.
        options: the same texts without marks.
        keys: places of the correct options.
    """

    id: str
    bank: str
    stem: str
    marked: tuple[str, ...]
    options: tuple[str, ...]
    keys: tuple[int, ...]

    @property
    def chance(self) -> float:
        """What share of the key a blind choice of as many options finds."""
        return len(self.keys) / len(self.options)


def shown(course: Course) -> list[VisibleChoice]:
    """Every choice item that is asked; one that cannot be filled in is left out.

    `study.item_tests` reports those.
    """
    values = Values(course.facts)
    found = []
    for item in course.items.values():
        options = item.body.offered
        if not options or item.status != "reviewed":
            continue
        try:
            stem = plain(fill(item.ask, values))
            marked = tuple(fill(one.text, values) for one in options)
        except TemplateError:
            continue
        texts = tuple(map(plain, marked))
        keys = tuple(n for n, one in enumerate(options) if one.correct)
        if 0 < len(keys) < len(options):
            found.append(VisibleChoice(item.id, item.file, stem, marked, texts, keys))
    return found


def by_bank(items: Sequence[VisibleChoice]) -> dict[str, list[VisibleChoice]]:
    """The items of each file."""
    found: dict[str, list[VisibleChoice]] = {}
    for one in items:
        found.setdefault(one.bank, []).append(one)
    return found
