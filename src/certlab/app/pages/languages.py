"""The site's pages in other languages: which there are, and what their frame says."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from certlab.app.pages.addresses import lab_page, page_of
from certlab.course import Course
from certlab.course.loading import in_language
from certlab.course.modules import Module
from certlab.course.pages import FENCE, HEADING, Page, anchor
from certlab.course.translations.translation import languages
from certlab.words import ENGLISH, Words, text


@dataclass(frozen=True)
class Edition:
    """The course in one language beside English.

    Attributes:
        modules: slugs of the modules that are translated.
        banks: slugs of those with questions that are.
    """

    course: Course
    modules: tuple[str, ...]
    banks: tuple[str, ...]

    @property
    def pages(self) -> tuple[str, ...]:
        """Ids of the pages that are translated."""
        modules = map(self.course.modules.__getitem__, self.modules)
        return tuple(page.id for module in modules for page in module.pages)

    @property
    def lang(self) -> str:
        """Its name, which is also its folder on the site."""
        return self.course.lang

    def address(self, path: str) -> str:
        """Where this language has what English has at a path from the root."""
        return f"{self.lang}/{path}"


def editions(course: Course) -> list[Edition]:
    """The languages that have a page, as far as they have pages."""
    found = []
    for lang in languages(course.root):
        other = in_language(course, lang)
        modules = tuple(id for id, one in other.modules.items() if one.lang == lang)
        banks = {item.module for item in other.items.values() if item.lang == lang}
        if modules:
            found.append(Edition(other, modules, tuple(sorted(banks))))
    return found


def frame_words(course: Course, words: Words) -> dict[str, str]:
    """What the frame of a page says, by the names that its template uses."""
    publisher = course.publisher
    return {
        "lang": words.tag,
        "name": words("English"),  # of the language, in itself
        "skip": words("Skip to content"),
        "site": words("Site"),
        "today": words("Today"),
        "path": words("Path"),
        "practise": words("Practise"),
        "exam": words("Exam"),
        "library": words("Library"),
        "exams": words("Exams"),
        "facts": words("Facts"),
        "search": words("Search"),
        "theme_word": words("Theme"),
        "theme": words("Theme: light, dark or as the system has it"),
        "modules": words("Modules"),
        "of": words("module {n} of {count} · all modules"),
        "contents": words("On this page"),
        "labs": words("Labs"),
        "pager": words("Previous and next module"),
        "previous": words("Previous page"),
        "next": words("Next page"),
        "disclaimer": words(
            "Not affiliated with {publisher}, and not endorsed by it.",
            publisher=publisher,
        )
        if publisher
        else "",
        "about": words("About {course}", course=course.title),
        "partly": ""
        if words is ENGLISH
        else words(
            "Only some pages and questions are in this language; the others are in English."
        ),
    }


def headings(text: str) -> list[str]:
    """The anchors of a page's source, in order, without its title's."""
    return [anchor(title) for _, title in HEADING.findall(FENCE.sub("", text))]


def frames(
    course: Course, others: Iterable[Edition], texts: Mapping[str, str]
) -> dict[str, Any]:
    """What the templates need by language: its words, its modules, its pages.

    A heading of a translated page has the anchor of the English one in the same place.
    """
    modules = [_module(course, *one) for one in in_groups(course, ENGLISH)]
    found: dict[str, Any] = {
        ENGLISH.lang: {
            "words": frame_words(course, ENGLISH),
            "modules": modules,
            "pages": {},
        }
    }
    for one in others:
        rows = [
            _module(one.course, *row) for row in in_groups(one.course, text(one.lang))
        ]
        english = (path for path in texts if one.address(path) in texts)
        found[one.lang] = {
            "words": frame_words(course, text(one.lang)),
            "modules": rows,
            "pages": {
                path.removesuffix(".md"): headings(texts[path]) for path in english
            },
        }
    return found


def in_groups(course: Course, words: Words) -> Iterator[tuple[Module, str]]:
    """The modules as one learns them; with the first of a group the group's title, else ""."""
    for title, modules in course.grouped.items():
        over = title or (words("More modules") if course.groups else "")
        for module in modules:
            yield module, over if module is modules[0] else ""


def _module(course: Course, module: Module, over: str) -> dict[str, Any]:
    """A module in the list beside a page, and its pages where it has several."""
    return {
        "id": module.id,
        "over": over,
        **_row(course, module),
        "pages": [_row(course, page) for page in module.pages if module.several],
        "labs": [
            {"title": lab.title, "page": lab_page(lab)}
            for lab in course.labs.values()
            if lab.module == module.id
        ],
    }


def _row(course: Course, one: Page | Module) -> dict[str, str]:
    """What leads to a page; one that is not translated is marked."""
    lang = ENGLISH.tag if one.lang != course.lang else ""
    return {"short": one.short, "page": page_of(one), "lang": lang}
