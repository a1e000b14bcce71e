"""Gates: what one part of the course must find in another. Each names a defect."""

import re
from collections.abc import Callable, Iterator

from certlab import module_parts
from certlab.course import boxes, definitions, laws, links
from certlab.course.catalogue import Course
from certlab.course.certifications import Certification
from certlab.course.claim_arithmetic import speedups_can_be_worked_out
from certlab.course.exam_path import paths_lead_somewhere, readings_are_taught
from certlab.course.facts import GRADED, Fact
from certlab.course.first_questions import (
    first_questions_are_easy,
    pictures_show_something,
)
from certlab.course.glossary import Term
from certlab.course.items import Item
from certlab.course.labs import Lab
from certlab.course.measures import loose_measures
from certlab.course.pages import Page
from certlab.course.path_words import paths_explain_their_words
from certlab.course.problems import Problem
from certlab.course.programme import Rule
from certlab.course.section_checks import tries_ask_what_is_typed
from certlab.course.template import facts_named
from certlab.course.versions import versions_have_one_home
from certlab.words import ENGLISH

_FACT_AND_WORD = re.compile(r"\{fact:([^{}|]+)\} ([\w/%]+)")
_CAPTION = re.compile(r"!\[([^\]]*)\]\(figure:([^)#]+)\)")
_PLACE = re.compile(
    r"\b(?:left|right|above|below|beneath|beside|top|bottom|upper|lower)\b",
    re.IGNORECASE,
)

# A description that goes through a drawing by its places: "Left, a warp. Right, another".
_PLACE_OF_PART = re.compile(
    r"(?:^|[.;:,]\s+)(?:and\s+)?((?:on the |at the )?(?:left|right|above|below|top|bottom))[,:]",
    re.IGNORECASE,
)
_PHONE = 360  # what a phone shows of a page, in the units of a drawing
_DESCRIPTION = re.compile(r"<desc>(.*?)</desc>", re.DOTALL)

Gate = Callable[[Course], Iterator[Problem]]


def texts(item: Item) -> dict[str, str]:
    """An item's texts by a name for each, and none that may say what is not so.

    A wrong option may state a wrong number, that is its work; its reason may not.
    """
    decoys = item.body.decoys
    found = {
        ".".join(name): text for name, text in item.texts.items() if name not in decoys
    }
    return found | item.body.verbatim


def prose(course: Course) -> Iterator[tuple[str, str, str]]:
    """What pages, figures, the glossary and the limits of speed-ups say: file, id, text."""
    for page in course.pages.values():
        yield page.file, page.id, page.body
    for figure in course.figures.values():
        yield figure.file, figure.id, figure.words
    for term in course.glossary.values():
        for text in (term.text, term.exam_era, term.current):
            yield term.file, term.id, text
    for speedup in course.speedups.values():
        for text in speedup.prose:
            yield speedup.file, speedup.id, text


def sources_exist(course: Course) -> Iterator[Problem]:
    """Each source that is named has a row."""
    rows: list[Item | Fact | Page | Certification | Term | Rule] = [
        *course.items.values()
    ]
    rows += [*course.facts.values(), *course.pages.values()]
    rows += [*course.certifications.values(), *course.glossary.values()]
    rows += course.programme.rules
    for row in rows:
        for id in row.sources:
            if id not in course.sources:
                says = f"source {id} has no row; add it to content/facts/sources.toml."
                yield Problem(row.file, row.id, says)


def objectives_exist(course: Course) -> Iterator[Problem]:
    """Each objective that is named stands in a certification."""
    known = course.objectives
    for item in course.items.values():
        for id in (item.objective, *item.also):
            if id not in known:
                yield Problem(item.file, item.id, f"there is no objective {id}.")
    rows: list[Page | Lab] = [*course.pages.values(), *course.labs.values()]
    for row in rows:
        for id in row.objectives:
            if id not in known:
                yield Problem(row.file, row.id, f"there is no objective {id}.")


def items_point_somewhere(course: Course) -> Iterator[Problem]:
    """An item's module, section, enemies and children are there."""
    for item in course.items.values():
        module = course.modules.get(item.module)
        if module is None:
            says = f"module {item.module} has no page in content/modules."
            yield Problem(item.file, item.id, says)
        elif item.section and item.section not in module.sections:
            says = f"the page {module.id} has no section {item.section}."
            yield Problem(item.file, item.id, says)
        for id in (*item.enemies, *item.body.children):
            if id not in course.items:
                yield Problem(item.file, item.id, f"there is no item {id}.")


def facts_exist_and_may_be_graded(course: Course) -> Iterator[Problem]:
    """Each fact that is named has a row, and items rest on tiers A and B only."""
    for item in course.items.values():
        for id in item.facts:
            fact = course.facts.get(id)
            if fact is None:
                yield Problem(item.file, item.id, f"there is no fact {id}.")
            elif fact.tier not in GRADED:
                says = f"rests on {id}, of tier {fact.tier}; only A and B are graded."
                yield Problem(item.file, item.id, says)
    for file, name, text in prose(course):
        for id in facts_named(text):
            if id not in course.facts:
                yield Problem(file, name, f"there is no fact {id}.")


