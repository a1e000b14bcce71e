"""Gates of translations: where a text no longer fits the English one. Each names a defect."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from certlab.course import gates
from certlab.course.boxes import english_boxes
from certlab.course.catalogue import Course
from certlab.course.items import Item
from certlab.course.modules import Module
from certlab.course.problems import Problem
from certlab.course.render import facts_of
from certlab.course.template import facts_named
from certlab.course.translations import translation
from certlab.course.translations.banks import ItemTexts, lay_over
from certlab.course.translations.marks import differences, has_words
from certlab.course.translations.pages import edition
from certlab.course.translations.structure import compare, sections
from certlab.course.translations.translation import (
    FOLDER,
    PHRASES,
    Translation,
    is_words,
)
from certlab.words import languages
from certlab.words import text as words

Gate = Callable[[Course, Translation], Iterator[Problem]]


def translations_fit(course: Course) -> Iterator[Problem]:
    """Every language of content/translations, through every gate of this file."""
    for lang in translation.languages(course.root):
        if lang not in languages():
            says = f"there are no words of the interface; add words/{lang}.po first."
            yield Problem(f"{FOLDER}/{lang}", "", says)
            continue
        problems: list[Problem] = []
        found = translation.read(course.root, course.pages, lang, problems)
        yield from problems
        for gate in EACH:
            yield from gate(course, found)


def rows_have_their_item(course: Course, found: Translation) -> Iterator[Problem]:
    """A row translates an item that is there, as it is today, in its own bank."""
    for row in found.items.values():
        item = course.items.get(row.id)
        if item is None:
            yield Problem(row.file, row.id, "there is no item of that id; remove it.")
        elif item.module != row.module:
            says = f"is an item of {item.file}; move it to {item.module}.toml."
            yield Problem(row.file, row.id, says)
        elif not row.fits(item):
            says = (
                f"translates rev {row.rev} of an item that is at rev {item.rev}; bring it "
                "up to date, or remove it; it is asked in English until then."
            )
            yield Problem(row.file, row.id, says, warning=True)


def rows_have_each_text(course: Course, found: Translation) -> Iterator[Problem]:
    """A row has the texts of its item, all that hold words and no other."""
    for row, item in _fitting(course, found):
        english = item.texts
        for name, text in english.items():
            if name not in row.texts and has_words(text):
                says = f"lacks {'.'.join(name)}, shown in English; translate it."
                yield Problem(row.file, row.id, says, warning=True)
        for name in row.texts.keys() - english.keys():
            says = f"has {'.'.join(name)}, and the English item has none; remove it."
            yield Problem(row.file, row.id, says)
        for gap in sorted(row.accept.keys() - {*item.body.gaps}):
            says = f"accepts words in a gap {gap}, which is not there; remove it."
            yield Problem(row.file, row.id, says)


def texts_keep_their_marks(course: Course, found: Translation) -> Iterator[Problem]:
    """Placeholders, code, gaps and numbers are those of the English text."""
    for row, item in _fitting(course, found):
        english = item.texts
        for name, text in row.texts.items():
            for says in _unlike(english.get(name, text), text, course):
                yield Problem(row.file, row.id, f"{'.'.join(name)}: {says}")


def pages_are_built_alike(course: Course, found: Translation) -> Iterator[Problem]:
    """Sections, boxes, and in each section figures, links, code, facts and numbers."""
    for one in found.pages.values():
        english = course.pages[one.page.id]
        old = one.of != edition(english)  # whoever edits a page may not speak this
        for says in compare(english, one.page, words(found.lang)):
            yield Problem(one.page.file, one.page.id, says, warning=old)
        if one.fits:
            both = zip(sections(english), sections(one.page), strict=True)
            for (anchor, before), (_, after) in both:
                for says in _unlike(before, after, course):
                    where = f"{anchor}: {says}"
                    yield Problem(one.page.file, one.page.id, where, warning=old)


def pages_are_up_to_date(course: Course, found: Translation) -> Iterator[Problem]:
    """The English page has not been edited since; a reason to look, not to refuse."""
    for one in found.pages.values():
        now = edition(course.pages[one.page.id])
        if one.of != now:
            says = (
                f"the English page has been edited since edition {one.of or 'none'}; "
                f'translate what is new, then write of = "{now}".'
            )
            yield Problem(one.page.file, one.page.id, says, warning=True)


def numbers_come_from_facts(course: Course, found: Translation) -> Iterator[Problem]:
    """No number with a unit stands by itself in this language either."""
    own = words(found.lang)
    items = {
        row.id: lay_over(item, row, found.lang) for row, item in _fitting(course, found)
    }
    modules = {
        id: Module(id, (replace(one.page, body=english_boxes(one.page.body, own)),))
        for id, one in found.pages.items()
    }
    here = replace(course, items=items, modules=modules, figures={}, glossary={})
    yield from gates.numbers_come_from_facts(here)
    yield from gates.units_are_said_once(here)


def phrases_are_said(course: Course, found: Translation) -> Iterator[Problem]:
    """Values that are words are translated where a translation shows them; no others."""
    file = f"{FOLDER}/{found.lang}/{PHRASES}"
    values = {
        fact.value for fact in course.facts.values() if isinstance(fact.value, str)
    }
    for value in found.phrases.keys() - values:
        yield Problem(file, str(value), "is not a value of any fact; remove it.")
    shown = {id for row in found.items.values() for id in _named(row)}
    for one in found.pages.values():
        shown |= {fact.id for fact in facts_of(course, one.page)}
    for id in shown & course.facts.keys():
        fact = course.facts[id]
        if is_words(fact) and fact.value not in found.phrases:
            says = f"is the value of {id}, shown in English; translate it."
            yield Problem(file, str(fact.value), says, warning=True)


def _fitting(course: Course, found: Translation) -> Iterator[tuple[ItemTexts, Item]]:
    for row in found.items.values():
        item = course.items.get(row.id)
        if item and row.fits(item):
            yield row, item


def _named(row: ItemTexts) -> set[str]:
    return {id for text in row.texts.values() for id in facts_named(text)}


def _unlike(english: str, other: str, course: Course) -> Iterator[str]:
    lacks, has = differences(english, other, course.facts)
    if lacks:
        yield f"lacks {', '.join(lacks)} of the English text."
    if has:
        yield f"has {', '.join(has)}, which the English text has not."


EACH: tuple[Gate, ...] = (
    rows_have_their_item,
    rows_have_each_text,
    texts_keep_their_marks,
    pages_are_built_alike,
    pages_are_up_to_date,
    numbers_come_from_facts,
    phrases_are_said,
)
GATES = (translations_fit,)
