"""What the search of a course finds: sections, terms, facts, labs, questions and exams.

A passage is found by its own words, and by those in which others speak of it: what is
asked about a section, the terms that it explains, the objectives that its page serves.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from certlab.app.pages.addresses import lab_page, page_of
from certlab.app.pages.evidence import facts_title
from certlab.app.pages.exam_day import EXAM_DAY
from certlab.app.pages.section_texts import bare, parts, sentences
from certlab.course import Course
from certlab.course.facts import Fact
from certlab.course.glossary import Term, is_name
from certlab.course.items import Item
from certlab.course.labs import Lab
from certlab.course.markup import plain
from certlab.course.notebook import TELLS, source
from certlab.course.pages import HEADING, anchor
from certlab.search.passage import Kind, Passage, Shelf, Speech
from certlab.study.bank import practice
from certlab.study.questions import compile_item
from certlab.words import ENGLISH

_MANY = 40  # facts about one thing, which then are fetched by themselves
_SEED = 0  # the variant of a question that its page shows too


# Too frequent to tell one section from another.
_COMMON = """a about all also an and any are as at be been but by can do does each for from
had has have how if in into is it its may more most must no not of on one only or other
out over same so some such than that the their them then there these they this those to
two up was what when where which who why will with you your"""
# Only in what somebody types: in a text they may be words like others.
_ASKED = """aren between compare could did difference doesn don explain get happens i is
isn many me mean means much my need please s should show t tell there use used using
versus vs want we work works would"""
# What a question is asked with; Chinese is written without spaces.
_QUESTION_WORDS = {
    ENGLISH.lang: (*_COMMON.split(), *_ASKED.split()),
    "zh_TW": (
        *("什麼是", "是什麼", "為什麼", "什麼", "如何", "怎麼", "為何"),
        *("多少", "哪些", "哪個", "可以", "嗎", "呢", "的"),
    ),
}
# What somebody wants who asks so, by kind, and how much more of it.
_HINTS: tuple[tuple[Kind, float, tuple[str, ...]], ...] = (
    ("fact", 1.6, ("how many", "how much", "how fast", "how large", "how big", "how long", "how wide", "which version", "what bandwidth")),
    ("term", 1.3, ("what is", "what are", "what does", "define", "definition", "meaning of", "mean")),
    ("lab", 1.3, ("how do i", "how can i", "how to", "try", "practise", "practice", "exercise", "lab")),
    ("exam", 1.5, ("exam", "exams", "certification", "domain", "domains")),
)  # fmt: skip


def speech(course: Course) -> Speech:
    """How one asks in the language of a course."""
    frequent = _QUESTION_WORDS.get(course.lang, ())
    hints = ((phrase, kind, more) for kind, more, all in _HINTS for phrase in all)
    return Speech(
        tuple(dict.fromkeys(frequent)),
        tuple(hints) if course.lang == ENGLISH.lang else (),
    )


def categories(course: Course) -> dict[str, list[str]]:
    """Slugs of the modules by the title of their group, as one learns them."""
    groups = course.grouped.items()
    return {title: [one.id for one in found] for title, found in groups if title}


def shelves(course: Course, only: Iterable[str] | None = None) -> list[Shelf]:
    """The passages of a course.

    Args:
        only: ids of the pages that are translated, for another language: there is
            nothing else to find in it.
    """
    if only is not None:
        return [*_sections(course, only, {})]
    terms, questions = [*_terms(course)], [*_questions(course)]
    around = _around(course, [*terms, *questions])
    return [
        *_sections(course, course.pages, around),
        *_labs(course),
        *terms,
        *_facts(course),
        *questions,
        *_exams(course),
    ]


def spellings(course: Course) -> list[tuple[str, ...]]:
    """What several words mean, or one that has another name: a term's spellings, old and new.

    A single word in small letters says what it says, and is left out.
    """
    found = []
    for term in course.glossary.values():
        every = {*term.spellings, term.exam_era, term.current} - {""}
        names = sorted(one for one in every if len(one) > 2 and is_name(one))
        if names:
            found.append(tuple(names))
    return found


def _sections(
    course: Course, ids: Iterable[str], around: dict[tuple[str, str], list[str]]
) -> Iterator[Shelf]:
    for id in ids:
        page = course.pages[id]
        short = course.modules[page.module].short
        label = short if page.short == short else f"{short} · {page.short}"
        found = tuple(
            Passage(anchor, title, tuple(sentences(under)), " ".join(around.get((id, anchor), ())))
            for anchor, title, under in parts(course, page)
        )  # fmt: skip
        file = page_of(page).removesuffix(".html")
        yield Shelf(file, page_of(page), label, "section", found, page.module)


def _around(
    course: Course, others: Iterable[Shelf]
) -> dict[tuple[str, str], list[str]]:
    """What is said of each section elsewhere, by its page and anchor."""
    places = {one.id: (one.module, one.section) for one in course.items.values()}
    places |= {term_anchor(one): (one.module, one.section) for one in course.glossary.values()}  # fmt: skip
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for passage in (one for shelf in others for one in shelf.passages):
        slug, section = places[passage.anchor]
        if module := course.modules.get(slug):
            found[module.path(section), section] += [passage.title, *passage.says]
    for page in course.pages.values():
        titles = [course.objectives[one].title for one in page.objectives]
        found[page.id, ""] += titles
    return found


def _labs(course: Course) -> Iterator[Shelf]:
    for lab in course.labs.values():
        module = course.modules.get(lab.module)
        if module:
            path = lab_page(lab)
            file = path.removesuffix(".html")
            yield Shelf(file, path, module.short, "lab", (*_steps(lab),), lab.module)


def _steps(lab: Lab) -> Iterator[Passage]:
    """The beginning of a lab and its sections, without what tells a result."""
    cells = json.loads(lab.path.read_text("utf-8"))["cells"]
    anchors, title, told = "", lab.title, list[str]()
    for cell in cells:
        if cell["cell_type"] != "markdown":
            continue
        hidden = TELLS in cell["metadata"].get("tags", ()) or cell["metadata"].get(
            "certlab"
        )
        text = source(cell)
        for head in HEADING.finditer(text):
            yield Passage(anchors, title, tuple(told))
            anchors, title, told = anchor(head[2]), bare(head[2]), []
        if not hidden and not told:
            told = sentences(HEADING.sub("", text).removeprefix(f"# {lab.title}"))
    yield Passage(anchors, title, tuple(told))


def _terms(course: Course) -> Iterator[Shelf]:
    modules: dict[str, list[Passage]] = defaultdict(list)
    for term in course.glossary.values():
        renamed = f"Exam era: {term.exam_era}. Current: {term.current}."
        says = [plain(term.shown(course.facts)), *([renamed] if term.current else [])]
        passage = Passage(term_anchor(term), ", ".join(term.spellings), tuple(says))
        modules[term.module].append(passage)
    for slug, found in modules.items():
        module = course.modules.get(slug)
        label = module.short if module else ""
        yield Shelf(f"terms/{slug}", "glossary.html", label, "term", tuple(found), slug)


def term_anchor(term: Term) -> str:
    """Where a term stands in the glossary."""
    return f"term-{term.id}"


def _facts(course: Course) -> Iterator[Shelf]:
    """The facts by the file they stand in; what there is much of by what it is about."""
    files: dict[tuple[str, str], list[Passage]] = defaultdict(list)
    abouts = Counter(map(_about, course.facts.values()))
    for fact in course.facts.values():
        about = _about(fact) if abouts[_about(fact)] >= _MANY else ""
        files[PurePosixPath(fact.file).stem, about].append(_fact(course, fact))
    for (file, about), found in files.items():
        modules = [id for id in course.modules if f"{file}-".startswith(f"{id}-")]
        yield Shelf(
            "/".join(filter(None, ("facts", file, about))),
            f"facts/{file}.html",
            facts_title(course, file),
            "fact",
            tuple(found),
            max(modules, key=len, default=""),
        )


def _about(fact: Fact) -> str:
    return fact.id.partition(".")[0]


def _fact(course: Course, fact: Fact) -> Passage:
    kind = "".join(f", {one}" for one in (fact.form, fact.sparsity) if one)
    titles = (course.sources[id].title for id in fact.sources[:1])
    tier = ", ".join([f"tier {fact.tier}", *titles])
    says = [f"{fact.shown} ({tier})."]
    if fact.exam_era or fact.current:
        says.append(
            f"Exam era: {fact.exam_era or '–'}. Current: {fact.current or '–'}."
        )
    named = " ".join(fact.id.replace(".", " ").replace("_", " ").split("-"))
    return Passage(
        fact.id, plain(fact.what) + kind, tuple(says), f"{named} {fact.note}"
    )


def _questions(course: Course) -> Iterator[Shelf]:
    """The practice questions by what explains them; those of mock exams are not found."""
    for module in course.modules.values():
        found = [_question(course, one) for one in practice(course, module.id)]
        if found:
            path = f"questions/{module.id}"
            yield Shelf(path, f"{path}.html", module.short, "item", tuple(found), module.id)  # fmt: skip


def _question(course: Course, item: Item) -> Passage:
    """The question as its page shows it, and what is said after the answer."""
    one = compile_item(course, item, _SEED)
    show, told = one.show, one.feedback
    whys: dict[str, str] = told.get("whys", {})
    right = told.get("correct") or ()
    answers = [
        ": ".join(filter(None, (row["text"], whys[row["id"]])))
        for row in show.get("options", ())
        if row["id"] in right
    ]
    others = [why for id, why in whys.items() if id not in right]
    says = [told.get("back", ""), *answers, told["explain"]]
    said = [line for text in says for line in plain(text).splitlines() if line.strip()]
    context = show.get("context", {}).get("text", "")
    around = " ".join(map(plain, [context, *item.body.stem, *others]))
    return Passage(item.id, " ".join(plain(show["ask"]).split()), tuple(said), around)


def _exams(course: Course) -> Iterator[Shelf]:
    for exam in course.certifications.values():
        title = f"{exam.code} {exam.name}"
        says = ", ".join(one.name for one in exam.domains)
        passage = Passage("", title, (says,), " ".join(exam.alias))
        path = f"certifications/{exam.id}"
        yield Shelf(path, f"{path}.html", exam.level, "exam", (passage,))
    if course.programme.rules:
        rules = tuple(
            Passage("", one.id, (one.says,)) for one in course.programme.rules
        )
        yield Shelf(EXAM_DAY, f"{EXAM_DAY}.html", "The day of the exam", "exam", rules)