def numbers_come_from_facts(course: Course) -> Iterator[Problem]:
    """No number with a unit stands by itself."""
    says = "{} comes from no fact; write {{fact:ID}} or a worked example."
    for item in course.items.values():
        for name, text in texts(item).items():
            for loose in loose_measures(text):
                words = f"{name}: {says.format(loose)}"
                yield Problem(item.file, item.id, words)
    for file, id, text in prose(course):
        for loose in loose_measures(text):
            yield Problem(file, id, says.format(loose))


def units_are_said_once(course: Course) -> Iterator[Problem]:
    """A fact comes with its unit; a text must not add it again."""
    items = [
        (item.file, item.id, text)
        for item in course.items.values()
        for text in texts(item).values()
    ]
    for file, id, text in (*prose(course), *items):
        for name, word in _FACT_AND_WORD.findall(text):
            fact = course.facts.get(name)
            if fact and fact.unit and fact.unit == word:
                says = f"says {word} twice; write {{fact:{name}|value}} {word}."
                yield Problem(file, id, says)


def laws_hold(course: Course) -> Iterator[Problem]:
    """Sums and products between facts come out."""
    for law in course.laws.values():
        yield from laws.broken(law, course.facts)


def claims_are_taught_where_they_say(course: Course) -> Iterator[Problem]:
    """The places a claim names are there, and one of them is a section or a lab."""
    for claim in course.claims.values():
        if claim.module not in course.modules:
            says = f"module {claim.module} has no page in content/modules."
            yield Problem(claim.file, "", says)
        for slug, anchor in claim.sections:
            module = course.modules.get(slug)
            if module is None:
                says = f"there is no module {slug}."
                yield Problem(claim.file, claim.id, says)
            elif anchor not in module.sections:
                says = f"the page {slug} has no section {anchor}."
                yield Problem(claim.file, claim.id, says)
        for kind, ids, there in (
            ("lab", claim.labs, course.labs.keys()),
            ("item", claim.items, course.items.keys()),
        ):
            for id in ids:
                if id not in there:
                    says = f"there is no {kind} {id}."
                    yield Problem(claim.file, claim.id, says)
        if claim.taught and not (claim.sections or claim.labs):
            says = "a question alone teaches nothing; name a page's section or a lab."
            yield Problem(claim.file, claim.id, says)


def quotations_are_boxes(course: Course) -> Iterator[Problem]:
    """Each opens with the word of a box, or it would be drawn as nothing in particular."""
    for page in course.pages.values():
        for word in boxes.other_quotations(page.body):
            says = (
                f"a quotation opens with {word!r}, which is not a box; "
                f"begin it with {', '.join(boxes.box_words(ENGLISH))} in bold."
            )
            yield Problem(page.file, page.id, says)


def live_figures_have_a_widget(course: Course) -> Iterator[Problem]:
    """What `data-live` names is a widget that a module brings for pages."""
    live = {one.live[0]: one.file for one in course.figures.values() if one.live[0]}
    known = (
        [name for part in module_parts.find("page") for name in part.BEGINS]
        if live
        else ()
    )
    for name, file in live.items():
        if name not in known:
            says = f'no widget "{name}" that a page can hold; choose one of {", ".join(known)}.'
            yield Problem(file, "", says)


def narrow_figures_fit_a_phone(course: Course) -> Iterator[Problem]:
    """A drawing for a phone has a wide one beside it, and words that can be read there."""
    for figure in course.figures.values():
        if not (name := figure.wide):
            continue
        beside = course.figures.get(name)
        if beside is None or beside.live[0]:
            says = f"no figure {name} that is not live; a drawing for a phone stands beside one."
            yield Problem(figure.file, figure.id, says)
        if figure.broad > _PHONE:
            says = f"{figure.broad:g} wide; on a phone only {_PHONE} are as large as drawn."
            yield Problem(figure.file, figure.id, says)


def captions_name_no_place(course: Course) -> Iterator[Problem]:
    """The words of a live figure hold however the widget's parts are put into the window."""
    for page in course.pages.values():
        for caption, name in _CAPTION.findall(page.body):
            figure = course.figures.get(name)
            if figure and figure.live[0] and (place := _PLACE.search(caption)):
                says = (
                    f"the caption of {name} says {place[0]!r}, and the parts of a live figure "
                    "move with the window; name what they show."
                )
                yield Problem(page.file, page.id, says)
    for figure in course.figures.values():
        description = _DESCRIPTION.search(figure.svg) if figure.live[0] else None
        if description and (place := _PLACE_OF_PART.search(description[1])):
            says = (
                f"the description says {place[1]!r}, and the parts of a live figure move with "
                "the window; name what they show."
            )
            yield Problem(figure.file, "", says)


GATES: tuple[Gate, ...] = (
    sources_exist,
    objectives_exist,
    items_point_somewhere,
    *definitions.GATES,
    facts_exist_and_may_be_graded,
    numbers_come_from_facts,
    units_are_said_once,
    versions_have_one_home,
    laws_hold,
    links.links_lead_somewhere,
    links.anchors_are_used_once,
    paths_lead_somewhere,
    readings_are_taught,
    paths_explain_their_words,
    claims_are_taught_where_they_say,
    speedups_can_be_worked_out,
    live_figures_have_a_widget,
    narrow_figures_fit_a_phone,
    first_questions_are_easy,
    pictures_show_something,
    captions_name_no_place,
    quotations_are_boxes,
    tries_ask_what_is_typed,
)
