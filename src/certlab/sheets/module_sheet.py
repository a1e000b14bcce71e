"""The sheet of a module: what its exams ask of it, chosen by rules."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from certlab.course import Course
from certlab.course.modules import Module
from certlab.course.template import facts_named
from certlab.sheets import from_items, page_parts
from certlab.sheets.families import families
from certlab.sheets.foot import foot
from certlab.sheets.gate import Gate
from certlab.sheets.room import fit
from certlab.sheets.rows import (
    Ask,
    Command,
    Renamed,
    Row,
    Section,
    Sheet,
    Table,
    Trap,
)
from certlab.sheets.weights import Weights
from certlab.words import text

# A table of a page is tight enough to be taken along, and worth it.
_FACTS, _COLUMNS, _CELLS = 3, 9, 90  # the least; the most, and characters of a row
_MOST_FACTS = 26  # that stand outside of tables
_OVER_ASK = 1000.0  # what a page says that the exam asks goes last


def module_sheet(course: Course, module: Module) -> Sheet:
    """The sheet; it has no section where nothing of the module may stand on one.

    Raises:
        ContentError: a text names a fact that is gone.
    """
    rows = _ModuleRows(course, module)
    # A bank may be translated before its page.
    spoken = {one.lang for one in rows.items}
    words = text(course.lang if course.lang in spoken else module.lang)
    kinds = rows.kinds()
    titles = (
        (words("What the exam asks"), 1),
        (words("Numbers"), 3),
        (words("Exam era and today"), 1),
        (words("Commands"), 2),
        (words("Remember"), 5),
        (words("Traps"), 2),
    )
    codes = dict.fromkeys(id.partition(".")[0].upper() for id in module.objectives)
    sources = [id for page in module.pages for id in page.sources]
    sources += [id for one in rows.weights.items for id in one.sources]
    return Sheet(
        module.id,
        module.title,
        " · ".join(codes),
        (),
        fit(
            Section(title, share, tuple(kind))
            for (title, share), kind in zip(titles, kinds, strict=True)
        ),
        foot(course, sources, words),
        words.lang,
    )


def has_rows(course: Course, module: Module) -> bool:
    """Whether there is anything for a sheet, known without choosing."""
    return any(True for kind in _ModuleRows(course, module).kinds() for _row in kind)


class _ModuleRows:
    """All that could stand on the sheet of a module, by kind."""

    def __init__(self, course: Course, module: Module) -> None:
        self.course, self.module, self.gate = course, module, Gate(course)
        items = [one for one in course.items.values() if one.module == module.id]
        self.weights = Weights(
            course, (one for one in items if one.status == "reviewed")
        )
        self.items = from_items.shown(self.weights.items)
        self.parts = [part for page in module.pages for part in page_parts.parts(page)]

    def kinds(self) -> tuple[Iterator[Row], ...]:
        """The rows, in the order of the sheet's sections."""
        return (
            self._asks(),
            self._numbers(),
            self._renamed(),
            self._commands(),
            self._cards(),
            self._traps(),
        )

    def _asks(self) -> Iterator[Row]:
        for part in self.parts:
            for n, one in enumerate(page_parts.asked(part)):
                if told := self.gate.through(one, part.where):
                    yield Ask(_OVER_ASK - n, told)

    def _numbers(self) -> Iterator[Row]:
        there: set[str] = set()
        for part in self.parts:
            title = part.title
            for rows in page_parts.tables(part):
                if table := self._table(part, rows):
                    there |= set(facts_named("\n".join(rows)))
                    yield replace(table, title=title)
                    title = ""  # over the first of a section
        for item in self.items:
            if any(from_items.card(item, self.gate, 0)):
                there |= set(item.facts)
        rank = self.weights.facts
        left = [
            one
            for one in from_items.asked_facts(self.weights)
            if one.id not in there and self.weights.times[one.id] >= from_items.TIMES
        ]
        best = sorted(left, key=lambda one: -rank[one.id])[:_MOST_FACTS]
        kept = [one for one in left if one in best]
        yield from families(kept, lambda one: rank[one.id], "")

    def _table(self, part: page_parts.Part, rows: list[str]) -> Table | None:
        """A table of a page without the rows that hold numbers of their own."""
        if not self.gate.passes(rows[0]):
            return None
        kept = [one for one in rows if self.gate.passes(one)]
        facts = facts_named("\n".join(kept))
        heads, *cells = (
            page_parts.cells(self.gate.filled(row, part.where)) for row in kept
        )
        size = sum(len(cell) for row in cells for cell in row)
        tight = len(heads) <= _COLUMNS and size <= _CELLS * len(cells)
        if len(facts) < max(_FACTS, len(cells)) or not tight:
            return None
        rank = sum(self.weights.facts[id] for id in facts)
        rank += self.weights.sections[part.anchor]
        return Table(rank, part.title, heads, tuple(cells))

    def _renamed(self) -> Iterator[Row]:
        module = self.module
        found = [
            row
            for item in self.items
            for row in from_items.renamed(item, self.gate, self.weights.item(item))
        ]
        named = facts_named(module.body)
        facts = (self.course.facts[id] for id in (*named, *self.weights.facts))
        found += [
            Renamed(self.weights.facts[one.id], one.exam_era, one.current)
            for one in facts
            if one.exam_era and one.current and one.tier in "AB"
        ]
        found += [
            Renamed(self.weights.sections[one.section], one.exam_era, one.current)
            for one in self.course.glossary.values()
            if one.module == module.id
            and one.exam_era
            and self.gate.passes(f"{one.exam_era} {one.current}")
        ]
        yield from _once(found, lambda row: row.was.casefold())

    def _commands(self) -> Iterator[Row]:
        found: list[Command] = []
        for part in self.parts:
            rank = self.weights.sections[part.anchor]
            for n, (line, does) in enumerate(page_parts.typed(part)):
                if self.gate.passes(does, line):
                    says = self.gate.filled(does, part.where)
                    found.append(Command(rank - n, line, _sentence(says)))
        for item in self.items:
            found += from_items.command(item, self.gate, self.weights.item(item))
        yield from _once(found, lambda row: re.sub(r"^sudo | -i 0\b", "", row.line))

    def _cards(self) -> Iterator[Row]:
        for item in self.items:
            yield from from_items.card(item, self.gate, self.weights.item(item))

    def _traps(self) -> Iterator[Row]:
        for part in self.parts:
            for n, (says, holds) in enumerate(page_parts.traps(part)):
                if self.gate.passes(f"{says} {holds}"):
                    told = (self.gate.filled(one, part.where) for one in (says, holds))
                    yield Trap(self.weights.sections[part.anchor] - n, *told)


def _once(rows: Iterable[Row], name: Callable[[Any], str]) -> Iterator[Row]:
    """Rows without those that say again what one before them said."""
    there: set[str] = set()
    for row in rows:
        if name(row) not in there:
            there.add(name(row))
            yield row


def _sentence(remark: str) -> str:
    return remark[:1].upper() + remark[1:].rstrip(",，")
