"""The course as a tree of Markdown sources for Sphinx, and what its templates need."""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from certlab.app import content_security
from certlab.app.page_scripts import MAIN
from certlab.app.page_styles import STYLE
from certlab.app.page_widgets import own_pages
from certlab.app.pages.about import about_page
from certlab.app.pages.descriptions import with_descriptions
from certlab.app.pages.evidence import (
    fact_files,
    facts_index,
    facts_page,
    facts_title,
)
from certlab.app.pages.exam_day import (
    EXAM_DAY,
    FALSE_FACTS,
    exam_day_page,
    false_facts_page,
    has_false_facts,
    has_rules,
)
from certlab.app.pages.exam_levels import by_level
from certlab.app.pages.exams import exam_page, exams_index
from certlab.app.pages.front import (
    mock_exam_page,
    progress_page,
    search_page,
)
from certlab.app.pages.languages import Edition, frames
from certlab.app.pages.library import library_page
from certlab.app.pages.modules import list_page, module_page
from certlab.app.pages.path_page import path_page
from certlab.app.pages.practise import drill_page
from certlab.app.pages.prose_apart import ProseApart
from certlab.app.pages.questions import questions_page
from certlab.app.pages.recorded import recorded_page
from certlab.app.pages.sheets import sheet_page, sheets_index
from certlab.app.pages.sphinx_folder import CONTEXT
from certlab.app.pages.start import start_page
from certlab.app.pages.terms import glossary_page
from certlab.course import Course
from certlab.sheets.choice import has_sheet, sheet_names

SCRIPT = "app/static/site/site.js"  # mounts what is live on a page


def sources(
    course: Course,
    assets: str,
    opens: dict[str, str],
    apart: ProseApart | None = None,
) -> dict[str, str]:
    """Text by path of all that Sphinx reads.

    Args:
        course: what to show.
        assets: the folder with our modules and styles, from the site's root.
        opens: by lab, why it does not open in the browser; "" where it does.
        apart: the course, with what is remembered of it.

    Raises:
        SiteError: a part of the course is not fit for a page.
    """
    apart = apart or ProseApart(course)
    texts = with_descriptions(course, dict(_pages(course, opens, apart)))
    others = apart.others
    for one in others:
        own = with_descriptions(one.course, dict(_translated(one, opens)))
        texts |= {one.address(path): text for path, text in own.items()}
    context = _context(course, assets) | {"frames": frames(course, others, texts)}
    texts[CONTEXT] = json.dumps(context, ensure_ascii=False)
    return texts


def _translated(one: Edition, opens: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The pages that there are in a language."""
    for id in one.pages:
        text = module_page(one.course, one.course.pages[id], opens)
        yield f"modules/{id}.md", text
    for id in one.modules:
        module = one.course.modules[id]
        if module.several:
            text = list_page(one.course, module, opens)
            yield f"modules/{id}.md", text
        if id in one.banks:
            text = questions_page(one.course, module)
            yield f"questions/{id}.md", text
        if id in sheet_names(one.course):
            yield f"sheets/{id}.md", sheet_page(one.course, id)


def _pages(
    course: Course, opens: dict[str, str], apart: ProseApart
) -> Iterator[tuple[str, str]]:
    yield "index.md", start_page(course, opens)
    yield "path.md", path_page(course, opens)
    yield "library.md", library_page(course, opens)
    yield "progress.md", progress_page(course, opens)
    yield from apart.of_all(
        f"without prose {opens}", lambda seen: dict(_without_prose(seen, opens))
    ).items()
    for module in course.modules.values():
        yield from apart.of_module(
            module.id,
            f"module {module.id} {opens}",
            partial(_of_module, module.id, opens),
        ).items()
    for exam in course.certifications.values():
        yield f"certifications/{exam.id}.md", exam_page(course, exam, opens)
    if sheet_names(course):
        yield "sheets/index.md", sheets_index(course)


def _of_module(id: str, opens: dict[str, str], course: Course) -> dict[str, str]:
    """What hangs on the prose of a module."""
    module = course.modules[id]
    found = {
        f"modules/{page.id}.md": module_page(course, page, opens)
        for page in module.pages
    }
    if module.several:
        found[f"modules/{id}.md"] = list_page(course, module, opens)
    if has_sheet(course, id):
        found[f"sheets/{id}.md"] = sheet_page(course, id)
    return found


def _without_prose(course: Course, opens: dict[str, str]) -> Iterator[tuple[str, str]]:
    """What hangs on the prose of no page."""
    yield "drill.md", drill_page(course)
    yield "mock-exam.md", mock_exam_page(course)
    yield "search.md", search_page()
    yield "about.md", about_page(course)
    if course.glossary:
        yield "glossary.md", glossary_page(course)
    for module in course.modules.values():
        yield f"questions/{module.id}.md", questions_page(course, module)
    for lab in course.labs.values():
        yield f"labs/{lab.id}.md", recorded_page(course, lab, opens[lab.id])
    yield "certifications/index.md", exams_index(course)
    if has_rules(course):
        yield f"{EXAM_DAY}.md", exam_day_page(course)
    if has_false_facts(course):
        yield f"{FALSE_FACTS}.md", false_facts_page(course)
    for exam in course.certifications:
        if has_sheet(course, exam):
            yield f"sheets/{exam}.md", sheet_page(course, exam)
    for own in own_pages(course):
        yield f"{own.name}.md", own.text
    yield "facts/index.md", facts_index(course)
    for file, facts in fact_files(course).items():
        yield f"facts/{file}.md", facts_page(course, file, facts)


def _context(course: Course, assets: str) -> dict[str, Any]:
    """What each page's frame is drawn from."""
    return {
        "title": course.title,
        "publisher": course.publisher,
        "policy": content_security.PAGES,
        "script": f"{assets}/{SCRIPT}",
        "style": f"{assets}/{STYLE}",
        "preload": [f"{assets}/{name}" for name in (MAIN, SCRIPT)],
        "exams": [
            {
                "short": one.code,
                "page": f"certifications/{one.id}.html",
                "over": "" if place else level.capitalize(),
            }
            for level, exams in by_level(course).items()
            for place, one in enumerate(exams)
        ],
        "facts": [
            {"short": facts_title(course, file), "page": f"facts/{file}.html"}
            for file in fact_files(course)
        ],
    }
