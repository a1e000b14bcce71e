"""The sheet of an exam: its domains, each with as much room as it has weight."""

from collections import defaultdict
from collections.abc import Iterator

from certlab.course import Course
from certlab.course.certifications import Certification, Domain
from certlab.course.facts import GRADED
from certlab.course.items import Item
from certlab.sheets import from_items
from certlab.sheets.families import families
from certlab.sheets.foot import foot
from certlab.sheets.gate import Gate
from certlab.sheets.room import fit
from certlab.sheets.rows import Row, Section, Sheet
from certlab.sheets.weights import Weights
from certlab.words import Words, text, with_commas

_LATER = 0.5  # a command or a number, beside a card that comes as early
_FACTS = 8  # of a domain, beside those that its cards say


def exam_sheet(course: Course, exam: Certification) -> Sheet:
    """The sheet; it has no section where the course has nothing for the exam yet.

    Raises:
        ContentError: a text names a fact that is gone.
    """
    words, graded = text(course.lang), exam.tier in GRADED
    items = _items(course, exam)
    domains = sorted(
        _domains(course, exam), key=lambda one: -one[0].weight if graded else 0
    )
    sections = fit(
        Section(
            f"{domain.number} {domain.name}",
            max(domain.weight, 1),
            tuple(rows),
            domain.weight if graded else 0,
        )
        for domain, rows in domains
    )
    there = {one.title.partition(" ")[0] for one in sections}
    missing = [one.number for one in exam.domains if str(one.number) not in there]
    sources = [*exam.sources, *(id for one in items for id in one.sources)]
    return Sheet(
        exam.id,
        exam.name,
        exam.code,
        _notes(course, exam, words),
        sections,
        (*_missing(missing, words), *foot(course, sources, words)),
        words.lang,
    )


def _missing(domains: list[int], words: Words) -> Iterator[str]:
    """That a sheet is not about all of its exam."""
    if domains:
        numbers = with_commas(map(str, domains))
        yield words(
            "The course has nothing for a sheet yet on the domains {numbers}.",
            numbers=numbers,
        )


def has_rows(course: Course, exam: Certification) -> bool:
    """Whether there is anything for a sheet, known without choosing."""
    return any(True for _, rows in _domains(course, exam) for _row in rows)


def _items(course: Course, exam: Certification) -> list[Item]:
    return [one for one in course.by_exam.get(exam.id, ()) if one.status == "reviewed"]


def objective_of(item: Item, exam: str) -> str:
    """The first objective of an exam that an item names, "" for none."""
    named = (item.objective, *item.also)
    return next((one for one in named if one.partition(".")[0] == exam), "")


def _domains(
    course: Course, exam: Certification
) -> Iterator[tuple[Domain, Iterator[Row]]]:
    items, gate = _items(course, exam), Gate(course)
    for domain in exam.domains:
        yield domain, _rows(course, exam, domain, items, gate)


def _notes(course: Course, exam: Certification, words: Words) -> tuple[str, ...]:
    """How long and how large it is, where we are sure of that, and that there is no mark."""
    notes = []
    if exam.tier in GRADED:
        least, most = exam.questions
        count = str(least) if least == most else f"{least}–{most}"
        size = words(
            "{count} questions in {minutes} minutes", count=count, minutes=exam.minutes
        )
        labs = exam.hands_on_labs
        if labs:
            size = words("{size}, with {n} labs", size=size, n=labs)
        notes.append(size)
    if course.publisher:
        notes.append(
            words("{publisher} publishes no pass mark", publisher=course.publisher)
        )
    return tuple(notes)


def _rows(
    course: Course,
    exam: Certification,
    domain: Domain,
    items: list[Item],
    gate: Gate,
) -> Iterator[Row]:
    """What there is for a domain: its numbers, then objective by objective.

    The first card of each objective ranks before any objective's second.
    """
    order = {one.id: n for n, one in enumerate(domain.objectives)}
    here = [one for one in items if objective_of(one, exam.id) in order]
    weights = Weights(course, here, exam.id)
    of_objective: dict[str, list[Item]] = defaultdict(list)
    for one in from_items.shown(here):
        of_objective[objective_of(one, exam.id)].append(one)
    rows: list[Row] = []
    said: set[str] = set()
    for id in sorted(of_objective, key=order.__getitem__):
        # Those that count here first come first, of whatever module.
        own = sorted(of_objective[id], key=lambda one: one.objective != id)
        for number, one in enumerate(_cards_by_turns(own)):
            found = [*from_items.card(one, gate, -number)]
            said |= {fact for _ in found for fact in one.facts}
            rows += found
        lines = [row for one in own for row in from_items.command(one, gate, 0)]
        for number, row in enumerate(lines):
            rows.append(type(row)(-number - _LATER, row.line, row.does))
    counts = weights.facts
    left = [
        one
        for one in from_items.asked_facts(weights)
        if one.id not in said and weights.times[one.id] >= from_items.TIMES
    ]
    best = sorted(left, key=lambda one: -counts[one.id])[:_FACTS]
    place = {one.id: -n / 4 - _LATER for n, one in enumerate(best)}
    yield from families(
        [one for one in left if one.id in place], lambda one: place[one.id], ""
    )
    yield from rows


def _cards_by_turns(items: list[Item]) -> list[Item]:
    """The cards of an objective, of each module one in turn."""
    modules: dict[str, list[Item]] = defaultdict(list)
    for one in items:
        if not one.body.graded:
            modules[one.module].append(one)
    turns = [(n, one) for cards in modules.values() for n, one in enumerate(cards)]
    return [one for _, one in sorted(turns, key=lambda turn: turn[0])]
